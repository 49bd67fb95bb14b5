public import FlashModel

/// What can go wrong with a terminal, a prompt, a pager or an editor.
public enum TerminalError: UserFacingError, Hashable {
  /// A stream is not a terminal; `stream` names it (`standard input`).
  case notATerminal(stream: String)
  /// A call of the operating system failed.
  case system(call: String, reason: String)
  /// A prompt may not be shown; `option` is what to give instead.
  case cannotPrompt(question: String, option: String)
  /// A program could not be started.
  case cannotRun(program: String, reason: String)
  /// An editor ended with another status than 0.
  case editorFailed(command: String, status: Int32)
  /// A signal came while a prompt waited. The caller raises it again.
  case interrupted(TerminalSignal)
  /// The input ended while a secret was asked for.
  case endOfInput

  public var message: String {
    switch self {
    case .notATerminal(let stream): "\(stream) is not a terminal"
    case .system(let call, let reason): "terminal: \(call): \(reason)"
    case .cannotPrompt(let question, _): "cannot ask '\(question)' without a terminal"
    case .cannotRun(let program, let reason): "cannot run '\(program)': \(reason)"
    case .editorFailed(let command, let status): "editor '\(command)' ended with status \(status)"
    case .interrupted(let signal): "interrupted by signal \(signal.number)"
    case .endOfInput: "the terminal's input ended"
    }
  }

  public var hint: String? {
    if case .cannotPrompt(_, let option) = self { return "give \(option)" }
    return nil
  }

  public var code: String {
    switch self {
    case .notATerminal: "not_a_terminal"
    case .system: "terminal_failed"
    case .cannotPrompt: "cannot_prompt"
    case .cannotRun: "cannot_run"
    case .editorFailed: "editor_failed"
    case .interrupted: "interrupted"
    case .endOfInput: "cancelled"
    }
  }

  public var kind: FailureKind {
    switch self {
    case .notATerminal, .cannotPrompt: .usage
    case .system: .system
    case .cannotRun: .unavailable
    case .editorFailed, .interrupted, .endOfInput: .cancelled
    }
  }
}
