import FlashCommand
import FlashModel

/// The options before the name of a command, read one after the other.
struct GlobalOptions {
  /// What an option asks for instead of a command.
  enum Question {
    case usage
    /// With what follows `--help`.
    case help
    case version
    case execPath
    case listCommands(String)
  }

  /// `-C`, in order.
  var folders: [String] = []
  /// `-c`, `--color` and `--no-pager`, in order.
  var settings: [(key: String, value: String?)] = []
  var storePath: String?
  var execPath: String?
  /// Nil if neither `--input` nor `--no-input` was given.
  var mayPrompt: Bool?
  var question: Question?
  /// How many arguments were read.
  var count = 0

  /// Reads up to the first argument that is no option, or the first that asks a question.
  init(_ arguments: ArgumentVector) throws(DispatchError) {
    while question == nil, count < arguments.count {
      let argument = arguments[count]
      guard argument.utf8.first == UInt8(ascii: "-"), argument != "-" else { return }
      count += 1
      if argument == "--" { return }
      try read(argument, in: arguments)
    }
  }

  private mutating func read(
    _ argument: String, in arguments: ArgumentVector
  ) throws(DispatchError) {
    let (option, name, attached) = try Self.option(argument)
    switch option.argument {
    case .none:
      guard attached == nil else { throw .unexpectedArgument(option: name) }
      try apply(option.effect, name, nil)
    case .optional: try apply(option.effect, name, attached)
    case .required:
      if let attached { return try apply(option.effect, name, attached) }
      guard count < arguments.count else { throw .missingArgument(option: name) }
      count += 1
      try apply(option.effect, name, arguments[count - 1])
    }
  }

  /// The option that `argument` names, its name, and the value attached to it.
  private static func option(
    _ argument: String
  ) throws(DispatchError) -> (GlobalOption, name: String, attached: String?) {
    let isLong = argument.hasPrefix("--")
    let equals = isLong ? argument.firstIndex(of: "=") : nil
    let name =
      isLong ? String(argument[..<(equals ?? argument.endIndex)]) : String(argument.prefix(2))
    guard let option = GlobalOption.all.first(where: { $0.names.contains(name) }) else {
      let known = GlobalOption.all.flatMap(\.names).filter { $0.hasPrefix("--") }
      throw .unknownOption(name, near: NearNames.of(name, among: known))
    }
    if isLong {
      return (option, name, equals.map { String(argument[argument.index(after: $0)...]) })
    }
    let rest = argument.dropFirst(2)
    return (option, name, rest.isEmpty ? nil : String(rest))
  }

  private mutating func apply(
    _ effect: GlobalOption.Effect, _ name: String, _ value: String?
  ) throws(DispatchError) {
    switch effect {
    case .changeFolder: folders.append(value ?? "")
    case .setting: try addSetting(value ?? "")
    case .store:
      guard let value, !value.isEmpty else {
        throw .badValue(option: name, value: "", expected: "a file")
      }
      storePath = value
    case .execPath:
      if let value { execPath = value } else { question = .execPath }
    case .pager(let isOn):
      settings.removeAll { $0.key == "core.pager" && $0.value == "" }
      if !isOn { settings.append(("core.pager", "")) }
    case .color:
      guard let value, GlobalOption.colors.contains(value) else {
        let expected = "one of \(GlobalOption.colors.joined(separator: ", "))"
        throw .badValue(option: name, value: value ?? "", expected: expected)
      }
      settings.append(("color.ui", value))
    case .input(let isOn): mayPrompt = isOn
    case .usage: question = .usage
    case .help: question = .help
    case .version: question = .version
    case .listCommands: question = .listCommands(value ?? "")
    }
  }

  private mutating func addSetting(_ argument: String) throws(DispatchError) {
    var settings = CommandLineSettings()
    do {
      try settings.add(argument: argument)
    } catch {
      throw .configuration(error)
    }
    for entry in settings.entries {
      self.settings.append((entry.key.description, entry.value))
    }
  }
}
