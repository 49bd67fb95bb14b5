/// Questions to a person, on standard error and standard input.
public struct Prompt: Sendable, Hashable {
  private let isAllowed: Bool
  private let appearance: Appearance

  /// - Parameters:
  ///   - isAllowed: the answer of ``isAllowed(inputIsTerminal:errorIsTerminal:noInput:disabled:)``.
  ///   - appearance: that of standard error.
  public init(isAllowed: Bool, appearance: Appearance) {
    self.isAllowed = isAllowed
    self.appearance = appearance
  }

  /// Whether anybody may be asked.
  /// - Parameters:
  ///   - noInput: whether `--no-input` was given.
  ///   - disabled: the value of `FLASH_PROMPT_DISABLED`.
  public static func isAllowed(
    inputIsTerminal: Bool, errorIsTerminal: Bool, noInput: Bool, disabled: String?
  ) -> Bool {
    inputIsTerminal && errorIsTerminal && !noInput && (disabled ?? "").isEmpty
  }

  /// Asks for a yes; everything else, the enter key and the end of input too, is a no.
  /// - Parameter option: what to give instead of an answer, such as `--yes`.
  /// - Throws: `.cannotPrompt`; `.interrupted`.
  public func confirm(_ question: String, option: String) throws(TerminalError) -> Bool {
    let answer = try ask(question, " [y/N] ", option: option)
    return ["y", "yes"].contains(answer?.lowercased())
  }

  /// Asks for `name` to be typed, exactly.
  /// - Parameter option: such as `--confirm=NAME`.
  /// - Throws: `.cannotPrompt`; `.interrupted`.
  public func confirm(
    _ question: String, byTyping name: String, option: String
  ) throws(TerminalError) -> Bool {
    try ask(question, " ", option: option) == name
  }

  /// Asks for a line.
  /// - Returns: the line without blanks around it; nil at the end of input.
  /// - Throws: `.cannotPrompt`; `.interrupted`.
  public func line(_ question: String, option: String) throws(TerminalError) -> String? {
    try ask(question, " ", option: option)
  }

  private func ask(
    _ question: String, _ ending: String, option: String
  ) throws(TerminalError) -> String? {
    guard isAllowed else { throw .cannotPrompt(question: question, option: option) }
    let line = StyledLine(question, .strong) + StyledLine(ending)
    let question = appearance.bytes(of: line)
    guard let answer = try InterruptibleLine.read(asking: question, from: 0) else {
      try DescriptorBytes.write([0x0A], to: 2)
      return nil
    }
    return answer.trimmingBlanks
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    let blanks: Set<Character> = [" ", "\t"]
    let trimmed = drop { blanks.contains($0) }.reversed().drop { blanks.contains($0) }.reversed()
    return String(trimmed)
  }
}
