#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A signal that a program in a terminal hears about.
public enum TerminalSignal: Sendable, Hashable, CaseIterable {
  /// SIGINT, SIGTERM, SIGHUP: stop at the next safe point and raise it again.
  case interrupt, terminate, hangUp
  /// SIGWINCH.
  case resize
  /// SIGTSTP and SIGCONT.
  case stop, resume

  /// The operating system's number.
  public var number: Int32 {
    switch self {
    case .interrupt: SIGINT
    case .terminate: SIGTERM
    case .hangUp: SIGHUP
    case .resize: SIGWINCH
    case .stop: SIGTSTP
    case .resume: SIGCONT
    }
  }

  /// Whether it asks the program to end.
  public var isEnding: Bool {
    switch self {
    case .interrupt, .terminate, .hangUp: true
    case .resize, .stop, .resume: false
    }
  }

  /// Sends it to this process, for whoever handles it; without anybody the process ends of it.
  func raise() {
    #if canImport(Glibc)
      _ = Glibc.raise(number)
    #else
      _ = Darwin.raise(number)
    #endif
  }

  init?(number: Int32) {
    guard let signal = Self.allCases.first(where: { $0.number == number }) else { return nil }
    self = signal
  }
}
