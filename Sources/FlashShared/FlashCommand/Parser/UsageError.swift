public import FlashModel

/// The command was called in a way that it does not understand: exit 64.
public enum UsageError: UserFacingError, Hashable {
  /// `command` is what to ask for help: `flash deck list`.
  case unknownOption(String, near: [String], command: String)
  case missingValue(option: String, name: String)
  case unexpectedValue(option: String)
  /// `subject` is an option or an operand, `expected` reads after "takes".
  case badValue(subject: String, value: String, expected: String)
  case missingOperand(String, command: String)
  case unexpectedOperand(String, command: String)
  case unknownSubcommand(String, near: [String], command: String)
  case missingSubcommand(command: String)
  case misplacedOption(String, command: String)
  case unknownField(String, known: [String])
  /// What a single command has to say about its options.
  case other(String, hint: String?)

  public var message: String {
    switch self {
    case .unknownOption(let option, _, _): "unknown option '\(option)'"
    case .missingValue(let option, let name): "option '\(option)' needs a value: \(name)"
    case .unexpectedValue(let option): "option '\(option)' takes no value"
    case .badValue(let subject, let value, let expected):
      "'\(subject)' takes \(expected), not '\(value)'"
    case .missingOperand(let name, _): "missing operand: \(name)"
    case .unexpectedOperand(let text, _): "unexpected operand '\(text)'"
    case .unknownSubcommand(let word, _, let command):
      "'\(word)' is not a subcommand of '\(command)'"
    case .missingSubcommand(let command): "'\(command)' needs a subcommand"
    case .misplacedOption(let option, let command):
      "option '\(option)' belongs after '\(command)'"
    case .unknownField(let name, let known):
      "unknown field '\(name)'; the fields are \(known.joined(separator: ", "))"
    case .other(let message, _): message
    }
  }

  public var hint: String? {
    switch self {
    case .unknownOption(_, let near, let command), .unknownSubcommand(_, let near, let command):
      near.isEmpty
        ? "see '\(command) -h'"
        : "did you mean \(near.map { "'\($0)'" }.joined(separator: " or "))?"
    case .missingOperand(_, let command), .unexpectedOperand(_, let command),
      .missingSubcommand(let command):
      "see '\(command) -h'"
    case .other(_, let hint): hint
    case .missingValue, .unexpectedValue, .badValue, .misplacedOption, .unknownField: nil
    }
  }

  public var code: String {
    switch self {
    case .unknownOption: "unknown_option"
    case .missingValue: "missing_value"
    case .unexpectedValue: "unexpected_value"
    case .badValue: "bad_value"
    case .missingOperand: "missing_operand"
    case .unexpectedOperand: "unexpected_operand"
    case .unknownSubcommand: "unknown_subcommand"
    case .missingSubcommand: "missing_subcommand"
    case .misplacedOption: "misplaced_option"
    case .unknownField: "unknown_field"
    case .other: "usage"
    }
  }

  public var kind: FailureKind { .usage }
}
