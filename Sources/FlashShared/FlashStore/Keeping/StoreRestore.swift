public import FlashModel
internal import FlashSQL
internal import FlashThreads

/// A collection that was put in the place of another.
public struct RestoreReport: Sendable, Hashable {
  /// The copy that was kept of what stood there before; nil if nothing did.
  public let kept: String?
  /// Whether what stood there was damaged, so that its bytes were kept as they were.
  public let wasDamaged: Bool
  public let cards: Int
  public let reviews: Int
  /// Names of files that cards show and neither the backup nor the collection has.
  public let missing: [String]

  public init(
    kept: String?, wasDamaged: Bool, cards: Int, reviews: Int, missing: [String] = []
  ) {
    self.missing = missing
    self.kept = kept
    self.wasDamaged = wasDamaged
    self.cards = cards
    self.reviews = reviews
  }
}

/// Puts a backup in the place of a collection.
public struct StoreRestore {
  /// The collection's file.
  private let store: String
  private let now: Timestamp
  private var random: any RandomNumberGenerator

  /// - Parameter random: where the new device id comes from.
  public init(of store: String, at now: Timestamp, random: any RandomNumberGenerator) {
    self.store = store
    self.now = now
    self.random = random
  }

  /// Checks `backup` and puts it in the place of the collection, of which a copy is kept beside it.
  ///
  /// It is another replica from then on, so it takes a new device id. Programs that have the
  /// collection open see the restored one at their next look.
  /// - Parameter check: called several times a second; what it throws ends the restore.
  /// - Throws: `StoreError`; the collection is as it was then.
  public mutating func run(
    from backup: String, _ check: () throws -> Void = {}
  ) throws -> RestoreReport {
    let prepared = store + ".restored"
    do {
      guard !FileFacts.isSymbolicLink(store) else { throw StoreError.symbolicLink(path: store) }
      let counts = try prepare(backup, at: prepared, check)
      defer {
        // It has taken its place, or is made anew the next time.
        try? FileSteps.remove(prepared)
      }
      let lock = try FileLock(path: store + "-lock")
      guard lock.acquire(tries: Store.lockTries) else { throw StoreError.locked(path: store) }
      defer { lock.release() }
      let before = try keepPresent(check)
      let missing = try takeMedia(of: backup, prepared, check)
      try replace(with: prepared, isDamaged: before.isDamaged, check)
      return RestoreReport(
        kept: before.kept, wasDamaged: before.isDamaged, cards: counts.cards,
        reviews: counts.reviews, missing: missing)
    } catch let error as SQLError {
      throw StoreError.database(error)
    }
  }

  /// Puts the backup's media with the collection's, of which none is removed: until the database is
  /// exchanged the old one needs them.
  /// - Returns: the names of those that are in neither.
  private func takeMedia(
    of backup: String, _ prepared: String, _ check: () throws -> Void
  ) throws -> [String] {
    var media = MediaCopy(
      from: Store.mediaFolder(of: backup), to: Store.mediaFolder(of: store))
    do {
      return try media.run(
        Store.assets(in: SQLiteConnection(path: prepared, access: .read)), check
      ).missing
    } catch {
      media.discard()
      throw error
    }
  }

  /// Makes of a backup the file that is to stand there: of the newest schema, checked, with an id of
  /// its own.
  private mutating func prepare(
    _ backup: String, at path: String, _ check: () throws -> Void
  ) throws -> (cards: Int, reviews: Int) {
    let source = StoreFile(path: backup)
    guard FileFacts.size(backup) > 0, try source.check(source.connectionForReading()) > 0 else {
      throw StoreError.missing(backup)
    }
    _ = try DatabaseCopy(path: backup).write(to: path, check)
    let copy = try SQLiteConnection(path: path, access: .write)
    try copy.execute(StoreFile.settings)
    let borrowed = Borrowed(copy)
    let work = SideWork { DatabaseCopy.problems(borrowed, "integrity_check") }
    if let problem = try work.result(check).get().first {
      throw StoreError.damaged(path: backup, reason: problem)
    }
    try Migrator.collection.run(on: copy, from: source.version(of: copy))
    try copy.run(
      "update store set device_id = $1", SQLValue(StoreFile.draw(using: &random)))
    return (
      Int(try copy.integer("select count(*) from cards where deleted_at_ms is null") ?? 0),
      Int(try copy.integer("select count(*) from reviews") ?? 0)
    )
  }

  /// Keeps what stands there: as a backup, or, where that can't be, byte by byte.
  private func keepPresent(
    _ check: () throws -> Void
  ) throws -> (kept: String?, isDamaged: Bool) {
    guard FileFacts.size(store) > 0 else { return (nil, false) }
    let folder = FileSteps.folder(of: store)
    let kept = StoreBackup(of: store).freePath(in: folder, mark: "before-restore", at: now)
    do {
      try StoreFile(path: store).check(StoreFile(path: store).connectionForReading())
      var media = MediaCopy(
        from: Store.mediaFolder(of: store), to: Store.mediaFolder(of: kept))
      do {
        _ = try DatabaseCopy(path: store, isLocked: true).write(to: kept, check) { path in
          _ = try media.run(
            Store.assets(in: SQLiteConnection(path: path, access: .read)), check)
        }
      } catch {
        media.discard()
        throw error
      }
      return (kept, false)
    } catch {
      guard StoreRestore.isDamage(error) else { throw error }
    }
    try FileSteps.copy(store, to: kept)
    try FileSteps.sync(kept)
    if FileFacts.size(store + "-wal") > 0 {
      try FileSteps.copy(store + "-wal", to: kept + "-wal")
      try FileSteps.sync(kept + "-wal")
    }
    return (kept, true)
  }

  /// Whether an error says that a file is damaged, rather than that the disk is full.
  private static func isDamage(_ error: any Error) -> Bool {
    switch error {
    case SQLError.notADatabase, SQLError.corrupt, StoreError.notACollection,
      StoreError.copyDiffers, StoreError.database(.notADatabase), StoreError.database(.corrupt):
      true
    default: false
    }
  }

  /// Overwrites the collection in one transaction, so that whoever has it open goes on with the new
  /// content. Where there is none, or it is damaged, the file itself is exchanged.
  private func replace(
    with prepared: String, isDamaged: Bool, _ check: () throws -> Void
  ) throws {
    guard !isDamaged, FileFacts.size(store) > 0 else {
      for suffix in ["-wal", "-shm"] { try FileSteps.remove(store + suffix) }
      try FileSteps.sync(prepared)
      return try FileSteps.rename(prepared, to: store)
    }
    let source = try SQLiteConnection(path: prepared, access: .read)
    let target = try SQLiteConnection(path: store, access: .write)
    try target.execute(StoreFile.settings)
    try target.copy(from: source)
    try target.execute("pragma journal_mode = wal")
    _ = try target.checkpoint()
  }
}
