import FlashModel
import FlashPackages
import FlashScheduler
import FlashStore
import FlashText

/// Writes cards as XML of Mnemosyne 1.
struct MnemosyneExport {
  private(set) var cards = 0
  private(set) var decks = 0
  /// Cards that XML has no room for.
  private(set) var refused: [Card] = []
  private let rules: StudyRules
  private let terms: AnkiTerms
  private let hasSchedules: Bool
  private var schedulers: [DeckID: Scheduler] = [:]

  /// Bytes that are gathered before they are written.
  private static let blockSize = 256 << 10

  init(by rules: StudyRules, hasSchedules: Bool, at now: Timestamp) {
    self.rules = rules
    self.hasSchedules = hasSchedules
    terms = AnkiTerms(rules.calendar, at: now)
  }

  /// Writes the notes of some cards.
  mutating func run(
    _ filter: CardFilter, isQuery: Bool, of store: Store, into sink: ExportSink,
    check: () throws -> Void
  ) throws {
    for deck in try store.decks() {
      schedulers[deck.id] = try store.scheduler(of: deck, by: rules)
    }
    let reader = try NoteReader(filter, isQuery: isQuery, of: store)
    decks = reader.decks.count
    var writer = MnemosyneWriter(start: terms.anki.created, categories: reader.decks)
    try reader.forEachNote(check: check) { note in
      let isPair = NoteShape(note) == .reversed
      for (place, entry) in note.enumerated() { add(entry, isPair ? place : nil, to: &writer) }
      guard writer.bytes.count >= MnemosyneExport.blockSize else { return }
      try sink.write(writer.bytes)
      writer.removeAll()
    }
    writer.end()
    try sink.write(writer.bytes)
  }

  /// - Parameter place: 0 or 1 for a card of a pair.
  private mutating func add(
    _ entry: CardEntry, _ place: Int?, to writer: inout MnemosyneWriter
  ) {
    let card = entry.card
    let id: String
    if let key = card.sourceKey, key.hasPrefix("mnemosyne:") {
      id = String(key.dropFirst("mnemosyne:".count))
    } else if let place, let note = card.noteID {
      id = note.description + (place == 1 ? ".inv" : "")
    } else {
      id = card.id.description
    }
    let isWritten = writer.item(
      id: id, category: entry.deckTitle, front: card.front, back: card.back, learning(of: card))
    if isWritten { cards += 1 } else { refused.append(card) }
  }

  private func learning(of card: Card) -> MnemosyneWriter.Learning? {
    let scheduling = card.scheduling
    guard hasSchedules, scheduling.state != .new, let due = scheduling.due,
      let last = scheduling.lastScheduled ?? scheduling.lastReviewed
    else { return nil }
    var learning = MnemosyneWriter.Learning()
    learning.grade = scheduling.state == .review ? 4 : 1
    if let memory = scheduling.memory, let scheduler = schedulers[card.deckID] {
      learning.ease = (1_000 * max(1.3, scheduler.ease(of: memory))).rounded() / 1_000
    }
    let reps = max(1, scheduling.reps)
    // What was once learned has been repeated since; otherwise it would count as never learned.
    learning.retention = scheduling.state == .learning ? 0 : max(1, reps - 1)
    learning.learning = reps - min(reps, learning.retention)
    learning.lapses = scheduling.lapses
    learning.last = terms.day(of: last)
    learning.next = max(learning.last, terms.day(of: due))
    return learning
  }
}
