import FlashAPI
import FlashModel
import FlashServer
import FlashStore
import FlashTestSupport
import Testing

/// The first exchange of a collection as one file.
@Suite struct SnapshotExchangeTests {
  /// A site whose clock is later than anything that happens, and a device.
  private static func site(_ database: TestDatabase) throws -> (SyncSite, SyncDevice, Timestamp) {
    let (site, start) = try SyncSite.forSnapshots(database)
    return (site, try site.account(), start)
  }

  @Test(
    "what goes up and down by snapshot is what rows bring",
    arguments: TestDatabase.here, 0..<8)
  func equality(database: TestDatabase, seed: Int) throws {
    let (site, device, start) = try Self.site(database)
    var first = try Replica(device, seed: UInt64(seed), at: start)
    try first.begin()
    try first.use(steps: 60)
    let report = try first.sync(rows: 5_000, snapshotFrom: 1)
    #expect(first.service.calls.contains("commitSnapshot"))
    #expect(first.service.problems == [], "seed \(seed)")
    #expect(first.service.pushes == 0, "seed \(seed)")
    #expect(report.sent.sent > 20)
    #expect(try first.store.pending(for: first.remote).total == 0)

    let rows = try device.everything().normalized
    let other = try site.account(2)
    var twin = try Replica(other, seed: UInt64(seed), at: start)
    try twin.begin()
    try twin.use(steps: 60)
    try twin.sync(rows: 5_000)
    #expect(twin.service.pushes == 1)
    #expect(try other.everything().normalized == rows, "seed \(seed)")

    for isBuiltAnew in [false, true] {
      if isBuiltAnew { try site.inAccount(device.user, "delete from snapshots") }
      var second = try Replica(site.device(of: device.user), seed: 99, at: start)
      try second.sync(rows: 5_000, snapshotFrom: 1)
      #expect(second.service.calls.filter { $0 == "getSnapshotPart" }.count == 1)
      #expect(second.service.problems == [], "seed \(seed)")
      let difference = try second.contents().symmetricDifference(first.contents())
      #expect(difference.isEmpty, "seed \(seed), anew \(isBuiltAnew): \(difference)")
      #expect(try second.findings() == [], "seed \(seed)")
      #expect(try second.store.pending(for: second.remote).total == 0)
      try second.sync(rows: 5_000, snapshotFrom: 1)
      #expect(second.service.pushes == 0)
    }
  }
}
