import FlashCollection
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
    case .apkg: try writePackage(filter, to: name, into: sink, &report)
    case .fsrsLog:
      var work = FSRSLogExport()
      try work.run(filter, of: store, into: sink, at: context.now, check: context.check)
      (report.decks, report.cards, report.reviews) = (work.decks.count, work.cards, work.reviews)
    case .csv, .tsv:
      var work = DelimitedExport(options, isTabbed: form == .tsv)
      try work.run(filter, of: store, into: sink, check: context.check)
      (report.decks, report.cards) = (work.deckCount, work.cards)
      warn(ofTags: work.altered, "can't stand in a cell of tags; its blanks become '_'")
    case .ankiText, .ankiCards:
      var work = AnkiExport(form == .ankiText ? .notes : .cards)
      try work.run(filter, isQuery: isQuery, of: store, into: sink, check: context.check)
      (report.decks, report.cards) = (work.deckCount, work.cards)
      warn(of: work.tags)
      for deck in work.numbered.sorted() where form == .ankiText {
        context.warn(
          "Anki takes the name of deck '\(deck)' for an id; rename it, or make it there first")
      }
    case .ankiApp:
      var work = AnkiAppExport()
      try work.run(filter, named: title, of: store, into: sink, check: context.check)
      (report.decks, report.cards, report.skipped) = (
        work.decks.count, work.cards, work.refused.count
      )
      warn(ofTags: work.altered, "can't stand in a list; its commas become '_'")
      warn(of: work.refused, in: name, ExportWork.noXML)
    case .mnemosyne:
      var work = MnemosyneExport(
        by: try context.studyRules(store), hasSchedules: !options.leavesSchedules, at: context.now)
      try work.run(
        filter, isQuery: isQuery, of: store, into: sink, check: context.check)
      (report.decks, report.cards, report.skipped) = (work.decks, work.cards, work.refused.count)
      warn(of: work.refused, in: name, ExportWork.noXML)
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
      if let folder = options.media { try copyMedia(work.assets, to: folder, &report) }
    }
    report.bytes = sink.count
    report.sha256 = try sink.finish()
    return report
  }

  private func copyMedia(
    _ assets: [StoredAsset], to folder: String, _ report: inout ExportReport
  ) throws {
    do throws(SystemError) {
      try FileReplacement.makeFolder(folder)
    } catch {
      throw CollectionError.noFolder(path: folder, reason: error.description)
    }
    let missing = try store.copyMedia(assets, to: folder, context.check)
    report.media = assets.count - missing.count
    for file in missing.prefix(ExportWork.mostNamed) {
      context.warn("file '\(file)' is missing in the collection; see 'flash store check'")
    }
  }

  private func writePackage(
    _ filter: CardFilter, to name: String, into sink: ExportSink, _ report: inout ExportReport
  ) throws {
    var work = try AnkiPackageExport(
      in: folder(of: name), by: context.studyRules(store), hasSchedules: !options.leavesSchedules,
      at: context.now)
    try work.run(
      filter, isQuery: options.query != nil, of: store, into: sink, check: context.check)
    (report.decks, report.cards, report.reviews) = (work.deckCount, work.cards, work.reviews)
    report.media = work.media
    warn(of: work.tags)
    for file in work.missing.prefix(ExportWork.mostNamed) {
      context.warn("file '\(file)' is missing in the collection; see 'flash store check'")
    }
    if work.hints > 0 {
      context.warn(
        "\(name): \(work.hints == 1 ? "1 hint is" : "\(work.hints) hints are") left out where not "
          + "all cards of a note have the same")
    }
  }

  /// Where a file is to lie, or, for standard output, where there is room for what is not to stay.
  private func folder(of name: String) -> String {
    if name == "-" { return context.environment.nonEmpty("TMPDIR") ?? "/tmp" }
    guard let slash = name.lastIndex(of: "/") else { return "." }
    return slash == name.startIndex ? "/" : String(name[..<slash])
  }

  private func warn(of tags: AnkiNoteTags) {
    warn(ofTags: tags.altered, "can't be one of Anki's; its blanks become '_'")
    warn(ofTags: tags.partial, "is left out where not all cards of a note have it")
  }

  private func warn(ofTags names: Set<String>, _ words: String) {
    for name in names.sorted().prefix(ExportWork.mostNamed) {
      context.warn("tag '\(name)' \(words)")
    }
  }

  private func warn(of work: HashcardsExport, in name: String) {
    warn(of: work.refused, in: name, "a line of it would be read as a mark of hashcards")
    if work.flattened > 0 {
      let cards = work.flattened == 1 ? "1 cloze card is" : "\(work.flattened) cloze cards are"
      context.warn("\(name): \(cards) written as question and answer")
    }
  }

  private static let noXML = "it has a character that XML can't hold"

  private func warn(of refused: [Card], in name: String, _ reason: String) {
    for card in refused.prefix(ExportWork.mostNamed) {
      context.warn("\(name): card \(card.id) is left out: \(reason)")
    }
    let more = refused.count - ExportWork.mostNamed
    if more > 0 {
      context.warn("\(name): \(more) more \(more == 1 ? "card is" : "cards are") left out")
    }
  }
}
