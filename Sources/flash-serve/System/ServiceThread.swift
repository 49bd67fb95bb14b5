#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// Boundary to pthread_create(3), and to waiting.

/// A thread that works beside the listener until the process ends.
@safe
enum ServiceThread {
  /// - Returns: false where no thread can be made.
  static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    let box = unsafe Unmanaged.passRetained(Work(body))
    // Signals are for the thread that waits for them.
    var all = sigset_t()
    unsafe sigfillset(&all)
    var before = sigset_t()
    unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    #if canImport(Glibc)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    guard unsafe pthread_create(&thread, nil, runWork, box.toOpaque()) == 0 else {
      unsafe box.release()
      return false
    }
    #if canImport(Glibc)
      pthread_detach(thread)
    #else
      if let thread { unsafe pthread_detach(thread) }
    #endif
    return true
  }

  /// Waits, or less long if a signal comes.
  static func pause(milliseconds: UInt32) { usleep(milliseconds * 1_000) }

  /// Makes sure that the signals that end a server reach it, whoever started it and however, and
  /// that a terminal that goes away does not end it.
  static func prepareSignals() {
    signal(SIGHUP, SIG_IGN)
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe sigprocmask(SIG_SETMASK, &none, nil)
  }
}

private final class Work: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

/// Called by the new thread.
private nonisolated func runWork(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let argument = unsafe argument {
    unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
  }
  return nil
}
