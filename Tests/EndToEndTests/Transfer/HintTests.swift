import FlashModel
import FlashStore
import FlashTestSupport
import Testing

/// Hints of cards that come with packages, and come again.
@Suite struct HintTests {
  private static let other = "--store=other.db"

  /// A collection with a card, and another that has it by a package.
  private func withBoth(
    _ first: String?, _ body: (TestHome, _ card: String) throws -> Void
  ) throws {
    try TestHome.with { home in
      try home.given("flash-deck", ["add", "D"])
      try home.given(
        "flash-card", ["add", "-d", "D", "dog", "perro"] + (first.map { ["--hint", $0] } ?? []))
      let card = try #require(try home.store().cards().first).card.id.description
      #expect(try send(home) == "added")
      try body(home, card)
    }
  }

  /// Takes the package over.
  /// - Returns: what became of the card.
  private func send(_ home: TestHome) throws -> String {
    try home.given("flash-export", ["--no-scheduling", "-o", "x.apkg"])
    let outcome = try home.run("flash-import", [HintTests.other, "--json", "x.apkg"])
    #expect(outcome.code == 0, "\(outcome.errors)")
    let report = try #require(try objects(outcome.output).last)
    let became = ["cards_added", "cards_updated", "conflicting", "cards_unchanged"].filter {
      report[$0]?.integer != 0
    }
    return became.joined(separator: ", ").replacing("cards_", with: "")
  }

  private func hint(_ home: TestHome) throws -> String? {
    try home.store(home.folder.path(of: "other.db")).cards().first?.card.hint
  }

  private func edit(_ home: TestHome, _ hint: String, _ card: String? = nil) throws {
    if let card { return try home.given("flash-card", ["edit", card, "--hint", hint]) }
    let there = try #require(
      try home.store(home.folder.path(of: "other.db")).cards().first?.card.id)
    try home.given("flash-card", [HintTests.other, "edit", there.description, "--hint", hint])
  }

  @Test("a hint comes with its card, and a later package changes, gives and takes it")
  func follows() throws {
    try withBoth("a *b* 2 * 3 {{c1::x") { home, card in
      #expect(try hint(home) == "a *b* 2 * 3 {{c1::x")
      #expect(try send(home) == "unchanged")
      try edit(home, "new", card)
      #expect(try send(home) == "updated")
      #expect(try hint(home) == "new")
      try edit(home, "", card)
      #expect(try send(home) == "updated")
      #expect(try hint(home) == nil)
      try edit(home, "again", card)
      #expect(try send(home) == "updated")
      #expect(try hint(home) == "again")
      try home.given("flash-store", [HintTests.other, "undo"])
      #expect(try hint(home) == nil)
      #expect(try send(home) == "updated")
      #expect(try hint(home) == "again")
    }
  }

  @Test("a hint that was edited here stays, and is told if the source has another")
  func conflict() throws {
    try withBoth("one") { home, card in
      try edit(home, "mine")
      #expect(try send(home) == "unchanged")
      #expect(try hint(home) == "mine")
      try edit(home, "theirs", card)
      #expect(try send(home) == "conflicting")
      #expect(try hint(home) == "mine")
      // The same in both is no conflict, and is followed again.
      try edit(home, "theirs")
      #expect(try send(home) == "unchanged")
      try edit(home, "later", card)
      #expect(try send(home) == "updated")
      #expect(try hint(home) == "later")
    }
  }

  @Test("a file that has no place for hints takes none away, nor does one that never told of any")
  func untold() throws {
    try withBoth(nil) { home, _ in
      try edit(home, "mine")
      #expect(try send(home) == "unchanged")
      #expect(try hint(home) == "mine")
      try home.folder.write("front,back\ndog,perro\n", to: "D.csv")
      try home.given("flash-import", [HintTests.other, "D.csv"])
      #expect(try hint(home) == "mine")
    }
  }

  @Test("cards of a cloze note with several hints keep theirs, and go out without")
  func clozeHints() throws {
    try TestHome.with { home in
      try home.given("flash-deck", ["add", "D"])
      try home.given(
        "flash-card", ["add", "-d", "D", "--cloze", "{{c1::a}} {{c2::b}}", "--hint", "h"])
      var edit = CardEdit()
      edit.hint = "other"
      let store = try home.store(for: .writing)
      try store.editCards([try store.cards()[0].card.id], edit, at: testNow)
      let outcome = try home.run("flash-export", ["-o", "x.apkg"])
      #expect(
        outcome.errors
          == "flash-export: warning: x.apkg: 2 hints are left out where not all cards of a note have "
          + "the same\n")
      #expect(try home.run("flash-import", ["x.apkg"]).output == "x.apkg: 2 unchanged\n")
      #expect(try home.store().cards().map(\.card.hint) == ["other", "h"])
    }
  }

  @Test("Anki's own plain text of such notes tells their hints")
  func plainText() throws {
    try TestHome.with { home in
      let head = "#separator:tab\n#html:true\n#guid column:1\n#notetype column:2\n"
      try home.folder.write(
        head + "g1\tBasic (Flash)+\ta\tb\t<i>h</i>\n"
          + "g2\tBasic and reversed (Flash)\tx\ty\th0\th1\n"
          + "g3\tCloze (Flash)\t{{c1::z}}\textra\thc\ng4\tBasic\tp\tq\tr\n",
        to: "D.txt")
      try home.given("flash-import", ["D.txt"])
      let cards = try home.store().cards().map(\.card)
      #expect(cards.map(\.hint) == ["*h*", "h0", "h1", "hc", nil])
      #expect(cards.map(\.back) == ["b", "y", "x", "**z**\n\nextra", "q\n\nr"])
    }
  }
}
