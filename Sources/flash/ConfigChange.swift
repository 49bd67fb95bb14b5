import FlashCommand

/// `flash config set`.
struct ConfigSet: Command {
  struct Options: CommandOptions {
    var name = ""
    var value = ""
    var isDryRun = false
  }

  static let description = CommandDescription<Options>(
    name: "set", abstract: "set a setting in the user's file",
    operands: [
      .required("NAME", help: "the setting", into: \.name, completion: ConfigCommand.names),
      .required("VALUE", help: "its value", into: \.value),
    ],
    options: [.flag("dry-run", short: "n", help: "check, change nothing", into: \.isDryRun)],
    traits: [],
    manual: Manual(
      "A setting of flash takes only what is allowed; others take anything.",
      examples: [
        Manual.Example("Begin the study day at five:", "flash config set study.rollover 5"),
        Manual.Example(
          "A command of your own:", "flash config set alias.verbs 'study Spanish::Verbs'"),
      ]))

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let key = try ConfigCommand.key(options.name)
    try Settings.check(key, options.value)
    if key.description == "study.timezone" { try checkZone(options.value, in: context) }
    let paths = try Paths(environment: context.environment)
    if options.isDryRun { return }
    try ConfigurationFile(path: paths.configurationFile).set(key, to: options.value)
  }

  /// With a zone that is not there no command would run any more.
  private static func checkZone(_ name: String, in context: CommandContext) throws {
    do {
      _ = try context.timeZone(named: name)
    } catch is EnvironmentError {
      throw ConfigurationError.refusedValue(
        key: "study.timezone", value: name, expected: "a time zone such as Europe/Madrid")
    }
  }
}

/// `flash config unset`.
struct ConfigUnset: Command {
  struct Options: CommandOptions {
    var name = ""
    var isDryRun = false
  }

  static let description = CommandDescription<Options>(
    name: "unset", abstract: "take a setting out of the user's file",
    operands: [
      .required("NAME", help: "the setting", into: \.name, completion: ConfigCommand.names)
    ],
    options: [.flag("dry-run", short: "n", help: "change nothing", into: \.isDryRun)],
    traits: [],
    manual: Manual(
      "Every line that sets it goes; if there is none, the code is 1.",
      exitCodes: [.failure: "the setting is not in the user's file"]))

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let key = try ConfigCommand.key(options.name)
    let paths = try Paths(environment: context.environment)
    let file = ConfigurationFile(path: paths.configurationFile)
    let wasSet = try options.isDryRun ? file.sets(key) : file.unset(key)
    if !wasSet { throw Exit(.failure) }
  }
}
