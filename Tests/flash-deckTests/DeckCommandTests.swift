import FlashModel
import FlashTestSupport
import Testing

@testable import flash_deck

extension CommandSession {
  func deck(_ arguments: String..., input: String = "") -> Outcome {
    run(FlashDeck.self, "flash-deck", arguments, input: input)
  }
}

@Suite struct DeckCommandTests {
  @Test("a deck that is made is listed, and the change names its undo")
  func add() throws {
    let session = try CommandSession()
    let added = session.deck("add", " Spanish :: Verbs ", "--description", "the 100")
    #expect(added.output == "added deck 'Spanish::Verbs' (undo: flash undo)\n")
    #expect(added.code == 0)
    #expect(session.deck("list").output == "Spanish::Verbs\t0\t0\t0\t0\n")
    let object = try #require(try session.deck("list", "--json").objects().first)
    #expect(object["name"] == .string("Spanish::Verbs"))
    #expect(object["topic"] == .string("Spanish"))
    #expect(object["description"] == .string("the 100"))
    #expect(object["card_count"] == .integer(0))
    #expect(object["updated_at"] == .string("2026-03-02T09:00:00Z"))
  }

  @Test("the fields of a deck are those that scripts may rely on, in their order")
  func fields() throws {
    let session = try CommandSession()
    _ = session.deck("add", "a")
    guard case .object(let members)? = try session.deck("list", "--json").objects().first else {
      Issue.record("no object")
      return
    }
    #expect(
      members.map(\.key) == [
        "id", "name", "topic", "description", "accent", "mode", "options", "card_count",
        "new_count", "learning_count", "due_count", "updated_at",
      ])
  }

  @Test(
    "a name that can't be a deck's is refused",
    arguments: ["", "  ", "a::", "::a", "a\nb", String(repeating: "x", count: 256)])
  func badNames(name: String) throws {
    let session = try CommandSession()
    let added = session.deck("add", name)
    #expect(added.code == 65)
    #expect(added.errors.hasPrefix("flash-deck: deck: "))
    #expect(session.deck("list").output == "")
  }

  @Test("a name that is taken is refused with its own code")
  func taken() throws {
    let session = try CommandSession()
    _ = session.deck("add", "a")
    let again = session.deck("add", "a")
    #expect(again.code == 73)
    #expect(again.errors == "flash-deck: there is a deck 'a' already\n")
  }

  @Test("an unknown deck is told with the names near it")
  func near() throws {
    let session = try CommandSession()
    for name in ["french", "spanish"] { _ = session.deck("add", name) }
    let removed = session.deck("rm", "frenhc")
    #expect(removed.code == 66)
    #expect(removed.errors.contains("no such deck: 'frenhc'"))
    #expect(removed.errors.contains("did you mean 'french'?"))
    let json = session.deck("show", "x", "--json")
    #expect(json.errors.hasPrefix(#"{"error":{"code":"not_found""#))
  }

  @Test("one mistyped name keeps all decks")
  func removeAll() throws {
    let session = try CommandSession()
    for name in ["a", "b"] { _ = session.deck("add", name) }
    #expect(session.deck("rm", "a", "zzzz").code == 66)
    #expect(session.deck("list", "-0").output == "a\0b\0")
    #expect(
      session.deck("rm", "a", "b", "A").output
        == "removed decks 'a', 'b' with 0 cards (undo: flash undo)\n")
    #expect(session.deck("list").output == "")
    #expect(session.deck("list", "--removed", "-0").output == "a\0b\0")
    #expect(session.deck("restore", "b").code == 0)
    #expect(session.deck("list", "-0").output == "b\0")
  }

  @Test("a rehearsal says what a run would, and changes nothing")
  func dryRun() throws {
    let session = try CommandSession()
    _ = session.deck("add", "a")
    for arguments in [
      ["add", "b"], ["rename", "a", "c"], ["rm", "a"], ["duplicate", "a"],
      ["edit", "a", "--accent", "moss"], ["options", "a", "new_per_day=3"], ["topic", "add", "t"],
      ["subtopic", "add", "a", "x"],
    ] {
      let outcome = session.run(FlashDeck.self, "flash-deck", arguments + ["-n"])
      #expect(outcome.code == 0, "\(arguments): \(outcome.errors)")
      #expect(!outcome.output.isEmpty)
    }
    let object = try #require(try session.deck("list", "--json").objects().first)
    #expect(object["name"] == .string("a"))
    #expect(object["accent"] == .string("amber"))
    #expect(object["options"] == .object([]))
    #expect(session.deck("list", "-0").output == "a\0")
    #expect(session.deck("topic", "list").output == "")
    #expect(session.deck("subtopic", "list", "a").output == "")
  }

  @Test("quiet commands say nothing")
  func quiet() throws {
    let session = try CommandSession()
    #expect(session.deck("add", "a", "-q").output == "")
    #expect(session.deck("rm", "a", "-q").output == "")
  }

  @Test("renaming to the same name is no change")
  func sameName() throws {
    let session = try CommandSession()
    _ = session.deck("add", "a")
    #expect(session.deck("rename", "a", "a").output == "nothing changed\n")
    #expect(session.deck("rename", "a", "b").output == "renamed 'a' to 'b' (undo: flash undo)\n")
    let json = try #require(try session.deck("rename", "b", "b", "--json").objects().first)
    #expect(json["undo"] == .null)
  }

  @Test("a list is narrowed to a path or a topic")
  func narrowed() throws {
    let session = try CommandSession()
    for name in ["Spanish", "Spanish::Verbs", "Spanishy", "Latin::X"] {
      _ = session.deck("add", name)
    }
    #expect(session.deck("list", "spanish", "-0").output == "Spanish\0Spanish::Verbs\0")
    #expect(session.deck("list", "--topic", "latin", "-0").output == "Latin::X\0")
    #expect(session.deck("list", "--topic", "lattin").code == 66)
  }

  @Test("without a terminal the editor is refused, and told what to give instead")
  func noEditor() throws {
    let session = try CommandSession()
    _ = session.deck("add", "a")
    let edited = session.deck("edit", "a")
    #expect(edited.code == 64)
    #expect(edited.errors.contains("hint: give --description=TEXT"))
  }

  @Test("a description that drives terminals is shown harmlessly")
  func controls() throws {
    let session = try CommandSession()
    session.columns = 40
    _ = session.deck("add", "a", "--description", "x\u{1B}[2J\u{202E}y\u{7}")
    let shown = session.deck("show", "a").output
    #expect(shown.contains("x[2J\\u{202E}y"))
    #expect(!shown.contains("\u{202E}"))
    #expect(!shown.contains("\u{7}"))
  }
}
