import FlashCollection
import FlashCommand
import FlashModel

/// `flash import`: adds cards from files.
@main
struct FlashImport: Command {
  static let description = CommandDescription<ImportOptions>(
    name: "flash-import", abstract: "add cards from files",
    operands: [
      .files(help: "files to read; '-' is standard input", isRequired: true, into: \.files)
    ],
    options: ImportOptions.list, fields: ImportLine.fields.specifications,
    exitCodes: [.partly, .badInput, .notFound, .unavailable, .tryLater, .notAllowed],
    manual: ImportManual.text)

  static func run(_ options: ImportOptions, in context: inout CommandContext) throws {
    guard !options.isHTML else { throw ImportError.htmlUnsupported }
    var session = try ImportSession(options, in: context)
    for path in options.files {
      do {
        try session.importFile(path)
      } catch let error as ImportError {
        session.fail(error)
      }
    }
    try session.finish()
  }

  static func candidates(
    for request: CompletionRequest, in context: inout CommandContext
  ) throws -> [CompletionCandidate] {
    try CollectionCompletion.candidates(for: request, in: &context)
  }
}
