import FlashCollection
import FlashCommand
import FlashModel
import FlashStore

/// `flash export`: writes cards to files.
@main
struct FlashExport: Command {
  static let description = CommandDescription<ExportOptions>(
    name: "flash-export", abstract: "write cards to files",
    operands: [
      .repeated(
        "DECK", help: "only these decks and those below them", into: \.decks, completion: .decks)
    ],
    options: ExportOptions.list, fields: ExportReport.fields.specifications,
    exitCodes: [.badInput, .notFound, .cannotCreate], manual: ExportManual.text)

  static func run(_ options: ExportOptions, in context: inout CommandContext) throws {
    let form = try options.form
    if options.output == "-", context.common.isForPrograms {
      throw UsageError.other(
        "standard output can't take both the export and a report of it",
        hint: "name a file with '-o'")
    }
    let lines = try context.jsonLines(ExportReport.fields)
    let store = try context.openStore(for: .reading)
    let decks = try scope(options, in: store)
    var filter = try options.query.map { try context.filter(query: $0, in: store) } ?? CardFilter()
    filter.decks = decks.map { $0.map(\.id) }
    let work = ExportWork(options: options, form: form, store: store, context: context)
    var reports: [ExportReport] = []
    if form.holdsOneDeck, let folder = options.output, DirectoryEntry.isDirectory(folder) {
      reports = try writeFolder(folder, decks ?? store.decks(), filter, by: work)
    } else {
      let stem = stem(decks)
      reports = [
        try work.write(
          filter, to: options.output ?? "\(stem).\(form.fileExtension)",
          mayReplace: options.output != nil, title: stem)
      ]
    }
    for report in reports {
      if let lines {
        try lines.write(report)
      } else if report.file != "-" {
        try context.say(report.summary)
      }
    }
    try lines?.finish()
  }

  /// Writes a file for each deck that has cards.
  private static func writeFolder(
    _ folder: String, _ decks: [Deck], _ filter: CardFilter, by work: ExportWork
  ) throws -> [ExportReport] {
    var names: Set<String> = []
    var reports: [ExportReport] = []
    for deck in decks {
      var filter = filter
      filter.decks = [deck.id]
      guard try !work.store.cardIDs(filter).isEmpty else { continue }
      let stem = stem([deck])
      var name = stem
      var number = 1
      while !names.insert(name.lowercased()).inserted {
        number += 1
        name = "\(stem)-\(number)"
      }
      reports.append(
        try work.write(
          filter,
          to: folder + (folder.hasSuffix("/") ? "" : "/") + name + ".\(work.form.fileExtension)",
          mayReplace: true,
          title: deck.title))
    }
    return reports
  }

  /// The decks that were named and those below them; nil means all.
  /// - Throws: `StoreError.notFound`.
  private static func scope(_ options: ExportOptions, in store: Store) throws -> [Deck]? {
    guard !options.decks.isEmpty else { return nil }
    var seen: Set<DeckID> = []
    return try options.decks.flatMap { try store.decks(under: $0) }
      .filter { seen.insert($0.id).inserted }
  }

  /// A name for the file without its extension: that of the deck, if it is one.
  private static func stem(_ decks: [Deck]?) -> String {
    var name = decks?.first?.title ?? "flash"
    if let decks, decks.count > 1 {
      name = decks.dropFirst().reduce(name) { $0.commonPath(with: $1.title) }
    }
    let plain = String(
      name.split(separator: "::").joined(separator: "-").map { $0 == "/" ? "-" : $0 })
    return plain.isEmpty || plain.hasPrefix(".") ? "flash" : plain
  }

  static func candidates(
    for request: CompletionRequest, in context: inout CommandContext
  ) throws -> [CompletionCandidate] {
    try CollectionCompletion.candidates(for: request, in: &context)
  }
}

extension String {
  /// The parts of a deck's path that another path begins with, too.
  fileprivate func commonPath(with other: String) -> String {
    zip(split(separator: "::"), other.split(separator: "::")).prefix { $0 == $1 }
      .map { String($0.0) }.joined(separator: "::")
  }
}
