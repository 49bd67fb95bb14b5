public import FlashModel
import FlashSQL

/// Removes what was deleted long ago. Ids stay, so that a late write of one is known for what it is;
/// log entries stay, as they are what statistics are made of.
public enum TombstonePurge {
  /// How long clients may stay away and still be told of every deletion, in milliseconds.
  public static let age: Int64 = 90 * Timestamp.millisecondsPerDay

  /// Does so for one account. Age counts from when the deletion was received.
  /// - Returns: how many records were removed.
  @discardableResult
  public static func run<Storage: ServerStorage>(
    of user: UserID, in storage: Storage, at now: Timestamp
  ) throws -> Int {
    let limit = now.advanced(by: -age)
    let isNeeded = try storage.readAccount(user) { connection in
      try SyncEntity.allCases.contains { entity in
        try !old(entity, of: user, before: limit, connection).isEmpty
      }
    }
    guard isNeeded else { return 0 }
    return try storage.account(user) { connection in
      try run(of: user, before: limit, at: now, connection)
    }
  }

  private static func run(
    of user: UserID, before limit: Timestamp, at now: Timestamp, _ connection: some SQLConnection
  ) throws(SQLError) -> Int {
    var account = try AccountState.load(of: user, connection)
    var count = 0
    for entity in SyncEntity.allCases {
      for row in try old(entity, of: user, before: limit, connection) {
        account.horizon = max(account.horizon, row.stamp)
        try remove(entity, row.id, of: user, at: now, connection)
        count += 1
      }
    }
    // What belongs to a removed record goes with it, though it has no tombstone of its own.
    for (entity, parent, column) in belongings {
      let orphans = try connection.rows(
        """
        select id from \(entity.key) where user_id = $1 and \(column) in
          (select id from purged_ids where user_id = $1 and entity = $2)
        """, [SQLValue(user), SQLValue(parent.rawValue)]
      ) { $0.id(0) as RowID }
      for id in orphans {
        try remove(entity, id, of: user, at: now, connection)
        count += 1
      }
    }
    try forgetTopics(of: user, &account, at: now, connection)
    account.cards =
      try connection.row(
        "select count(*) from cards where user_id = $1 and deleted_at_ms is null", [SQLValue(user)]
      ) { $0.integer(0) } ?? 0
    try account.save(of: user, connection)
    return count
  }

  /// Takes decks out of topics that are gone. A device that never had such a topic would be sent a deck
  /// of one that nobody can tell it of.
  private static func forgetTopics(
    of user: UserID, _ account: inout AccountState, at now: Timestamp,
    _ connection: some SQLConnection
  ) throws(SQLError) {
    let decks = try connection.rows(
      """
      select id from decks where user_id = $1 and topic_id in
        (select id from purged_ids where user_id = $1 and entity = $2)
      """, [SQLValue(user), SQLValue(SyncEntity.topics.rawValue)]
    ) { $0.id(0) as RowID }
    for deck in decks {
      try connection.run(
        "update decks set topic_id = null, arrived_ms = $3 where user_id = $1 and id = $2",
        [SQLValue(user), SQLValue(deck), .integer(account.stamp(now))])
    }
  }

  private static let belongings: [(SyncEntity, parent: SyncEntity, column: String)] = [
    (.subTopics, .decks, "deck_id"), (.cards, .decks, "deck_id"), (.sessions, .decks, "deck_id"),
    (.cardSubTopics, .cards, "card_id"), (.cardSubTopics, .subTopics, "sub_topic_id"),
  ]

  private static func remove(
    _ entity: SyncEntity, _ id: RowID, of user: UserID, at now: Timestamp,
    _ connection: some SQLConnection
  ) throws(SQLError) {
    try connection.run(
      "delete from \(entity.key) where user_id = $1 and id = $2", [SQLValue(user), SQLValue(id)])
    try connection.notePurged(Parent(entity: entity, id: id), of: user, at: now)
  }

  private static func old(
    _ entity: SyncEntity, of user: UserID, before limit: Timestamp,
    _ connection: some SQLConnection
  ) throws(SQLError) -> [(id: RowID, stamp: Int64)] {
    guard entity != .reviews else { return [] }
    return try connection.rows(
      """
      select id, arrived_ms from \(entity.key)
      where user_id = $1 and deleted_at_ms is not null and received_ms < $2
      """, [SQLValue(user), SQLValue(limit)]
    ) { ($0.id(0), $0.integer(1)) }
  }
}

extension SQLConnection {
  /// Notes that an id is one of what was removed for good.
  func notePurged(_ row: Parent, of user: UserID, at now: Timestamp) throws(SQLError) {
    try run(
      """
      insert into purged_ids (user_id, entity, id, purged_ms) values ($1, $2, $3, $4)
      on conflict (user_id, entity, id) do nothing
      """, [SQLValue(user), SQLValue(row.entity.rawValue), SQLValue(row.id), SQLValue(now)])
  }
}
