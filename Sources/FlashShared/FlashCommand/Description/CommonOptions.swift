public import FlashTerminal

/// What the options that all commands share were set to.
public struct CommonOptions: Sendable, Hashable {
  public var json: OptionalArgument = .absent
  public var jq: String?
  public var template: String?
  /// Names end in NUL, read and written.
  public var endsInNull = false
  public var storePath: String?
  public var isQuiet = false
  /// 1 tells what is done, 2 each step.
  public var verbosity = 0
  public var color: ColorChoice = .auto
  public var mayPrompt = true
  var wantsUsage = false
  var wantsHelp = false
  var wantsVersion = false

  public init() {}

  /// Whether the answer is for a program: `--json`, `--jq` or `--template` was given.
  public var isForPrograms: Bool { json != .absent || jq != nil || template != nil }
}

extension CommonOptions: CommandOptions {
  /// The shared options of a command with these traits.
  static func options(_ traits: CommandTraits, hasFields: Bool) -> [CommandOption<CommonOptions>] {
    var options: [CommandOption<CommonOptions>] = []
    if hasFields { options += output }
    if traits.contains(.listsNames) { options.append(null) }
    if traits.contains(.usesStore) { options.append(store) }
    return options + everywhere
  }

  private static let output: [CommandOption<CommonOptions>] = [
    .optionalValue(
      "json", named: "FIELDS", help: "print JSON Lines; '--json=help' lists the fields",
      into: \.json, completion: .fields
    ).grouped("Output"),
    .value("jq", named: "EXPR", help: "pass the JSON Lines through jq", into: \.jq)
      .grouped("Output"),
    .value(
      "template", named: "TEXT", help: "print a line for each object, '{field}' filled in",
      into: \.template
    ).grouped("Output"),
  ]

  private static let null: CommandOption<CommonOptions> = .flag(
    "null", short: "0", help: "names end in NUL rather than in a newline", into: \.endsInNull
  ).grouped("Output")

  private static let store: CommandOption<CommonOptions> = .value(
    "store", named: "FILE", help: "use this collection", into: \.storePath, completion: .files
  ).grouped("Common options")

  private static let everywhere: [CommandOption<CommonOptions>] =
    ([
      .flag("quiet", short: "q", help: "print errors only", into: \.isQuiet),
      .count("verbose", short: "v", help: "tell what is done; twice: each step", into: \.verbosity),
      .value("color", named: "WHEN", help: "colour: auto, always or never", into: \.color),
      .flag(
        "input", help: "never ask; fail where an answer is needed", isOnByDefault: true,
        into: \.mayPrompt),
      action("help", "h", "show this summary ('-h') or the manual ('--help')"),
      action("version", nil, "show the version"),
    ] as [CommandOption<CommonOptions>]).map { $0.grouped("Common options") }

  /// `-h` and `--help` are told apart by ``ParsedArguments``, which knows how they were written.
  private static func action(
    _ name: String, _ short: Character?, _ help: String
  ) -> CommandOption<CommonOptions> {
    CommandOption(
      OptionSpecification(name: name, short: short, argument: .action, help: help)
    ) { options, occurrence in
      switch (name, occurrence) {
      case ("version", _): options.wantsVersion = true
      case (_, .off): options.wantsUsage = true
      default: options.wantsHelp = true
      }
    }
  }
}

extension ColorChoice: Choice {}
