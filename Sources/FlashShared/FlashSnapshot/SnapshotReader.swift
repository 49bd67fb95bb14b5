public import FlashModel
public import FlashSQL

/// Reads the records of a snapshot, as ``SnapshotFile/open(untrusted:goOn:)`` opens it.
///
/// A record whose parent is not in it has no place anywhere, so one ends the reading.
public struct SnapshotReader {
  private let connection: SQLiteConnection

  public init(_ connection: SQLiteConnection) { self.connection = connection }

  /// A record with its key.
  public struct Keyed<Record> {
    public let key: Int64
    public let record: Record
  }

  /// How many rows an entity has.
  public func count(_ entity: SyncEntity) throws(SnapshotError) -> Int64 {
    try SnapshotFile.reading { () throws(SQLError) in
      try connection.integer("select count(*) from \(entity.key)") ?? 0
    }
  }

  /// How many live cards there are in each live deck that has any.
  public func liveCardCounts() throws(SnapshotError) -> [Int64] {
    try records(
      """
      select count(*) from cards c join decks d on d.key = c.deck_key
      where c.deleted_at_ms is null and d.deleted_at_ms is null group by c.deck_key
      """
    ) { $0.integer(0) }
  }

  /// - Parameter ofLog: of entries of the log, too. Whoever reads them all sees it by itself.
  /// - Throws: `.damaged` if a row names one that is not there.
  public func checkParents(ofLog: Bool = true) throws(SnapshotError) {
    for (table, column, parent, isNeeded) in SnapshotReader.references
    where ofLog || table != SyncEntity.reviews.key {
      let absent = isNeeded ? "" : "t.\(column) is not null and "
      let stray = try SnapshotFile.reading { () throws(SQLError) in
        try connection.integer(
          """
          select 1 from \(table) t
          where \(absent)not exists (select 1 from \(parent) p where p.key = t.\(column)) limit 1
          """)
      }
      guard stray == nil else { throw .damaged(reason: "a row of '\(table)' has no parent") }
    }
  }

  private static let references = [
    ("decks", "topic_key", "topics", false), ("sub_topics", "deck_key", "decks", true),
    ("cards", "deck_key", "decks", true), ("sessions", "deck_key", "decks", false),
    ("card_sub_topics", "card_key", "cards", true),
    ("card_sub_topics", "sub_topic_key", "sub_topics", true),
    ("reviews", "card_key", "cards", true), ("reviews", "session_key", "sessions", false),
  ]

  public func topics() throws(SnapshotError) -> [Topic] {
    try records("select id, name, color_hint, updated_at_ms, deleted_at_ms from topics") { row in
      Topic(
        id: row.identifier(0) ?? .nothing, name: row.text(1), colorHint: row.optionalText(2),
        updatedAt: row.timestamp(3), deletedAt: row.optionalTimestamp(4))
    }
  }

  /// - Parameter options: reads a deck's options.
  public func decks(
    _ options: (String?) -> StudyOptions
  ) throws(SnapshotError) -> [Deck] {
    try records(
      """
      select d.id, t.id, d.title, d.description, d.accent_color, d.default_study_mode,
        d.last_studied_at_ms, d.options, d.updated_at_ms, d.deleted_at_ms
      from decks d left join topics t on t.key = d.topic_key order by d.key
      """
    ) { row in
      Deck(
        id: row.identifier(0) ?? .nothing, topicID: row.identifier(1), title: row.text(2),
        description: row.optionalText(3), accentColor: row.text(4),
        mode: StudyMode(rawValue: row.text(5)) ?? .smart,
        lastStudiedAt: row.optionalTimestamp(6), options: options(row.optionalText(7)),
        updatedAt: row.timestamp(8), deletedAt: row.optionalTimestamp(9))
    }
  }

  public func subTopics() throws(SnapshotError) -> [SubTopic] {
    try records(
      """
      select s.id, d.id, s.name, s.position, s.color_hint, s.updated_at_ms, s.deleted_at_ms
      from sub_topics s cross join decks d on d.key = s.deck_key order by s.key
      """
    ) { row in
      SubTopic(
        id: row.identifier(0) ?? .nothing, deckID: row.identifier(1) ?? .nothing,
        name: row.text(2), position: Int(row.integer(3)), colorHint: row.optionalText(4),
        updatedAt: row.timestamp(5), deletedAt: row.optionalTimestamp(6))
    }
  }

  /// Sessions; those of which only the id is known are none.
  public func forEachSession(_ body: (StudySession) throws -> Void) throws {
    try forEach(
      """
      select n.id, d.id, n.mode, n.started_at_ms, n.ended_at_ms, n.cards_reviewed,
        n.accuracy_pct, n.mastery_delta, n.updated_at_ms, n.deleted_at_ms
      from sessions n cross join decks d on d.key = n.deck_key order by n.key
      """
    ) { row in
      try body(
        StudySession(
          id: row.identifier(0) ?? .nothing, deckID: row.identifier(1) ?? .nothing,
          mode: StudyMode(rawValue: row.text(2)) ?? .smart, startedAt: row.timestamp(3),
          endedAt: row.optionalTimestamp(4), cardsReviewed: Int(row.integer(5)),
          accuracyPercent: row.double(6), masteryDelta: row.double(7),
          updatedAt: row.timestamp(8), deletedAt: row.optionalTimestamp(9)))
    }
  }

  public func forEachLink(_ body: (CardSubTopic) throws -> Void) throws {
    try forEach(
      """
      select l.id, c.id, s.id, l.updated_at_ms, l.deleted_at_ms
      from card_sub_topics l cross join cards c on c.key = l.card_key
        cross join sub_topics s on s.key = l.sub_topic_key
      order by l.key
      """
    ) { row in
      try body(
        CardSubTopic(
          id: row.identifier(0) ?? .nothing, cardID: row.identifier(1) ?? .nothing,
          subTopicID: row.identifier(2) ?? .nothing, updatedAt: row.timestamp(3),
          deletedAt: row.optionalTimestamp(4)))
    }
  }

  /// The ids of cards and of their decks by key, without their texts.
  public func forEachCardPlace(
    _ body: (_ key: Int64, CardID, DeckID) throws -> Void
  ) throws {
    try forEach(
      "select c.key, c.id, d.id from cards c cross join decks d on d.key = c.deck_key"
    ) { row in
      try body(row.integer(0), row.identifier(1) ?? .nothing, row.identifier(2) ?? .nothing)
    }
  }

  public func forEachCard(_ body: (Keyed<Card>) throws -> Void) throws {
    let cards = try cards()
    while let card = try cards.next() { try body(card) }
  }

  /// The cards in the order of their keys.
  public func cards() throws(SnapshotError) -> SnapshotCursor<Keyed<Card>> {
    try SnapshotCursor(
      connection,
      "select \(SnapshotReader.cardColumns) from cards c cross join decks d on d.key = c.deck_key"
        + " order by c.key"
    ) { row throws(SnapshotError) in Keyed(key: row.integer(0), record: row.snapshotCard()) }
  }

  private static let cardColumns = """
    c.key, c.id, d.id, c.position, c.state, c.step, c.stability, c.difficulty, c.due_at_ms, \
    c.last_reviewed_at_ms, c.last_scheduled_at_ms, c.reps, c.lapses, c.suspended, \
    c.buried_until_ms, c.flag, c.kind, c.note_id, c.note_ord, c.content_ms, c.sched_ms, \
    c.deleted_at_ms, c.source_key, c.front_text, c.back_text, c.hint, c.front_image_asset_id, \
    c.back_image_asset_id, c.note_text
    """

  /// The log in the order of its keys.
  public func forEachEntry(_ body: (SnapshotEntry) throws -> Void) throws {
    let entries = try entries()
    while let entry = try entries.next() { try body(entry) }
  }

  /// As ``forEachEntry(_:)``, whenever the next one is wanted.
  public func entries() throws(SnapshotError) -> SnapshotCursor<SnapshotEntry> {
    try SnapshotCursor(connection, SnapshotReader.log + " order by r.key") {
      row throws(SnapshotError) in try SnapshotEntry(row)
    }
  }

  /// The logs of some cards, each in the order of the fold.
  /// - Parameter cards: their keys.
  public func forEachEntry(
    ofCards cards: [Int64], _ body: (SnapshotEntry) throws -> Void
  ) throws {
    guard !cards.isEmpty else { return }
    let keys = cards.map { "\($0)" }.joined(separator: ", ")
    try forEach(
      SnapshotReader.log + " where r.card_key in (select value from json_each($1))"
        + " order by r.card_key, r.order_ms, r.id", [.text("[\(keys)]")]
    ) { row in try body(try SnapshotEntry(row)) }
  }

  private static let log = """
    select r.id, r.card_key, r.order_ms, r.kind, r.rating, r.duration_ms, r.state, r.step,
      r.stability, r.difficulty, r.due_at_ms, r.reps, r.lapses, r.rated_at_ms,
      r.last_reviewed_ms, r.last_scheduled_ms, r.cancels_id, r.state_before, r.scheduler, n.id,
      r.key, r.session_key
    from reviews r left join sessions n on n.key = r.session_key
    """

  private func forEach(
    _ sql: String, _ values: [SQLValue] = [], _ body: (SQLiteStatement) throws -> Void
  ) throws {
    let statement = try SnapshotFile.reading { () throws(SQLError) in
      try connection.prepare(sql)
    }
    for (index, value) in values.enumerated() { statement.bind(value, at: index + 1) }
    while try SnapshotFile.reading({ () throws(SQLError) in try statement.step() }) {
      try body(statement)
    }
  }

  private func records<Record>(
    _ sql: String, _ read: (SQLiteStatement) -> Record
  ) throws(SnapshotError) -> [Record] {
    try SnapshotFile.reading { () throws(SQLError) in
      try connection.rows(sql) { row throws(SQLError) in read(row) }
    }
  }
}

extension SQLiteStatement {
  fileprivate func snapshotCard() -> Card {
    Card(
      id: identifier(1) ?? .nothing, deckID: identifier(2) ?? .nothing, front: text(23),
      back: text(24), frontImageAssetID: identifier(26), backImageAssetID: identifier(27),
      position: Int(integer(3)), kind: optionalText(16).flatMap(CardKind.init) ?? .basic,
      hint: optionalText(25), isSuspended: integer(13) == 1, buriedUntil: optionalTimestamp(14),
      flag: Int(integer(15)), noteID: identifier(17), noteOrd: optionalInteger(18).map(Int.init),
      noteText: optionalText(28), sourceKey: optionalText(22), scheduling: snapshotScheduling(),
      contentUpdatedAt: timestamp(19), schedulingUpdatedAt: timestamp(20),
      deletedAt: optionalTimestamp(21))
  }

  private func snapshotScheduling() -> Scheduling {
    var memory: MemoryState?
    if let stability = optionalDouble(6), let difficulty = optionalDouble(7) {
      memory = MemoryState(stability: stability, difficulty: difficulty)
    }
    return Scheduling(
      state: CardState(rawValue: Int(integer(4))) ?? .new,
      step: optionalInteger(5).map(Int.init), memory: memory, due: optionalTimestamp(8),
      lastReviewed: optionalTimestamp(9), lastScheduled: optionalTimestamp(10),
      reps: Int(integer(11)), lapses: Int(integer(12)))
  }
}
