public import FlashModel
internal import FlashSQL

/// What could be read of a damaged collection.
public struct SalvageReport: Sendable, Hashable {
  /// Records of each entity, settings apart.
  public var records: [SyncEntity: Int] = [:]
  /// Of them, how many were reached through their page alone, for the way to it is damaged.
  public var strayRecords = 0
  /// Rows that can't be a record: a value does not fit, or the row they belong to is lost.
  public var refusedRows = 0
  /// The files that cards show, by name.
  public var assets: [SalvagedAsset] = []
  /// Decks that were made for cards whose own could not be read.
  public var standInDecks = 0
  /// Whether everything was read without meeting damage.
  public var isWhole = true
}

/// A file that cards of a damaged collection show.
public struct SalvagedAsset: Sendable, Hashable {
  public let asset: StoredAsset
  /// Where it lies; nil if it is not there in its size.
  public let path: String?
}

/// Reads what is readable of a damaged collection. The file itself is not touched.
///
/// Rows are taken from each table from the front and from the back, as far as SQLite reaches, then
/// from every page of the file that has the form of one of our tables. They are gathered in a new
/// collection, whose rules they have to meet, and given out as records.
public struct StoreSalvage {
  private let path: String
  private let scratch: String
  private let now: Timestamp
  private let random: any RandomNumberGenerator

  /// - Parameters:
  ///   - path: the damaged file.
  ///   - scratch: a path that is free, with free names after it, on a disk with room for two copies.
  public init(
    of path: String, scratch: String, at now: Timestamp, random: any RandomNumberGenerator
  ) {
    self.path = path
    self.scratch = scratch
    self.now = now
    self.random = random
  }

  /// Calls `body` for each record that can be read, as ``Store/forEachRecord(of:_:)`` does.
  /// - Parameter check: called now and then; what it throws ends the salvage.
  /// - Throws: `StoreError` if the file can't be read at all; what `body` and `check` throw.
  public func run(
    _ check: () throws -> Void = {}, _ body: (StoredRecord) throws -> Void
  ) throws -> SalvageReport {
    defer { removeScratch() }
    do {
      removeScratch()
      try FileSteps.copy(path, to: copy)
      if FileFacts.size(path + "-wal") > 0 { try FileSteps.copy(path + "-wal", to: copy + "-wal") }
      var report = SalvageReport()
      do {
        // SQLite would let others read it; it may stand in a folder that is everybody's.
        try FileSteps.empty(rebuilt)
        let target = try SQLiteConnection(path: rebuilt, access: .write)
        try build(target)
        try target.execute("begin")
        try gather(into: target, &report, check)
        report.standInDecks = try addStandIns(target)
        report.refusedRows += try orphans(target)
        try target.execute("commit")
      }
      let store = try Store(path: rebuilt, for: .reading, at: now, random: random)
      try store.forEachRecord { record in
        if let entity = record.entity { report.records[entity, default: 0] += 1 }
        try body(record)
      }
      report.assets = try store.assets().map { asset in
        let path = "\(Store.mediaFolder(of: path))/\(asset.hash.prefix(2))/\(asset.hash)"
        let isThere = FileFacts.exists(path) && FileFacts.size(path) == Int64(asset.size)
        return SalvagedAsset(asset: asset, path: isThere ? path : nil)
      }
      return report
    } catch let error as SQLError {
      throw StoreError.database(error)
    }
  }

  private var copy: String { scratch + ".damaged" }
  private var rebuilt: String { scratch + ".rebuilt" }

  /// A failure to remove it only leaves a file that the next salvage overwrites.
  private func removeScratch() {
    for file in [copy, rebuilt] {
      for suffix in ["", "-wal", "-shm", "-journal", "-lock"] {
        // Most of them never were; one that stays is in nobody's way.
        try? FileSteps.remove(file + suffix)
      }
    }
  }

  /// Makes an empty collection that takes rows whatever they point to.
  private func build(_ target: SQLiteConnection) throws(SQLError) {
    try target.execute("pragma synchronous = off; pragma foreign_keys = off")
    try Migrator.collection.run(on: target, from: 0)
    try target.run(
      "insert into store values (1, randomblob(16), randomblob(16), $1, 0)", SQLValue(now))
  }

  private func gather(
    into target: SQLiteConnection, _ report: inout SalvageReport, _ check: () throws -> Void
  ) throws {
    var sink = try SalvageSink(target)
    report.isWhole = try readTables(into: &sink, check)
    let reached = sink.taken
    // Whatever SQLite has reached is not taken again.
    let pages = PageScan(try FileSteps.bytes(of: copy))
    try pages.forEachRow(check) { row in
      guard let table = SalvagedTable.allCases.first(where: { $0.fits(row) }) else { return }
      sink.take(row, into: table)
    }
    report.strayRecords = sink.taken - reached
    report.refusedRows = sink.refused
    if report.strayRecords > 0 || sink.refused > 0 { report.isWhole = false }
  }

  /// Reads the tables as SQLite sees them.
  /// - Returns: whether no damage was met.
  private func readTables(
    into sink: inout SalvageSink, _ check: () throws -> Void
  ) throws -> Bool {
    let source: SQLiteConnection
    do throws(SQLError) {
      source = try SQLiteConnection(path: copy, access: .write)
      try source.execute("pragma trusted_schema = off; pragma cell_size_check = on")
      // What is still in the log beside it belongs to the file, and pages are read from there.
      _ = try source.checkpoint()
      guard case .ours = try Migrator.collection.examine(source) else { return false }
    } catch {
      return false
    }
    var isWhole = true
    for table in SalvagedTable.allCases {
      try check()
      isWhole = sink.read(table, from: source) && isWhole
    }
    return isWhole
  }

  /// Makes a deck for cards and sub-topics whose own is lost, so that they are not lost with it.
  private func addStandIns(_ target: SQLiteConnection) throws(SQLError) -> Int {
    try target.run(
      """
      insert into decks (
        key, id, title, accent_color, default_study_mode, updated_at_ms, change_seq)
      select distinct deck_key, randomblob(16), 'salvaged ' || deck_key, 'amber', 'smart', $1, 0
      from (select deck_key from cards union select deck_key from sub_topics)
      where deck_key not in (select key from decks)
      """, SQLValue(now))
    return target.changedRows
  }

  /// Rows that belong to one that is lost, and so to no record.
  private func orphans(_ target: SQLiteConnection) throws(SQLError) -> Int {
    Int(
      try target.integer(
        """
        select (select count(*) from reviews where card_key not in (select key from cards))
          + (select count(*) from card_sub_topics where card_key not in (select key from cards)
            or sub_topic_key not in (select key from sub_topics))
        """) ?? 0)
  }
}

extension StoredRecord {
  /// What it is a record of; nil for a setting.
  fileprivate var entity: SyncEntity? {
    switch self {
    case .setting: nil
    case .topic: .topics
    case .deck: .decks
    case .subTopic: .subTopics
    case .card: .cards
    case .session: .sessions
    case .link: .cardSubTopics
    case .review: .reviews
    }
  }
}
