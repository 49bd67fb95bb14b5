import FlashAPI
import FlashModel
import FlashServer
import FlashStore
import FlashTestSupport
import Testing

/// What becomes of a first exchange that is cut, spoilt, or not alone.
@Suite struct SnapshotFaultTests {
  private struct World {
    let site: SyncSite
    let device: SyncDevice
    var first: Replica
    let start: Timestamp

    init(_ database: TestDatabase = .sqlite) throws {
      (site, start) = try SyncSite.forSnapshots(database)
      device = try site.account()
      first = try Replica(device, seed: 5, at: start)
      try first.begin()
      try first.use(steps: 40)
    }

    func other(_ seed: UInt64 = 6) throws -> Replica {
      try Replica(site.device(of: device.user), seed: seed, at: start)
    }
  }

  @Test(
    "an upload whose connection is cut at any call goes on, and leaves the same account",
    arguments: ["beginSnapshot", "putSnapshotPart", "commitSnapshot"], [false, true])
  func cutUp(call: String, arrives: Bool) throws {
    var world = try World()
    world.first.service.cut = (call, 1, arrives)
    #expect(throws: CutConnection.self) {
      try world.first.sync(rows: 5_000, snapshotFrom: 1)
    }
    if !(call == "commitSnapshot" && arrives) {
      #expect(try world.device.everything().count == 0)
    }
    world.first.service.calls = []
    try world.first.sync(rows: 5_000, snapshotFrom: 1)
    let sent = world.first.service.calls.filter { $0 == "putSnapshotPart" }.count
    let isThere = call == "commitSnapshot" || call == "putSnapshotPart" && arrives
    #expect(sent == (isThere ? 0 : 1))
    #expect(world.first.service.pushes == 0)
    var second = try world.other()
    try second.sync(rows: 5_000)
    #expect(try second.contents() == world.first.contents())
    #expect(try world.first.store.pending(for: world.first.remote).total == 0)
  }

  @Test("a download whose connection is cut goes on, and nothing was taken in before")
  func cutDown() throws {
    var world = try World()
    try world.first.sync(rows: 5_000, snapshotFrom: 1)
    var second = try world.other()
    second.service.cut = ("getSnapshotPart", 1, false)
    #expect(throws: CutConnection.self) { try second.sync(rows: 5_000, snapshotFrom: 1) }
    #expect(try second.contents().isEmpty)
    try second.sync(rows: 5_000, snapshotFrom: 1)
    #expect(try second.contents() == world.first.contents())
  }

  @Test("a part that is spoilt on its way is not taken, and rows travel")
  func spoilt() throws {
    var world = try World()
    world.first.service.spoil = { _, bytes in
      var bytes = bytes
      bytes[bytes.count / 2] ^= 4
      return bytes
    }
    try world.first.sync(rows: 5_000, snapshotFrom: 1)
    #expect(world.first.service.problems.last == 422)
    #expect(world.first.service.pushes == 1)
    #expect(try world.site.number(world.device.user, "select count(*) from snapshot_parts") == 0)

    var second = try world.other()
    second.service.spoil = { _, bytes in Array(bytes.dropLast(9)) + Array(repeating: 0, count: 9) }
    let report = try second.sync(rows: 5_000, snapshotFrom: 1)
    #expect(report.snapshotProblem == "the snapshot can't be used: data corruption detected")
    #expect(try second.contents() == world.first.contents())
    #expect(try second.findings() == [])
  }

  @Test("of two devices that both send everything, one is first and the other sends rows")
  func race() throws {
    var world = try World()
    var second = try world.other()
    try second.begin()
    world.first.service.cut = ("commitSnapshot", 1, false)
    #expect(throws: CutConnection.self) {
      try world.first.sync(rows: 5_000, snapshotFrom: 1)
    }
    try second.sync(rows: 5_000, snapshotFrom: 1)
    try world.first.sync(rows: 5_000, snapshotFrom: 1)
    #expect(world.first.service.pushes == 1)
    try second.sync(rows: 5_000)
    #expect(try second.contents() == world.first.contents())
  }

  @Test("a device that has records, or an account that had some, exchanges rows")
  func notEmpty() throws {
    var world = try World()
    try world.first.sync(rows: 5_000)
    #expect(world.first.service.calls.allSatisfy { $0 == "getSnapshot" })
    var second = try world.other()
    try second.begin()
    try second.sync(rows: 5_000, snapshotFrom: 1)
    #expect(second.service.calls == [])
    #expect(second.service.pushes == 1)
  }

  @Test("what was changed here while everything was on its way is sent as rows")
  func meanwhile() throws {
    var world = try World()
    world.first.service.cut = ("commitSnapshot", 1, true)
    #expect(throws: CutConnection.self) {
      try world.first.sync(rows: 5_000, snapshotFrom: 1)
    }
    try world.first.use(steps: 10)
    try world.first.sync(rows: 5_000, snapshotFrom: 1)
    #expect(world.first.service.pushes == 1)
    var second = try world.other()
    try second.sync(rows: 5_000, snapshotFrom: 1)
    #expect(try second.contents() == world.first.contents())
    #expect(try second.findings() == [])
  }

  @Test("a clock that is ahead makes rows travel, and the account is corrected as ever")
  func ahead() throws {
    var world = try World()
    world.site.now = world.start
    try world.first.sync(rows: 5_000, snapshotFrom: 1)
    #expect(world.first.service.problems.last == 422)
    #expect(world.first.service.pushes == 1)
    #expect(try world.device.everything().count == world.first.contents().count)
  }

  @Test(
    "a snapshot that is announced wrongly is refused before a part of it is taken",
    arguments: TestDatabase.here)
  func announced(database: TestDatabase) throws {
    var world = try World(database)
    let good = SnapshotManifest(
      id: "01935d2e-0000-7000-8000-000000000001", format: 1, bytes: 100, unpackedBytes: 1_000,
      sha256: String(repeating: "a", count: 64))
    func status(_ change: (inout SnapshotManifest) -> Void) throws -> Int? {
      var manifest = good
      change(&manifest)
      world.first.service.problems = []
      _ = try world.first.service.beginSnapshot(manifest)
      return world.first.service.problems.last
    }
    #expect(try status { $0.id = "x" } == 422)
    #expect(try status { $0.format = 2 } == 422)
    #expect(try status { $0.bytes = 0 } == 422)
    #expect(try status { $0.bytes = 1 << 40 } == 413)
    #expect(try status { $0.unpackedBytes = 1 << 40 } == 413)
    #expect(try status { $0.sha256 = "A" } == 422)
    #expect(try status { _ in } == nil)
    #expect(try status { $0.bytes = 101 } == 409)
    world.first.service.problems = []
    let early = try world.first.service.putSnapshotPart(
      3, [1], of: good.id)
    #expect(early == SnapshotStanding(nextPart: 0))
    #expect(try world.first.service.putSnapshotPart(0, [1], of: good.id) == nil)
    #expect(try world.first.service.commitSnapshot(good.id) == nil)
    #expect(world.first.service.problems == [422, 409])
  }
}
