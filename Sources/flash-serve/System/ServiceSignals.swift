#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The boundary to sigprocmask(2).
@safe
enum ServiceSignals {
  /// Makes sure that the signals that end a server reach it, whoever started it and however, and
  /// that a terminal that goes away does not end it.
  static func prepare() {
    signal(SIGHUP, SIG_IGN)
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe sigprocmask(SIG_SETMASK, &none, nil)
  }
}
