import FlashAPI
import FlashModel
import FlashScheduler
import FlashStore
import FlashTestSupport
import Testing

@Suite struct StoreExchangeTests {
  @Test(
    "collections that exchange through the service end up with the same",
    arguments: TestDatabase.here, 0..<4)
  func convergence(database: TestDatabase, seed: Int) throws {
    let site = try SyncSite(database)
    let start = site.now
    // Later than anything that happens, so that no clock is ahead.
    site.now = start.advanced(by: 30 * 86_400_000)
    let device = try site.account()
    var replicas = [try Replica(device, seed: UInt64(10 * seed + 1), at: start)]
    for number in 2...3 {
      replicas.append(
        try Replica(
          site.device(of: device.user), seed: UInt64(10 * seed + number),
          at: start.advanced(by: Int64(number))))
    }
    try replicas[0].begin()
    try replicas[0].use(steps: 15)
    for index in replicas.indices { try replicas[index].sync(rows: 11) }
    for round in 0..<3 {
      for index in replicas.indices {
        try replicas[index].use(steps: 8)
        if (index + round) % 2 == 0 { try replicas[index].sync(rows: 9 + round) }
      }
    }
    for _ in 0..<2 { for index in replicas.indices { try replicas[index].sync(rows: 5_000) } }
    try replicas[0].sync(rows: 5_000)
    let first = try replicas[0].contents()
    #expect(first.count > 60)
    for replica in replicas.dropFirst() {
      let difference = try replica.contents().symmetricDifference(first)
      #expect(difference.isEmpty, "seed \(seed): \(difference)")
      #expect(try replica.findings() == [], "seed \(seed)")
    }
  }

  @Test("the first exchange of a device brings what was taken back and reset, too")
  func firstExchange() throws {
    let site = try SyncSite(.sqlite)
    let start = site.now
    site.now = start.advanced(by: 86_400_000)
    let device = try site.account()
    let first = try Replica(device, seed: 1, at: start)
    let second = try Replica(site.device(of: device.user), seed: 2, at: start)
    var replicas = [first, second]
    try replicas[0].begin()
    let cards = try first.store.cards().map(\.card.id)
    for (index, card) in cards.prefix(2).enumerated() {
      _ = try first.store.record(
        Answer(
          cardID: card, rating: .good, ratedAt: start.advanced(by: Int64(1_000 * (index + 1))),
          durationMilliseconds: 900), by: Replica.rules)
    }
    _ = try first.store.undo(by: Replica.rules, at: start.advanced(by: 5_000))
    try first.store.resetCards([cards[0]], at: start.advanced(by: 6_000))
    for index in replicas.indices { try replicas[index].sync(rows: 5_000) }
    #expect(
      try first.contents().count { if case .review = $0 { true } else { false } } == 4)
    #expect(try second.contents() == first.contents())
  }
}
