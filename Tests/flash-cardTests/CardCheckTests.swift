import FlashModel
import FlashStore
import FlashTestSupport
import Foundation
import Testing

@testable import flash_card

@Suite struct CardCheckTests {
  /// The path of a file in the commands' folder.
  private func file(_ commands: CardCommands, _ name: String, _ text: String) throws -> String {
    try commands.session.folder.write(text, to: name)
    return "\(commands.session.folder.path)/\(name)"
  }

  @Test("findings are lines that editors read; the worst of them is the exit code")
  func lines() throws {
    let commands = try CardCommands()
    let clean = try file(commands, "clean.md", "Q: a\nA: b\n")
    #expect(
      commands.run("check", clean) == CommandSession.Outcome(code: 0, output: "", errors: ""))
    let doubtful = try file(commands, "doubt.md", "Q: c\nA: ![](no.png)\n")
    let warned = commands.run("check", doubtful)
    #expect(
      warned.output == "\(doubtful):2:8: warning: there is no file 'no.png' [missing_media]\n")
    #expect(warned.code == 1)
    let broken = try file(commands, "broken.md", "C: [x\n")
    let failed = commands.run("check", broken, doubtful, "--level=error")
    #expect(
      failed.output == """
        \(broken):1:1: error: cloze text without a deletion [no_deletion]
        \(broken):1:4: error: '[' is never closed [cloze]

        """)
    #expect(failed.code == 65)
    #expect(commands.run("check", doubtful, "--level=error").code == 0)
    #expect(commands.run("check", clean, "-v").errors == "1 card in 1 file: nothing found\n")
  }

  @Test("files of a folder that are no decks are passed over, and duplicates told across files")
  func folder() throws {
    let commands = try CardCommands()
    try FileManager.default.createDirectory(
      atPath: "\(commands.session.folder.path)/decks/more", withIntermediateDirectories: true)
    _ = try file(commands, "decks/a.md", "Q: a\nA: b\n")
    let second = try file(commands, "decks/more/b.md", "Q: a\nA: b\n")
    _ = try file(commands, "decks/README.md", "# Only a note\n")
    let folder = "\(commands.session.folder.path)/decks"
    #expect(
      commands.run("check", folder).output
        == "\(second):1:1: warning: the same card as at \(folder)/a.md:1 [duplicate]\n")
  }

  @Test("a file that can't be read is told, and the others are checked")
  func unreadable() throws {
    let commands = try CardCommands()
    let missing = "\(commands.session.folder.path)/none.md"
    let alone = commands.run("check", missing)
    #expect(alone.code == 66)
    #expect(
      alone.errors == "flash-card: \(missing): cannot read: No such file or directory\n")
    let clean = try file(commands, "clean.md", "Q: a\nA: b\n")
    #expect(commands.run("check", missing, clean).code == 3)
    let broken = try file(commands, "broken.md", "loose\n\nQ: a\nA: b\n")
    #expect(commands.run("check", missing, broken).code == 65)
    #expect(commands.run("check").code == 64)
  }

  @Test("standard input is a deck of the name that is given, or a list of cards")
  func input() throws {
    let commands = try CardCommands()
    let text = "* x :drill:\n[a\n"
    #expect(
      commands.run("check", "--name=d/x.org", "-", input: text).output
        == "d/x.org:1:1: error: empty back [empty_side]\n")
    #expect(
      commands.run("check", "-", "--format=qa", input: "loose\n\nQ: a\nA: b\n").output
        == "standard input:1:1: error: text that belongs to no card [stray_text]\n")
    let id = try commands.store.addCards(
      [NewCard(front: "a\u{202E}", back: "b")], to: commands.deck, at: commands.session.now)[0]
    let expected =
      "\(id): warning: front 1:2: U+202E changes the order of the text [bidi_control]\n"
    for list in [commands.run("list").output, commands.run("list", "--json").output] {
      #expect(commands.run("check", "-", input: list).output == expected)
    }
    #expect(commands.run("check", id.description).output == expected)
    #expect(commands.run("check", "--query", "deck:Spanish").output == expected)
    #expect(commands.run("check", id.description).code == 1)
    let stranger = "01960000-0000-7000-8000-000000000001"
    #expect(commands.run("check", stranger).code == 66)
    // JSON of cards that no list printed is a deck.
    let deck = commands.run("check", "-", input: "{\"front\":\"a\",\"back\":\"\"}\n").output
    #expect(deck == "standard input:1:1: error: empty back [empty_side]\n")
  }

  @Test("stored cards with equal texts, and broken cloze text, are told by id")
  func stored() throws {
    let commands = try CardCommands()
    let ids = try commands.cards(1)
    let twin = try commands.store.addCards(
      [NewCard(front: "front 0", back: "back 0")], to: commands.deck, at: commands.session.now)[0]
    let cloze = commands.run(
      "add", "-d", "Spanish", "--cloze", "{{c1::a}} {{c2::b", "--json=id")
    let note = try #require(try cloze.objects().first?["id"]?.string)
    let found = commands.run("check", "--query", "deck:*")
    #expect(
      found.output == """
        \(twin): warning: the same card as \(ids[0]) [duplicate]
        \(note): error: cloze text 1:11: '{{' is never closed [cloze]

        """)
    #expect(found.code == 65)
    let json = commands.run("check", twin.description, ids[0], "--json=card_id,other_card_id,file")
    #expect(
      json.output
        == #"{"card_id":"\#(twin)","other_card_id":"\#(ids[0])","file":null}"# + "\n")
  }

  @Test("JSON has place, severity, code and the other place")
  func json() throws {
    let commands = try CardCommands()
    let path = try file(commands, "x.csv", "a,b\na,b\n")
    let object = try #require(try commands.run("check", path, "--json").objects().first)
    #expect(object["file"] == .string(path))
    #expect(object["line"] == .integer(2))
    #expect(object["column"] == .integer(1))
    #expect(object["severity"] == .string("warning"))
    #expect(object["code"] == .string("duplicate"))
    #expect(object["other_file"] == .string(path))
    #expect(object["other_line"] == .integer(1))
    #expect(object["card_id"] == .null)
  }
}
