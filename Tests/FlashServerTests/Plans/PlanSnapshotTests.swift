import FlashAPI
import FlashModel
import FlashStore
import FlashTestSupport
import Testing

@testable import FlashServer

@Suite struct PlanSnapshotTests {
  @Test(
    "a snapshot that the plan has no room for is refused whole, and then rows are each told",
    arguments: TestDatabase.here)
  func decks(database: TestDatabase) throws {
    let (site, start) = try SyncSite.forSnapshots(database)
    let device = try site.account(plan: "free")
    var replica = try Replica(device, seed: 1, at: start)
    for number in 1...6 {
      let deck = try replica.store.addDeck(titled: "D\(number)", at: start)
      try replica.store.addCards([NewCard(front: "f", back: "b")], to: deck, at: start)
    }
    let report = try replica.sync(rows: 5_000, snapshotFrom: 1)
    #expect(replica.service.problems == [422])
    #expect(report.sent.refused.map(\.reason) == ["decks.create", "forbidden"])
    #expect(report.sent.refused.map(\.detail) == ["5", nil])
    #expect(try device.everything().decks.count == 5)
    try site.inDirectory("update users set plan_key = 'plus'")
    site.now = site.now.advanced(by: 3_600_000)
    #expect(try replica.sync(rows: 5_000).sent.refused.isEmpty)
    #expect(try device.everything().cards.count == 6)
  }

  @Test("the cards of a snapshot are counted before they are taken in", arguments: [200, 201])
  func cards(count: Int) throws {
    let (site, start) = try SyncSite.forSnapshots(.sqlite)
    let device = try site.account(plan: "free")
    var replica = try Replica(device, seed: 1, at: start)
    let deck = try replica.store.addDeck(titled: "D", at: start)
    try replica.store.addCards(
      (0..<count).map { NewCard(front: "\($0)", back: "b") }, to: deck, at: start)
    let report = try replica.sync(rows: 5_000, snapshotFrom: 1)
    #expect(replica.service.problems == (count > 200 ? [422] : []))
    #expect(
      report.sent.refused.map(\.reason) == (count > 200 ? ["cards.create_in_deck"] : []))
    #expect(try device.everything().cards.count == 200)
  }
}
