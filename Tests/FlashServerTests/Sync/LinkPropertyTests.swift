import FlashAPI
import FlashModel
import FlashTestSupport
import Testing

/// Links of the same cards and sub-topics that devices have made apart, each with an id of its own.
@Suite struct LinkPropertyTests {
  private struct Pair: Hashable {
    let card: CardID
    let subTopic: SubTopicID

    init(_ link: CardSubTopic) { (card, subTopic) = (link.cardID, link.subTopicID) }
  }

  /// Up to five links of each of six pairs, in any order, each with a clock of its own.
  private static func links(_ random: inout SeededRandom) -> [CardSubTopic] {
    var links: [CardSubTopic] = []
    for pair in 0..<6 as Range<UInt64> {
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        links.append(
          CardSubTopic(
            id: id(100 + UInt64(links.count)), cardID: id(10 + pair / 2),
            subTopicID: id(20 + pair % 2), updatedAt: time(Int64(links.count) * 10 + 5)))
      }
    }
    return links.shuffled(using: &random)
  }

  /// Sends rows by three devices in pushes of any size, some of them twice.
  private static func send(
    _ links: [CardSubTopic], by devices: [SyncDevice], _ random: inout SeededRandom
  ) throws {
    var pending = links.shuffled(using: &random)
    pending += links.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
    while !pending.isEmpty {
      let count = min(pending.count, Int.random(in: 1...7, using: &random))
      let device = devices[Int.random(in: 0..<devices.count, using: &random)]
      let answer = try device.push(Array(pending.prefix(count)))
      #expect(answer.rejected.allSatisfy { $0.reason == "stale" }, "\(answer.rejected)")
      pending.removeFirst(count)
      let live = try devices[0].everything().cardSubTopics.filter { $0.deletedAt == nil }
      #expect(Set(live.map(Pair.init)).count == live.count, "two live links of a pair")
    }
  }

  private static func devices(_ database: TestDatabase) throws -> [SyncDevice] {
    let site = try SyncSite(database)
    let first = try site.account()
    _ = try first.push(
      [deck(), card(10), card(11), card(12)] as [any WireRecord]
        + (20...21 as ClosedRange<UInt64>).map {
          SubTopic(id: id($0), deckID: id(1), name: "t\($0)", updatedAt: time(1))
        })
    return [first, site.device(of: first.user), site.device(of: first.user)]
  }

  @Test(
    "of links of one pair the oldest stays, however and in whatever order they come",
    arguments: 0..<12 as Range<UInt64>)
  func oldestStays(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let links = Self.links(&random)
    let oldest = Dictionary(grouping: links, by: Pair.init).mapValues { $0.map(\.id).min() }
    for database in TestDatabase.here {
      let devices = try Self.devices(database)
      try Self.send(links, by: devices, &random)
      let all = try devices[0].everything().cardSubTopics
      #expect(Set(all.map(\.id)) == Set(links.map(\.id)), "seed \(seed)")
      let live = all.filter { $0.deletedAt == nil }
      #expect(
        Dictionary(grouping: live, by: Pair.init).mapValues { $0.map(\.id).min() } == oldest,
        "seed \(seed)")
      // The others are tombstones that whoever sent them takes.
      let clocks = Dictionary(links.map { ($0.id, $0.updatedAt) }, uniquingKeysWith: { $1 })
      for link in all where link.deletedAt != nil {
        #expect(clocks[link.id].map { $0 < link.updatedAt } == true, "seed \(seed)")
      }
      #expect(try devices[2].everything().normalized == devices[0].everything().normalized)
    }
  }

  @Test(
    "a pair whose links were all removed afterwards has none, in whatever order that is heard of",
    arguments: 0..<12 as Range<UInt64>)
  func removed(seed: UInt64) throws {
    var random = SeededRandom(seed: 1_000 + seed)
    let links = Self.links(&random)
    let removed = Pair(links[0])
    let removals = links.filter { Pair($0) == removed }.map { link in
      var link = link
      link.updatedAt = time(1_000_000 + link.updatedAt.milliseconds)
      link.deletedAt = link.updatedAt
      return link
    }
    for database in TestDatabase.here {
      let devices = try Self.devices(database)
      try Self.send(links + removals, by: devices, &random)
      let live = try devices[0].everything().cardSubTopics.filter { $0.deletedAt == nil }
      #expect(
        Set(live.map(Pair.init)) == Set(links.map(Pair.init)).subtracting([removed]),
        "seed \(1_000 + seed)")
    }
  }
}
