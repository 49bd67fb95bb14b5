import FlashCommand
import FlashModel
import FlashPackages
import FlashScheduler
import FlashStore
import FlashText

/// Writes notes, schedules and the log as a package that Anki imports.
struct AnkiPackageExport {
  private struct DeckTerms {
    let id: Int64
    let scheduler: Scheduler
  }

  private let writer: AnkiPackageWriter
  private let terms: AnkiTerms
  private let rules: StudyRules
  private let now: Timestamp
  private let hasSchedules: Bool
  private var decks: [DeckID: Deck] = [:]
  private var deckTerms: [DeckID: DeckTerms] = [:]
  /// The ids that Anki's cards have; empty where there is no log to write.
  private var ids: [CardID: Int64] = [:]
  /// The files of the collection by their names, and the names that cards here show.
  private var files: [String: StoredAsset] = [:]
  private var shown: Set<String> = []
  private(set) var tags = AnkiNoteTags()
  private(set) var cards = 0
  private(set) var reviews = 0
  /// Hints that are left out, as not all cards of their cloze note have them.
  private(set) var hints = 0
  /// Files in the package.
  private(set) var media = 0
  /// The names of files that lie no more where the collection keeps them.
  private(set) var missing: [String] = []

  var deckCount: Int { deckTerms.count }

  /// - Parameter folder: where the package is put together.
  init(
    in folder: String, by rules: StudyRules, hasSchedules: Bool, at now: Timestamp
  ) throws(PackageError) {
    terms = AnkiTerms(rules.calendar, at: now)
    self.rules = rules
    self.now = now
    self.hasSchedules = hasSchedules
    writer = try AnkiPackageWriter(in: folder, terms.anki, at: now, hasSchedules: hasSchedules)
  }

  /// Writes the notes of some cards.
  mutating func run(
    _ filter: CardFilter, isQuery: Bool, of store: Store, into sink: ExportSink,
    check: () throws -> Void
  ) throws {
    try store.anySnapshot {
      for deck in try store.decks() { decks[deck.id] = deck }
      for asset in try store.assets() { files[asset.name] = asset }
      let reader = try NoteReader(filter, isQuery: isQuery, of: store)
      try reader.forEachNote(check: check) { try add($0, of: store) }
      guard hasSchedules else { return }
      var logs = 0
      try store.forEachLog(of: filter.decks) { card, log in
        logs += 1
        if logs.isMultiple(of: 256) { try check() }
        guard let id = ids[card] else { return }
        for record in AnkiLog.records(of: log, in: terms) {
          try writer.add(record, of: id)
          if record.type != 4 { reviews += 1 }
        }
      }
    }
    let records = shown.sorted().compactMap { name in
      files[name].map { AnkiMediaRecord(name: name, path: store.path(of: $0)) }
    }
    missing = try writer.finish(media: records) { bytes in
      try check()
      try sink.write(bytes)
    }
    media = records.count - missing.count
  }

  private mutating func add(_ note: [CardEntry], of store: Store) throws {
    guard let first = note.first else { return }
    switch NoteShape(note) {
    case .cloze(let text):
      let siblings = note.map {
        AnkiTextWriter.Sibling(
          number: $0.card.noteOrd ?? 1, front: $0.card.front, back: $0.card.back)
      }
      let fields =
        AnkiFields.cloze(
          ClozeText(text), siblings: siblings, isPackaged: true) + [clozeHint(of: note)]
      try add(note, as: .cloze, fields, guid: AnkiNoteIdentity.guid(of: note), of: store) {
        max(0, ($0.noteOrd ?? 1) - 1)
      }
    case .reversed:
      let fields =
        AnkiFields.sides(front: first.card.front, back: first.card.back)
        + note.map { AnkiFields.hint($0.card.hint) }
      try add(note, as: .reversed, fields, guid: AnkiNoteIdentity.guid(of: note), of: store) {
        $0.noteOrd ?? 0
      }
    case .separate:
      for entry in note {
        let card = entry.card
        try add(
          [entry], as: card.kind == .typeIn ? .typeIn : .basic,
          AnkiFields.sides(front: card.front, back: card.back) + [AnkiFields.hint(card.hint)],
          guid: AnkiNoteIdentity.guid(ofCard: card), of: store
        ) { _ in 0 }
      }
    }
  }

  private mutating func add(
    _ entries: [CardEntry], as type: AnkiStockNoteType, _ fields: [[UInt8]], guid: String,
    of store: Store, ordinal: (Card) -> Int
  ) throws {
    let changed = entries.map(\.card.contentUpdatedAt.milliseconds).max() ?? 0
    let note = try writer.add(
      AnkiNoteRecord(
        guid: guid, type: type, fields: fields, tags: tags.words(of: entries).words,
        made: made(entries[0]), changed: min(changed, now.milliseconds) / 1_000))
    for entry in entries {
      let card = entry.card
      let deck = try terms(of: entry, in: store)
      let changed = min(card.updatedAt, now).milliseconds / 1_000
      var record = AnkiCardRecord(
        note: note, deck: deck.id, ordinal: ordinal(card), made: made(entry), changed: changed,
        position: Int64(card.position))
      record.flag = card.flag
      if hasSchedules { record.set(card, by: deck.scheduler, in: terms, at: now) }
      let id = try writer.add(record)
      noteFiles(of: card)
      if hasSchedules { ids[card.id] = id }
      cards += 1
    }
  }

  /// The hint that all cards of a cloze note have: in Anki a note has it.
  private mutating func clozeHint(of note: [CardEntry]) -> [UInt8] {
    let hint = note.first?.card.hint
    guard note.allSatisfy({ $0.card.hint == hint }) else {
      hints += note.count { $0.card.hint != nil }
      return []
    }
    return AnkiFields.hint(hint)
  }

  private mutating func noteFiles(of card: Card) {
    guard !files.isEmpty else { return }
    for text in [card.front, card.back, card.noteText ?? "", card.hint ?? ""] {
      for name in MarkdownMedia.names(of: text) where files[name] != nil { shown.insert(name) }
    }
  }

  /// When a card came in; Anki refuses what is to come.
  private func made(_ entry: CardEntry) -> Int64 {
    max(1, min(entry.addedAt, now).milliseconds)
  }

  /// What a deck is in the package, where it is made when its first card comes.
  private mutating func terms(of entry: CardEntry, in store: Store) throws -> DeckTerms {
    if let known = deckTerms[entry.card.deckID] { return known }
    let deck =
      decks[entry.card.deckID]
      ?? Deck(id: entry.card.deckID, title: entry.deckTitle, updatedAt: now)
    let made = deck.id.madeAt.map { min($0, now) } ?? min(entry.addedAt, now)
    let parameters = StudyParameters(deck.options.filled(from: try store.defaultOptions()))
    let id = writer.addDeck(
      deck.title, description: deck.description.map(AnkiFields.description) ?? "",
      options: hasSchedules ? parameters : nil, made: max(2, made.milliseconds))
    let found = DeckTerms(id: id, scheduler: try store.scheduler(of: deck, by: rules))
    deckTerms[deck.id] = found
    return found
  }
}
