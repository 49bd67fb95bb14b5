/// Asks for a password or a token on the terminal that controls the process, without echo.
public enum SecretPrompt {
  /// Asks for a secret.
  /// - Parameter question: ends in a colon, as a rule.
  /// - Throws: `.notATerminal` if the process has none; `.endOfInput`; `.interrupted` after
  ///   SIGINT, SIGTERM or SIGHUP, handed on to whoever handled it before.
  public static func ask(_ question: String, charset: Charset) throws(TerminalError) -> String {
    let terminal = try TerminalHandle.controlling()
    let settings = try terminal.settings()
    let watch = try SignalWatch([.interrupt, .terminate, .hangUp, .stop])
    terminal.discardTypedAhead()
    while true {
      let answer = try askOnce(question, charset, terminal, settings, watch)
      switch answer {
      case .line(let secret): return secret
      case .end: throw .endOfInput
      case .signal(.stop): watch.stopProcess()
      case .signal(let signal):
        watch.end()
        signal.raise()
        throw .interrupted(signal)
      }
    }
  }

  /// Asks until there is an answer or a signal; the terminal is as before when it returns.
  private static func askOnce(
    _ question: String, _ charset: Charset, _ terminal: borrowing TerminalHandle,
    _ settings: TerminalSettings, _ watch: SignalWatch
  ) throws(TerminalError) -> InterruptibleLine.Answer {
    EmergencyRestore.arm(terminal.input, settings, hasScreen: false)
    defer { EmergencyRestore.disarm() }
    try terminal.apply(settings.silent)
    var text: [UInt8] = []
    charset.append(question.printable(.line) + " ", to: &text)
    try terminal.write(text)
    let answer = InterruptibleLine.read(from: terminal.input, watch)
    if case .line = answer {} else { try terminal.write([0x0A]) }
    try terminal.apply(settings)
    return answer
  }
}
