import FlashModel
import FlashStore
import FlashTestSupport
import Testing

@testable import flash_card

@Suite struct CardAddTests {
  @Test("a card goes to the only deck there is, with its tags and hint, cleaned")
  func one() throws {
    let commands = try CardCommands()
    let added = commands.run(
      "add", "  hola\u{7} ", "hel\r\nlo", "-t", "greetings", "--tag=a b", "--hint", " h ")
    #expect(added.output == "added 1 card to 'Spanish' (undo: flash undo)\n")
    let entry = try #require(try commands.store.cards().first)
    #expect(entry.card.front == "hola")
    #expect(entry.card.back == "hel\nlo")
    #expect(entry.card.hint == "h")
    #expect(entry.card.kind == .basic)
    #expect(entry.subTopics == ["greetings", "a b"])
  }

  @Test("a front that the deck has is warned of with that card, and added all the same")
  func duplicate() throws {
    let commands = try CardCommands()
    let first = try commands.cards(3)
    let again = commands.run("add", "-d", "Spanish", "front 1", "other")
    #expect(again.output == "added 1 card to 'Spanish' (undo: flash undo)\n")
    #expect(
      again.errors == "flash-card: warning: the deck has a card with this front: \(first[1])\n")
    #expect(again.code == 0)
    #expect(try commands.fronts() == ["front 0", "front 1", "front 2", "front 1"])
    // The case of another deck, and a removed card, do not count.
    try commands.store.removeCards([CardID(first[2])].compactMap { $0 }, at: commands.session.now)
    #expect(commands.run("add", "-d", "Spanish", "front 2", "x").errors == "")
    #expect(commands.run("add", "-d", "Other", "--create-deck", "front 0", "x").errors == "")
    #expect(commands.run("add", "-d", "Spanish", "FRONT 0", "x").errors == "")
  }

  @Test("duplicates within what is added are told too, and are a field of --json")
  func duplicateLines() throws {
    let commands = try CardCommands()
    let first = try commands.cards(1)
    let rows = try commands.run(
      "add", "-d", "Spanish", "-", "--json=id,duplicate_of",
      input: "front 0\tx\nnew\ty\nnew\tz\n"
    ).objects()
    #expect(rows.map { $0["duplicate_of"] } == [.string(first[0]), .null, rows[1]["id"]])
    let many = (0..<12).map { _ in "front 0\tb\n" }.joined()
    let told = commands.run("add", "-d", "Spanish", "-", input: many).errors
    #expect(told.split(separator: "\n").count == 11)
    #expect(told.hasSuffix("warning: 2 more fronts that the deck has\n"))
  }

  @Test("a reversed pair asks both ways, and its cards are siblings")
  func reversed() throws {
    let commands = try CardCommands()
    let added = commands.run("add", "hola", "hello", "--reverse", "--json=action,cards_affected")
    #expect(added.lines == Array(repeating: #"{"action":"add","cards_affected":1}"#, count: 2))
    let cards = try commands.store.cards().map(\.card)
    #expect(cards.map(\.front) == ["hola", "hello"])
    #expect(cards.map(\.back) == ["hello", "hola"])
    #expect(cards.map(\.noteOrd) == [0, 1])
    #expect(cards[0].noteID != nil)
    #expect(cards[0].noteID == cards[1].noteID)
  }

  @Test("a cloze text makes a card a number, which share note and text")
  func cloze() throws {
    let commands = try CardCommands()
    let text = "The capital of {{c1::France}} is {{c3::Paris::city}}"
    #expect(commands.run("add", "--cloze", text).code == 0)
    let cards = try commands.store.cards().map(\.card)
    #expect(
      cards.map(\.front) == ["The capital of [...] is Paris", "The capital of France is [city]"])
    #expect(
      cards.map(\.back) == [
        "The capital of **France** is Paris", "The capital of France is **Paris**",
      ])
    #expect(cards.map(\.noteOrd) == [1, 3])
    #expect(cards.map(\.noteText) == [text, text])
    #expect(cards.map(\.kind) == [.cloze, .cloze])
    #expect(Set(cards.map(\.noteID)).count == 1)
  }

  @Test("a typed answer is a kind of its own")
  func typeIn() throws {
    let commands = try CardCommands()
    _ = commands.run("add", "a", "b", "--type-in")
    #expect(try commands.store.cards().map(\.card.kind) == [.typeIn])
  }

  @Test(
    "what can't be a card is refused, and nothing is added",
    arguments: [
      (["add", " ", "b"], 65), (["add", "a", "\u{7}"], 65), (["add", "--cloze", "x"], 65),
      (["add", "--cloze", "{{c0::x}}"], 65), (["add", "a"], 64), (["add"], 64),
      (["add", "a", "b", "c"], 64), (["add", "a", "b", "--cloze", "{{c1::x}}"], 64),
      (["add", "--cloze", "{{c1::x}}", "--reverse"], 64), (["add", "a", "b", "-d", "Spansh"], 66),
      (["add", "a", "b", "-t", String(repeating: "x", count: 256)], 65),
      (["add", "a", String(repeating: "x", count: 1 << 20) + "y"], 65),
    ] as [([String], Int32)])
  func refused(arguments: [String], code: Int32) throws {
    let commands = try CardCommands()
    let outcome = commands.session.run(FlashCard.self, "flash-card", arguments)
    #expect(outcome.code == code)
    #expect(outcome.errors.hasPrefix("flash-card: "))
    #expect(outcome.output == "")
    #expect(try commands.store.cards() == [])
  }

  @Test("which deck is asked where there are several or none; a setting answers")
  func standardDeck() throws {
    let commands = try CardCommands()
    try commands.store.addDeck(titled: "French", at: commands.session.now)
    #expect(commands.run("add", "a", "b").errors.contains("which deck?"))
    commands.session.variables["FLASH_CONFIG_COUNT"] = "1"
    commands.session.variables["FLASH_CONFIG_KEY_0"] = "card.deck"
    commands.session.variables["FLASH_CONFIG_VALUE_0"] = "french"
    #expect(commands.run("add", "a", "b").output == "added 1 card to 'French' (undo: flash undo)\n")
    commands.session.variables["FLASH_STORE"] = commands.session.folder.path + "/none.db"
    commands.session.variables["FLASH_CONFIG_COUNT"] = nil
    #expect(commands.run("add", "a", "b").errors.contains("there is no deck yet"))
  }

  @Test("a deck is made where that is asked for, with its cards as one step of undo")
  func createDeck() throws {
    let commands = try CardCommands()
    let unknown = commands.run("add", "a", "b", "-d", "Spansh")
    #expect(unknown.errors.contains("did you mean 'Spanish'?"))
    #expect(unknown.errors.contains("--create-deck"))
    #expect(commands.run("add", "a", "b", "-d", "X::Y", "--create-deck").code == 0)
    #expect(try commands.store.cards().map(\.deckTitle) == ["X::Y"])
    #expect(try commands.store.undoableActions(limit: 1).map(\.label) == ["card add"])
  }

  @Test("lines are front, tab, back, tab, tags")
  func lines() throws {
    let commands = try CardCommands()
    let added = commands.run(
      "add", "-", "-t", "all", input: "uno\tone\n\ndos\ttwo\tverbs  x\r\ntres\tthree\tfour five")
    #expect(added.output == "added 3 cards to 'Spanish' (undo: flash undo)\n")
    #expect(try commands.fronts() == ["uno", "dos", "tres"])
    #expect(
      try commands.store.cards().map(\.subTopics) == [
        ["all"], ["all", "verbs", "x"], ["all", "four", "five"],
      ])
  }

  @Test("lines that begin with a brace are objects, and name decks of their own")
  func objects() throws {
    let commands = try CardCommands()
    let input = """
      {"front":"a","back":"b","deck":"New","tags":["x y"],"hint":"h","kind":"type_in"}
      {"cloze":"{{c1::one}} {{c2::two}}","sub_topics":"p q"}
      {"front":"c","back":"d","reverse":true,"deck":null}
      {{c1::no object}}\tback
      """
    #expect(commands.run("add", "-", "--create-deck", input: input).code == 0)
    let entries = try commands.store.cards()
    #expect(entries.map(\.deckTitle) == ["New"] + Array(repeating: "Spanish", count: 5))
    #expect(entries[0].subTopics == ["x y"])
    #expect(entries[0].card.kind == .typeIn)
    #expect(entries[1].card.front == "[...] two")
    #expect(entries[2].subTopics == ["p", "q"])
    #expect(entries[3...4].map(\.card.front) == ["c", "d"])
    #expect(entries[5].card.front == "{{c1::no object}}")
  }

  @Test("with --cloze=- lines are cloze texts")
  func clozeLines() throws {
    let commands = try CardCommands()
    let input = "{{c1::a}} b\n{{c1::c}} {{c2::d}}\n{\"front\":\"e\",\"back\":\"f\"}\n"
    #expect(commands.run("add", "--cloze=-", input: input).code == 0)
    #expect(try commands.fronts() == ["[...] b", "[...] d", "c [...]", "e"])
  }

  static let badLines = [
    "no tab": "no tab between front and back", "\tback": "the front is empty",
    "front\t ": "the back is empty", "{": "not a JSON object", "{}": "has neither 'front' nor",
    #"{"front":1,"back":"b"}"#: "has a 'front' that is no text",
    #"{"front":"a"}"#: "has no 'back'",
    #"{"front":"a","back":"b","tags":[1]}"#: "has 'tags' that are not all texts",
    #"{"front":"a","back":"b","kind":"x"}"#: "has a 'kind'",
    #"{"cloze":"x"}"#: "has no deletion",
  ]

  @Test("a line that can't be read is told with its number; the rest is added", arguments: badLines)
  func badLine(line: String, reason: String) throws {
    let commands = try CardCommands()
    let input = "a\tb\n\(line)\nc\td\n"
    let added = commands.run("add", "-", input: input)
    #expect(added.code == 3)
    #expect(added.errors.hasPrefix("flash-card: standard input:2: "))
    #expect(added.errors.contains(reason))
    #expect(try commands.fronts() == ["a", "c"])
    #expect(commands.run("add", "-", "--strict", input: input).code == 65)
    #expect(commands.run("add", "-", input: line).code == 65)
    #expect(try commands.fronts() == ["a", "c"])
  }

  @Test("nothing on standard input adds nothing")
  func empty() throws {
    let commands = try CardCommands()
    let added = commands.run("add", "-", input: "\n \n")
    #expect(added == CommandSession.Outcome(code: 0, output: "", errors: ""))
  }

  @Test("a long side is taken with a warning")
  func long() throws {
    let commands = try CardCommands()
    let added = commands.run("add", "a", String(repeating: "é", count: 4_001))
    #expect(added.code == 0)
    #expect(added.errors == "flash-card: warning: 1 card with a side of over 4000 characters\n")
    #expect(commands.run("add", "b", String(repeating: "é", count: 4_000)).errors == "")
  }

  @Test("a rehearsal adds nothing")
  func dryRun() throws {
    let commands = try CardCommands()
    #expect(
      commands.run("add", "a", "b", "-n").output == "added 1 card to 'Spanish' (undo: flash undo)\n"
    )
    #expect(try commands.store.cards() == [])
  }
}
