import FlashAPI
import FlashModel
import FlashSQL

extension PushWork {
  /// Settles the cards of the batch.
  func pushCards() throws(SQLError) {
    // Where each row begins with its id, and no card has two, a row is read once.
    let leading = request[.cards].map(leadingID)
    let early = distinct(leading.compactMap(\.self))
    let isOnce = early.count == leading.count
    if isOnce { try loadCards(early) }
    let sent = read(Card.self) { index in
      isOnce ? leading[index].flatMap { cards[$0]?.card } : nil
    }
    guard !sent.isEmpty else { return }
    let ids = distinct(sent.map(\.first.rowID))
    try loadCards(ids)
    let purged = try purgedIDs(of: .cards, ids.filter { cards[$0] == nil })
    try resolve(sent.flatMap(\.first.mentions))
    try prepareGate(sent)
    var touched: [RowID] = []
    for row in sent {
      let id = row.first.rowID
      guard var card = complete(row, over: cards[id]?.card, purged) else { continue }
      completeClocks(&card, over: cards[id]?.card)
      let whole = card
      if card.scheduling.isNew { card.scheduling = .new }
      settle(card, at: row.offset)
      if let stored = cards[id], stored.change != .nothing { compare(stored.card, with: whole) }
      touched.append(id)
    }
    try writeCards(distinct(touched))
  }

  /// Reads cards, as far as they were not read yet.
  func loadCards(_ ids: [RowID]) throws(SQLError) {
    cards.reserveCapacity(cards.count + ids.count)
    standings.reserveCapacity(standings.count + ids.count)
    try connection.forEachRow(
      "select \(StoredCard.list) from cards where user_id = $1 and id {ids}", [user],
      of: ids.filter { cards[$0] == nil }
    ) { row throws(SQLError) in
      let card = StoredCard(row)
      cards[card.card.rowID] = card
      standings[Parent(entity: .cards, id: card.card.rowID)] = .present(deck: card.card.deckID.row)
    }
  }

  /// A clock that a row does not tell is as it was.
  private func completeClocks(_ card: inout Card, over stored: Card?) {
    let untold = Timestamp(milliseconds: .min)
    if card.contentUpdatedAt == untold {
      card.contentUpdatedAt = stored?.contentUpdatedAt ?? card.updatedAt
    }
    if card.schedulingUpdatedAt == untold {
      card.schedulingUpdatedAt = stored?.schedulingUpdatedAt ?? card.updatedAt
    }
  }

  private func settle(_ sent: Card, at offset: Int) {
    var card = sent
    card.contentUpdatedAt = context.corrected(sent.contentUpdatedAt)
    card.schedulingUpdatedAt = context.corrected(sent.schedulingUpdatedAt)
    let isAdjusted = card != sent
    let id = card.rowID
    let verdict: RowVerdict
    let before = cards[id]?.liveDeck
    if let stored = cards[id] {
      let kept = before == card.liveDeck ? nil : stored.copy()
      let hasTwoClocks = hasTwoClocks(sent, at: offset)
      let merge = CardMerge(sent: card, hasTwoClocks: hasTwoClocks, isAdjusted: isAdjusted)
      let (deck, isDiverged) = (stored.card.deckID, stored.isDiverged)
      verdict = isOfPurged(card) ? .stale : merge.merge(into: stored, stamp: nextStamp)
      if let kept, isRefused(stored.card, from: before) {
        cards[id] = kept
        return
      }
      stored.repeat(over: sent, after: verdict, isAdjusted: isAdjusted, stamp: nextStamp)
      if !hasTwoClocks { noteReset(card) }
      if deck != stored.card.deckID, isDiverged { refolds.insert(card.id) }
    } else {
      guard !isRefused(card, from: nil) else { return }
      cards[id] = StoredCard(
        card: card, wireClock: card.updatedAt, stamp: nextStamp(), change: .everything)
      verdict = .accepted
      // Its first reviews may come with it, and before them in time.
      if !request[.reviews].isEmpty, !hasTwoClocks(sent, at: offset) { noteReset(card) }
    }
    gate.note(cardFrom: before, into: cards[id]?.liveDeck)
    note(verdict, .cards, id, cards[id]?.wireClock)
    if verdict == .accepted {
      standings[Parent(entity: .cards, id: id)] =
        .present(deck: (cards[id]?.card.deckID ?? card.deckID).row)
      if isAdjusted { tally.adjust(.cards, id, card.updatedAt) }
    }
  }

  private func hasTwoClocks(_ sent: Card, at offset: Int) -> Bool {
    sent.contentUpdatedAt != sent.schedulingUpdatedAt
      || BodyScan.member("content_ms", of: request.body, at: offset)?.integer != nil
  }

  /// Other clients reset a card without an entry in the log: they send it as new.
  private func noteReset(_ card: Card) {
    guard card.scheduling == .new else { return }
    resets[card.id] = max(resets[card.id] ?? card.updatedAt, card.updatedAt)
  }

  /// Writes those of the cards that were changed.
  func writeCards(_ ids: [RowID]) throws(SQLError) {
    let changed = ids.compactMap { cards[$0] }
    let whole = changed.filter { $0.change == .everything }
    let refused = try write(
      whole.map { $0.values(of: user, at: context.now) }, to: StoredCard.table,
      ids: whole.map(\.card.rowID))
    for id in refused {
      cards[id] = nil
      tally.refuse(.cards, id)
      standings[Parent(entity: .cards, id: id)] = nil
    }
    try connection.update(
      changed.filter { $0.change == .schedule }
        .map { $0.scheduleValues(of: user, at: context.now) }, in: StoredCard.schedule)
    let gone = Set(refused)
    for card in changed where card.change != .nothing && !gone.contains(card.card.rowID) {
      card.change = .nothing
      let counts = card.liveDeck
      if counts != card.countedIn {
        if let deck = card.countedIn { gains[deck, default: 0] -= 1 }
        if let deck = counts { gains[deck, default: 0] += 1 }
        card.countedIn = counts
      }
    }
  }
}

extension Scheduling {
  /// Whether it is that of a new card in what every client knows; what only we know then means nothing.
  var isNew: Bool {
    state == .new && memory == nil && due == nil && lastReviewed == nil && reps == 0 && lapses == 0
  }
}
