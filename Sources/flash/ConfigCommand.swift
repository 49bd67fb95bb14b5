import FlashCommand

/// `flash config`.
struct ConfigCommand: CommandGroup {
  static let description = CommandDescription(
    group: "flash-config", abstract: "read and change settings",
    subcommands: [
      Subcommand(ConfigGet.self), Subcommand(ConfigSet.self), Subcommand(ConfigUnset.self),
      Subcommand(ConfigList.self),
    ], traits: [],
    manual: Manual(
      """
      Reads the settings that are in force and changes those of the user's file; see
      `flash-config(5)` for the settings, the files and the order in which they count. What is not
      changed stays as it was written, comments too.
      """,
      seeAlso: ["flash-config(5)"]))

  static func candidates(
    for request: CompletionRequest, in context: inout CommandContext
  ) throws -> [CompletionCandidate] {
    settings(in: try Configuration.load(environment: context.environment))
  }

  /// The names of our settings and of all that are set.
  static func settings(in configuration: Configuration) -> [CompletionCandidate] {
    let known = Settings.all.map { CompletionCandidate($0.name, $0.text) }
    let others = configuration.effective.filter { Settings.description(of: $0.key) == nil }
    return known + others.map { CompletionCandidate($0.key.description, $0.value ?? "true") }
  }

  static let names = Completion.supplied("settings")

  /// What `get` and `list` tell of one setting.
  static let fields = Fields<Configuration.Entry>([
    .string("key") { $0.key.description },
    .string("value") { $0.value ?? "true" },
    .string("origin") { $0.origin.description },
  ])

  static func key(_ name: String) throws(ConfigurationError) -> SettingKey {
    guard let key = SettingKey(name) else { throw .invalidKey(name) }
    return key
  }
}

/// `flash config get`.
struct ConfigGet: Command {
  struct Options: CommandOptions {
    var name = ""
    var showsOrigin = false
  }

  static let description = CommandDescription<Options>(
    name: "get", abstract: "print the value of a setting",
    operands: [
      .required("NAME", help: "the setting", into: \.name, completion: ConfigCommand.names)
    ],
    options: [
      .flag("show-origin", help: "print where it is set before the value", into: \.showsOrigin)
    ],
    fields: ConfigCommand.fields.specifications, traits: [.listsNames],
    manual: Manual(
      "Prints the value in force, the default included; without one the code is 1.",
      examples: [Manual.Example("When a new study day begins:", "flash config get study.rollover")],
      exitCodes: [.failure: "the setting has no value"]))

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let configuration = try Configuration.load(environment: context.environment)
    // Read as its type first, so that a value that is not allowed is told.
    _ = try configuration.string(options.name)
    guard let entry = configuration.entry(try ConfigCommand.key(options.name)) else {
      throw Exit(.failure)
    }
    if let lines = try context.jsonLines(ConfigCommand.fields) {
      try lines.write(entry)
      return try lines.finish()
    }
    let lead = options.showsOrigin ? "\(entry.origin)\t" : ""
    context.name(lead + (entry.value ?? "true"))
  }
}

/// `flash config list`.
struct ConfigList: Command {
  struct Options: CommandOptions {
    var showsOrigin = false
    var showsDefaults = false
  }

  static let description = CommandDescription<Options>(
    name: "list", abstract: "print all settings that are set",
    options: [
      .flag("show-origin", help: "print where each is set before it", into: \.showsOrigin),
      .flag("defaults", help: "print also what has its default", into: \.showsDefaults),
    ],
    fields: ConfigCommand.fields.specifications, traits: [.listsNames],
    manual: Manual(
      "Prints `NAME=VALUE` for each setting, the value in force only, by name.",
      examples: [
        Manual.Example("What is set, and where:", "flash config list --show-origin")
      ]))

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let configuration = try Configuration.load(environment: context.environment)
    var entries = configuration.effective
    if options.showsDefaults {
      let set = Set(entries.map(\.key))
      entries += Settings.all.compactMap { SettingKey($0.name) }.filter { !set.contains($0) }
        .compactMap(configuration.entry)
      entries.sort { $0.key.description < $1.key.description }
    }
    let lines = try context.jsonLines(ConfigCommand.fields)
    for entry in entries {
      if let lines {
        try lines.write(entry)
      } else {
        let lead = options.showsOrigin ? "\(entry.origin)\t" : ""
        context.name("\(lead)\(entry.key)=\(entry.value ?? "true")")
      }
    }
    try lines?.finish()
  }
}
