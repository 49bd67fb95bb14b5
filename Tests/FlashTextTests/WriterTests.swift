import FlashModel
import FlashTestSupport
import FlashText
import Testing

@Suite struct WriterTests {
  private func anki(_ bytes: [UInt8]) throws -> DraftBatch {
    let detection = AnkiTextDetection(
      head: bytes.span, isWhole: true, encoding: DetectedEncoding(.utf8))
    return try TextDeckFixtureTests.read(bytes, DelimitedReader(detection.dialect))
  }

  @Test("notes written for Anki read back as they were")
  func ankiNotes() throws {
    var writer = AnkiTextWriter(.notes)
    writer.note(
      guid: "#1", .basic, deck: "A::B", front: "**x**\ty\n\"z\"", back: "- a\n- b",
      tags: AnkiTags(["one two", "c"]))
    writer.note(guid: "2", .reversed, deck: "A", front: "f", back: "b", tags: AnkiTags([]))
    let cloze = ClozeText("{{c1::*Ada*}} & {{c2::x::hint}}\n\n---\n\nextra")
    writer.cloze(
      guid: "3", cloze, deck: "A",
      siblings: cloze.numbers.map {
        AnkiTextWriter.Sibling(number: $0, front: cloze.front(of: $0), back: cloze.back(of: $0))
      }, tags: AnkiTags([]))
    writer.note(
      guid: "4", .typeIn, deck: "A", front: "1 < 2 * 3", back: "<b> {{c1::x}}", tags: AnkiTags([]))
    let batch = try anki(writer.bytes)
    #expect(batch.problems == [])
    #expect(
      batch.drafts.map { "\(batch.text($0.sourceID)) \(batch.text($0.deck))" } == [
        "anki:#1:0 A::B", "anki:2:0 A", "anki:2:1 A", "anki:3:0 A", "anki:3:1 A", "anki:4:0 A",
      ])
    #expect(
      batch.cards.distinct.map { [$0.front, $0.back] } == [
        ["**x**\ty\n\"z\"", "- a\n- b"], ["f", "b"], ["b", "f"],
        ["[...] & x", "***Ada*** & x\n\nextra"], ["*Ada* & [hint]", "*Ada* & **x**\n\nextra"],
        ["1 < 2 * 3", "<b> {{c1::x}}"],
      ])
    #expect(batch.parts(batch.drafts[0].tags) == ["one_two", "c"])
    #expect(
      batch.text(batch.drafts[3].note)
        == "{{c1::*Ada*}} & {{c2::x::hint}}\n\n---\n\nextra")
    #expect(batch.drafts[5].note.isEmpty)
  }

  @Test("cards written for hashcards read back as they were")
  func hashcards() throws {
    var writer = HashcardsWriter(deck: "Say \"x\"")
    let written = [
      writer.card(front: "q\nr", back: "[a] \\n", id: "id-1"),
      writer.cloze(ClozeText("{{c1::a}} ![p](q) [x] {{c2::b}}"), id: nil),
    ]
    #expect(written == [true, true])
    let bytes = writer.bytes
    let refused = [
      writer.card(front: "a\nQ: b", back: "x", id: nil),
      writer.card(front: "a", back: "x\n---\ny", id: nil),
      writer.card(front: "a", back: "x\n<!-- flash: 1 -->", id: nil),
      writer.cloze(ClozeText("{{c1::a}} {{c1::b}}"), id: nil),
      writer.cloze(ClozeText("{{c2::a}}"), id: nil),
      writer.cloze(ClozeText("{{c1::a::hint}}"), id: nil),
      writer.cloze(ClozeText("a {{c1:: }}"), id: nil),
      writer.cloze(ClozeText("{{c1::a}}\n---\nextra"), id: nil),
      writer.cloze(ClozeText("wow!{{c1::a}}"), id: nil),
    ]
    #expect(!refused.contains(true))
    #expect(writer.bytes == bytes)
    let batch = try TextDeckFixtureTests.read(writer.bytes, HashcardsReader())
    #expect(
      batch.cards.distinct.map { [$0.front, $0.back] } == [
        ["q\nr", "[a] \\n"], ["[...] ![p](q) [x] b", "**a** ![p](q) [x] b"],
        ["a ![p](q) [x] [...]", "a ![p](q) [x] **b**"],
      ])
    #expect(batch.text(batch.drafts[0].deck) == "Say \"x\"")
    #expect(batch.drafts.map { batch.text($0.sourceID) } == ["id-1", "", ""])
    #expect(batch.text(batch.drafts[1].note) == "{{c1::a}} ![p](q) [x] {{c2::b}}")
  }

  @Test("any card that is written for hashcards reads back, and one that would not is refused")
  func anyHashcards() throws {
    var random = SeededRandom(seed: 9)
    let pieces = [
      "a", "[", "]", "!", "\\", "{{c1::", "{{c2::", "}}", "\n", "Q:", "---", "::", " ", "A: ",
    ]
    for _ in 0..<1_000 {
      func text() -> String {
        let count = Int.random(in: 1...8, using: &random)
        return CardText.cleaned(
          (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined())
      }
      let (front, back) = (text(), text())
      guard !front.isEmpty, !back.isEmpty else { continue }
      var writer = HashcardsWriter(deck: "D")
      let cloze = ClozeText(front)
      if !cloze.numbers.isEmpty, writer.cloze(cloze, id: nil) {
        let batch = try TextDeckFixtureTests.read(writer.bytes, HashcardsReader())
        #expect(
          batch.cards.distinct.map(\.back)
            == cloze.numbers.map { CardText.cleaned(cloze.back(of: $0)) })
      } else if writer.card(front: front, back: back, id: nil) {
        let batch = try TextDeckFixtureTests.read(writer.bytes, HashcardsReader())
        #expect(batch.cards.distinct.map { [$0.front, $0.back] } == [[front, back]])
      }
    }
  }
}
