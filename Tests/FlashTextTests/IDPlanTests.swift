import Testing

@testable import FlashText

/// Ids that are written into text decks.
@Suite struct IDPlanTests {
  private func plan(
    _ text: String, _ name: String, _ format: Format? = nil
  ) throws(IDPlan.Refusal) -> IDPlan {
    var options = DeckTextOptions()
    options.format = format
    return try IDPlan(Array(text.utf8), name: name, options)
  }

  /// The text with the ids `1`, `2` and so on.
  private func numbered(_ text: String, _ name: String) throws -> String {
    let plan = try plan(text, name)
    let ids = plan.slots.indices.map { "\($0 + 1)" }
    return String(decoding: try plan.bytes(with: plan.insertions(ids)), as: UTF8.self)
  }

  @Test(
    "each format gets the id where its reader finds it",
    arguments: [
      (
        "a.md", "---\nname = \"X\"\n---\nQ: a\nA: b\nmore\n\n\nC: [x]\n---\nQ: c\nA: d",
        "---\nname = \"X\"\n---\nQ: a\nA: b\nmore\n<!-- flash: 1 -->\n\n\nC: [x]\n<!-- flash: 2 -->\n---\n"
          + "Q: c\nA: d\n<!-- flash: 3 -->"
      ),
      (
        "a.txt", "Q: a\nQ: b\nA: c\nQ: d\nA: e\n",
        "Q: a\nQ: b\nA: c\n<!-- flash: 1 -->\nQ: d\nA: e\n<!-- flash: 2 -->\n"
      ),
      (
        "a.md",
        "#flashcards\n- a::b\n  - c:::d\n<!--SR:!2026-01-01,3,250-->\n\nlong\n?\nback\n\nx ==y==\n",
        "#flashcards\n- a::b\n  <!-- flash: 1 -->\n  - c:::d\n<!--SR:!2026-01-01,3,250-->\n"
          + "    <!-- flash: 2 -->\n\nlong\n?\nback\n<!-- flash: 3 -->\n\nx ==y==\n<!-- flash: 4 -->\n"
      ),
      (
        "a.org",
        "* A :drill:\nq\n** B\nr\n* C :drill:\nSCHEDULED: <2026-01-01 Thu>\n:PROPERTIES:\n:X: 1\n:END:\nq2\n"
          + "** D\ns\n",
        "* A :drill:\n:PROPERTIES:\n:ID:       1\n:END:\nq\n** B\nr\n* C :drill:\n"
          + "SCHEDULED: <2026-01-01 Thu>\n:PROPERTIES:\n:ID:       2\n:X: 1\n:END:\nq2\n** D\ns\n"
      ),
    ])
  func places(name: String, text: String, expected: String) throws {
    #expect(try numbered(text, name) == expected)
    // Once more changes nothing.
    #expect(try numbered(expected, name) == expected)
  }

  @Test("line ends and a byte order mark stay as they are")
  func bytes() throws {
    #expect(
      try numbered("\u{FEFF}Q: a\r\nA: b\r\n\r\nQ: c\r\nA: d", "a.md")
        == "\u{FEFF}Q: a\r\nA: b\r\n<!-- flash: 1 -->\r\n\r\nQ: c\r\nA: d\r\n<!-- flash: 2 -->")
    #expect(try numbered("Q: a\rA: b\r", "a.md") == "Q: a\rA: b\r<!-- flash: 1 -->\r")
  }

  @Test("siblings share an id, equal cards get one, and a card that has one keeps it")
  func slots() throws {
    let text = "C: [x] and [y]\n\nQ: a\nA: b\n\nQ: a\nA: b\n\nQ: c\nA: d\n<!-- flash: old -->\n"
    let plan = try plan(text, "a.md")
    #expect(plan.count == 4)
    #expect(plan.slots.map(\.line) == [1, 3])
    #expect(plan.slots.map(\.isNote) == [true, false])
    #expect(plan.slots.map(\.sides.count) == [2, 1])
  }

  @Test("a file that would be read as other cards with the ids is refused at the card")
  func unsafeIDs() throws {
    let plan = try plan("Q: a\nA: b\n\nQ: c\nA: d\n", "a.md")
    #expect(throws: IDPlan.Refusal.unsafe(line: 1)) {
      try plan.bytes(with: plan.insertions(["x\nmore", "y"]))
    }
    #expect(throws: IDPlan.Refusal.unsafe(line: 5)) {
      try plan.bytes(with: plan.insertions(["x", ""]))
    }
  }

  @Test("formats without a place for ids, other encodings and broken files are refused")
  func refusals() {
    #expect(throws: IDPlan.Refusal.noComments(.delimited)) { try plan("a,b\n", "a.csv") }
    #expect(throws: IDPlan.Refusal.noComments(.remNote)) { try plan("- a >> b\n", "a.md") }
    #expect(throws: IDPlan.Refusal.noComments(.jsonCards)) {
      try plan("{\"front\":\"a\",\"back\":\"b\"}\n", "a.jsonl")
    }
    #expect(throws: IDPlan.Refusal.notUTF8) {
      try IDPlan(Array("Q: a\nA: b".utf8) + [0xE9], name: "a.md", DeckTextOptions())
    }
    #expect(throws: IDPlan.Refusal.self) { try plan("Q: a\n", "a.md", .hashcards) }
  }
}
