internal import FlashSQL

/// Indexes that an import into an empty collection makes at its end.
///
/// To sort what belongs into an index once costs a fraction of what it costs to put it there row by
/// row. Only those are among them that an import looks nothing up by while all cards are its own.
/// They go and come within the transaction of the import, so nobody else ever sees a collection
/// without them.
struct LateIndexes {
  private static let names = [
    "cards_by_change", "cards_by_due", "card_sub_topics_by_change",
    "card_sub_topics_by_sub_topic", "reviews_by_card", "reviews_by_time",
  ]

  /// As `cache_size` has it: in KiB if it is below 0.
  private static let sorted = -2_000

  /// What makes them, as it stands in the schema.
  private var statements: [(table: String, sql: String)] = []

  /// Takes the indexes away, if the collection has neither cards nor a log.
  init(of store: Store) throws(StoreError) {
    guard try store.hasNoCards() else { return }
    for name in LateIndexes.names {
      let statement = try store.row(
        "select tbl_name, sql from sqlite_schema where type = 'index' and name = $1", [.text(name)]
      ) { (table: $0.text(0), sql: $0.text(1)) }
      guard let statement else { continue }
      statements.append(statement)
      try storing { () throws(SQLError) in try store.connection.execute("drop index \(name)") }
    }
  }

  /// Makes them.
  func make(in store: Store) throws(StoreError) {
    guard !statements.isEmpty else { return }
    // As much is sorted at a time as pages may be kept. What a processor's cache holds is sorted in half
    // the time.
    try storing { () throws(SQLError) in
      try store.connection.execute("pragma main.cache_size = \(LateIndexes.sorted)")
    }
    defer {
      // It costs time alone if this can't be set.
      try? store.connection.execute("pragma main.cache_size = \(Store.cacheSize)")
    }
    for statement in statements {
      try storing { () throws(SQLError) in try store.connection.execute(statement.sql) }
    }
  }

  /// The table of the log, to be filled beside the collection; nil if that has cards or a log.
  func log(of store: Store) throws(StoreError) -> SideLog.Table? {
    let indexes = statements.filter { $0.table == "reviews" }.map(\.sql)
    guard !indexes.isEmpty else { return nil }
    return try store.row("select sql from sqlite_schema where name = 'reviews'", []) {
      SideLog.Table(sql: $0.text(0), indexes: indexes)
    }
  }
}
