import FlashCollection
import FlashCommand
import FlashModel
import FlashText

/// `flash import`: adds cards from files.
@main
struct FlashImport: Command {
  static let description = CommandDescription<ImportOptions>(
    name: "flash-import", abstract: "add cards from files",
    operands: [
      .files(help: "files to read; '-' is standard input", isRequired: true, into: \.files)
    ],
    options: ImportOptions.list, fields: ImportLine.fields.specifications,
    exitCodes: [.partly, .badInput, .notFound, .tryLater, .notAllowed],
    manual: ImportManual.text)

  static func run(_ options: ImportOptions, in context: inout CommandContext) throws {
    var session = try ImportSession(options, in: context)
    for path in options.files {
      guard let files = DeckFolder.files(in: path) else {
        try session.take(path, mayPass: false)
        continue
      }
      if files.isEmpty { session.fail(.refused(file: path, .empty)) }
      // A folder holds notes that are no cards, too.
      for file in files { try session.take(file, mayPass: true) }
    }
    try session.finish()
  }

  static func candidates(
    for request: CompletionRequest, in context: inout CommandContext
  ) throws -> [CompletionCandidate] {
    try CollectionCompletion.candidates(for: request, in: &context)
  }
}
