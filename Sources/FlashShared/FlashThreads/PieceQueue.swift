#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

// Boundary to mutexes and condition variables, pthread_cond_wait(3).

/// Pieces that wait to be taken.
///
/// Sendable because
/// 1. `make` runs on the one thread that fills the queue, or, where there is none, on the one that
///    takes from it;
/// 2. whatever else changes is touched while `lock` is held;
/// 3. the pointers are set once, and free what they point to when nobody has the queue any more.
@safe final class PieceQueue<Piece: Sendable>: @unchecked Sendable {
  let make: () throws -> Piece?
  private let depth: Int
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let change: UnsafeMutablePointer<pthread_cond_t>
  private var waiting: [Result<Piece?, any Error>] = []
  private var isStopped = false

  init(depth: Int, _ make: @escaping () throws -> Piece?) {
    self.depth = depth
    self.make = make
    unsafe lock = .allocate(capacity: 1)
    unsafe change = .allocate(capacity: 1)
    unsafe pthread_mutex_init(lock, nil)
    unsafe pthread_cond_init(change, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(change)
    unsafe pthread_mutex_destroy(lock)
    unsafe change.deallocate()
    unsafe lock.deallocate()
  }

  /// Makes pieces until there are no more, or nobody wants them.
  func fill() {
    while true {
      let made = Result { try make() }
      guard put(made), case .success(.some) = made else { return }
    }
  }

  /// - Returns: false once nobody wants any.
  private func put(_ piece: Result<Piece?, any Error>) -> Bool {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    while waiting.count >= depth, !isStopped { unsafe pthread_cond_wait(change, lock) }
    guard !isStopped else { return false }
    waiting.append(piece)
    unsafe pthread_cond_signal(change)
    return true
  }

  /// The next piece. The end, and what went wrong, is told as often as it is asked for.
  func take() -> Result<Piece?, any Error> {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    while waiting.isEmpty { unsafe pthread_cond_wait(change, lock) }
    guard case .success(.some) = waiting[0] else { return waiting[0] }
    unsafe pthread_cond_signal(change)
    return waiting.removeFirst()
  }

  func stop() {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    isStopped = true
    unsafe pthread_cond_signal(change)
  }
}
