import FlashModel
import FlashTestSupport
import Testing

@testable import flash_deck

@Suite struct SubTopicCommandTests {
  private func session() throws -> CommandSession {
    let session = try CommandSession()
    _ = session.deck("add", "a")
    for name in ["one", "two", "three"] { _ = session.deck("subtopic", "add", "a", name) }
    return session
  }

  private func names(_ session: CommandSession) -> String {
    session.deck("subtopic", "list", "a", "--template", "{name}").lines.joined(separator: " ")
  }

  @Test(
    "a sub-topic goes to the place that is asked for",
    arguments: [
      ("three", "1", "three one two"), ("one", "2", "two one three"),
      ("one", "99", "two three one"),
      ("two", "2", "one two three"),
    ])
  func move(name: String, place: String, expected: String) throws {
    let session = try session()
    #expect(session.deck("subtopic", "move", "a", name, place).code == 0)
    #expect(names(session) == expected)
  }

  @Test("without a place it goes to the end, and places count from 1")
  func places() throws {
    let session = try session()
    #expect(
      session.deck("subtopic", "move", "a", "one").output
        == "'one' is at place 3 of 3 (undo: flash undo)\n")
    #expect(session.deck("subtopic", "move", "a", "one", "0").code == 64)
    #expect(
      session.deck("subtopic", "move", "a", "one", "3").output == "'one' is at place 3 of 3\n")
  }

  @Test("sub-topics are renamed and removed by name, whatever its case")
  func changes() throws {
    let session = try session()
    #expect(session.deck("subtopic", "rename", "a", "ONE", "uno").code == 0)
    #expect(session.deck("subtopic", "rename", "a", "two", "Uno").code == 73)
    #expect(session.deck("subtopic", "rm", "a", "Two").code == 0)
    #expect(names(session) == "uno three")
    #expect(session.deck("subtopic", "rm", "a", "tree").errors.contains("did you mean 'three'?"))
  }

  @Test("topics are made, renamed and removed; their decks stay")
  func topics() throws {
    let session = try CommandSession()
    _ = session.deck("topic", "add", "Languages")
    _ = session.deck("add", "a", "--topic", "Languages")
    #expect(session.deck("topic", "list").output == "Languages\t1\n")
    #expect(session.deck("topic", "rename", "languages", "Tongues").code == 0)
    #expect(session.deck("list", "--json=topic").output == "{\"topic\":\"Tongues\"}\n")
    #expect(session.deck("topic", "rm", "Tongues").code == 0)
    #expect(session.deck("list", "--json=topic").output == "{\"topic\":null}\n")
    _ = session.deck("edit", "a", "--topic", "New")
    #expect(session.deck("list", "--json=topic").output == "{\"topic\":\"New\"}\n")
    _ = session.deck("edit", "a", "--topic", "")
    #expect(session.deck("list", "--json=topic").output == "{\"topic\":null}\n")
  }
}
