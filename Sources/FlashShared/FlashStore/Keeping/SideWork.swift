internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

// Boundary to pthread_create(3) and pthread_join(3).

/// Work that runs beside the caller's, on a thread of its own: for a check that takes as long as all
/// the others together. It must use connections of its own.
///
/// The thread gets a closure that is `@Sendable`, and the result passes through a mutex.
@safe
final class SideWork<Result: Sendable> {
  private let slot: Slot<Result>
  /// Nil once nobody owes it a join.
  private var thread: pthread_t?

  /// Begins the work; where no thread can be made, it is done at once.
  init(_ body: @escaping @Sendable () -> Result) {
    let slot = Slot<Result>()
    self.slot = slot
    let box = unsafe Unmanaged.passRetained(Body { slot.put(body()) })
    #if canImport(Glibc)
      var made = pthread_t()
    #else
      var made: pthread_t?
    #endif
    let status = unsafe pthread_create(&made, nil, runBody, box.toOpaque())
    if status == 0 {
      thread = made
    } else {
      thread = nil
      unsafe box.takeRetainedValue().run()
    }
  }

  deinit {
    // Whoever is not waited for gives back what it has by itself.
    if let thread { pthread_detach(thread) }
  }

  /// Waits for the result, calling `check` meanwhile, a hundred times a second.
  /// - Throws: what `check` throws; the work then goes on, and nobody waits for it.
  func result(_ check: () throws -> Void) rethrows -> Result {
    while true {
      if let result = slot.take() {
        if let thread { pthread_join(thread, nil) }
        thread = nil
        return result
      }
      try check()
      usleep(10_000)
    }
  }
}

/// Where a result waits.
private final class Slot<Result: Sendable>: Sendable {
  private let result = Mutex<Result?>(nil)

  func put(_ value: Result) { result.withLock { $0 = value } }

  func take() -> Result? { result.withLock { $0 } }
}

/// What a thread is to do.
private final class Body: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

/// Called by the new thread.
private nonisolated func runBody(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let argument = unsafe argument {
    unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
  }
  return nil
}
