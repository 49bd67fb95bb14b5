public import FlashModel

/// A prompt was answered with no, or an editor left without a change.
public struct Cancelled: UserFacingError, Hashable {
  public init() {}

  public var message: String { "cancelled, nothing changed" }
  public var code: String { "cancelled" }
  public var kind: FailureKind { .cancelled }
}

extension CommandContext {
  /// Whether a question may be asked: a person is there to read it and to answer, and nobody said
  /// not to.
  public var canAsk: Bool {
    terminal.inputIsTerminal && terminal.errorIsTerminal && common.mayPrompt
      && environment.nonEmpty("FLASH_PROMPT_DISABLED") == nil
  }

  /// Makes sure of something that loses local data: asks `[y/N]`, unless `-y` was given.
  /// - Parameter answersYes: whether `-y` was given.
  /// - Throws: ``Cancelled``; ``UsageError/needsAnswer(question:option:)`` without a terminal.
  public func confirm(_ question: String, answersYes: Bool) throws {
    if answersYes { return }
    let answer = try ask("\(question) [y/N]", otherwise: "-y")
    guard ["y", "yes"].contains(answer.lowercased()) else { throw Cancelled() }
  }

  /// Makes sure of something that loses data of others or for good: the name must be typed, or be
  /// given by `--confirm`. `-y` does not do.
  /// - Parameters:
  ///   - name: what is going to be lost.
  ///   - given: the value of `--confirm`.
  /// - Throws: ``Cancelled``; ``UsageError`` for another name, or without a terminal.
  public func confirm(_ question: String, losing name: String, given: String?) throws {
    if let given {
      guard given == name else {
        throw UsageError.badValue(subject: "--confirm", value: given, expected: "'\(name)'")
      }
      return
    }
    let answer = try ask("\(question) Type '\(name)' to go on:", otherwise: "--confirm='\(name)'")
    guard answer == name else { throw Cancelled() }
  }

  /// Asks on standard error and reads a line from standard input.
  /// - Parameters:
  ///   - question: with its mark and without a blank at its end.
  ///   - option: what answers the question without asking.
  /// - Returns: the answer without blanks at its ends; empty at the end of the input.
  /// - Throws: ``UsageError/needsAnswer(question:option:)`` without a terminal; ``Interrupted``.
  public func ask(_ question: String, otherwise option: String) throws -> String {
    guard canAsk else { throw UsageError.needsAnswer(question: question, option: option) }
    output.flush()
    errors.write("\(question.withVisibleControls) ")
    errors.flush()
    guard let line = try input.textLine(limit: 4_096) else {
      // The cursor still stands behind the question.
      errors.line()
      return ""
    }
    return line.trimmingBlanks
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    var text = drop(while: isBlank)
    while let last = text.last, isBlank(last) { text.removeLast() }
    return String(text)
  }
}
