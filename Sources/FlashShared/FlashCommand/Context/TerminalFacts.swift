public import FlashTerminal

/// What a command knows about the terminal that it may be run in.
public struct TerminalFacts: Sendable, Hashable {
  public var inputIsTerminal: Bool
  public var outputIsTerminal: Bool
  public var errorIsTerminal: Bool
  /// `TERM` is unset, empty or `dumb`: no colour, no cursor movement.
  public var isDumb: Bool
  /// The window's size, else `COLUMNS` by 24, else 80 by 24.
  public var size: TerminalSize

  public init(
    inputIsTerminal: Bool = false, outputIsTerminal: Bool = false, errorIsTerminal: Bool = false,
    isDumb: Bool = true, size: TerminalSize = TerminalSize(columns: 80, rows: 24)
  ) {
    self.inputIsTerminal = inputIsTerminal
    self.outputIsTerminal = outputIsTerminal
    self.errorIsTerminal = errorIsTerminal
    self.isDumb = isDumb
    self.size = size
  }

  /// The facts of the three standard streams. `FLASH_FORCE_TTY=COLUMNS` lets standard output pass
  /// for a terminal of that width, for tests.
  static func ofProcess(environment: Environment) -> TerminalFacts {
    let forced = environment["FLASH_FORCE_TTY"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    let term = environment["TERM"] ?? ""
    return TerminalFacts(
      inputIsTerminal: Descriptor.standardInput.isTerminal,
      outputIsTerminal: forced != nil || Descriptor.standardOutput.isTerminal,
      errorIsTerminal: Descriptor.standardError.isTerminal,
      isDumb: term.isEmpty || term == "dumb",
      size: size(forced: forced, environment: environment))
  }

  private static func size(forced: Int?, environment: Environment) -> TerminalSize {
    if let forced { return TerminalSize(columns: forced, rows: 24) }
    for stream in [Descriptor.standardOutput, .standardError, .standardInput] {
      if let size = TerminalSize(of: stream) { return size }
    }
    let columns = environment["COLUMNS"].flatMap { Int($0) } ?? 0
    return TerminalSize(columns: columns > 0 ? columns : 80, rows: 24)
  }
}
