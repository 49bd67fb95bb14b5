internal import FlashAPI
internal import FlashModel
internal import FlashSQL

/// The rows of one page on their way into the collection, in one transaction.
///
/// A row that the remote has as it is here takes what the remote says, whatever the clocks: the remote
/// has weighed them. Of a row with a change that the remote has not got, the later clock stays.
final class PullMerge {
  let store: Store
  let remote: SyncRemote
  let rules: StudyRules
  let now: Timestamp
  let pending: PendingChanges
  var tally = PullTally()
  /// Whether there are log entries here that the remote may not have.
  let hasUnpushedReviews: Bool
  /// Schedules that came and were older than what is here by their clocks, by the keys of their cards.
  /// If a log comes for such a card, it counts all the same.
  var passedOver: [Int64: Scheduling] = [:]
  /// Cards, by key, that may have a sub-topic of another deck now.
  var moved: Set<Int64> = []
  /// Cards, by key, whose schedule came and did not count, as their log has entries that the remote may
  /// lack.
  var ahead: [Int64: CardID] = [:]
  /// Decks, by key, whose options have changed.
  var reoptioned: Set<Int64> = []
  /// Whether all that is here is offered anew, to a remote that was put back. Then a clock that is later here
  /// stands for a version that came after one which others may have, also where the content is the same.
  var offersAnew = false
  /// Whether the rows are those of the older service, which lack what is ours.
  let isPlain: Bool

  init(
    _ store: Store, _ remote: SyncRemote, by rules: StudyRules, isPlain: Bool, at now: Timestamp
  ) throws(StoreError) {
    self.store = store
    self.remote = remote
    self.isPlain = isPlain
    self.rules = rules
    self.now = now
    let pending = try storing { () throws(SQLError) in
      try PendingChanges(of: remote.key, on: store.connection)
    }
    self.pending = pending
    let newest = try store.row("select max(change_seq) from reviews") { $0.integer(0) } ?? 0
    var isUnpushed = !pending.parked(.reviews).isEmpty
    for range in pending.ranges(of: .reviews, upTo: newest) where !isUnpushed {
      isUnpushed =
        try store.row(
          "select 1 from reviews where change_seq between $1 and $2 limit 1",
          [.integer(range.lowerBound), .integer(range.upperBound)], { $0.integer(0) }) != nil
    }
    hasUnpushedReviews = isUnpushed
  }

  func apply(_ page: PullPage, _ strays: [Stray]) throws(StoreError) {
    guard page.rowCount + strays.count > 0 else { return }
    // Two for each row: a log entry may bring a row for its session, or move its card's schedule.
    let block = try store.reserveBlock(Int64(2 * (page.rowCount + strays.count) + 16))
    for topic in page.topics { try take(topic) }
    for deck in page.decks { try settle(deck, deck.id, try take(deck)) }
    for subTopic in page.subTopics { try settle(subTopic, subTopic.id, try take(subTopic)) }
    for card in page.cards { try settle(card, card.id, try take(card)) }
    for session in page.sessions { try settle(session, session.id, try take(session)) }
    for link in page.cardSubTopics { try settle(link, link.id, try take(link)) }
    try take(page.reviews)
    try takeOrphans()
    try followLogs()
    try followOptions()
    for stray in strays { try remove(stray) }
    try note(block)
    // What is made here has numbers of its own, so that it is sent.
    store.dropReservedChanges()
    try store.relinkAcrossDecks(of: moved, at: now)
    try store.pruneLostValues(at: now)
  }

  /// Notes a block of changes as come from the remote.
  private func note(_ block: ClosedRange<Int64>) throws(StoreError) {
    let before = try store.row(
      "select first_seq from received where remote_key = $1 and last_seq = $2",
      [.integer(remote.key), .integer(block.lowerBound - 1)]
    ) { $0.integer(0) }
    try storing { () throws(SQLError) in
      try store.connection.run(
        "insert or replace into received values ($1, $2, $3)", .integer(remote.key),
        .integer(before ?? block.lowerBound), .integer(block.upperBound))
    }
  }

  /// A row that is here.
  struct Stored<Record> {
    let key: Int64
    let change: Int64
    let record: Record
  }

  /// The row with the id of a record, removed ones too.
  func stored<Record: WireRecord, Entity>(
    _ id: Identifier<Entity>, _ read: (SQLiteStatement) -> Record
  ) throws(StoreError) -> Stored<Record>? {
    let entity = Record.entity
    let change = PushRows.changeColumn(entity)
    let key = PullMerge.keyColumn(entity)
    return try store.row(
      "\(PushRows.select(entity)) where \(PushRows.alias(entity)).id = $1", [SQLValue(id)]
    ) { Stored(key: $0.integer(key), change: $0.integer(change), record: read($0)) }
  }

  /// Where a row's key stands in ``PushRows/select(_:)``.
  private static func keyColumn(_ entity: SyncEntity) -> Int {
    switch entity {
    case .topics, .cardSubTopics: 6
    case .decks: 10
    case .subTopics: 8
    case .cards: 0
    case .sessions: 11
    case .reviews: 20
    }
  }

  /// What is to become of a row that is here already.
  enum Verdict {
    /// It is what the remote has.
    case same
    /// The remote's row is taken.
    case take
    /// Ours stays, and is still to be sent.
    case keep
  }

  /// Weighs a row with one clock.
  func verdict<Record: WireRecord & Clocked, Entity>(
    _ stored: Stored<Record>, _ incoming: Record, _ id: Identifier<Entity>
  ) throws(StoreError) -> Verdict {
    let entity = Record.entity
    let isPending = pending.contains(entity, id, change: stored.change)
    if stored.record == incoming { return isPending ? .take : .same }
    guard isPending else { return .take }
    var other = stored.record
    other.updatedAt = incoming.updatedAt
    if other == incoming {
      return offersAnew && stored.record.updatedAt > incoming.updatedAt ? .keep : .take
    }
    let isRemoval = (stored.record.deletedAt == nil) != (incoming.deletedAt == nil)
    if incoming.updatedAt >= stored.record.updatedAt {
      if entity != .sessions {
        try store.keepLost(entity, id, lostTo: remote, at: now)
        tally.conflicts += 1
      }
      if isRemoval, incoming.deletedAt == nil { tally.revived += 1 }
      return .take
    }
    if isRemoval, stored.record.deletedAt == nil { tally.revived += 1 }
    return .keep
  }

  /// Writes columns of a row.
  /// - Parameter change: the number of the change; nil leaves it as it is.
  func write(
    _ entity: SyncEntity, key: Int64, _ columns: [Assignment], change: Int64?
  ) throws(StoreError) {
    let all = columns + (change.map { [("change_seq", .integer($0))] } ?? [])
    guard !all.isEmpty else { return }
    tally.received += 1
    try store.assign(all, to: entity, key: key)
  }

  /// A number for a change that the remote has not got.
  func ownChange() throws(StoreError) -> Int64 { try store.takeChanges(1) }
}

/// A record that one clock decides about.
protocol Clocked {
  var updatedAt: Timestamp { get set }
}

extension Topic: Clocked {}
extension Deck: Clocked {}
extension SubTopic: Clocked {}
extension StudySession: Clocked {}
extension CardSubTopic: Clocked {}

extension PullPage {
  /// How many rows it has.
  var rowCount: Int {
    topics.count + decks.count + subTopics.count + cards.count + sessions.count
      + cardSubTopics.count + reviews.count
  }
}
