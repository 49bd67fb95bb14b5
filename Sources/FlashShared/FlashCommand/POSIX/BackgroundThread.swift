#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Work on a thread that nobody joins. The boundary to pthread_create.
@safe enum BackgroundThread {
  /// Runs `body` beside the caller; at once where no thread can be made.
  ///
  /// Signals are for the thread that waits for keys and input, so the new one is born with all of
  /// them held back.
  static func run(_ body: @escaping @Sendable () -> Void) {
    var all = sigset_t()
    unsafe sigfillset(&all)
    var before = sigset_t()
    unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    let box = unsafe Unmanaged.passRetained(ThreadBody(body))
    #if canImport(Glibc)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    guard unsafe pthread_create(&thread, nil, runThreadBody, box.toOpaque()) == 0 else {
      return unsafe box.takeRetainedValue().run()
    }
    #if canImport(Glibc)
      pthread_detach(thread)
    #else
      if let thread { unsafe pthread_detach(thread) }
    #endif
  }

  /// A moment's rest for one who waits for such a thread.
  static func pause() { usleep(5_000) }
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
