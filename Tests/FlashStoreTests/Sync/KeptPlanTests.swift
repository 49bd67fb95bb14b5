import FlashAPI
import FlashModel
import FlashStore
import Testing

@Suite struct KeptPlanTests {
  private let small = EntitlementSnapshot(
    planKey: "small", version: 1,
    entitlements: [
      "decks.create": .maxCount(2), "cards.create_in_deck": .maxCount(3),
      "cards.create_total": .maxCount(4), "new_card_limit.above_10": .boolean(false),
    ])

  /// A collection whose owner is signed in, with the plan kept.
  private func store(plan: EntitlementSnapshot? = nil) throws -> (Store, SyncRemote) {
    let store = try Fixture().store
    let remote = try store.setRemote("origin", url: "https://flash.example")
    try store.signIn(remote, username: "ada", account: "1")
    try store.keepPlan(plan ?? small, of: remote, at: monday)
    return (store, remote)
  }

  private func over(_ what: String) -> StoreError { .overPlan(remote: "origin", what) }

  @Test("what a plan allows is kept with the remote, and forgotten with its account")
  func kept() throws {
    let (store, remote) = try store()
    let kept = try #require(try store.remote(named: "origin"))
    #expect(kept.plan == small)
    #expect(kept.planFetchedAt == monday)
    try store.signIn(remote, username: "ada", account: "1")
    #expect(try store.remote(named: "origin")?.plan == small)
    try store.signIn(remote, username: "eve", account: "2")
    #expect(try store.remote(named: "origin")?.plan == nil)
  }

  @Test("no more decks and cards are made by hand than the plan allows")
  func limits() throws {
    let (store, _) = try store()
    #expect(throws: Never.self) { try store.requireRoom(forDecks: 2) }
    #expect(throws: over("2 decks")) { try store.requireRoom(forDecks: 3) }
    let deck = try store.addDeck(titled: "a", at: monday)
    try store.addCards(
      [NewCard(front: "1", back: "b"), NewCard(front: "2", back: "b")], to: deck, at: monday)
    let card = NewCard(front: "x", back: "b")
    let add = { (targets: [(DeckAddition.Target, Int)]) in
      try store.requireRoom(
        for: targets.map { DeckAddition(to: $0, Array(repeating: card, count: $1)) })
    }
    #expect(throws: Never.self) { try add([(.existing(deck.id), 1), (.new("b"), 1)]) }
    #expect(throws: over("3 cards in a deck")) { try add([(.existing(deck.id), 2)]) }
    #expect(throws: over("4 cards")) { try add([(.existing(deck.id), 1), (.new("b"), 2)]) }
    #expect(throws: over("2 decks")) { try add([(.new("b"), 1), (.new("c"), 1)]) }
    #expect(throws: Never.self) { try store.requireRoom(forCopyOf: deck) }
    _ = try store.addDeck(titled: "b", at: monday)
    #expect(throws: over("2 decks")) { try store.requireRoom(forCopyOf: deck) }
  }

  @Test("more than ten new cards a day are the plan's to allow")
  func newCards() throws {
    let (store, remote) = try store()
    #expect(throws: Never.self) { try store.requireNewCards(perDay: 10) }
    #expect(throws: Never.self) { try store.requireNewCards(perDay: nil) }
    #expect(throws: over("10 new cards a day")) { try store.requireNewCards(perDay: 11) }
    var large = small
    large.entitlements[.moreNewCards] = .boolean(true)
    try store.keepPlan(large, of: remote, at: monday)
    #expect(throws: Never.self) { try store.requireNewCards(perDay: 50) }
  }

  @Test("without a sign-in, or before the server has told, there are no limits")
  func noLimits() throws {
    let (store, remote) = try store()
    try store.signOut(remote)
    #expect(throws: Never.self) {
      try store.requireRoom(forDecks: 100)
      try store.requireNewCards(perDay: 100)
    }
    let other = try Fixture().store
    #expect(throws: Never.self) { try other.requireRoom(forDecks: 100) }
    let third = try other.setRemote("origin", url: "https://flash.example")
    try other.signIn(third, username: "ada", account: "1")
    #expect(throws: Never.self) { try other.requireRoom(forDecks: 100) }
  }

  @Test(
    "what the server had no room for is parked with the limit, and gets there when there is some")
  func parked() throws {
    let device = try Device(seed: 5)
    _ = try device.store.addDeck(titled: "a", at: monday)
    var network = RefusingNetwork()
    var exchange = Exchange(by: rules)
    let report = try exchange.run(
      device.store, with: device.remote, through: &network, clock: { afterwards })
    let refused = try #require(report.sent.refused.first)
    #expect(refused.reason == "decks.create" && refused.detail == "5" && refused.isRetried)
    #expect(try device.store.pending(for: device.remote).waiting == 1)
    network.isFull = false
    exchange.batchRows = 10
    let later = try exchange.run(
      device.store, with: device.remote, through: &network,
      clock: { afterwards.advanced(by: 3_600_000) })
    #expect(later.sent.sent == 1 && later.sent.refused.isEmpty)
    #expect(try device.store.pending(for: device.remote).waiting == 0)
  }
}

/// A service that has no room for decks.
private struct RefusingNetwork: SyncService {
  var isFull = true

  func push(_ body: [UInt8]) throws -> PushResponse {
    let request = try PushRequest(body: body)
    var answer = PushResponse(accepted: request.count, serverClockMs: 0)
    guard isFull else { return answer }
    answer.accepted = 0
    for offset in request[.decks] {
      var reader = JSONReader(body, from: offset)
      let id = try reader.value()["id"]?.string ?? ""
      answer.rejected.append(
        RejectedRow(id: id, reason: "decks.create", entity: "decks", retryable: false, limit: 5))
    }
    return answer
  }

  func pull(_ request: PullRequest) throws -> PullPage {
    PullPage(
      serverClock: afterwards, hasMore: false, nextSince: request.since, resyncEpoch: 1)
  }
}
