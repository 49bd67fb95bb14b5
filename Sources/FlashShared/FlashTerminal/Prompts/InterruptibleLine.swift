/// Reads a line from a terminal that hands over whole lines, so that signals are heard meanwhile.
enum InterruptibleLine {
  /// Writes `question` to standard error and reads one line.
  ///
  /// Signals are watched before the question can be seen: a ^C that answers it at once must not go
  /// to whoever handled it before, while the line is waited for.
  /// - Returns: the line without its newline, nil at the end of input.
  /// - Throws: `.interrupted` after SIGINT, SIGTERM or SIGHUP, which was handed on to whoever
  ///   handled it before; without anybody the process has ended of it.
  static func read(
    asking question: [UInt8], from descriptor: Int32
  ) throws(TerminalError) -> String? {
    let watch = try SignalWatch([.interrupt, .terminate, .hangUp])
    try DescriptorBytes.write(question, to: 2)
    switch read(from: descriptor, watch) {
    case .line(let line): return line
    case .end: return nil
    case .signal(let signal):
      watch.end()
      try DescriptorBytes.write([0x0A], to: 2)
      signal.raise()
      throw .interrupted(signal)
    }
  }

  enum Answer {
    case line(String)
    case end
    case signal(TerminalSignal)
  }

  /// The same with signals that somebody watches.
  static func read(from descriptor: Int32, _ watch: SignalWatch) -> Answer {
    var bytes: [UInt8] = []
    while true {
      let ready = DescriptorBytes.wait(for: [descriptor, watch.descriptor], atMost: nil)
      if let signal = watch.received().first { return .signal(signal) }
      // One byte at a time: what follows the line belongs to whoever reads next.
      guard ready[0], let byte = DescriptorBytes.read(descriptor, limit: 1) else { continue }
      if byte.isEmpty {
        return bytes.isEmpty ? .end : .line(String(decoding: bytes, as: UTF8.self))
      }
      if byte == [0x0A] { return .line(String(decoding: bytes, as: UTF8.self)) }
      bytes += byte
    }
  }
}
