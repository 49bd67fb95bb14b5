internal import FlashModel
internal import FlashScheduler
internal import FlashSQL

// The log: entries are added by their id, once, and never touched.

extension PullMerge {
  func take(_ reviews: [Review]) throws(StoreError) {
    guard !reviews.isEmpty else { return }
    var places: [CardID: Int] = [:]
    var logs: [[Review]] = []
    for review in reviews {
      if let place = places[review.cardID] {
        logs[place].append(review)
      } else {
        places[review.cardID] = logs.count
        logs.append([review])
      }
    }
    for log in logs {
      guard let cardKey = try store.key(.cards, log[0].cardID) else {
        for review in log { try keepOrphan(review, review.id) }
        continue
      }
      try take(log, card: log[0].cardID, cardKey: cardKey)
    }
  }

  /// Takes entries of one card.
  func take(_ log: [Review], card: CardID, cardKey: Int64) throws(StoreError) {
    let stored = try store.storedLog(cardKey: cardKey)
    var seen = Set(stored.map(\.id))
    var new: [Review] = []
    for review in log where seen.insert(review.id).inserted {
      // An id that another card's entry has here already can't be had twice.
      if try store.row(
        "select 1 from reviews where id = $1", [SQLValue(review.id)], { $0.integer(0) }) == nil
      {
        new.append(review)
      }
    }
    guard !new.isEmpty else { return }
    new.sort { $0.precedes($1) }
    try insert(new, among: stored, cardKey: cardKey)
    tally.received += new.count
    tally.reviews += new.count
    try fold(card, cardKey: cardKey, isFirst: stored.isEmpty && new.count == 1)
  }

  /// Inserts entries between those that are there. One that gets another one before it has its state
  /// before written out first.
  private func insert(
    _ new: [Review], among stored: [StoredEntry], cardKey: Int64
  ) throws(StoreError) {
    var chain = JoinedChain()
    var next = 0
    for review in new {
      while next < stored.count, stored[next].precedes(review) {
        try chain.pass(stored[next], in: store)
        next += 1
      }
      _ = try store.append(
        review, cardKey: cardKey, sessionKey: try store.sessionKey(review.sessionID),
        before: chain.written(before: review))
      chain.told = review.after ?? chain.told
    }
    while next < stored.count {
      try chain.pass(stored[next], in: store)
      next += 1
    }
  }

  /// Makes cards follow their logs whose schedule at the remote did not count. An entry that came alone has
  /// waited for that schedule.
  func followLogs() throws(StoreError) {
    for (key, card) in ahead.sorted(by: { $0.key < $1.key }) {
      try fold(card, cardKey: key, isFirst: false)
    }
  }

  /// Folds anew, of decks whose options have changed, the removed cards whose schedule depends on them: of
  /// others the remote tells what its fold led to.
  func followOptions() throws(StoreError) {
    for deck in reoptioned.sorted() {
      try store.followLogs(ofRemovedIn: deck, where: "c.diverged = 1", by: rules) {
        card, columns throws(StoreError) in
        tally.received -= 1
        try write(.cards, key: card, columns, change: nil)
      }
    }
  }

  /// Goes on from the joined log if there are entries that the remote has not folded yet; else its
  /// row of the card is what counts. Of a card that is removed, or its deck is, it may have no row any
  /// more: then the log does.
  private func fold(_ card: CardID, cardKey: Int64, isFirst: Bool) throws(StoreError) {
    // Whether or not the schedule is another one now, its clock is: the same everywhere.
    try store.setScheduleClock(ofCard: cardKey)
    let passedOver = passedOver[cardKey]
    let isRemoved = try store.row(
      """
      select c.deleted_at_ms is not null or d.deleted_at_ms is not null
      from cards c join decks d on d.key = c.deck_key where c.key = $1
      """, [.integer(cardKey)]
    ) { $0.integer(0) == 1 }
    if isFirst, passedOver == nil, isRemoved != true { return }
    guard let (place, folded) = try store.followLog(ofCard: cardKey, by: rules) else { return }
    var columns: [Assignment] = []
    if folded.isDiverged != place.isDiverged {
      columns.append(("diverged", .integer(folded.isDiverged ? 1 : 0)))
    }
    var change: Int64?
    let isUnpushed = try isUnpushed(cardKey: cardKey)
    let schedule =
      isUnpushed || isRemoved == true ? folded.scheduling : passedOver ?? place.scheduling
    if schedule != place.scheduling {
      columns += RowColumns.schedule(of: schedule)
      change =
        pending.contains(.cards, card, change: place.change)
        ? try ownChange() : try store.nextChange()
    }
    guard !columns.isEmpty else { return }
    tally.received -= 1
    try write(.cards, key: cardKey, columns, change: change)
  }
}
