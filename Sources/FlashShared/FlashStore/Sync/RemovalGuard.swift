internal import FlashAPI
internal import FlashModel
internal import FlashSQL

/// Counts the cards that a page would remove, before it does.
struct RemovalGuard {
  private let merge: PullMerge

  init(_ merge: PullMerge) { self.merge = merge }

  /// Cards that are alive, in decks that are.
  static let live = """
    select count(*) from cards c join decks d on d.key = c.deck_key
    where c.deleted_at_ms is null and d.deleted_at_ms is null
    """

  /// More than 500 cards, or more than a fifth of them; a handful is never much.
  static func isLarge(_ count: RemovalCount) -> Bool {
    count.cards > 500 || (count.cards >= 5 && count.cards * 5 > count.live)
  }

  func count(_ page: PullPage, _ strays: [Stray]) throws(StoreError) -> Int {
    var cards: Set<Int64> = []
    var decks: Set<Int64> = []
    for card in page.cards where card.deletedAt != nil {
      if let key = try removedKey(.cards, card.id, card.contentUpdatedAt) { cards.insert(key) }
    }
    for deck in page.decks where deck.deletedAt != nil {
      if let key = try removedKey(.decks, deck.id, deck.updatedAt) { decks.insert(key) }
    }
    for stray in strays {
      if stray.entity == .cards { cards.insert(stray.key) }
      if stray.entity == .decks { decks.insert(stray.key) }
    }
    var count = 0
    for card in cards {
      let deck = try merge.store.row(
        """
        select d.key from cards c join decks d on d.key = c.deck_key
        where c.key = $1 and c.deleted_at_ms is null and d.deleted_at_ms is null
        """, [.integer(card)]
      ) { $0.integer(0) }
      if let deck, !decks.contains(deck) { count += 1 }
    }
    for deck in decks {
      count += try merge.store.count(
        RemovalGuard.live + " and d.key = $1", [.integer(deck)])
    }
    return count
  }

  /// The key of a live row that a tombstone would remove; nil if it would not.
  private func removedKey<Entity>(
    _ entity: SyncEntity, _ id: Identifier<Entity>, _ clock: Timestamp
  ) throws(StoreError) -> Int64? {
    let row = try merge.store.row(
      """
      select key, change_seq, \(entity.clockColumn) from \(entity.key)
      where id = $1 and deleted_at_ms is null
      """, [SQLValue(id)]
    ) { (key: $0.integer(0), change: $0.integer(1), clock: $0.timestamp(2)) }
    guard let row else { return nil }
    let isPending = merge.pending.contains(entity, id, change: row.change)
    return isPending && row.clock > clock ? nil : row.key
  }
}

/// A record that a walk through everything the server keeps did not meet: it was removed elsewhere so
/// long ago that its tombstone is gone.
struct Stray {
  let entity: SyncEntity
  let key: Int64
}

extension PullMerge {
  /// What is live here and was not seen, unless it has a change that the remote has not got.
  func strays(_ seen: [Set<Identifier<Never>>]?) throws(StoreError) -> [Stray] {
    guard let seen else { return [] }
    var strays: [Stray] = []
    for entity in SyncEntity.allCases where entity != .reviews {
      let condition = entity == .sessions ? "and deck_key is not null" : ""
      let rows = try store.rows(
        """
        select key, id, change_seq from \(entity.key) where deleted_at_ms is null \(condition)
        """
      ) {
        (
          key: $0.integer(0), id: $0.identifier(1) ?? Identifier<Never>.nothing,
          change: $0.integer(2)
        )
      }
      for row in rows where !seen[entity.rawValue].contains(row.id) {
        guard !pending.contains(entity, row.id, change: row.change) else { continue }
        strays.append(Stray(entity: entity, key: row.key))
      }
    }
    return strays
  }

  func remove(_ stray: Stray) throws(StoreError) {
    var columns: [Assignment] = [("deleted_at_ms", SQLValue(now))]
    if stray.entity == .cards {
      tally.removed += 1
      columns += try store.followingLog(ofCard: stray.key, by: rules)
    }
    try write(stray.entity, key: stray.key, columns, change: try store.nextChange())
  }
}
