import FlashCommand
import FlashModel

/// Why a command could not be found or run.
enum DispatchError: ExitCodeProviding, Hashable {
  case unknownOption(String, near: [String])
  case missingArgument(option: String)
  case unexpectedArgument(option: String)
  case badValue(option: String, value: String, expected: String)
  case cannotChangeFolder(String, reason: String)
  case unknownCommand(String, near: [String])
  /// Nothing but files that cannot be run bears the name.
  case notRunnable(path: String, SystemError)
  case noManual(String, near: [String])
  case unknownCategory(String, known: [String])
  case configuration(ConfigurationError)

  var message: String {
    switch self {
    case .unknownOption(let option, _): "unknown option '\(option)'. See 'flash -h'."
    case .missingArgument(let option): "\(option): an argument is missing"
    case .unexpectedArgument(let option): "\(option): takes no argument"
    case .badValue(let option, let value, let expected):
      "\(option): expected \(expected), not '\(value)'"
    case .cannotChangeFolder(let path, let reason): "cannot change to '\(path)': \(reason)"
    case .unknownCommand(let name, _): "'\(name)' is not a flash command. See 'flash --help'."
    case .notRunnable(let path, let error): "cannot run '\(path)': \(error)"
    case .noManual(let name, _): "no manual for '\(name)'"
    case .unknownCategory(let name, let known):
      "--list-cmds: expected some of \(known.joined(separator: ", ")), not '\(name)'"
    case .configuration(let error): error.message
    }
  }

  var hint: String? {
    switch self {
    case .unknownOption(_, let near), .unknownCommand(_, let near), .noManual(_, let near):
      near.isEmpty ? nil : "did you mean \(Self.choice(of: near))?"
    case .notRunnable(let path, .notPermitted): "'chmod +x \(path)' makes it a program"
    case .configuration(let error): error.hint
    default: nil
    }
  }

  var code: String {
    switch self {
    case .unknownOption: "unknown_option"
    case .missingArgument, .unexpectedArgument, .badValue, .unknownCategory: "usage"
    case .cannotChangeFolder: "folder_not_found"
    case .unknownCommand: "unknown_command"
    case .notRunnable: "not_runnable"
    case .noManual: "no_manual"
    case .configuration(let error): error.code
    }
  }

  var kind: FailureKind {
    switch self {
    case .cannotChangeFolder, .unknownCommand, .notRunnable, .noManual: .notFound
    case .configuration(let error): error.kind
    default: .usage
    }
  }

  var exitCode: ExitCode {
    switch self {
    case .unknownCommand: .noSuchCommand
    case .notRunnable: .notRunnable
    default: ExitCode(kind)
    }
  }

  /// `'a'`, `'a' or 'b'`, `'a', 'b' or 'c'`.
  private static func choice(of names: [String]) -> String {
    let quoted = names.map { "'\($0)'" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.joined() }
    return quoted.dropLast().joined(separator: ", ") + " or " + last
  }
}
