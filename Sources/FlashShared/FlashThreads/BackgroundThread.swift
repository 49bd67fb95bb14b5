#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

// Boundary to pthread_create(3), pthread_join(3) and pthread_sigmask(3).

/// A thread that is joined, or let go.
@safe public struct BackgroundThread {
  private let handle: pthread_t

  /// Begins `body`, with all signals held back from it.
  /// - Returns: nil where no thread can be made.
  public init?(_ body: @escaping @Sendable () -> Void) {
    // Signals are for the thread that settles what becomes of the process.
    var all = sigset_t()
    unsafe sigfillset(&all)
    var before = sigset_t()
    unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    let box = unsafe Unmanaged.passRetained(ThreadBody(body))
    #if canImport(Glibc)
      var made = pthread_t()
    #else
      var made: pthread_t?
    #endif
    guard unsafe pthread_create(&made, nil, runThreadBody, box.toOpaque()) == 0 else {
      unsafe box.release()
      return nil
    }
    #if canImport(Glibc)
      handle = made
    #else
      guard let made else { return nil }
      handle = made
    #endif
  }

  /// Waits for its end; once, and not after ``letGo()``.
  public func join() { pthread_join(handle, nil) }

  /// Nobody waits: it gives back what it has by itself.
  public func letGo() { pthread_detach(handle) }

  /// Runs `body` on a thread that nobody waits for; at once where none can be made.
  public static func run(_ body: @escaping @Sendable () -> Void) {
    if let thread = BackgroundThread(body) { thread.letGo() } else { body() }
  }

  /// A moment's rest for one who waits for a thread; less if a signal comes.
  public static func pause(milliseconds: UInt32) { usleep(milliseconds * 1_000) }
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
