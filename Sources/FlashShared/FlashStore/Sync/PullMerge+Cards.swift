internal import FlashModel
internal import FlashSQL

// Cards have two clocks: each group is weighed by its own.

extension PullMerge {
  /// - Returns: whether the card's deck is here.
  func take(_ card: Card) throws(StoreError) -> Bool {
    guard let deckKey = try store.keyIfKnown(.decks, card.deckID) else { return false }
    guard let stored = try stored(card.id, { $0.card() }) else {
      tally.received += 1
      _ = try store.insertCard(card, deckKey: deckKey)
      return true
    }
    let card = isPlain ? card.keepingExtensions(of: stored.record) : card
    let isPending = pending.contains(.cards, card.id, change: stored.change)
    if stored.record == card, !isPending { return true }
    let content = try contentVerdict(stored, card, isPending: isPending)
    let schedule = try scheduleVerdict(stored, card, isPending: isPending)
    var columns: [Assignment] = []
    if case .take = content {
      if stored.record.deckID != card.deckID { moved.insert(stored.key) }
      if !stored.record.hasContent(of: card) {
        columns += RowColumns.content(of: card, deckKey: deckKey)
      }
      if stored.record.contentUpdatedAt != card.contentUpdatedAt {
        columns.append(("content_ms", SQLValue(card.contentUpdatedAt)))
      }
    }
    if case .take = schedule {
      if stored.record.scheduling != card.scheduling {
        columns += RowColumns.schedule(of: card.scheduling)
      }
      if stored.record.schedulingUpdatedAt != card.schedulingUpdatedAt {
        columns.append(("sched_ms", SQLValue(card.schedulingUpdatedAt)))
      }
    }
    switch (content, schedule) {
    case (.take, .take):
      try write(.cards, key: stored.key, columns, change: try store.nextChange())
    default:
      // What is still to be sent stays so, for every remote.
      guard !columns.isEmpty else { return true }
      try write(.cards, key: stored.key, columns, change: try ownChange())
    }
    return true
  }

  private func contentVerdict(
    _ stored: Stored<Card>, _ card: Card, isPending: Bool
  ) throws(StoreError) -> Verdict {
    let own = stored.record
    if own.hasContent(of: card) {
      let isLater = offersAnew && isPending && own.contentUpdatedAt > card.contentUpdatedAt
      return isLater ? .keep : .take
    }
    let isRemoval = (own.deletedAt == nil) != (card.deletedAt == nil)
    if !isPending || card.contentUpdatedAt >= own.contentUpdatedAt {
      if isPending,
        remote.counts(edit: own.contentUpdatedAt, schedule: own.schedulingUpdatedAt)
      {
        try store.keepLost(.cards, card.id, lostTo: remote, at: now)
        tally.conflicts += 1
      }
      if isRemoval, card.deletedAt != nil { tally.removed += 1 }
      if isRemoval, card.deletedAt == nil { tally.revived += 1 }
      return .take
    }
    if isRemoval, own.deletedAt == nil { tally.revived += 1 }
    return .keep
  }

  private func scheduleVerdict(
    _ stored: Stored<Card>, _ card: Card, isPending: Bool
  ) throws(StoreError) -> Verdict {
    if try isUnpushed(cardKey: stored.key) {
      if stored.record.scheduling != card.scheduling { ahead[stored.key] = card.id }
      return .keep
    }
    let own = stored.record
    if isPending, own.scheduling != card.scheduling,
      own.schedulingUpdatedAt > card.schedulingUpdatedAt
    {
      // Without a log the clock decides; with one the remote's fold of it does.
      let entry = try store.row(
        "select 1 from reviews where card_key = $1 limit 1", [.integer(stored.key)]
      ) { $0.integer(0) }
      if entry == nil {
        passedOver[stored.key] = card.scheduling
        return .keep
      }
    }
    return .take
  }

  /// Whether the remote may lack an entry of the card's log.
  func isUnpushed(cardKey: Int64) throws(StoreError) -> Bool {
    guard hasUnpushedReviews else { return false }
    let parked = pending.parked(.reviews)
    let newer = try store.rows(
      parked.isEmpty
        ? "select change_seq, null from reviews where card_key = $1 and change_seq > $2"
        : "select change_seq, id from reviews where card_key = $1 and change_seq > $2",
      [
        .integer(cardKey),
        .integer(parked.isEmpty ? pending.pushed[SyncEntity.reviews.rawValue] : 0),
      ]
    ) { (change: $0.integer(0), id: $0.identifier(1) ?? Identifier<Never>.nothing) }
    return newer.contains { pending.contains(.reviews, $0.id, change: $0.change) }
  }
}

extension Card {
  /// Whether the content groups are equal, clocks aside.
  fileprivate func hasContent(of other: Card) -> Bool {
    var copy = self
    copy.scheduling = other.scheduling
    copy.contentUpdatedAt = other.contentUpdatedAt
    copy.schedulingUpdatedAt = other.schedulingUpdatedAt
    return copy == other
  }
}

extension SyncRemote {
  /// Whether a card that is still to be sent was edited here, rather than only answered.
  func counts(edit: Timestamp, schedule: Timestamp) -> Bool {
    guard let syncedAt else { return true }
    return edit > syncedAt || edit >= schedule
  }
}
