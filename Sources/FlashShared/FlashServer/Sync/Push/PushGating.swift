import FlashAPI
import FlashModel
import FlashSQL

// A plan limits what may be added: rows that become live, and cards that come into a deck. Editing and
// deleting are never in its way.

extension PushWork {
  /// Counts what the plan's limits ask for, before decks are settled: only one that is brought back
  /// brings cards along.
  func prepareGate<Record: RowRecord>(
    _ sent: [SentRow<Record>], _ stored: [RowID: StoredRow<Record>]
  ) throws(SQLError) {
    guard Record.entity == .decks,
      sent.contains(where: {
        $0.first.deletedAt == nil && stored[$0.first.rowID]?.record.deletedAt != nil
      }), gate.limits.cards != nil
    else { return }
    try gate.count(
      distinct(sent.map { $0.first.rowID.reinterpreted() }), of: user, connection, all: true)
  }

  /// Counts what the plan's limits ask for, before cards are settled, if any comes into a deck.
  func prepareGate(_ sent: [SentRow<Card>]) throws(SQLError) {
    let coming = sent.count { row in
      guard row.first.deletedAt == nil else { return false }
      guard let deck = cards[row.first.rowID]?.liveDeck else { return true }
      return row.first.deckID != deck
    }
    guard coming > 0, !gate.limits.isNone else { return }
    let decks = sent.flatMap { row in
      [row.first.deckID] + (cards[row.first.rowID].map { [$0.card.deckID] } ?? [])
    }
    // All that is alive, also in deleted decks, is never less than what counts.
    let isNear = gate.limits.cards.map { account.cards + Int64(coming) > $0 } ?? false
    guard isNear || gate.limits.cardsInDeck != nil else { return }
    try gate.count(distinct(decks), of: user, connection, all: isNear)
  }

  /// Whether a row would make something live that the plan has no room for; then it is rejected.
  func isRefused<Record: RowRecord>(_ row: Record, over stored: Record?) -> Bool {
    guard Record.entity == .decks, row.deletedAt == nil else { return false }
    if let stored, stored.deletedAt == nil || row.clock <= stored.clock { return false }
    guard let key = gate.refusal(ofDeck: row.rowID.reinterpreted()) else { return false }
    tally.reject(Record.entity, row.rowID, key, gate.limits)
    return true
  }

  /// Notes what became of a deck.
  func noteLiveness<Record: RowRecord>(of row: Record, before: Record?) {
    guard Record.entity == .decks else { return }
    let (wasLive, isLive) = (before.map { $0.deletedAt == nil } ?? false, row.deletedAt == nil)
    if wasLive != isLive { gate.note(deck: row.rowID.reinterpreted(), isLive: isLive) }
  }

  /// Whether the plan has no room for a card in the deck that it has come into; then it is rejected.
  func isRefused(_ card: Card, from: DeckID?) -> Bool {
    guard card.deletedAt == nil, card.deckID != from,
      let key = gate.refusal(ofCardFrom: from, into: card.deckID)
    else { return false }
    tally.reject(.cards, card.rowID, key, gate.limits)
    return true
  }
}
