import FlashAPI
import FlashModel
import FlashScheduler
import FlashStore
import FlashTestSupport
import Testing

/// The service as a collection reaches it, without a network.
struct SiteService: SyncService {
  let device: SyncDevice

  mutating func push(_ body: [UInt8]) throws -> PushResponse {
    try device.push(body: String(decoding: body, as: UTF8.self))
  }

  mutating func pull(_ request: PullRequest) throws -> PullPage {
    try device.page(since: request.since, epoch: request.epoch, limit: request.limit)
  }
}

/// A collection on a device that is signed in.
struct Replica {
  let folder: TemporaryDirectory
  let store: Store
  let remote: SyncRemote
  var service: SiteService
  private var random: SeededRandom
  private var now: Timestamp
  static let rules = StudyRules(calendar: StudyCalendar(zone: .utc))

  init(_ device: SyncDevice, seed: UInt64, at now: Timestamp) throws {
    folder = try TemporaryDirectory()
    self.now = now
    store = try Store(
      path: folder.path + "/collection.db", for: .writing, at: now,
      random: SeededRandom(seed: seed))
    remote = try store.setRemote("origin", url: "https://flash.example")
    service = SiteService(device: device)
    random = SeededRandom(seed: seed)
  }

  mutating func sync(rows: Int) throws {
    var exchange = Exchange(by: Replica.rules)
    exchange.batchRows = rows
    exchange.allowsRemovals = true
    let clock = service.device.site.now
    _ = try exchange.run(store, with: remote, through: &service, clock: { clock })
  }

  /// Makes the decks that everything happens in.
  mutating func begin() throws {
    for title in ["A::B", "A::C", "D"] {
      let deck = try store.addDeck(titled: title, at: now)
      try store.addCards(
        (0..<4).map { NewCard(front: "\(title) \($0)", back: "b", subTopics: ["t\($0 % 2)"]) },
        to: deck, at: now)
    }
  }

  mutating func use(steps: Int) throws {
    for _ in 0..<steps {
      now = now.advanced(by: Int64.random(in: 1_000...20_000_000, using: &random))
      guard let card = try store.cards().randomElement(using: &random)?.card.id else { return }
      switch Int.random(in: 0..<12, using: &random) {
      case 0...6:
        let rating = Rating.allCases[Int.random(in: 0..<4, using: &random)]
        _ = try store.record(
          Answer(cardID: card, rating: rating, ratedAt: now, durationMilliseconds: 900),
          by: Replica.rules)
      case 7:
        // There may be nothing to take back.
        _ = try? store.undo(by: Replica.rules, at: now)
      case 8: try store.resetCards([card], at: now)
      case 9: try store.removeCards([card], at: now)
      case 10: try store.tagCards([card], with: ["x"], at: now)
      default:
        var edit = CardEdit()
        edit.front = "edited \(Int.random(in: 0..<100, using: &random))"
        try store.editCards([card], edit, at: now)
      }
    }
  }

  /// Everything in it, settings aside.
  func contents() throws -> Set<StoredRecord> {
    var records: Set<StoredRecord> = []
    try store.forEachRecord { record in
      if case .setting = record { return }
      records.insert(record)
    }
    return records
  }

  func findings() throws -> [StoreRule] {
    try store.check(by: Replica.rules, at: service.device.site.now).findings.map(\.rule)
  }
}

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
