import FlashCommand
import FlashModel
import Testing

@testable import flash_study

@Suite struct ReminderTests {
  @Test(
    "quiet hours are hours or times, and may go past midnight",
    arguments: [
      ("22-8", [("21:59", false), ("22:00", true), ("03:00", true), ("08:00", false)]),
      ("12:30-13:15", [("12:29", false), ("12:30", true), ("13:14", true), ("13:15", false)]),
      ("20-24", [("19:59", false), ("23:59", true), ("00:00", false)]),
      ("0-7", [("00:00", true), ("06:59", true), ("07:00", false)]),
    ])
  func quiet(text: String, moments: [(String, Bool)]) throws {
    let hours = try #require(QuietHours(argument: text))
    for (time, isQuiet) in moments {
      let moment = try #require(Timestamp(rfc3339: "2026-11-30T\(time):30Z"))
      #expect(hours.contains(moment, in: .utc) == isQuiet, "\(time)")
    }
  }

  @Test(
    "what are no hours is refused", arguments: ["", "8", "8-8", "25-3", "8:60-9", "a-b", "1-2-3"])
  func notQuiet(text: String) {
    #expect(QuietHours(argument: text) == nil)
  }

  private func waiting(_ decks: [(String, Int)]) -> [WaitingDeck] {
    decks.enumerated().map { index, deck in
      WaitingDeck(
        id: DeckID(high: 1, low: UInt64(index)), path: deck.0, count: deck.1)
    }
  }

  @Test("a reminder names the number and the decks with most cards")
  func text() {
    #expect(ReminderText(waiting([("A", 1)])).line == "1 card to study: A 1")
    #expect(
      ReminderText(waiting([("A", 1), ("B", 3), ("C", 3), ("D", 9), ("E", 1)])).line
        == "17 cards to study: D 9, B 3, C 3 and 2 more decks")
    #expect(
      ReminderText(waiting([("A", 1), ("B", 1), ("C", 1), ("D", 1)])).line
        == "4 cards to study: A 1, B 1, C 1 and 1 more deck")
  }

  @Test("the name of a deck is neither markup nor an escape sequence")
  func escaping() {
    let text = ReminderText(waiting([("<b>R&D\u{1B}[31m", 2)]))
    #expect(text.markup == "&lt;b&gt;R&amp;D␛[31m 2")
    #expect(text.line == "2 cards to study: <b>R&D␛[31m 2")
  }
}
