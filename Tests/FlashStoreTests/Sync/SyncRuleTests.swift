import FlashAPI
import FlashModel
import FlashStore
import FlashTestSupport
import Testing

@Suite struct SyncRuleTests {
  /// Two devices that hold one deck of five cards, and what is between them.
  private struct Pair {
    let first: Device
    let second: Device
    var network = Network(ServiceModel(now: monday))
    var cards: [CardID]

    init(cards count: Int = 5) throws {
      first = try Device(seed: 1)
      second = try Device(seed: 2)
      let deck = try first.store.addDeck(titled: "Spanish", at: monday)
      cards = try first.store.addCards(
        (0..<count).map { NewCard(front: "front \($0)", back: "back", subTopics: ["t"]) },
        to: deck, at: monday)
      try first.sync(&network, at: monday.advanced(by: 1_000))
      try second.sync(&network, at: monday.advanced(by: 2_000))
    }

    func front(_ device: Device) throws -> String { try device.store.card(cards[0]).card.front }
  }

  private func edit(_ device: Device, _ card: CardID, _ front: String, at time: Int64) throws {
    var edit = CardEdit()
    edit.front = front
    try device.store.editCards([card], edit, at: monday.advanced(by: time))
  }

  @Test("of two edits the later stays on both, and whoever wrote the other can read it")
  func twoEdits() throws {
    var pair = try Pair()
    try edit(pair.first, pair.cards[0], "earlier", at: 10_000)
    try edit(pair.second, pair.cards[0], "later", at: 20_000)
    try pair.second.sync(&pair.network, at: monday.advanced(by: 30_000))
    let report = try pair.first.sync(&pair.network, at: monday.advanced(by: 40_000))
    #expect(report.conflicts == 1)
    #expect(try pair.front(pair.first) == "later")
    #expect(try pair.front(pair.second) == "later")
    let lost = try #require(try pair.first.store.lostValues().first)
    #expect(lost.record["front_text"] == .string("earlier"))
    #expect(lost.differing == ["front_text"])
    try pair.first.store.restoreLostValue(lost.number, at: monday.advanced(by: 50_000))
    #expect(try pair.first.store.lostValues().isEmpty)
    try pair.first.sync(&pair.network, at: monday.advanced(by: 60_000))
    try pair.second.sync(&pair.network, at: monday.advanced(by: 70_000))
    #expect(try pair.front(pair.second) == "earlier")
    #expect(try pair.first.store.undo(by: rules, at: monday).label == "sync conflicts --restore")
  }

  @Test("an answer does not undo an edit that was made elsewhere")
  func answerAndEdit() throws {
    var pair = try Pair()
    try edit(pair.first, pair.cards[0], "edited", at: 10_000)
    try pair.first.sync(&pair.network, at: monday.advanced(by: 11_000))
    _ = try pair.second.store.record(
      Answer(cardID: pair.cards[0], rating: .good, ratedAt: monday.advanced(by: 20_000)), by: rules)
    let report = try pair.second.sync(&pair.network, at: monday.advanced(by: 30_000))
    #expect(report.conflicts == 0)
    try pair.first.sync(&pair.network, at: monday.advanced(by: 40_000))
    for device in [pair.first, pair.second] {
      let card = try device.store.card(pair.cards[0]).card
      #expect(card.front == "edited")
      #expect(card.scheduling.reps == 1)
    }
  }

  @Test("a card that was edited later than it was removed comes back")
  func editAfterRemoval() throws {
    var pair = try Pair()
    try pair.first.store.removeCards([pair.cards[0]], at: monday.advanced(by: 10_000))
    try edit(pair.second, pair.cards[0], "kept", at: 20_000)
    try pair.first.sync(&pair.network, at: monday.advanced(by: 30_000))
    let report = try pair.second.sync(&pair.network, at: monday.advanced(by: 40_000))
    #expect(report.received.revived == 1)
    try pair.first.sync(&pair.network, at: monday.advanced(by: 50_000))
    #expect(try pair.front(pair.first) == "kept")
  }

  @Test("a card that was removed later than it was edited goes, and the edit can be read")
  func removalAfterEdit() throws {
    var pair = try Pair()
    try edit(pair.second, pair.cards[0], "lost", at: 10_000)
    try pair.first.store.removeCards([pair.cards[0]], at: monday.advanced(by: 20_000))
    try pair.first.sync(&pair.network, at: monday.advanced(by: 30_000))
    let report = try pair.second.sync(&pair.network, at: monday.advanced(by: 40_000))
    #expect(report.received.removed == 1)
    #expect(try pair.second.store.cards().count == 4)
    let lost = try #require(try pair.second.store.lostValues().first)
    try pair.second.store.restoreLostValue(lost.number, at: monday.advanced(by: 50_000))
    #expect(try pair.front(pair.second) == "lost")
  }

  @Test("a pull that removes much stops before it does, and goes on when it may")
  func manyRemovals() throws {
    var pair = try Pair(cards: 30)
    try pair.first.store.removeCards(
      Array(pair.cards.prefix(7)), at: monday.advanced(by: 10_000))
    try pair.first.sync(&pair.network, at: monday.advanced(by: 20_000))
    let stopped = try pair.second.sync(
      &pair.network, at: monday.advanced(by: 30_000), allowsRemovals: false)
    #expect(stopped.asks?.cards == 7)
    #expect(stopped.asks?.live == 30)
    #expect(try pair.second.store.cards().count == 30)
    try pair.second.sync(&pair.network, at: monday.advanced(by: 40_000), allowsRemovals: true)
    #expect(try pair.second.store.cards().count == 23)
  }

  @Test(
    "a fifth, or a handful, is not much",
    arguments: [(30, 6, false), (30, 7, true), (4, 4, false), (5, 5, true)])
  func fewRemovals(cards: Int, removed: Int, asks: Bool) throws {
    var pair = try Pair(cards: cards)
    try pair.first.store.removeCards(
      Array(pair.cards.prefix(removed)), at: monday.advanced(by: 10_000))
    try pair.first.sync(&pair.network, at: monday.advanced(by: 20_000))
    let report = try pair.second.sync(
      &pair.network, at: monday.advanced(by: 30_000), allowsRemovals: false)
    #expect((report.asks != nil) == asks)
  }

  @Test("what a pull removes is held against what was there when it began, in any page")
  func removalsBehindPages() throws {
    var pair = try Pair(cards: 10)
    let deck = try pair.first.store.deck(named: "Spanish")
    try pair.first.store.addCards(
      (0..<60).map { NewCard(front: "more \($0)", back: "b") }, to: deck,
      at: monday.advanced(by: 5_000))
    try pair.first.sync(&pair.network, at: monday.advanced(by: 6_000))
    try pair.first.store.removeCards(
      Array(pair.cards.prefix(6)), at: monday.advanced(by: 10_000))
    try pair.first.sync(&pair.network, at: monday.advanced(by: 20_000))
    let report = try pair.second.sync(
      &pair.network, rows: 20, at: monday.advanced(by: 30_000), allowsRemovals: false)
    #expect(report.asks?.cards == 6)
    #expect(report.asks?.live == 10)
  }

  @Test("a deck that was removed counts with its cards")
  func removedDeck() throws {
    var pair = try Pair(cards: 30)
    let deck = try pair.first.store.deck(named: "Spanish")
    try pair.first.store.removeDeck(deck, at: monday.advanced(by: 10_000))
    try pair.first.sync(&pair.network, at: monday.advanced(by: 20_000))
    let report = try pair.second.sync(
      &pair.network, at: monday.advanced(by: 30_000), allowsRemovals: false)
    #expect(report.asks?.cards == 30)
  }

  @Test("a row that is refused for good is parked and sent again once it was changed")
  func refused() throws {
    var pair = try Pair()
    pair.network.server.refusals[pair.cards[0].description] = "invalid"
    try edit(pair.first, pair.cards[0], "too long", at: 10_000)
    let report = try pair.first.sync(&pair.network, at: monday.advanced(by: 20_000))
    #expect(report.sent.refused.map(\.reason) == ["invalid"])
    #expect(report.sent.refused.first?.isRetried == false)
    #expect(try pair.first.store.pending(for: pair.first.remote).refused == 1)
    pair.network.server.refusals = [:]
    let quiet = try pair.first.sync(&pair.network, at: monday.advanced(by: 30_000))
    #expect(quiet.sent.sent == 0)
    try edit(pair.first, pair.cards[0], "short", at: 40_000)
    try pair.first.sync(&pair.network, at: monday.advanced(by: 50_000))
    #expect(try pair.first.store.pending(for: pair.first.remote).refused == 0)
    try pair.second.sync(&pair.network, at: monday.advanced(by: 60_000))
    #expect(try pair.front(pair.second) == "short")
  }

  @Test("what a plan's limit keeps out is sent again by itself, its cards after it")
  func limit() throws {
    var pair = try Pair()
    let deck = try pair.first.store.addDeck(titled: "Second", at: monday.advanced(by: 5_000))
    try pair.first.store.addCards(
      [NewCard(front: "f", back: "b")], to: deck, at: monday.advanced(by: 5_000))
    pair.network.server.refusals[deck.id.description] = "decks.create"
    let report = try pair.first.sync(&pair.network, at: monday.advanced(by: 10_000))
    #expect(report.sent.refused.map(\.reason) == ["decks.create", "forbidden"])
    pair.network.server.refusals = [:]
    let later = try pair.first.sync(&pair.network, at: monday.advanced(by: 60_000))
    #expect(later.sent.refused.isEmpty)
    try pair.second.sync(&pair.network, at: monday.advanced(by: 70_000))
    #expect(try pair.second.store.cards().count == 6)
  }

  @Test("after a walk past the tombstones what is not there any more goes, what is pending stays")
  func walk() throws {
    var pair = try Pair(cards: 10)
    try pair.first.store.removeCards([pair.cards[0]], at: monday.advanced(by: 10_000))
    try pair.first.sync(&pair.network, at: monday.advanced(by: 20_000))
    pair.network.server.purge()
    let deck = try pair.second.store.deck(named: "Spanish")
    try pair.second.store.addCards(
      [NewCard(front: "mine", back: "b")], to: deck, at: monday.advanced(by: 25_000))
    try pair.second.sync(&pair.network, rows: 3, at: monday.advanced(by: 30_000))
    let fronts = try pair.second.store.cards().map(\.card.front)
    #expect(fronts.count == 10)
    #expect(fronts.contains("mine"))
    #expect(!fronts.contains("front 0"))
  }

  @Test("another account gets all that is here, and nothing is lost")
  func otherAccount() throws {
    var pair = try Pair()
    let remote = pair.first.remote
    #expect(try !pair.first.store.signIn(remote, username: "a@example.org", account: "1"))
    #expect(try !pair.first.store.signIn(remote, username: "a@example.org", account: "1"))
    #expect(try pair.first.store.pending(for: remote).total == 0)
    #expect(try pair.first.store.signIn(remote, username: "b@example.org", account: "2"))
    #expect(try pair.first.store.pending(for: remote).total > 10)
    pair.network.server = ServiceModel(now: monday)
    try pair.first.sync(&pair.network)
    #expect(try pair.first.store.cards().count == 5)
    #expect(pair.network.server.count > 10)
  }

  @Test("two remotes are kept apart: what comes from one goes to the other")
  func twoRemotes() throws {
    var pair = try Pair()
    var other = Network(ServiceModel(now: monday))
    let remote = try pair.second.store.setRemote("other", url: "https://other.example")
    let count = try pair.second.store.pending(for: remote).total
    #expect(count > 10)
    let exchange = Exchange(by: rules)
    _ = try exchange.run(
      pair.second.store, with: remote, through: &other, clock: { monday.advanced(by: 5_000) })
    #expect(other.server.count == count)
    #expect(try pair.second.store.pending(for: pair.second.remote).total == 0)
    let quiet = try pair.second.sync(&pair.network)
    #expect(quiet.sent.sent == 0)
  }

  @Test("a pulled row is no step of undo")
  func undo() throws {
    let pair = try Pair()
    #expect(throws: StoreError.nothingToUndo) { try pair.second.store.undo(by: rules, at: monday) }
  }

  @Test("a clock that was far ahead is set back to the server's, on the row as well")
  func clockAhead() throws {
    var pair = try Pair()
    let year = 365 * day
    try edit(pair.first, pair.cards[0], "future", at: year)
    try pair.first.sync(&pair.network, at: monday.advanced(by: 10_000))
    try pair.second.sync(&pair.network, at: monday.advanced(by: 20_000))
    try edit(pair.second, pair.cards[0], "present", at: 30_000)
    try pair.second.sync(&pair.network, at: monday.advanced(by: 40_000))
    try pair.first.sync(&pair.network, at: monday.advanced(by: 50_000))
    #expect(try pair.front(pair.first) == "present")
  }

  @Test("failures make a scheduled sync wait longer each time")
  func backOff() throws {
    let device = try Device(seed: 1)
    var waits: [Int64] = []
    for _ in 0..<6 {
      let remote = try #require(try device.store.remote(named: "origin"))
      try device.store.noteFailure(of: remote, "away", at: monday)
      let next = try #require(try device.store.remote(named: "origin"))
      waits.append(next.retryAt.milliseconds - monday.milliseconds)
    }
    #expect(waits == [2_000, 8_000, 30_000, 120_000, 900_000, 900_000])
  }
}
