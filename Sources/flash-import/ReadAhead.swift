#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// Boundary to pthread_create(3), pthread_join(3) and condition variables.

/// Pieces that are made on a thread of their own, while those before them are being used.
///
/// The pieces come out in the order in which they were made, so that what is done with them does not
/// depend on which thread is faster. A few are made ahead, never more.
@safe final class ReadAhead<Piece: Sendable> {
  private let queue: PieceQueue<Piece>
  private var thread: pthread_t?

  /// - Parameters:
  ///   - depth: pieces that may wait.
  ///   - make: the next piece; nil at the end. Nobody else may touch what it touches until ``stop()``
  ///     has returned.
  init(depth: Int = 4, _ make: @escaping () throws -> Piece?) {
    queue = PieceQueue(depth: depth, make)
    thread = ReadAhead.start(queue)
  }

  deinit { stop() }

  /// The next piece; nil at the end.
  /// - Throws: what the making of it threw.
  func next() throws -> Piece? {
    // Where no thread can be made, each is made when it is asked for.
    thread == nil ? try queue.make() : try queue.take().get()
  }

  /// Ends the making, and waits for the thread.
  func stop() {
    guard let thread else { return }
    queue.stop()
    pthread_join(thread, nil)
    self.thread = nil
  }

  private static func start(_ queue: PieceQueue<Piece>) -> pthread_t? {
    // Signals are for the thread that settles what becomes of the command.
    var all = sigset_t()
    unsafe sigfillset(&all)
    var before = sigset_t()
    unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    let box = unsafe Unmanaged.passRetained(ThreadBody { queue.fill() })
    #if canImport(Glibc)
      var made = pthread_t()
    #else
      var made: pthread_t?
    #endif
    guard unsafe pthread_create(&made, nil, runThreadBody, box.toOpaque()) == 0 else {
      unsafe box.release()
      return nil
    }
    return made
  }
}

/// Pieces that wait to be taken.
///
/// Sendable because
/// 1. `make` runs on the one thread that fills the queue, or, where there is none, on the one that
///    takes from it;
/// 2. whatever else changes is touched while `lock` is held;
/// 3. the pointers are set once, and free what they point to when nobody has the queue any more.
@safe private final class PieceQueue<Piece: Sendable>: @unchecked Sendable {
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

/// What a thread is to do.
private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

/// Called by the new thread.
private nonisolated func runThreadBody(
  _ argument: UnsafeMutableRawPointer?
) -> UnsafeMutableRawPointer? {
  if let argument = unsafe argument {
    unsafe Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run()
  }
  return nil
}
