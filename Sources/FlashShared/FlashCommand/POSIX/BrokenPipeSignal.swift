#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// SIGPIPE, held back for one thread: a write into a pipe that nobody reads then fails instead of
/// ending the process, whatever other threads do meanwhile.
enum BrokenPipeSignal {
  static func held(_ body: () -> Void) {
    var signal = sigset_t()
    unsafe sigemptyset(&signal)
    unsafe sigaddset(&signal, SIGPIPE)
    var before = sigset_t()
    let waited = isPending
    unsafe pthread_sigmask(SIG_BLOCK, &signal, &before)
    body()
    // Ours is taken away; one that was there before is somebody else's.
    if !waited, isPending {
      var number: Int32 = 0
      _ = unsafe sigwait(&signal, &number)
    }
    unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
  }

  private static var isPending: Bool {
    var pending = sigset_t()
    unsafe sigpending(&pending)
    return unsafe sigismember(&pending, SIGPIPE) == 1
  }
}
