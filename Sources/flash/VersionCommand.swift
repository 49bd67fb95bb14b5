import FlashCommand
import FlashModel

/// `flash version`.
struct VersionCommand: Command {
  /// What is told of this build.
  struct Row {
    /// What it was installed from; nil if that was no git checkout, or if it was not installed.
    let commit: String?
  }

  static let text = "flash " + Release.version

  static let fields = Fields<Row>([
    .string("version") { _ in Release.version },
    .string("commit") { $0.commit },
    .integer("store_schema") { _ in Compatibility.storeSchema },
    .integer("protocol") { _ in Compatibility.syncProtocol },
  ])

  static let description = CommandDescription<NoOptions>(
    name: "flash-version", abstract: "show the version", fields: fields.specifications, traits: [],
    manual: Manual(
      """
      Prints the version of flash. `flash --version` does the same.

      `--json` tells also the `commit` that an installed flash was made from, with `-dirty` behind it
      if something had been changed since; null if it was not installed from a git checkout. A
      collection is read by any flash whose `store_schema` is not lower than its own, and devices
      understand each other if their `protocol` is the same.
      """,
      examples: [Manual.Example("The number alone:", "flash version --template='{version}'")]))

  static func run(_ options: NoOptions, in context: inout CommandContext) throws {
    guard let lines = try context.jsonLines(fields) else {
      return context.output.line(text)
    }
    try lines.write(Row(commit: ExecPath.installedCommit))
    try lines.finish()
  }
}
