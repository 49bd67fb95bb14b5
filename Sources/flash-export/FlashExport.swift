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
    let name = options.output ?? fileName(decks, form)
    let file =
      name == "-" ? nil : try StagedFile(path: name, mayReplace: options.output != nil)
    let sink = try ExportSink(file, output: context.output)
    var report = ExportReport(file: name, format: form.rawValue)
    switch form {
    case .csv, .tsv: try write(options, form, filter, of: store, into: sink, &report, context)
    case .jsonl:
      var work = LosslessExport(at: context.now)
      try work.run(
        filter.decks, only: options.query == nil ? nil : filter, of: store, into: sink,
        check: context.check)
      (report.decks, report.cards, report.reviews) = (work.decks, work.cards, work.reviews)
    }
    report.bytes = sink.count
    report.sha256 = try sink.finish()
    if let lines {
      try lines.write(report)
      try lines.finish()
    } else if name != "-" {
      try context.say(report.summary)
    }
  }

  private static func write(
    _ options: ExportOptions, _ form: ExportOptions.Form, _ filter: CardFilter, of store: Store,
    into sink: ExportSink, _ report: inout ExportReport, _ context: CommandContext
  ) throws {
    var work = DelimitedExport(options, isTabbed: form == .tsv)
    try work.run(filter, of: store, into: sink, check: context.check)
    (report.decks, report.cards) = (work.deckCount, work.cards)
    for name in work.altered.sorted() {
      context.warn("tag '\(name)' can't stand in a cell of tags; its blanks become '_'")
    }
  }

  /// The decks that were named and those below them; nil means all.
  /// - Throws: `StoreError.notFound`.
  private static func scope(_ options: ExportOptions, in store: Store) throws -> [Deck]? {
    guard !options.decks.isEmpty else { return nil }
    var seen: Set<DeckID> = []
    return try options.decks.flatMap { try store.decks(under: $0) }
      .filter { seen.insert($0.id).inserted }
  }

  /// A name for the file: that of the deck, if it is one.
  private static func fileName(_ decks: [Deck]?, _ form: ExportOptions.Form) -> String {
    var name = decks?.first?.title ?? "flash"
    if let decks, decks.count > 1 {
      name = decks.dropFirst().reduce(name) { $0.commonPath(with: $1.title) }
    }
    let stem = name.split(separator: "::").joined(separator: "-")
      .map { $0 == "/" ? "-" : $0 }
    let plain = String(stem)
    return "\(plain.isEmpty || plain.hasPrefix(".") ? "flash" : plain).\(form.rawValue)"
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
