import FlashTerminal
import Testing

@testable import flash_study

@Suite struct CardMarkdownTests {
  private func spans(_ text: String, width: Int = 80) -> [[StyledSpan]] {
    CardMarkdown.lines(of: text, width: width).map(\.spans)
  }

  @Test(
    "marks within a line become styles",
    arguments: [
      ("a **b** c", [StyledSpan("a "), StyledSpan("b", .strong), StyledSpan(" c")]),
      ("*b*", [StyledSpan("b", .emphasis)]), ("_b_", [StyledSpan("b", .emphasis)]),
      ("`x*y*`", [StyledSpan("x*y*", .code)]),
      ("**a *b***", [StyledSpan("a ", .strong), StyledSpan("b", Style(bold: true, italic: true))]),
      ("[t](u)", [StyledSpan("t", .link), StyledSpan(" (u)", .faint)]),
      ("![cat](c.png)", [StyledSpan("[image: cat]", .muted)]),
      ("![](c.png)", [StyledSpan("[image: c.png]", .muted)]),
    ] as [(String, [StyledSpan])])
  func inline(text: String, expected: [StyledSpan]) {
    #expect(spans(text) == [expected])
  }

  @Test(
    "what is no mark is text",
    arguments: ["2 * 3 * 4", "snake_case_name", "**", "a ** b", "`", "[x]", "[x](", "5*", "*"])
  func literal(text: String) {
    #expect(spans(text) == [[StyledSpan(text)]])
  }

  @Test(
    "lines have their marks too",
    arguments: [
      ("# Head", ["Head"]), ("- one\n- two", ["• one", "• two"]), ("> said", ["│ said"]),
      ("```\n**code**\n```", ["**code**"]), ("---", ["────────"]), ("a\n\nb", ["a", "", "b"]),
      ("\\*a\\*", ["*a*"]),
    ])
  func blocks(text: String, expected: [String]) {
    #expect(CardMarkdown.lines(of: text, width: 8).map(\.text) == expected)
  }

  @Test("plain text is one line without marks")
  func plain() {
    #expect(CardMarkdown.plain("**to  eat**\n\n`comer`") == "to eat comer")
  }

  @Test(
    "a typed answer is right whatever its case, blanks and composition",
    arguments: [
      ("  Dormir ", "dormir", true), ("e\u{301}l", "él", true), ("to  eat", "**to eat**", true),
      ("domir", "dormir", false), ("", "dormir", false),
    ])
  func typed(typed: String, answer: String, isRight: Bool) {
    #expect(TypedAnswer(typed: typed, answer: answer).isRight == isRight)
  }

  @Test("what differs is marked letter by letter")
  func differences() {
    let spans = TypedAnswer(typed: "dolmr", answer: "dormir").lines(width: 40)[0].spans
    #expect(spans.map(\.text).joined() == "✗ dolmr")
    #expect(spans.filter(\.style.isUnderlined).map(\.text) == ["l"])
  }

  @Test("sides are parted by a line of dashes")
  func sides() throws {
    let sides = try #require(CardEditing.sides(of: "\n\nfront\n\nmore\n---\n\n\nback\n\n"))
    #expect(sides.front == "front\n\nmore")
    #expect(sides.back == "back")
    #expect(CardEditing.sides(of: "front\nback") == nil)
  }
}
