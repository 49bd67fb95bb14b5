import FlashAPI
import FlashModel
import FlashTestSupport
import Testing

@testable import FlashServer

@Suite struct PushGateTests {
  /// A service with a plan that allows 3 decks, 4 cards in a deck, and 8 cards.
  private func makeSite(_ database: TestDatabase) throws -> (SyncSite, SyncDevice) {
    let site = try SyncSite(database)
    try site.inDirectory(
      """
      insert into plans (key, label, rank, is_public, version, entitlements, updated_ms)
      values ('tiny', 'Tiny', 1, 0, 1, '{"decks.create":{"type":"max_count","max":3},\
      "cards.create_in_deck":{"type":"max_count","max":4},\
      "cards.create_total":{"type":"max_count","max":8}}', 0)
      """)
    return (site, try site.account(plan: "tiny"))
  }

  private func deleted(_ deck: Deck, at clock: Int64) -> Deck {
    var deck = deck
    deck.updatedAt = time(clock)
    deck.deletedAt = time(clock)
    return deck
  }

  private func deleted(_ card: Card, at clock: Int64) -> Card {
    var card = card
    card.contentUpdatedAt = time(clock)
    card.deletedAt = time(clock)
    return card
  }

  private func reasons(_ response: PushResponse) -> [String] { response.rejected.map(\.reason) }

  @Test(
    "a deck past the plan's limit is refused by name, and the rest goes on",
    arguments: TestDatabase.here)
  func decks(database: TestDatabase) throws {
    let (_, device) = try makeSite(database)
    let answer = try device.push([
      deck(1), deck(2), deck(3), deck(4), card(10, deck: 1), card(11, deck: 4),
    ])
    #expect(answer.accepted == 4)
    let refused = try #require(answer.rejected.first)
    #expect(refused.id == (id(4) as DeckID).description && refused.entity == "decks")
    #expect(refused.reason == "decks.create" && refused.limit == 3)
    #expect(reasons(answer) == ["decks.create", "forbidden"], "its cards have no place")
    let again = try device.push([deck(4), deck(1, "Renamed", at: 2_000)])
    #expect(reasons(again) == ["decks.create"])
    #expect(again.accepted == 1, "editing is never in a plan's way")
    #expect(try device.push([deleted(deck(2), at: 3_000), deck(4)]).accepted == 2)
  }

  @Test("each of the limits for cards is asked, the deck's first", arguments: TestDatabase.here)
  func cards(database: TestDatabase) throws {
    let (_, device) = try makeSite(database)
    _ = try device.push([deck(1), deck(2), deck(3)])
    let first = try device.push((0..<6).map { card(10 + $0, deck: 1) })
    #expect(first.accepted == 4)
    #expect(reasons(first) == ["cards.create_in_deck", "cards.create_in_deck"])
    #expect(first.rejected.map(\.limit) == [4, 4])
    _ = try device.push((0..<3).map { card(20 + $0, deck: 2) })
    let third = try device.push([card(30, deck: 3), card(31, deck: 3)])
    #expect(third.accepted == 1)
    #expect(reasons(third) == ["cards.create_total"])
    #expect(third.rejected.map(\.limit) == [8])
    let swap = try device.push([
      deleted(card(10, deck: 1), at: 2_000), card(31, deck: 3), card(32, deck: 3),
    ])
    #expect(reasons(swap) == ["cards.create_total"], "room that is made is there for the next")
  }

  @Test(
    "what is inserted as deleted and then brought back is asked for", arguments: TestDatabase.here)
  func undeleting(database: TestDatabase) throws {
    let (_, device) = try makeSite(database)
    _ = try device.push([
      deck(1), deck(2), deleted(deck(3), at: 1_000), deleted(deck(4), at: 1_000),
    ])
    #expect(try device.push([deck(3, at: 2_000)]).accepted == 1)
    #expect(reasons(try device.push([deck(4, at: 2_000)])) == ["decks.create"])
    let full = (0..<4).map { card(10 + $0, deck: 1) }
    #expect(try device.push(full + [deleted(card(14, deck: 1), at: 1_000)]).accepted == 5)
    #expect(reasons(try device.push([card(14, deck: 1, at: 2_000)])) == ["cards.create_in_deck"])
    let row = try #require(try device.everything().cards.first { $0.id == id(14) })
    #expect(row.deletedAt != nil, "it is as it was")
  }

  @Test("a card does not get into a full deck by moving", arguments: TestDatabase.here)
  func moving(database: TestDatabase) throws {
    let (_, device) = try makeSite(database)
    _ = try device.push([deck(1), deck(2)])
    _ = try device.push((0..<4).map { card(10 + $0, deck: 1) } + [card(20, deck: 2)])
    let moved = try device.push([card(20, deck: 1, "moved", at: 2_000)])
    #expect(reasons(moved) == ["cards.create_in_deck"])
    let row = try #require(try device.everything().cards.first { $0.id == id(20) })
    #expect(row.deckID == id(2) && row.front == "front", "it is as it was")
    #expect(try device.push([card(10, deck: 2, at: 2_000)]).accepted == 1)
    #expect(try device.push([card(20, deck: 1, "moved", at: 3_000)]).accepted == 1)
  }

  @Test(
    "cards of deleted decks do not count, and a deck comes back only with room for its cards",
    arguments: TestDatabase.here)
  func deletedDecks(database: TestDatabase) throws {
    let (_, device) = try makeSite(database)
    _ = try device.push([deck(1), deck(2)])
    _ = try device.push((0..<4).map { card(10 + $0, deck: 1) })
    _ = try device.push((0..<4).map { card(20 + $0, deck: 2) })
    #expect(try device.push([deleted(deck(1), at: 2_000), deck(3)]).accepted == 2)
    #expect(try device.push((0..<4).map { card(30 + $0, deck: 3) }).accepted == 4)
    #expect(reasons(try device.push([deck(1, at: 3_000)])) == ["cards.create_total"])
    #expect(try device.push([deleted(deck(3), at: 4_000), deck(1, at: 4_000)]).accepted == 2)
  }

  @Test("a smaller plan takes nothing away, and stops only additions", arguments: TestDatabase.here)
  func downgrade(database: TestDatabase) throws {
    let site = try makeSite(database).0
    let device = try site.account(2)
    let decks = (UInt64(1)...6).map { deck($0) }
    _ = try device.push(decks + (0..<12).map { card(10 + $0, deck: 1) })
    try site.inDirectory("update users set plan_key = 'tiny'")
    let page = try device.everything()
    #expect(page.decks.count == 6 && page.cards.count == 12)
    #expect(try device.push([deck(6, "Renamed", at: 2_000)]).accepted == 1)
    #expect(try device.push([card(10, deck: 1, "edited", at: 2_000)]).accepted == 1)
    #expect(try device.push([review(100, card: 10, at: 3_000, to: nil)]).accepted == 1)
    #expect(reasons(try device.push([deck(7)])) == ["decks.create"])
    #expect(reasons(try device.push([card(40, deck: 2)])) == ["cards.create_total"])
    #expect(try device.push([deleted(deck(6), at: 3_000)]).accepted == 1)
  }

  @Test(
    "whatever is sent, a row is refused exactly when the plan has no room for it",
    arguments: TestDatabase.here)
  func model(database: TestDatabase) throws {
    for seed in UInt64(1)...(database == .sqlite ? 40 : 6) {
      let (_, device) = try makeSite(database)
      var random = SeededRandom(seed: seed)
      var model = Model()
      for step in 1...40 {
        let clock = Int64(step) * 1_000
        var rows: [any WireRecord] = []
        var expected: [String] = []
        for _ in 0..<Int.random(in: 0...3, using: &random) {
          var row = deck(UInt64.random(in: 1...6, using: &random), "\(step)", at: clock)
          if rows.contains(where: { ($0 as? Deck)?.id == row.id }) { continue }
          if Bool.random(using: &random) { row.deletedAt = time(clock) }
          rows.append(row)
          expected += model.take(row)
        }
        for _ in 0..<Int.random(in: 0...6, using: &random) {
          var row = card(
            UInt64.random(in: 10...24, using: &random),
            deck: UInt64.random(in: 1...6, using: &random), "\(step)", at: clock)
          if rows.contains(where: { ($0 as? Card)?.id == row.id }) { continue }
          if Int.random(in: 0..<4, using: &random) == 0 { row.deletedAt = time(clock) }
          rows.append(row)
          expected += model.take(row)
        }
        let answer = try device.push(rows)
        try #require(reasons(answer) == expected, "seed \(seed), step \(step)")
        #expect(model.isWithin, "seed \(seed)")
      }
    }
  }

  /// What the rules say, counted anew each time.
  private struct Model {
    var decks: [DeckID: Bool] = [:]
    var cards: [CardID: DeckID?] = [:]

    private var live: Int { decks.values.count { $0 } }
    private func held(_ deck: DeckID) -> Int { cards.values.count { $0 == deck } }
    private var total: Int { cards.values.count { $0.map { decks[$0] == true } ?? false } }
    var isWithin: Bool { live <= 3 && total <= 8 && decks.keys.allSatisfy { held($0) <= 4 } }

    mutating func take(_ deck: Deck) -> [String] {
      let isLive = deck.deletedAt == nil
      if isLive, decks[deck.id] != true {
        if live >= 3 { return ["decks.create"] }
        let more = held(deck.id)
        if more > 0, total + more > 8 { return ["cards.create_total"] }
      }
      decks[deck.id] = isLive
      return []
    }

    mutating func take(_ card: Card) -> [String] {
      guard let isLive = decks[card.deckID] else { return ["forbidden"] }
      let before = cards[card.id] ?? nil
      if card.deletedAt == nil, before != card.deckID {
        if held(card.deckID) >= 4 { return ["cards.create_in_deck"] }
        let isCounted = before.map { decks[$0] == true } ?? false
        if isLive, !isCounted, total >= 8 { return ["cards.create_total"] }
      }
      cards[card.id] = .some(card.deletedAt == nil ? card.deckID : nil)
      return []
    }
  }
}
