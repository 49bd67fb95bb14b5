/// An option of `flash` itself, which stands before the name of a command.
struct GlobalOption {
  enum Effect {
    case changeFolder
    case setting
    case store
    case execPath
    case pager(Bool)
    case color
    case input(Bool)
    case usage
    case help
    case version
    case listCommands
  }

  enum Argument {
    case none
    /// Attached or apart.
    case required(String)
    /// Attached by `=` only.
    case optional(String)
  }

  /// As it is typed, dashes included: the short form, the long form, or both.
  let names: [String]
  let argument: Argument
  let effect: Effect
  /// One line: lower case, no full stop. Empty for the counterpart of another option.
  let help: String

  static let all: [GlobalOption] = [
    GlobalOption(
      names: ["-C"], argument: .required("DIR"), effect: .changeFolder,
      help: "change to this folder first; repeated, each is relative to the one before"),
    GlobalOption(
      names: ["-c"], argument: .required("NAME=VALUE"), effect: .setting,
      help: "use this setting, whatever the files say; without '=' it is true"),
    GlobalOption(
      names: ["--store"], argument: .required("FILE"), effect: .store,
      help: "use this collection"),
    GlobalOption(
      names: ["--exec-path"], argument: .optional("DIR"), effect: .execPath,
      help: "look for the commands that ship here; without DIR, print where they are"),
    GlobalOption(
      names: ["--no-pager"], argument: .none, effect: .pager(false),
      help: "do not use a pager"),
    GlobalOption(names: ["--pager"], argument: .none, effect: .pager(true), help: ""),
    GlobalOption(
      names: ["--color"], argument: .required("WHEN"), effect: .color,
      help: "colour: auto, always or never"),
    GlobalOption(
      names: ["--no-input"], argument: .none, effect: .input(false),
      help: "never ask; fail where an answer is needed"),
    GlobalOption(names: ["--input"], argument: .none, effect: .input(true), help: ""),
    GlobalOption(
      names: ["--list-cmds"], argument: .required("KINDS"), effect: .listCommands,
      help: "list names: main, others, alias, builtins, nohelpers, separated by commas"),
    GlobalOption(names: ["-h"], argument: .none, effect: .usage, help: "show this summary"),
    GlobalOption(
      names: ["--help"], argument: .none, effect: .help,
      help: "show the manual of flash, or of the command that follows"),
    GlobalOption(names: ["--version"], argument: .none, effect: .version, help: "show the version"),
  ]

  static let colors = ["auto", "always", "never"]
}
