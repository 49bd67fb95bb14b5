internal import FlashModel
internal import FlashSQL

/// Opens a collection's file: finds out what it is before anything is changed.
struct StoreFile {
  let path: String

  struct Opened {
    let connection: SQLiteConnection
    let lock: FileLock?
  }

  func open(for purpose: Store.Purpose) throws(StoreError) -> Opened {
    switch purpose {
    case .writing:
      if FileFacts.isSymbolicLink(path) { throw .symbolicLink(path: path) }
      if FileFacts.size(path) > 0 { _ = try check(openForReading()) }
      return try storing { () throws(SQLError) in
        guard !FileFacts.isOnReadOnlyMount(path) else { throw .readOnly(path: path) }
        let lock = try FileLock(path: path + "-lock")
        return Opened(
          connection: try SQLiteConnection(path: path, access: .write), lock: lock)
      }
    case .reading:
      guard FileFacts.size(path) > 0 else { return try inMemory() }
      let connection = try openForReading()
      // Nothing is in it yet if whoever was making it was killed.
      guard try check(connection) != .empty else { return try inMemory() }
      return Opened(connection: connection, lock: nil)
    case .rehearsing:
      let copy = try inMemory()
      guard FileFacts.size(path) > 0 else { return copy }
      try copyCollection(into: copy.connection)
      return copy
    }
  }

  /// Copies the collection without a change to any file beside it. Under the lock nobody moves pages
  /// into the file, so while the log is empty it can be read as one that nobody changes; reading
  /// through the log would mark the log's index.
  private func copyCollection(into copy: SQLiteConnection) throws(StoreError) {
    // Where the lock can't be opened, such as on a read-only mount, the log is read as well.
    let lock = FileFacts.exists(path + "-lock") ? try? FileLock(path: path + "-lock") : nil
    let isLocked = lock?.acquire(tries: Store.lockTries) ?? false
    defer { lock?.release() }
    let isSettled =
      isLocked && FileFacts.size(path + "-wal") == 0 && FileFacts.size(path + "-journal") == 0
    let source =
      isSettled
      ? try storing { () throws(SQLError) in
        try SQLiteConnection(path: path, access: .immutable)
      } : try openForReading()
    _ = try check(source)
    try storing { () throws(SQLError) in try copy.copy(from: source) }
  }

  /// Sets the connection up and brings the schema to the newest version.
  func prepare(
    _ opened: Opened, for purpose: Store.Purpose, at now: Timestamp,
    random: inout any RandomNumberGenerator
  ) throws(StoreError) {
    if let lock = opened.lock, !lock.acquire(tries: Store.lockTries) { throw .locked(path: path) }
    defer { opened.lock?.release() }
    let connection = opened.connection
    let identity = Identity(random: &random)
    try storing { () throws(SQLError) in
      try connection.execute(StoreFile.settings)
      let version = try version(of: connection)
      let newest = Migrator.collection.newestVersion
      if version == newest {
        if purpose == .reading { return }
        // Whoever made the file may have been killed before it had its row.
        if try connection.integer("select count(*) from store") == 1 { return }
      } else if purpose == .reading, !connection.path.isEmpty {
        // An older schema is brought up to date by the next command that writes.
        throw .readOnly(path: path)
      }
      if opened.lock != nil { try connection.execute("pragma journal_mode = wal") }
      try Migrator.collection.run(on: connection, from: version)
      try connection.run(
        "insert or ignore into store values (1, $1, $2, $3, 0)", SQLValue(identity.store),
        SQLValue(identity.device), .integer(now.milliseconds))
      if opened.lock != nil { _ = try connection.checkpoint() }
    }
  }

  /// The ids of a collection that is made here.
  private struct Identity {
    let store: Identifier<Store>
    let device: Identifier<Store>

    init(random: inout any RandomNumberGenerator) {
      store = Identity.draw(using: &random)
      device = Identity.draw(using: &random)
    }

    private static func draw(
      using random: inout some RandomNumberGenerator
    ) -> Identifier<Store> {
      Identifier(high: random.next() & ~0xF000 | 0x4000, low: random.next() >> 2 | 1 << 63)
    }
  }

  /// What every connection of ours is set to. `synchronous = full`: a commit survives power loss.
  private static let settings = """
    pragma synchronous = full;
    pragma wal_autocheckpoint = 0;
    pragma foreign_keys = on;
    pragma trusted_schema = off;
    pragma cell_size_check = on;
    pragma cache_size = -32768;
    """

  private func inMemory() throws(StoreError) -> Opened {
    // An empty name is a private temporary database, which spills to a file when it grows.
    try storing { () throws(SQLError) in
      Opened(connection: try SQLiteConnection(path: "", access: .write), lock: nil)
    }
  }

  private func openForReading() throws(StoreError) -> SQLiteConnection {
    let canChange = !FileFacts.isOnReadOnlyMount(path) || FileFacts.size(path + "-wal") > 0
    // Whoever was making the file was killed: what it had begun has to be rolled back first.
    let isHot = canChange && FileFacts.size(path + "-journal") > 0
    return try storing { () throws(SQLError) in
      try SQLiteConnection(
        path: path, access: isHot ? .write : canChange ? .read : .immutable)
    }
  }

  /// Passes what is ours to read, and what is empty.
  private func check(_ connection: SQLiteConnection) throws(StoreError) -> Migrator.Finding {
    let finding = try storing { () throws(SQLError) in
      try Migrator.collection.examine(connection)
    }
    switch finding {
    case .empty: break
    case .foreign: throw .notACollection(path: path)
    case .ours(let version):
      let newest = Migrator.collection.newestVersion
      guard version <= newest else {
        throw .newerSchema(path: path, found: version, supported: newest)
      }
    }
    return finding
  }

  private func version(of connection: SQLiteConnection) throws(SQLError) -> Int {
    guard case .ours(let version) = try Migrator.collection.examine(connection) else { return 0 }
    return version
  }
}
