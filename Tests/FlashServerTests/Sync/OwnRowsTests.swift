import FlashAPI
import FlashModel
import FlashSQL
@testable import FlashStore
import FlashTestSupport
import Testing

/// A device that sends all it has, to a server where nothing else happens, knows what is there then.
@Suite struct OwnRowsTests {
  /// The service with something between it and a device.
  private struct Watched: SyncService {
    var service: SiteService
    var pushes: [(request: PushRequest, answer: PushResponse)] = []
    var pulls = 0
    /// Runs before the n-th push arrives.
    var before: (Int) throws -> Void = { _ in }
    /// Changes the answer to the n-th push; nil loses it.
    var answers: (Int, PushResponse) -> PushResponse? = { $1 }

    init(_ service: SiteService) { self.service = service }

    mutating func push(_ body: [UInt8]) throws -> PushResponse {
      try before(pushes.count)
      let answer = try service.push(body)
      pushes.append((try PushRequest(body: body), answer))
      guard let told = answers(pushes.count - 1, answer) else { throw CutConnection() }
      return told
    }

    mutating func pull(_ request: PullRequest) throws -> PullPage {
      pulls += 1
      return try service.pull(request)
    }
  }

  /// Two devices of one account with the same decks.
  private struct Pair {
    let site: SyncSite
    var first: Replica
    var second: Replica

    init(_ database: TestDatabase) throws {
      site = try SyncSite(database)
      let start = site.now
      let device = try site.account()
      first = try Replica(device, seed: 1, at: start)
      second = try Replica(site.device(of: device.user), seed: 2, at: start)
      try first.begin()
      site.now = start.advanced(by: 1_000_000)
      try first.sync(rows: 5_000)
      try second.sync(rows: 5_000)
    }

    /// A moment of the n-th thing that is done, before what the server's clock shows.
    func time(_ number: Int64) -> Timestamp { site.now.advanced(by: -900_000 + 1_000 * number) }

    /// Up to where the first device has everything.
    func cursor() throws -> Int64 {
      let remote = try first.store.remote(named: "origin")
      return try #require(remote).cursor
    }

    func cards() throws -> [CardID] { try first.store.cards().map(\.card.id) }

    func rate(_ card: CardID, on replica: Replica, _ number: Int64) throws {
      _ = try replica.store.record(
        Answer(cardID: card, rating: .good, ratedAt: time(number), durationMilliseconds: 900),
        by: Replica.rules)
    }

    func edit(_ card: CardID, _ front: String, on replica: Replica, _ number: Int64) throws {
      var edit = CardEdit()
      edit.front = front
      try replica.store.editCards([card], edit, at: time(number))
    }

    /// Exchanges the first device.
    func sync(_ service: inout Watched, rows: Int = 5_000, ahead: Bool = false) throws {
      var exchange = Exchange(by: Replica.rules)
      exchange.batchRows = rows
      exchange.readsAhead = ahead
      exchange.allowsRemovals = true
      let now = site.now
      _ = try exchange.run(first.store, with: first.remote, through: &service, clock: { now })
    }

    mutating func expectSame() throws {
      for _ in 0..<2 {
        try first.sync(rows: 5_000)
        try second.sync(rows: 5_000)
      }
      #expect(try first.contents() == second.contents())
      #expect(try first.findings() == [] && second.findings() == [])
      var third = try Replica(
        site.device(of: first.service.device.user), seed: 9, at: site.now)
      try third.sync(rows: 5_000)
      #expect(try third.contents() == first.contents())
    }
  }

  @Test(
    "rows that are taken as they are are not fetched again, in one push or in many, read ahead or not",
    arguments: TestDatabase.here, [(5_000, false), (3, false), (3, true)])
  func own(database: TestDatabase, way: (rows: Int, isAhead: Bool)) throws {
    let rows = way.rows
    var pair = try Pair(database)
    let cards = try pair.cards()
    for (index, card) in cards.prefix(4).enumerated() {
      try pair.rate(card, on: pair.first, Int64(index))
    }
    try pair.rate(cards[0], on: pair.first, 10)
    _ = try pair.first.store.undo(by: Replica.rules, at: pair.time(11))
    try pair.first.store.resetCards([cards[1]], at: pair.time(12))
    try pair.edit(cards[5], "edited", on: pair.first, 13)
    _ = try pair.first.store.tagCards([cards[6]], with: ["new"], at: pair.time(14))
    _ = try pair.first.store.removeCards([cards[7]], at: pair.time(15))
    _ = try pair.first.store.addDeck(titled: "E", at: pair.time(16))
    var service = Watched(pair.first.service)
    try pair.sync(&service, rows: rows, ahead: way.isAhead)
    #expect(service.pulls == 1)
    #expect(rows == 3 ? service.pushes.count > 4 : service.pushes.count == 1)
    #expect(service.pushes.allSatisfy { $0.answer.nextSince != nil })
    var next = Watched(pair.first.service)
    try pair.sync(&next)
    #expect(next.pulls == 1 && next.pushes.isEmpty)
    let page = try pair.first.service.device.page(
      since: pair.cursor(), epoch: 1)
    #expect(page.count == 0)
    try pair.expectSame()
  }

  @Test(
    "what another device sends between two pushes is fetched in the same exchange",
    arguments: TestDatabase.here)
  func between(database: TestDatabase) throws {
    var pair = try Pair(database)
    let cards = try pair.cards()
    for index in 0..<6 { try pair.rate(cards[index], on: pair.first, Int64(index)) }
    try pair.edit(cards[8], "theirs", on: pair.second, 3)
    var service = Watched(pair.first.service)
    let other = pair.second
    service.before = { number in
      var other = other
      if number == 2 { try other.sync(rows: 5_000) }
    }
    try pair.sync(&service, rows: 3)
    #expect(service.pulls > 1)
    #expect(service.pushes.prefix(2).allSatisfy { $0.answer.nextSince != nil })
    #expect(service.pushes.dropFirst(2).allSatisfy { $0.answer.nextSince == nil })
    #expect(try pair.first.store.card(cards[8]).card.front == "theirs")
    try pair.expectSame()
  }

  @Test(
    "after an answer that was lost everything comes once, and is known",
    arguments: TestDatabase.here, 0..<4)
  func lostAnswer(database: TestDatabase, nth: Int) throws {
    var pair = try Pair(database)
    let cards = try pair.cards()
    for index in 0..<6 { try pair.rate(cards[index], on: pair.first, Int64(index)) }
    let before = try pair.cursor()
    var service = Watched(pair.first.service)
    service.answers = { $0 == nth ? nil : $1 }
    #expect(throws: CutConnection.self) { try pair.sync(&service, rows: 3) }
    // Only what is through to its end moves the cursor.
    #expect(try pair.cursor() == before)
    var next = Watched(pair.first.service)
    try pair.sync(&next, rows: 3)
    try pair.expectSame()
    #expect(
      try pair.second.contents().count { if case .review = $0 { true } else { false } } == 6)
  }

  @Test(
    "a schedule that the server folds otherwise is fetched", arguments: TestDatabase.here)
  func folded(database: TestDatabase) throws {
    var pair = try Pair(database)
    let card = try pair.cards()[0]
    try pair.rate(card, on: pair.second, 1)
    try pair.rate(card, on: pair.first, 2)
    var service = Watched(pair.first.service)
    let other = pair.second
    // The other's answer comes first in the log, and arrives after the first device has fetched.
    service.before = { _ in
      var other = other
      try other.sync(rows: 5_000)
    }
    try pair.sync(&service)
    #expect(service.pulls == 2)
    #expect(try pair.first.store.card(card).card.scheduling.reps == 2)
    try pair.expectSame()
    // Joined here, the card is not what its own new entry says.
    try pair.rate(card, on: pair.second, 20)
    try pair.rate(card, on: pair.first, 21)
    try pair.second.sync(rows: 5_000)
    var next = Watched(pair.first.service)
    try pair.sync(&next)
    #expect(next.pulls == 2)
    try pair.expectSame()
  }

  @Test(
    "what is changed while it is sent is sent with the next exchange",
    arguments: TestDatabase.here)
  func changed(database: TestDatabase) throws {
    var pair = try Pair(database)
    let cards = try pair.cards()
    try pair.rate(cards[0], on: pair.first, 1)
    try pair.edit(cards[1], "sent", on: pair.first, 2)
    var service = Watched(pair.first.service)
    let (copy, first) = (pair, pair.first)
    service.before = { _ in
      try copy.rate(cards[0], on: first, 3)
      try copy.edit(cards[1], "changed", on: first, 4)
    }
    try pair.sync(&service)
    #expect(service.pulls == 1)
    #expect(try pair.first.store.pending(for: pair.first.remote).total == 3)
    try pair.expectSame()
    #expect(try pair.second.store.card(cards[1]).card.front == "changed")
    #expect(try pair.second.store.card(cards[0]).card.scheduling.reps == 2)
  }

  @Test("a server that does not tell where a push leads is asked", arguments: TestDatabase.here)
  func olderServer(database: TestDatabase) throws {
    var pair = try Pair(database)
    try pair.rate(pair.cards()[0], on: pair.first, 1)
    var service = Watched(pair.first.service)
    service.answers = { _, answer in
      var answer = answer
      answer.nextSince = nil
      return answer
    }
    try pair.sync(&service)
    #expect(service.pulls == 2)
    try pair.expectSame()
  }

  @Test("rows that wait for others are taken in by what is fetched", arguments: TestDatabase.here)
  func orphans(database: TestDatabase) throws {
    let pair = try Pair(database)
    try pair.first.store.connection.run(
      "insert into orphans values ($1, 3, $2, '{}')", .integer(pair.first.remote.key),
      SQLValue(CardID(high: 1, low: 1)))
    try pair.rate(pair.cards()[0], on: pair.first, 1)
    var service = Watched(pair.first.service)
    try pair.sync(&service)
    #expect(service.pulls == 2)
  }
}
