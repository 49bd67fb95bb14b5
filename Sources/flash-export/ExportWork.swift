import FlashCommand
import FlashModel
import FlashStore
import FlashText

/// Writes cards to one file in one format, and tells what could not be said in it.
struct ExportWork {
  let options: ExportOptions
  let form: ExportOptions.Form
  let store: Store
  let context: CommandContext

  private static let mostNamed = 5

  /// Writes the cards of a filter.
  /// - Parameters:
  ///   - name: the file's; `-` is standard output.
  ///   - title: what a deck without cards is called.
  func write(
    _ filter: CardFilter, to name: String, mayReplace: Bool, title: String
  ) throws -> ExportReport {
    let file = name == "-" ? nil : try StagedFile(path: name, mayReplace: mayReplace)
    let sink = try ExportSink(file, output: context.output)
    var report = ExportReport(file: name, format: form.rawValue)
    let isQuery = options.query != nil
    switch form {
    case .csv, .tsv:
      var work = DelimitedExport(options, isTabbed: form == .tsv)
      try work.run(filter, of: store, into: sink, check: context.check)
      (report.decks, report.cards) = (work.deckCount, work.cards)
      warn(ofTags: work.altered, "can't stand in a cell of tags; its blanks become '_'")
    case .ankiText, .ankiCards:
      var work = AnkiExport(form == .ankiText ? .notes : .cards)
      try work.run(filter, isQuery: isQuery, of: store, into: sink, check: context.check)
      (report.decks, report.cards) = (work.deckCount, work.cards)
      warn(ofTags: work.altered, "can't be one of Anki's; its blanks become '_'")
      warn(ofTags: work.partial, "is left out where not all cards of a note have it")
      for deck in work.numbered.sorted() where form == .ankiText {
        context.warn(
          "Anki takes the name of deck '\(deck)' for an id; rename it, or make it there first")
      }
    case .hashcards:
      var work = HashcardsExport()
      try work.run(
        filter, isQuery: isQuery, named: title, of: store, into: sink, check: context.check)
      (report.decks, report.cards, report.skipped) = (work.decks, work.cards, work.refused.count)
      warn(of: work, in: name)
    case .jsonl:
      var work = LosslessExport(at: context.now)
      try work.run(
        filter.decks, only: isQuery ? filter : nil, of: store, into: sink, check: context.check)
      (report.decks, report.cards, report.reviews) = (work.decks, work.cards, work.reviews)
    }
    report.bytes = sink.count
    report.sha256 = try sink.finish()
    return report
  }

  private func warn(ofTags names: Set<String>, _ words: String) {
    for name in names.sorted().prefix(ExportWork.mostNamed) {
      context.warn("tag '\(name)' \(words)")
    }
  }

  private func warn(of work: HashcardsExport, in name: String) {
    for card in work.refused.prefix(ExportWork.mostNamed) {
      context.warn(
        "\(name): card \(card.id) is left out: a line of it would be read as a mark of hashcards")
    }
    let more = work.refused.count - ExportWork.mostNamed
    if more > 0 {
      context.warn("\(name): \(more) more \(more == 1 ? "card is" : "cards are") left out")
    }
    if work.flattened > 0 {
      let cards = work.flattened == 1 ? "1 cloze card is" : "\(work.flattened) cloze cards are"
      context.warn("\(name): \(cards) written as question and answer")
    }
  }
}
