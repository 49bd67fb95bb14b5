import FlashModel
import FlashStore
import FlashTestSupport
import Foundation
import Testing

/// The decks of `Examples`, as they come out of the programs.
@Suite struct ExampleDeckTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Examples").path

  private static let files = ["Spanish.tsv", "Science.jsonl", "Capitals.csv"]

  private func imported(_ body: (TestHome, Store) throws -> Void) throws {
    try TestHome.with { home in
      let outcome = try home.run(
        "flash-import",
        ["--strict"] + ExampleDeckTests.files.map { "\(ExampleDeckTests.folder)/\($0)" })
      #expect(outcome.errors == "")
      #expect(outcome.code == 0)
      try body(home, try home.store())
    }
  }

  @Test("every row becomes a card, and importing the decks again changes nothing")
  func whole() throws {
    try imported { home, store in
      let counts = try store.decks().map { deck in
        var filter = CardFilter()
        filter.decks = [deck.id]
        return "\(deck.title) \(try store.cards(filter).count)"
      }
      #expect(
        counts == [
          "Capitals 193", "Science::Biology 35", "Science::Chemistry 33", "Science::Physics 37",
          "Spanish 219",
        ])
      let again = try home.run(
        "flash-import", ExampleDeckTests.files.map { "\(ExampleDeckTests.folder)/\($0)" })
      #expect(
        again.output.split(separator: "\n").map { $0.split(separator: " ", maxSplits: 1)[1] } == [
          "219 unchanged", "105 unchanged", "193 unchanged",
        ])
    }
  }

  @Test("the columns of the language deck are word, meaning with an example, sub-topic and tags")
  func language() throws {
    try imported { _, store in
      let cards = try store.cards()
      let bread = try #require(cards.first { $0.card.front == "el pan" })
      #expect(bread.card.back == "bread\n\nCompro pan todos los días. (I buy bread every day.)")
      #expect(Set(bread.subTopics) == ["Food", "A1", "noun"])
      let deck = try store.deck(named: "Spanish")
      let names = try store.subTopics(of: deck.id).map(\.name)
      #expect(names.contains("Greetings") && names.contains("Verbs") && names.contains("Weather"))
    }
  }

  @Test("the science deck has cloze cards, whose siblings share a note")
  func cloze() throws {
    try imported { _, store in
      let cards = try store.cards().map(\.card).filter { $0.kind == .cloze }
      #expect(cards.count == 99)
      #expect(Set(cards.compactMap(\.noteID)).count == 60)
      #expect(cards.allSatisfy { $0.back.contains("**") })
    }
  }

  @Test("no side is longer than a screen of a small terminal shows")
  func readable() throws {
    try imported { _, store in
      for entry in try store.cards() {
        #expect(entry.card.front.count <= 160, "\(entry.card.front)")
        #expect(entry.card.back.count <= 200, "\(entry.card.back)")
      }
    }
  }
}
