#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What `stty -a` would print, to be compared before and after.
public struct TerminalModes: Sendable, Hashable {
  public let input: UInt
  public let output: UInt
  public let control: UInt
  public let local: UInt
  public let characters: [UInt8]

  /// Whether typed characters are shown.
  public var echoes: Bool { local & UInt(ECHO) != 0 }
  /// Whether whole lines are read.
  public var isCanonical: Bool { local & UInt(ICANON) != 0 }

  /// The modes of the terminal at `descriptor`.
  init?(of descriptor: Int32) {
    var settings = termios()
    guard unsafe tcgetattr(descriptor, &settings) == 0 else { return nil }
    input = UInt(settings.c_iflag)
    output = UInt(settings.c_oflag)
    control = UInt(settings.c_cflag)
    local = UInt(settings.c_lflag)
    characters = unsafe withUnsafeBytes(of: settings.c_cc) { unsafe Array($0) }
  }
}
