import FlashAPI
import FlashModel
import FlashSQL
import FlashServer
import FlashSnapshot
import FlashTestSupport
import Testing

@testable import FlashStore

/// Snapshots that are whole and packed as they should be, with something in them that cannot be.
@Suite struct ForgedSnapshotTests {
  private struct World {
    let site: SyncSite
    var first: Replica
    let folder: TemporaryDirectory
    let start: Timestamp

    init(_ database: TestDatabase = .sqlite) throws {
      (site, start) = try SyncSite.forSnapshots(database)
      first = try Replica(site.account(), seed: 11, at: start)
      try first.begin()
      try first.use(steps: 60)
      folder = try TemporaryDirectory()
    }

    /// The rows of the first device, with a change.
    func forged(_ change: String) throws -> SpoolFile {
      let file = try SpoolFile(in: folder.path)
      _ = try first.store.writeSnapshot(to: file)
      try SQLiteConnection(path: file.path, access: .write).execute(
        "pragma ignore_check_constraints = on; \(change)")
      return file
    }

    func manifest(_ packed: PackedSnapshot) -> SnapshotManifest {
      SnapshotManifest(
        id: "01935d2e-0000-7000-8000-000000000009", format: 1, bytes: packed.file.size,
        unpackedBytes: packed.unpackedSize, sha256: packed.hash, nextSince: 5, resyncEpoch: 1)
    }
  }

  private static let log = [
    "update reviews set rating = 7 where kind = 0",
    "update reviews set stability = -1 where stability is not null",
    "update reviews set due_at_ms = 1, state = 9 where state is not null",
    "update reviews set kind = 3", "update reviews set id = (select min(id) from reviews)",
  ]
  private static let rows = [
    "update cards set flag = 9", "update cards set id = (select min(id) from cards)",
    "update cards set deck_key = 99", "update decks set title = 'a' || char(0)",
    "update sub_topics set position = -1",
  ]

  @Test(
    "of a forged snapshot a server takes nothing, and keeps nothing",
    arguments: TestDatabase.here,
    log + rows + [
      "update reviews set card_key = 99", "update reviews set session_key = 99",
      "update reviews set stability = 9e999 where stability is not null",
    ])
  func up(database: TestDatabase, change: String) throws {
    var world = try World(database)
    let packed = try PackedSnapshot.pack(
      world.forged(change), to: nil, in: world.folder.path)
    let manifest = world.manifest(packed)
    #expect(try world.first.service.beginSnapshot(manifest) == SnapshotStanding(nextPart: 0))
    let bytes = try packed.file.read(Int(packed.file.size), at: 0)
    _ = try world.first.service.putSnapshotPart(0, bytes, of: manifest.id)
    #expect(try world.first.service.commitSnapshot(manifest.id) == nil)
    #expect(world.first.service.problems == [422])
    #expect(try world.first.service.device.everything().count == 0)
    let user = world.first.service.device.user
    #expect(try world.site.number(user, "select count(*) from snapshot_parts") == 0)
    #expect(try world.site.number(user, "select count(*) from reviews") == 0)
    // Rows travel, and an honest snapshot would as well.
    try world.first.sync(rows: 5_000)
    #expect(try world.site.number(user, "select count(*) from reviews where rating > 0") ?? 0 > 0)
  }

  @Test("of a forged snapshot a device takes nothing, and goes on as before", arguments: log + rows)
  func down(change: String) throws {
    let world = try World()
    let file = try world.forged(change)
    let packed = try PackedSnapshot.pack(file, to: nil, in: world.folder.path)
    var second = try Replica(
      world.site.device(of: world.first.service.device.user), seed: 12, at: world.start)
    #expect(throws: SnapshotError.self) {
      try second.store.adopt(file, world.manifest(packed), from: second.remote)
    }
    #expect(try second.store.hasNoRecords())
    #expect(try second.store.connection.rows("pragma journal_mode") { $0.text(0) } == ["wal"])
    #expect(try second.store.connection.integer("pragma ignore_check_constraints") == 0)
    try second.begin()
    try second.use(steps: 5)
    #expect(try second.findings() == [])
  }
}
