public import FlashModel
internal import FlashSQL

/// A value that lost against another device's.
public struct LostValue: Sendable, Hashable {
  /// What commands call it: a number for life.
  public let number: Int64
  public let entity: SyncEntity
  /// The record with the value that lost.
  public let record: JSONValue
  /// The record as it stands here; nil if it is not here any more.
  public let current: JSONValue?
  /// The remote that the winner came from.
  public let remote: String
  public let lostAt: Timestamp

  /// The members that differ, in the order of the record, clocks aside.
  public var differing: [String] {
    guard case .object(let members) = record else { return [] }
    return members.map(\.key).filter { key in
      !LostValue.clocks.contains(key) && (record[key] ?? .null) != (current?[key] ?? .null)
    }
  }

  private static let clocks: Set = ["updated_at_ms", "content_ms", "sched_ms"]
}

extension Store {
  /// How long a value that lost is kept, in milliseconds: 90 days.
  static let lostValuesLife: Int64 = 90 * 86_400_000

  /// Values that lost, the newest first.
  public func lostValues() throws(StoreError) -> [LostValue] {
    try snapshot { () throws(StoreError) in
      let found = try rows(
        "select key, entity, value, remote, lost_ms, id from conflicts order by key desc"
      ) {
        (
          number: $0.integer(0), entity: Int($0.integer(1)), value: $0.text(2),
          remote: $0.text(3), lost: $0.timestamp(4),
          id: $0.identifier(5) ?? Identifier<Never>.nothing
        )
      }
      var values: [LostValue] = []
      for row in found {
        // What we wrote ourselves reads; a damaged row is not worth failing for.
        guard let entity = SyncEntity(rawValue: row.entity),
          let lost = try? JSONValue(parsing: Array(row.value.utf8))
        else { continue }
        values.append(
          LostValue(
            number: row.number, entity: entity, record: lost,
            current: try record(entity, row.id), remote: row.remote, lostAt: row.lost))
      }
      return values
    }
  }

  /// How many values that lost are kept.
  public func lostValueCount() throws(StoreError) -> Int {
    try count("select count(*) from conflicts")
  }

  /// A record as the wire shows it; nil if it is not here.
  func record(
    _ entity: SyncEntity, _ id: Identifier<Never>
  ) throws(StoreError) -> JSONValue? {
    try wireText(entity, id).flatMap { text in
      // Our own writer's text reads.
      try? JSONValue(parsing: text)
    }
  }

  private func wireText(
    _ entity: SyncEntity, _ id: Identifier<Never>
  ) throws(StoreError) -> [UInt8]? {
    guard entity != .reviews else { return nil }
    let alias = PushRows.alias(entity)
    return try row("\(PushRows.select(entity)) where \(alias).id = $1", [SQLValue(id)]) { row in
      var writer = JSONWriter()
      switch entity {
      case .topics: row.topic().write(to: &writer, as: .whole)
      case .decks: row.deck().write(to: &writer, as: .whole)
      case .subTopics: row.subTopic().write(to: &writer, as: .whole)
      case .cards: row.card().write(to: &writer, as: .whole)
      case .sessions: row.session().write(to: &writer, as: .whole)
      case .cardSubTopics: row.link().write(to: &writer, as: .whole)
      case .reviews: writer.null()
      }
      return writer.bytes
    }
  }

  /// Keeps what a record is now, as it is about to lose.
  func keepLost<Entity>(
    _ entity: SyncEntity, _ id: Identifier<Entity>, lostTo remote: SyncRemote, at now: Timestamp
  ) throws(StoreError) {
    guard let text = try wireText(entity, id.reinterpreted()) else { return }
    try storing { () throws(SQLError) in
      try connection.run(
        """
        insert into conflicts (entity, id, value, remote, lost_ms) values ($1, $2, $3, $4, $5)
        """, .integer(Int64(entity.rawValue)), SQLValue(id),
        .text(String(decoding: text, as: UTF8.self)), .text(remote.name),
        .integer(now.milliseconds))
    }
  }

  /// As ``keepLost(_:_:lostTo:at:)``, for a card only if its content was edited here since the last
  /// exchange: one that was only answered has nothing to lose, as its log is joined.
  func keepIfEdited(
    _ entity: SyncEntity, _ id: Identifier<Never>, lostTo remote: SyncRemote, at now: Timestamp
  ) throws(StoreError) {
    if entity == .cards {
      let clocks = try row(
        "select content_ms, sched_ms from cards where id = $1", [SQLValue(id)]
      ) { ($0.timestamp(0), $0.timestamp(1)) }
      guard let clocks, remote.counts(edit: clocks.0, schedule: clocks.1) else { return }
    }
    // A sitting's figures are nobody's work.
    guard entity != .sessions else { return }
    try keepLost(entity, id, lostTo: remote, at: now)
  }

  /// Forgets values that lost long ago.
  func pruneLostValues(at now: Timestamp) throws(StoreError) {
    try storing { () throws(SQLError) in
      try connection.run(
        "delete from conflicts where lost_ms < $1",
        .integer(now.advanced(by: -Store.lostValuesLife).milliseconds))
    }
  }

  /// Brings a value that lost back, as one action that undo takes back; it wins from then on.
  /// - Throws: `.notFound`, `.invalid` if what it belongs to is not here any more.
  public func restoreLostValue(_ number: Int64, at now: Timestamp) throws(StoreError) {
    let found = try row(
      "select entity, id, value from conflicts where key = $1", [.integer(number)]
    ) {
      (
        entity: Int($0.integer(0)), id: $0.identifier(1) ?? Identifier<Never>.nothing,
        value: Array($0.text(2).utf8)
      )
    }
    guard let found, let entity = SyncEntity(rawValue: found.entity) else {
      throw .notFound(what: .conflict, name: String(number), near: [])
    }
    try perform("sync conflicts --restore", at: now) { () throws(StoreError) in
      guard
        let key = try row(
          "select key from \(entity.key) where id = $1", [SQLValue(found.id)], { $0.integer(0) })
      else { throw .notFound(what: .conflict, name: String(number), near: []) }
      try update(entity, key: key, set: try assignments(entity, found.value), at: now)
      try storing { () throws(SQLError) in
        try connection.run("delete from conflicts where key = $1", .integer(number))
      }
    }
  }

  private func assignments(
    _ entity: SyncEntity, _ text: [UInt8]
  ) throws(StoreError) -> [Assignment] {
    var reader = JSONReader(text)
    do {
      switch entity {
      case .topics: return try RowColumns.of(Topic(from: &reader))
      case .decks:
        let deck = try Deck(from: &reader)
        return RowColumns.of(deck, topicKey: try keyIfKnown(.topics, deck.topicID))
      case .subTopics:
        let subTopic = try SubTopic(from: &reader)
        return RowColumns.of(subTopic, deckKey: try knownKey(.decks, subTopic.deckID))
      case .cards:
        let card = try Card(from: &reader)
        return RowColumns.content(of: card, deckKey: try knownKey(.decks, card.deckID))
      case .cardSubTopics:
        let link = try CardSubTopic(from: &reader)
        return [("deleted_at_ms", SQLValue(link.deletedAt))]
      case .sessions, .reviews: return []
      }
    } catch let error as StoreError {
      throw error
    } catch {
      throw .invalid(field: "conflict", reason: "what was kept can't be read")
    }
  }
}
