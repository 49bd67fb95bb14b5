#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// How a terminal treats what is typed. The boundary to the flags of termios.
@safe
struct TerminalSettings {
  let value: termios

  init(_ value: termios) { self.value = value }

  /// Each key at once and without echo. Keys that raise signals still do, so that the shell's job
  /// control works; ^S, ^Q and ^V are keys like others.
  var raw: TerminalSettings {
    var result = value
    result.c_lflag &= ~tcflag_t(ICANON | ECHO | ECHONL | IEXTEN)
    result.c_lflag |= tcflag_t(ISIG)
    result.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR | IGNCR | ISTRIP)
    result.setControlCharacter(VMIN, to: 1)
    result.setControlCharacter(VTIME, to: 0)
    return TerminalSettings(result)
  }

  /// Whole lines, but what is typed is not shown, apart from the newline.
  var silent: TerminalSettings {
    var result = value
    result.c_lflag &= ~tcflag_t(ECHO)
    result.c_lflag |= tcflag_t(ICANON | ECHONL | ISIG)
    return TerminalSettings(result)
  }
}

extension termios {
  /// `c_cc` is a C array, which Swift sees as a tuple.
  fileprivate mutating func setControlCharacter(_ index: Int32, to value: cc_t) {
    unsafe withUnsafeMutableBytes(of: &c_cc) { unsafe $0[Int(index)] = value }
  }
}
