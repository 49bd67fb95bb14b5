import FlashModel
import FlashScheduler
import FlashStore
import FlashTerminal
import FlashTestSupport
import Testing

@testable import flash_study

/// Screens as they are painted, beside their goldens.
@Suite struct SessionViewTests {
  private static let sizes = [
    TerminalSize(columns: 80, rows: 24), TerminalSize(columns: 20, rows: 6),
  ]

  private func session(
    _ card: NewCard, _ size: TerminalSize, mode: StudyMode = .smart
  ) throws -> SessionDriver {
    let collection = try Collection()
    let deck = try collection.store.addDeck(
      titled: "Spanish::Verbs", .mode(mode), at: monday)
    try collection.store.addCards(
      [card, NewCard(front: "next", back: "next")], to: deck, at: monday)
    return try SessionDriver(collection, size: size)
  }

  private func expect(
    _ session: SessionDriver, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let size = session.model.size
    for line in session.screen.lines { #expect(line.cellWidth <= size.columns) }
    #expect(session.screen.lines.count <= size.rows)
    try expectGolden(
      session.text, "study/\(name)-\(size.columns)x\(size.rows).txt",
      sourceLocation: sourceLocation)
  }

  @Test("a question, its answer, and the help", arguments: sizes)
  func plain(size: TerminalSize) throws {
    var card = NewCard(front: "to **eat**", back: "*comer*\n\n- yo como\n- tú comes")
    card.hint = "starts with c"
    let session = try session(card, size)
    try expect(session, "question")
    try session.press("h")
    try expect(session, "hint")
    try session.press(" ")
    try expect(session, "answer")
    try session.press("?")
    try expect(session, "help")
    try session.press("x")
    #expect(session.model.isAnswered)
  }

  @Test("a card that is typed shows what differs", arguments: sizes)
  func typed(size: TerminalSize) throws {
    var card = NewCard(front: "to sleep", back: "dormir")
    card.kind = .typeIn
    let session = try session(card, size)
    try session.press("domir")
    try expect(session, "typing")
    #expect(session.screen.cursor == Screen.Cursor(row: size.rows == 6 ? 2 : 3, column: 7))
    try session.press("\n")
    try expect(session, "typed")
    #expect(session.screen.cursor == nil)
    try session.press("3")
    #expect(session.front == "next")
  }

  @Test("a long card scrolls, and says how much is hidden", arguments: sizes)
  func long(size: TerminalSize) throws {
    let lines = (1...60).map { "line \($0)" }.joined(separator: "\n\n")
    let session = try session(NewCard(front: "recite", back: lines), size)
    try session.press(" ")
    try expect(session, "long")
    for _ in 0..<3 { try session.send(.key(.pageDown)) }
    try expect(session, "scrolled")
    try session.send(.key(.end))
    #expect(session.text.contains("line 60"))
    try session.send(.key(.down))
    #expect(session.text.contains("line 60"))
    try session.send(.key(.home))
    #expect(session.text.contains("recite"))
  }

  @Test("Basic mode shows its two buttons", arguments: sizes)
  func basic(size: TerminalSize) throws {
    let session = try session(NewCard(front: "uno", back: "one"), size, mode: .basic)
    try session.press(" ")
    try expect(session, "basic")
  }

  @Test("another size draws the same card anew")
  func resized() throws {
    let session = try session(
      NewCard(front: "q", back: String(repeating: "word ", count: 100)), Self.sizes[0])
    try session.press(" ")
    try session.send(.resized(Self.sizes[1]))
    try session.send(.key(.end))
    let scrolled = session.model.scroll
    #expect(scrolled > 20)
    try session.send(.resized(Self.sizes[0]))
    #expect(session.model.scroll == 0)
  }

  @Test("wide intervals stay on the narrow screen", arguments: [1, 3, 4, 6])
  func wideIntervals(reviews: Int) throws {
    let collection = try Collection()
    let (_, cards) = try collection.deck(cards: 1)
    var now = monday
    for _ in 0..<reviews {
      let answer = Answer(cardID: cards[0], rating: .easy, ratedAt: now)
      now = try #require(try collection.store.record(answer, by: collection.rules).after.due)
    }
    let session = try SessionDriver(collection, clock: TestClock(now), size: Self.sizes[1])
    try session.press(" ")
    for word in ["again", "hard", "good", "easy"] { #expect(session.text.contains(word)) }
    for label in session.model.shown?.labels ?? [] { #expect(session.text.contains(label)) }
    #expect(session.screen.lines.allSatisfy { $0.cellWidth <= 20 })
  }

  @Test(
    "card text cannot drive the terminal or break the layout",
    arguments: [
      "\u{1B}[2J\u{1B}]0;title\u{7}\u{9B}31m", "\u{202E}txet\u{2066}", "nul\0nul",
      String(repeating: "x", count: 100_000), String(repeating: "*a ", count: 33_000),
      String(repeating: "漢", count: 50_000), "e" + String(repeating: "\u{301}", count: 10_000),
      "![\u{1B}[31m](\u{1B}[0m)", "`\u{1B}c`", "\r\na\r\r\n\u{85}\u{2028}", "[](", "**", "***",
    ])
  func hostile(text: String) throws {
    for size in Self.sizes {
      var card = NewCard(front: text, back: text)
      card.hint = text
      let session = try session(card, size)
      for keys in ["", "h", " ", "?"] {
        try session.press(keys)
        let screen = session.screen
        #expect(screen.lines.count <= size.rows)
        for line in screen.lines {
          #expect(line.truncated(to: size.columns).cellWidth <= size.columns)
          #expect(!Appearance.plain.bytes(of: line).contains { $0 < 0x20 || $0 == 0x7F })
          #expect(!line.text.unicodeScalars.contains { (0x80..<0xA0).contains($0.value) })
          #expect(!line.text.unicodeScalars.contains { (0x202A...0x202E).contains($0.value) })
        }
      }
    }
  }
}
