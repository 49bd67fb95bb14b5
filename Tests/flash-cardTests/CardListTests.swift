import FlashCollection
import FlashModel
import FlashStore
import FlashTestSupport
import Testing

@testable import flash_card

@Suite struct CardListTests {
  /// Cards in several states: a new, b learning, c in review and tagged, d suspended, e buried and
  /// flagged, f a leech in another deck.
  private func commands() throws -> CardCommands {
    let commands = try CardCommands()
    let store = commands.store
    let now = commands.session.now
    let ids = try store.addCards(
      ["a", "b", "c", "d", "e"].map { NewCard(front: $0 + $0, back: "back") }, to: commands.deck,
      at: now)
    let below = try store.addDeck(titled: "Spanish::Verbs", at: now)
    let leech = try store.addCards([NewCard(front: "ff", back: "back")], to: below, at: now)
    let rules = try commands.session.context("x").studyRules(store)
    _ = try store.record(Answer(cardID: ids[1], rating: .good, ratedAt: now), by: rules)
    _ = try store.record(Answer(cardID: ids[2], rating: .easy, ratedAt: now), by: rules)
    try store.tagCards([ids[2]], with: ["verbs::regular"], at: now)
    var edit = CardEdit()
    edit.isSuspended = true
    try store.editCards([ids[3]], edit, at: now)
    edit = CardEdit()
    edit.buriedUntil = now.advanced(by: 3_600_000)
    edit.flag = 4
    try store.editCards([ids[4]], edit, at: now)
    var options = StudyOptions()
    options.leechThreshold = 1
    try store.setDefaultOptions(options, by: rules, at: now)
    _ = try store.record(Answer(cardID: leech[0], rating: .easy, ratedAt: now), by: rules)
    _ = try store.record(
      Answer(cardID: leech[0], rating: .again, ratedAt: now.advanced(by: 1)), by: rules)
    return commands
  }

  @Test(
    "each option narrows the list",
    arguments: [
      ([], "a b c d e f"), (["-d", "spanish::verbs"], "f"), (["-d", "Spanish"], "a b c d e f"),
      (["-t", "verbs::*"], "c"), (["-t", "VERBS::regular"], "c"), (["-t", "verbs"], "c"),
      (["-t", "verb"], ""),
      (["--state", "learning"], "b"), (["--state=learning", "--state=review"], "b c"),
      (["--new"], "a d e"), (["--suspended"], "d"), (["--buried"], "e"), (["--leech"], "f"),
      (["--flag", "4"], "e"), (["--flag", "0"], "a b c d f"), (["--limit", "2"], "a b"),
      (["--sort", "front", "--reverse", "--limit=1"], "f"), (["--removed"], ""),
      (["--new", "--state=review"], ""), (["--due"], ""),
    ] as [([String], String)])
  func filters(options: [String], expected: String) throws {
    let commands = try commands()
    let list = commands.session.run(
      FlashCard.self, "flash-card", ["list", "--template", "{front}"] + options)
    #expect(list.lines.map { String($0.prefix(1)) }.joined(separator: " ") == expected)
  }

  @Test("cards are due once their time has come")
  func due() throws {
    let commands = try commands()
    commands.session.now = commands.session.now.advanced(by: 3_600_000)
    let list = commands.run("list", "--due", "--template", "{front}")
    #expect(list.lines == ["bb", "ff"])
  }

  @Test("in a pipe a card is a line with tabs, the id first; the due label is short")
  func rows() throws {
    let commands = try commands()
    let rows = commands.run("list").lines.map {
      $0.split(separator: "\t").dropFirst().joined(separator: "|")
    }
    #expect(
      rows == [
        "aa|back|new|New", "bb|back|learning|Due", "cc|back|review|\(try days("cc"))d",
        "dd|back|suspended|New", "ee|back|buried|New", "ff|back|relearning|Due",
      ])
    func days(_ front: String) throws -> Int {
      let entry = try commands.store.cards().first { $0.card.front == front }
      let due = try #require(entry?.card.scheduling.due)
      return Int((Double(due.milliseconds(since: commands.session.now)) / 86_400_000).rounded())
    }
  }

  @Test("a text is found in front, back and deck, in any case, from two characters")
  func search() throws {
    let commands = try commands()
    func found(_ text: String) -> Int { commands.run("search", text).lines.count }
    #expect(found("CC") == 1)
    #expect(found("BACK") == 6)
    #expect(found("verbs") == 1)
    #expect(found("zz") == 0)
    #expect(commands.run("search", " c ").code == 65)
    #expect(commands.run("search", "zz").code == 0)
  }

  @Test("what could drive a terminal is shown, and long text keeps to its line")
  func hostile() throws {
    let commands = try CardCommands()
    try commands.store.addCards(
      [
        NewCard(front: "a\u{1B}]0;x\u{7}\u{202E}b\u{9B}2J\nc", back: "\u{0}\u{200B}x"),
        NewCard(
          front: String(repeating: "字", count: 100_000),
          back: String(repeating: "x", count: 100_000)),
      ], to: commands.deck, at: commands.session.now)
    let piped = commands.run("list")
    #expect(piped.lines.count == 2)
    #expect(!piped.output.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" && $0 != "\t" })
    commands.session.columns = 80
    let shown = commands.run("list").output
    let lines = shown.split(separator: "\n")
    #expect(lines.count == 3)
    let hostile: Set<UInt32> = [0x7, 0x9B, 0x202E, 0x200B, 0]
    #expect(!shown.unicodeScalars.contains { hostile.contains($0.value) })
    #expect(lines[2].contains("…"))
    #expect(lines[2].utf8.count < 300)
    let id = commands.run("list", "-0").output.split(separator: "\0")[0]
    let page = commands.run("show", String(id)).output
    #expect(!page.unicodeScalars.contains { hostile.contains($0.value) })
  }

  @Test(
    "a query narrows the list, in one word or several",
    arguments: [
      (["is:new", "--", "-is:suspended", "-is:buried"], "a"), (["--", "-back"], ""),
      (["(aa or bb) prop:reps>0"], "b"),
      (["deck:spanish::verbs"], "f"), (["rated:1:easy", "--state=review"], "c"),
      ([""], "a b c d e f"),
      (["is:leech"], "f"), (["flag:4", "or", "tag:verbs"], "c e"),
      (["introduced:1", "added:1"], "b c f"),
    ] as [([String], String)])
  func queries(words: [String], expected: String) throws {
    let commands = try commands()
    let list = commands.session.run(
      FlashCard.self, "flash-card", ["list", "--template", "{front}"] + words)
    #expect(list.lines.map { String($0.prefix(1)) }.joined(separator: " ") == expected)
  }

  @Test("what can't be understood of a query is told with its column")
  func badQuery() throws {
    let commands = try CardCommands()
    let list = commands.run("list", "is:new", "dek:x", "--json")
    #expect(list.code == 65)
    #expect(
      list.errors == #"{"error":{"code":"query","message":"query: column 8: no such term: 'dek:'","#
        + #""hint":"did you mean 'deck:'?"},"exit":65}"# + "\n")
  }

  @Test("ids narrow a list, and one that is not there is told")
  func ids() throws {
    let commands = try CardCommands()
    let ids = try commands.cards(3)
    let stranger = "0190163d-8694-739b-aea5-966c26f8ad91"
    let list = commands.run(
      "list", "-", stranger, "front", "--json=front", input: ids[2] + "\n" + ids[0])
    #expect(list.code == 3)
    #expect(list.lines == [#"{"front":"front 0"}"#, #"{"front":"front 2"}"#])
  }

  @Test("a card is shown with its texts and its figures")
  func show() throws {
    let commands = try CardCommands()
    _ = commands.run("add", "hola", "hello\nworld", "--hint", "h", "-t", "greetings")
    let id = try #require(try commands.store.cards().first).card.id
    #expect(
      commands.run("show", id.description).output == """
        Front
          hola

        Back
          hello
          world

        Hint
          h

          deck     Spanish
          state    new
          tags     greetings
          reviews  0, 0 lapses
          id       \(id)

        """)
  }
}
