public import FlashModel
import FlashTerminal

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
    Prompt.isAllowed(
      inputIsTerminal: terminal.inputIsTerminal, errorIsTerminal: terminal.errorIsTerminal,
      noInput: !common.mayPrompt, disabled: environment["FLASH_PROMPT_DISABLED"])
  }

  /// Makes sure of something that loses local data: asks `[y/N]`, unless `-y` was given.
  /// - Parameter answersYes: whether `-y` was given.
  /// - Throws: ``Cancelled``; `TerminalError.cannotPrompt` without a terminal.
  public func confirm(_ question: String, answersYes: Bool) throws {
    if answersYes { return }
    guard try prompt.confirm(question, option: "-y") else { throw Cancelled() }
  }

  /// Makes sure of something that loses data of others or for good: the name must be typed, or be
  /// given by `--confirm`. `-y` does not do.
  /// - Parameters:
  ///   - name: what is going to be lost.
  ///   - given: the value of `--confirm`.
  /// - Throws: ``Cancelled``; ``UsageError`` for another name; `TerminalError.cannotPrompt` without
  ///   a terminal.
  public func confirm(_ question: String, losing name: String, given: String?) throws {
    if let given {
      guard given == name else {
        throw UsageError.badValue(subject: "--confirm", value: given, expected: "'\(name)'")
      }
      return
    }
    let isTyped = try prompt.confirm(
      "\(question) Type '\(name)' to go on:", byTyping: name, option: "--confirm='\(name)'")
    guard isTyped else { throw Cancelled() }
  }

  /// Asks for a line.
  /// - Parameter option: what answers the question without asking.
  /// - Returns: the answer without blanks at its ends; empty at the end of the input.
  /// - Throws: `TerminalError.cannotPrompt` without a terminal.
  public func ask(_ question: String, otherwise option: String) throws -> String {
    try prompt.line(question, option: option) ?? ""
  }

  private var prompt: Prompt {
    get throws {
      // A signal that came before is an answer too.
      if let signal = interrupted { throw Interrupted(by: signal) }
      // What was said so far must stand above the question.
      output.flush()
      return Prompt(isAllowed: canAsk, appearance: try errorAppearance)
    }
  }
}
