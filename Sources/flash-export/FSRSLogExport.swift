import FlashModel
import FlashPackages
import FlashStore

/// Writes the review log as CSV, for programs that fit the parameters of FSRS to it.
struct FSRSLogExport {
  private(set) var cards = 0
  private(set) var decks: Set<DeckID> = []
  private(set) var reviews = 0
  private var bytes = Array("card_id,review_time,review_rating,review_duration,review_state\n".utf8)

  /// Bytes that are gathered before they are written.
  private static let blockSize = 256 << 10

  private struct Chosen {
    let id: Int64
    let deck: DeckID
  }

  /// Writes the answers to some cards, card by card in the order of their logs.
  mutating func run(
    _ filter: CardFilter, of store: Store, into sink: ExportSink, at now: Timestamp,
    check: () throws -> Void
  ) throws {
    try store.anySnapshot {
      // Numbers, because the programs that read it want them: the moment at which the card came in.
      var numbers = FreeNumbers()
      var chosen: [CardID: Chosen] = [:]
      try store.forEachCard(filter) { entry in
        if chosen.count.isMultiple(of: 256) { try check() }
        let made = max(1, min(entry.addedAt, now).milliseconds)
        chosen[entry.card.id] = Chosen(id: numbers.take(made), deck: entry.card.deckID)
        return true
      }
      try store.forEachLog(of: filter.decks) { card, log in
        guard let found = chosen[card] else { return }
        let written = reviews
        add(log, id: found.id)
        if reviews > written {
          cards += 1
          decks.insert(found.deck)
        }
        guard bytes.count >= FSRSLogExport.blockSize else { return }
        try check()
        try sink.write(bytes)
        bytes.removeAll(keepingCapacity: true)
      }
    }
    try sink.write(bytes)
  }

  private mutating func add(_ log: [Review], id: Int64) {
    // What came before a reset belongs to a card that was new again.
    let start = log.lastIndex { $0.kind == .reset }.map { $0 + 1 } ?? 0
    var state = CardState.new
    for entry in log[start...] {
      defer { if let after = entry.after { state = after.state } }
      guard entry.kind == .review, let rating = entry.rating else { continue }
      // In Basic mode answers move nothing, and are no measure of the schedule.
      if let before = entry.before, let after = entry.after {
        if before.hasSameSchedule(as: after) { continue }
        state = before.state
      }
      let fields = [
        id, entry.ratedAt.milliseconds, Int64(rating.rawValue), Int64(entry.durationMilliseconds),
        Int64(state.rawValue),
      ]
      bytes += fields.map(String.init).joined(separator: ",").utf8
      bytes.append(0x0A)
      reviews += 1
      if entry.after == nil { state = state == .new ? .learning : .review }
    }
  }
}
