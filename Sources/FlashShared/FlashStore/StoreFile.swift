internal import FlashModel
internal import FlashSQL

/// Opens a collection's file: finds out what it is before anything is changed.
struct StoreFile {
  let path: String

  struct Opened {
    let connection: SQLiteConnection
    let lock: FileLock?
    /// The file's schema as it was found, 0 if there is none.
    var schema = 0
  }

  func open(for purpose: Store.Purpose) throws(StoreError) -> Opened {
    // A device has no size, and would pass for a collection that is yet to be made.
    if FileFacts.isOther(path) { throw .database(.notADatabase(path: path)) }
    switch purpose {
    case .writing:
      if FileFacts.isSymbolicLink(path) { throw .symbolicLink(path: path) }
      let found = FileFacts.size(path) > 0 ? try check(connectionForReading()) : 0
      return try storing { () throws(SQLError) in
        guard !FileFacts.isOnReadOnlyMount(path) else { throw .readOnly(path: path) }
        let lock = try FileLock(path: path + "-lock")
        return Opened(
          connection: try SQLiteConnection(path: path, access: .write), lock: lock, schema: found)
      }
    case .reading:
      guard FileFacts.size(path) > 0 else { return try inMemory() }
      let connection = try connectionForReading()
      let version = try check(connection)
      // An older schema is read from a private copy, which is brought up to date; the file itself is
      // by the next command that writes. So is one that has nothing in it yet, because whoever was
      // making it was killed.
      guard version == Migrator.collection.newestVersion else { return try copied() }
      return Opened(connection: connection, lock: nil, schema: version)
    case .rehearsing:
      guard FileFacts.size(path) > 0 else { return try inMemory() }
      return try copied()
    }
  }

  private func copied() throws(StoreError) -> Opened {
    var copy = try inMemory()
    copy.schema = try copyCollection(into: copy.connection)
    return copy
  }

  /// Copies the collection without a change to any file beside it. Under the lock nobody moves pages
  /// into the file, so while the log is empty it can be read as one that nobody changes; reading
  /// through the log would mark the log's index.
  /// - Returns: the version of its schema.
  private func copyCollection(into copy: SQLiteConnection) throws(StoreError) -> Int {
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
      } : try connectionForReading()
    let version = try check(source)
    try storing { () throws(SQLError) in try copy.copy(from: source) }
    return version
  }

  /// Sets the connection up and brings the schema to the newest version.
  /// - Returns: whether the collection was made here.
  func prepare(
    _ opened: Opened, for purpose: Store.Purpose, at now: Timestamp,
    random: inout any RandomNumberGenerator
  ) throws(StoreError) -> Bool {
    if let lock = opened.lock, !lock.acquire(tries: Store.lockTries) { throw .locked(path: path) }
    defer { opened.lock?.release() }
    let connection = opened.connection
    let identity = Identity(random: &random)
    let version = try storing { () throws(SQLError) in
      try connection.execute(StoreFile.settings)
      let version = try self.version(of: connection)
      // A backup that was put in place by hand has no log yet.
      if opened.lock != nil { try connection.execute("pragma journal_mode = wal") }
      return version
    }
    if version == Migrator.collection.newestVersion {
      if purpose == .reading { return false }
      // Whoever made the file may have been killed before it had its row.
      let rows = try storing { () throws(SQLError) in
        try connection.integer("select count(*) from store")
      }
      if rows == 1 { return false }
    }
    if opened.lock != nil, 1..<Migrator.collection.newestVersion ~= version {
      try keepCopy(ofVersion: version)
    }
    try storing { () throws(SQLError) in
      try Migrator.collection.run(on: connection, from: version)
      try connection.run(
        "insert or ignore into store values (1, $1, $2, $3, 0)", SQLValue(identity.store),
        SQLValue(identity.device), .integer(now.milliseconds))
      if opened.lock != nil { _ = try connection.checkpoint() }
    }
    return version == 0
  }

  /// Keeps the file as it is before its schema changes: beside it, with the schema's number.
  private func keepCopy(ofVersion version: Int) throws(StoreError) {
    do {
      _ = try DatabaseCopy(path: path, isLocked: true).write(to: "\(path).v\(version)")
    } catch let error as StoreError {
      throw error
    } catch let error as SQLError {
      throw .database(error)
    } catch {
      preconditionFailure("a copy that nobody stops fails with an error of the database")
    }
  }

  /// The ids of a collection that is made here.
  private struct Identity {
    let store: Identifier<Store>
    let device: Identifier<Store>

    init(random: inout any RandomNumberGenerator) {
      store = StoreFile.draw(using: &random)
      device = StoreFile.draw(using: &random)
    }
  }

  /// A random id of version 4.
  static func draw(using random: inout any RandomNumberGenerator) -> Identifier<Store> {
    // Opening the existential once: the generator below is generic.
    func drawn(_ random: inout some RandomNumberGenerator) -> Identifier<Store> {
      Identifier(high: random.next() & ~0xF000 | 0x4000, low: random.next() >> 2 | 1 << 63)
    }
    return drawn(&random)
  }

  /// What every connection of ours is set to. `synchronous = full`: a commit survives power loss.
  static let settings = """
    pragma synchronous = full;
    pragma foreign_keys = on;
    pragma trusted_schema = off;
    pragma cell_size_check = on;
    pragma cache_size = \(Store.cacheSize);
    """

  private func inMemory() throws(StoreError) -> Opened {
    // An empty name is a private temporary database, which spills to a file when it grows.
    try storing { () throws(SQLError) in
      Opened(connection: try SQLiteConnection(path: "", access: .write), lock: nil)
    }
  }

  func connectionForReading() throws(StoreError) -> SQLiteConnection {
    // Whoever was filling the file was killed, or is about it: what it had begun has to be rolled back
    // first, and where that can't be, the file can't be read.
    let isHot = FileFacts.size(path + "-journal") > 0
    let canChange =
      isHot || !FileFacts.isOnReadOnlyMount(path) || FileFacts.size(path + "-wal") > 0
    return try storing { () throws(SQLError) in
      try SQLiteConnection(
        path: path, access: isHot ? .write : canChange ? .read : .immutable)
    }
  }

  /// Passes what is ours to read, and what is empty.
  /// - Returns: the version of the schema, 0 if nothing is there yet.
  @discardableResult
  func check(_ connection: SQLiteConnection) throws(StoreError) -> Int {
    let finding = try storing { () throws(SQLError) in
      try Migrator.collection.examine(connection)
    }
    switch finding {
    case .empty: return 0
    case .foreign: throw .notACollection(path: path)
    case .ours(let version):
      let newest = Migrator.collection.newestVersion
      guard version <= newest else {
        throw .newerSchema(path: path, found: version, supported: newest)
      }
      return version
    }
  }

  func version(of connection: SQLiteConnection) throws(SQLError) -> Int {
    guard case .ours(let version) = try Migrator.collection.examine(connection) else { return 0 }
    return version
  }
}
