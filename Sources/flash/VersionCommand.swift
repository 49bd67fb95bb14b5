import FlashCommand

/// `flash version`.
struct VersionCommand: Command {
  /// What is told of this build; nil where it is not known.
  struct Row {
    var version = Release.version
    var commit: String?
    var storeSchema: Int?
    var protocolVersion: Int?
  }

  static let text = "flash " + Release.version

  static let fields = Fields<Row>([
    .string("version") { $0.version },
    .string("commit") { $0.commit },
    .integer("store_schema") { $0.storeSchema },
    .integer("protocol") { $0.protocolVersion },
  ])

  static let description = CommandDescription<NoOptions>(
    name: "flash-version", abstract: "show the version", fields: fields.specifications, traits: [],
    manual: Manual(
      "Prints the version of flash. `flash --version` does the same.",
      examples: [Manual.Example("The number alone:", "flash version --template='{version}'")]))

  static func run(_ options: NoOptions, in context: inout CommandContext) throws {
    guard let lines = try context.jsonLines(fields) else {
      return context.output.line(text)
    }
    try lines.write(Row())
    try lines.finish()
  }
}
