public import FlashModel
public import FlashSQL

/// Writes the records of an account into a snapshot, parents first. A record whose parent was not
/// written is left out.
public final class SnapshotWriter {
  private let connection: SQLiteConnection
  private var keys: [SyncEntity: [Identifier<Never>: Int64]] = [:]
  private var logs: [Int64: LogEnd] = [:]
  private var outOfOrder: [CardID: Int64] = [:]
  private var entries: Int64 = 0
  private var statements: [SyncEntity: SQLiteStatement] = [:]

  /// Where a card's log ends.
  private struct LogEnd {
    var order: Timestamp
    var id: ReviewID
    /// The state after the newest entry that tells it.
    var told: Scheduling
  }

  /// - Parameter connection: as ``SnapshotFile/create(at:)`` makes it.
  public init(_ connection: SQLiteConnection) throws(SQLError) {
    self.connection = connection
    for entity in SyncEntity.allCases {
      let table = SnapshotSchema.table(entity)
      let numbers = (1...table.columns.count + 1).map { "$\($0)" }.joined(separator: ", ")
      statements[entity] = try connection.prepare(
        "insert into \(table.name) (key, \(table.list())) values (\(numbers))")
    }
    try connection.execute("begin")
  }

  public func finish() throws(SQLError) { try connection.execute("commit") }

  private func key<Entity>(_ entity: SyncEntity, _ id: Identifier<Entity>?) -> Int64? {
    id.flatMap { keys[entity]?[$0.reinterpreted()] }
  }

  private func newKey<Entity>(_ entity: SyncEntity, _ id: Identifier<Entity>) -> Int64 {
    let key = Int64(keys[entity]?.count ?? 0) + 1
    keys[entity, default: [:]][id.reinterpreted()] = key
    return key
  }

  private func insert(_ entity: SyncEntity, _ values: [SQLValue]) throws(SQLError) {
    guard let statement = statements[entity] else { return }
    for (index, value) in values.enumerated() { statement.bind(value, at: index + 1) }
    try statement.run()
  }

  public func add(_ topic: Topic) throws(SQLError) {
    try insert(
      .topics,
      [
        .integer(newKey(.topics, topic.id)), SQLValue(topic.id), .text(topic.name),
        SQLValue(topic.colorHint), SQLValue(topic.updatedAt), SQLValue(topic.deletedAt),
      ])
  }

  public func add(_ deck: Deck) throws(SQLError) {
    try insert(
      .decks,
      [
        .integer(newKey(.decks, deck.id)), SQLValue(deck.id),
        key(.topics, deck.topicID).map { .integer($0) } ?? .null, .text(deck.title),
        SQLValue(deck.description), .text(deck.accentColor), .text(deck.mode.rawValue),
        SQLValue(deck.lastStudiedAt),
        deck.options.isEmpty
          ? .null : .text(String(decoding: deck.options.json.bytes, as: UTF8.self)),
        SQLValue(deck.updatedAt), SQLValue(deck.deletedAt),
      ])
  }

  public func add(_ subTopic: SubTopic) throws(SQLError) {
    guard let deck = key(.decks, subTopic.deckID) else { return }
    try insert(
      .subTopics,
      [
        .integer(newKey(.subTopics, subTopic.id)), SQLValue(subTopic.id), .integer(deck),
        .text(subTopic.name), SQLValue(subTopic.position), SQLValue(subTopic.colorHint),
        SQLValue(subTopic.updatedAt), SQLValue(subTopic.deletedAt),
      ])
  }

  public func add(_ card: Card, isDiverged: Bool) throws(SQLError) {
    guard let deck = key(.decks, card.deckID) else { return }
    let state = card.scheduling
    let added = card.id.madeAt ?? min(card.contentUpdatedAt, card.schedulingUpdatedAt)
    try insert(
      .cards,
      [
        .integer(newKey(.cards, card.id)), SQLValue(card.id), .integer(deck),
        SQLValue(card.position), SQLValue(state.state.rawValue), SQLValue(state.step),
        SQLValue(state.memory?.stability), SQLValue(state.memory?.difficulty),
        SQLValue(state.due), SQLValue(state.lastReviewed), SQLValue(state.lastScheduled),
        SQLValue(state.reps), SQLValue(state.lapses), .integer(card.isSuspended ? 1 : 0),
        SQLValue(card.buriedUntil), SQLValue(card.flag),
        card.kind == .basic ? .null : .text(card.kind.rawValue), SQLValue(card.noteID),
        SQLValue(card.noteOrd), SQLValue(card.contentUpdatedAt),
        SQLValue(card.schedulingUpdatedAt), SQLValue(card.deletedAt),
        .integer(isDiverged ? 1 : 0), SQLValue(added), SQLValue(card.sourceKey),
        .text(card.front), .text(card.back), SQLValue(card.hint),
        SQLValue(card.frontImageAssetID), SQLValue(card.backImageAssetID),
        SQLValue(card.noteText),
      ])
  }

  public func add(_ session: StudySession) throws(SQLError) {
    guard let deck = key(.decks, session.deckID) else { return }
    try insert(
      .sessions,
      [
        .integer(newKey(.sessions, session.id)), SQLValue(session.id), .integer(deck),
        .text(session.mode.rawValue), SQLValue(session.startedAt), SQLValue(session.endedAt),
        SQLValue(session.cardsReviewed), .double(session.accuracyPercent),
        .double(session.masteryDelta), SQLValue(session.updatedAt), SQLValue(session.deletedAt),
      ])
  }

  public func add(_ link: CardSubTopic) throws(SQLError) {
    guard let card = key(.cards, link.cardID), let subTopic = key(.subTopics, link.subTopicID)
    else { return }
    try insert(
      .cardSubTopics,
      [
        .integer(newKey(.cardSubTopics, link.id)), SQLValue(link.id), .integer(card),
        .integer(subTopic), SQLValue(link.updatedAt), SQLValue(link.deletedAt),
      ])
  }
}

// MARK: - The log

extension SnapshotWriter {
  /// Adds an entry. Those of a card have to come in their order for its state before to be left out;
  /// see ``cardsOutOfOrder``.
  /// - Parameter tells: whether the state before is written out in any case.
  public func add(_ review: Review, tells: Bool = false) throws(SQLError) {
    guard let card = key(.cards, review.cardID), let statement = statements[.reviews] else {
      return
    }
    let session = try sessionKey(review.sessionID)
    let end = logs[card]
    if let end, (review.order, review.id) < (end.order, end.id), !tells {
      outOfOrder[review.cardID] = card
    }
    entries += 1
    bind(review, statement, key: entries, card: card, session: session)
    // Other clients' entries may tell the state after alone: that of a new card.
    let before = review.before ?? (review.after == nil ? nil : .new)
    let isTold = !tells && review.after != nil && before == end?.told ?? .new
    statement.bind(
      isTold ? nil : before.map { String(decoding: $0.json.bytes, as: UTF8.self) }, at: 20)
    try statement.run()
    logs[card] = LogEnd(
      order: review.order, id: review.id, told: review.after ?? end?.told ?? .new)
  }

  /// Cards of which an entry came after one that it stands before. Their logs are to be taken out by
  /// ``removeLogs(of:)`` and written again, each entry with its state before.
  public var cardsOutOfOrder: [CardID] { outOfOrder.keys.sorted() }

  /// Removes the entries of cards.
  public func removeLogs(of cards: [CardID]) throws(SQLError) {
    let keys = cards.compactMap { outOfOrder[$0] }.map { "\($0)" }.joined(separator: ", ")
    try connection.run(
      "delete from reviews where card_key in (select value from json_each($1))",
      .text("[\(keys)]"))
  }

  /// The session of an entry; one that is not known is noted by its id.
  private func sessionKey(_ id: SessionID?) throws(SQLError) -> Int64? {
    guard let id else { return nil }
    if let known = key(.sessions, id) { return known }
    let key = newKey(.sessions, id)
    try insert(
      .sessions,
      [
        .integer(key), SQLValue(id), .null, .text("smart"), .integer(0), .null, .integer(0),
        .double(0), .double(0), .integer(0), .null,
      ])
    return key
  }

  private func bind(
    _ review: Review, _ row: SQLiteStatement, key: Int64, card: Int64, session: Int64?
  ) {
    row.bind(key, at: 1)
    row.bind(review.id, at: 2)
    row.bind(card, at: 3)
    row.bind(review.order, at: 4)
    row.bind(Int64(review.kind.rawValue), at: 5)
    row.bind(review.rating?.rawValue, at: 6)
    row.bind(Int64(review.durationMilliseconds), at: 7)
    bind(review.after, review.ratedAt, row)
    row.bind(session, at: 15)
    row.bind(review.ratedAt == review.order ? nil : review.ratedAt, at: 16)
    row.bind(review.cancelsID, at: 19)
    row.bind(review.schedulerVersion == "fsrs-6" ? nil : review.schedulerVersion, at: 21)
  }

  private func bind(_ after: Scheduling?, _ ratedAt: Timestamp, _ row: SQLiteStatement) {
    guard let after else {
      for index in 8...14 { row.bindNull(at: index) }
      row.bindNull(at: 17)
      row.bindNull(at: 18)
      return
    }
    row.bind(Int64(after.state.rawValue), at: 8)
    row.bind(after.step, at: 9)
    row.bind(after.memory?.stability, at: 10)
    row.bind(after.memory?.difficulty, at: 11)
    row.bind(after.due, at: 12)
    row.bind(Int64(after.reps), at: 13)
    row.bind(Int64(after.lapses), at: 14)
    row.bind(time(after.lastReviewed, ratedAt), at: 17)
    row.bind(time(after.lastScheduled, ratedAt), at: 18)
  }

  private func time(_ moment: Timestamp?, _ ratedAt: Timestamp) -> Int64? {
    moment == ratedAt ? nil : moment?.milliseconds ?? SnapshotEntry.never
  }
}
