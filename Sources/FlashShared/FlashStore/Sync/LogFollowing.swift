internal import FlashModel
internal import FlashScheduler
internal import FlashSQL

// Where the log of a card leads to.

extension Store {
  /// A card as it is here, and what its log makes of it; nil without a log.
  func followLog(
    ofCard key: Int64, by rules: StudyRules
  ) throws(StoreError) -> (
    place: (scheduling: Scheduling, change: Int64, isDiverged: Bool), folded: ReplayResult
  )? {
    let card = try row(
      """
      select id, deck_key, state, step, stability, difficulty, due_at_ms, last_reviewed_at_ms,
        last_scheduled_at_ms, reps, lapses, change_seq, diverged
      from cards where key = $1
      """, [.integer(key)]
    ) {
      (
        id: $0.identifier(0) ?? CardID.nothing, deck: $0.integer(1),
        place: (
          scheduling: $0.scheduling(at: 2), change: $0.integer(11), isDiverged: $0.integer(12) == 1
        )
      )
    }
    guard let card else { return nil }
    let entries = try log(cardKey: key)
    guard !entries.isEmpty else { return nil }
    let folded = Replay.fold(
      entries.span, card: card.id, with: try scheduler(ofDeck: card.deck, by: rules))
    return (card.place, folded)
  }

  /// Makes cards follow their logs that are removed, alone or with their deck, of which a remote may have
  /// no row any more that would tell.
  /// - Parameters:
  ///   - deckKey: the deck of the cards.
  ///   - condition: which of them.
  ///   - write: writes columns of a card, by its key.
  func followLogs(
    ofRemovedIn deckKey: Int64, where condition: String, by rules: StudyRules,
    _ write: (Int64, [Assignment]) throws(StoreError) -> Void
  ) throws(StoreError) {
    let cards = try rows(
      """
      select c.key from cards c join decks d on d.key = c.deck_key
      where d.key = $1 and (c.deleted_at_ms is not null or d.deleted_at_ms is not null)
        and \(condition)
      """, [.integer(deckKey)]
    ) { $0.integer(0) }
    for card in cards {
      let columns = try followingLog(ofCard: card, by: rules)
      if !columns.isEmpty { try write(card, columns) }
    }
  }

  /// What makes a removed card follow its log, of which a remote has no row any more that would tell.
  func followingLog(ofCard key: Int64, by rules: StudyRules) throws(StoreError) -> [Assignment] {
    guard let (place, folded) = try followLog(ofCard: key, by: rules) else { return [] }
    var columns: [Assignment] = []
    if folded.isDiverged != place.isDiverged {
      columns.append(("diverged", .integer(folded.isDiverged ? 1 : 0)))
    }
    if folded.scheduling != place.scheduling {
      columns += RowColumns.schedule(of: folded.scheduling)
    }
    return columns
  }
}
