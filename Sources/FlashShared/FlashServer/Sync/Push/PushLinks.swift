import FlashAPI
import FlashModel
import FlashSQL

extension PushWork {
  /// Settles links. A card and a sub-topic have one live link: of several the one with the least id,
  /// which is the oldest, stays; the others become tombstones, so that their clients take it.
  func pushLinks() throws(SQLError) {
    let sent = read(CardSubTopic.self)
    guard !sent.isEmpty else { return }
    let ids = distinct(sent.map(\.first.rowID))
    var stored = try load(CardSubTopic.self, ids)
    let purged = try purgedIDs(of: .cardSubTopics, ids)
    try resolve(sent.flatMap(\.first.mentions))
    try loadLive(of: distinct(sent.map(\.first.cardID.row)), into: &stored)
    var live = liveLinks(stored)
    for row in sent {
      let id = row.first.rowID
      let before = stored[id]
      guard let link = complete(row, over: before?.record, purged) else { continue }
      // Of a card that was moved elsewhere meanwhile, a link to the deck it left can only be removed.
      guard link.deletedAt != nil || isOfOneDeck(link) else {
        tally.reject(.cardSubTopics, id.description, .forbidden)
        continue
      }
      if isMergedAlready(link, before?.record, live) {
        tally.leave()
        hasNews = true
        continue
      }
      settle(link, in: &stored)
      if let now = stored[id]?.record { merge(now, &stored, &live) }
      if let row = stored[id] { compare(row, with: link) }
    }
    try write(&stored)
  }

  private func settle(
    _ sent: CardSubTopic, in stored: inout [RowID: StoredRow<CardSubTopic>]
  ) {
    var link = sent
    link.clock = context.corrected(sent.clock)
    let isAdjusted = link.clock != sent.clock
    let verdict: RowVerdict
    if var row = stored[link.rowID] {
      // The pair of a link never changes.
      link.cardID = row.record.cardID
      link.subTopicID = row.record.subTopicID
      verdict = row.merge(link, isAdjusted: isAdjusted, stamp: nextStamp)
      row.repeat(over: sent.clock, after: verdict, stamp: nextStamp)
      stored[link.rowID] = row
    } else {
      stored[link.rowID] = StoredRow(before: nil, record: link, stamp: nextStamp())
      verdict = .accepted
    }
    note(verdict, .cardSubTopics, link.rowID, stored[link.rowID]?.record.clock)
    if verdict == .accepted, isAdjusted { tally.adjust(.cardSubTopics, link.rowID, link.clock) }
  }

  /// Whether a card and a sub-topic are of one deck.
  private func isOfOneDeck(_ link: CardSubTopic) -> Bool {
    guard case .present(let deck)? = standings[Parent(entity: .cards, id: link.cardID.row)],
      case .present(let other)? = standings[Parent(entity: .subTopics, id: link.subTopicID.row)]
    else { return false }
    return deck == other
  }

  /// Whether a live link is sent again that was merged into another one.
  private func isMergedAlready(
    _ link: CardSubTopic, _ stored: CardSubTopic?, _ live: [LinkedPair: Set<RowID>]
  ) -> Bool {
    guard let stored, stored.deletedAt != nil, link.deletedAt == nil,
      link.updatedAt <= stored.updatedAt
    else { return false }
    return !(live[LinkedPair(link)] ?? []).isEmpty
  }

  /// Leaves one live link of a pair.
  private func merge(
    _ link: CardSubTopic, _ stored: inout [RowID: StoredRow<CardSubTopic>],
    _ live: inout [LinkedPair: Set<RowID>]
  ) {
    let pair = LinkedPair(link)
    guard link.deletedAt == nil else {
      live[pair]?.remove(link.rowID)
      return
    }
    live[pair, default: []].insert(link.rowID)
    guard let all = live[pair], all.count > 1, let oldest = all.min() else { return }
    hasNews = true
    for id in all where id != oldest {
      guard var row = stored[id] else { continue }
      row.record.deletedAt = context.now
      row.record.updatedAt = row.record.updatedAt.advanced(by: 1)
      row.stamp = nextStamp()
      stored[id] = row
    }
    live[pair] = [oldest]
  }

  private func liveLinks(
    _ stored: [RowID: StoredRow<CardSubTopic>]
  ) -> [LinkedPair: Set<RowID>] {
    var live: [LinkedPair: Set<RowID>] = [:]
    for row in stored.values where row.record.deletedAt == nil {
      live[LinkedPair(row.record), default: []].insert(row.record.rowID)
    }
    return live
  }

  /// Reads the live links of cards.
  private func loadLive(
    of cards: [RowID], into stored: inout [RowID: StoredRow<CardSubTopic>]
  ) throws(SQLError) {
    var found: [CardSubTopic] = []
    try connection.forEachRow(
      """
      select \(CardSubTopic.list) from card_sub_topics
      where user_id = $1 and deleted_at_ms is null and card_id {ids}
      """, [user], of: cards
    ) { row throws(SQLError) in found.append(CardSubTopic.read(row, from: 0)) }
    for link in found where stored[link.rowID] == nil {
      stored[link.rowID] = StoredRow(before: link, record: link)
    }
  }
}

private struct LinkedPair: Hashable {
  let card: CardID
  let subTopic: SubTopicID

  init(_ link: CardSubTopic) {
    card = link.cardID
    subTopic = link.subTopicID
  }
}
