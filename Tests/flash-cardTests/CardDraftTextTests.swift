import FlashTestSupport
import Testing

@testable import flash_card

@Suite struct CardDraftTextTests {
  @Test("the text of a draft has each part below its heading")
  func text() {
    let draft = CardDraftText([(.front, "a\nb"), (.back, "")], introduction: "Hello.")
    #expect(draft.text == "Hello.\n\nFront:\na\nb\n\nBack:\n\n")
  }

  @Test(
    "whatever a part holds comes back, but for line breaks at its end",
    arguments: [
      "", "x", "Back:", "\\Back:", "\\\\Front:", "a\nFront:\nTags:\nb", "Front: x", " a\n\nb",
    ])
  func roundTrip(text: String) throws {
    let draft = CardDraftText(
      [(.front, text), (.back, text), (.tags, text)], introduction: "x")
    let read = try draft.reading(draft.text)
    for part in [CardDraftText.Part.front, .back, .tags] { #expect(read[part] == text + "\n") }
  }

  @Test("random parts of headings, backslashes and line breaks come back", arguments: 0..<200)
  func properties(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let pieces = ["Front:", "Back:", "Hint:", "\\", "\n", "x", " ", "Cloze text:"]
    func text() -> String {
      (0..<Int.random(in: 0...8, using: &random)).map { _ in
        pieces[Int.random(in: 0..<pieces.count, using: &random)]
      }.joined()
    }
    let draft = CardDraftText(
      [(.front, text()), (.back, text()), (.hint, text())], introduction: "")
    let read = try draft.reading(draft.text)
    for (part, text) in draft.parts { #expect(read[part] == text + "\n", "seed \(seed)") }
  }

  @Test("a heading that was taken out is missed by name, blanks behind one are not")
  func headings() throws {
    let draft = CardDraftText([(.front, "a"), (.back, "b")], introduction: "")
    #expect(throws: CardError.noHeading("Back:")) { try draft.reading("Front:\nx\n") }
    #expect(try draft.reading("Front:  \nx\nBack:\r\ny")[.back] == "y")
  }
}
