internal import FlashModel
internal import FlashSQL

extension RecordRestore {
  func add(_ card: Card) throws(StoreError) {
    let deckKey = try parent(.decks, card.deckID, of: "card '\(card.id)'")
    guard let key = try store.key(.cards, card.id) else {
      made.insert(try store.insertCard(card, deckKey: deckKey))
      counts.cardsAdded += 1
      return
    }
    let hasContent = try overwrite(
      .cards, key, RowColumns.content(of: card, deckKey: deckKey), clock: card.contentUpdatedAt)
    let hasSchedule = try takeSchedule(of: card, key: key)
    if hasContent || hasSchedule { counts.cardsUpdated += 1 } else { counts.cardsUnchanged += 1 }
  }

  /// Gives a card the record's schedule if that is the later one. Undo does not bring the old one
  /// back by itself: a schedule follows the log, whose entries undo cancels.
  private func takeSchedule(of card: Card, key: Int64) throws(StoreError) -> Bool {
    let clock = try store.row("select sched_ms from cards where key = $1", [.integer(key)]) {
      $0.timestamp(0)
    }
    guard let clock, clock < card.schedulingUpdatedAt else { return false }
    let change = try store.nextChange()
    try storing { () throws(SQLError) in
      let statement = try store.connection.statement(
        """
        update cards set state = $1, step = $2, stability = $3, difficulty = $4, due_at_ms = $5,
          last_reviewed_at_ms = $6, last_scheduled_at_ms = $7, reps = $8, lapses = $9,
          sched_ms = $10, change_seq = $11
        where key = $12
        """)
      statement.bind(card.scheduling, at: 1)
      statement.bind(card.schedulingUpdatedAt, at: 10)
      statement.bind(change, at: 11)
      statement.bind(key, at: 12)
      try statement.run()
    }
    return true
  }
}
