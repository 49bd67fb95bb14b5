import FlashTestSupport
import FlashText
import Testing

@Suite struct DelimitedWriterTests {
  private struct Sample {
    var deck: String
    var front: String
    var back: String
    var names: [String]
  }

  private func write(_ cards: [Sample], _ writer: consuming DelimitedWriter) -> [UInt8] {
    for card in cards {
      writer.card(
        deck: card.deck, front: card.front, back: card.back, labels: DelimitedLabels(card.names))
    }
    return writer.bytes
  }

  @Test("cells are quoted only when they have to be")
  func quoting() {
    let cards = [
      Sample(deck: "A::B", front: "plain", back: "it's; \\ fine", names: ["x", "y"]),
      Sample(deck: "#1", front: "a,b", back: "say \"hi\"", names: ["two words"]),
      Sample(deck: "", front: "#2", back: "a\nb", names: []),
    ]
    #expect(
      String(decoding: write(cards, DelimitedWriter()), as: UTF8.self) == """
        Deck,Front,Back,Tags,Sub-topic
        A::B,plain,it's; \\ fine,x y,
        "#1","a,b","say ""hi""\",,two words
        ,#2,"a
        b",,

        """)
  }

  @Test("marks and line ends for spreadsheets do not get into the text")
  func spreadsheet() throws {
    let card = Sample(deck: "D", front: "a\nb", back: "c", names: [])
    let bytes = write([card], DelimitedWriter(delimiter: 0x3B, usesCRLF: true, hasMark: true))
    let expected = "\u{FEFF}Deck;Front;Back;Tags;Sub-topic\r\nD;\"a\nb\";c;;\r\n"
    #expect(bytes == Array(expected.utf8))
    let batch = try DelimitedText(bytes).batch
    #expect(batch.drafts.map { batch.text($0.front) } == ["a\nb"])
  }

  @Test("one name with white space is a sub-topic, more are altered and told")
  func labels() {
    let labels = DelimitedLabels(["a", "b c", "d", "e,f", "g\u{3000}h"])
    #expect(labels.tags == "a d e_f g_h")
    #expect(labels.subTopic == "b c")
    #expect(labels.altered == ["e,f", "g\u{3000}h"])
  }

  @Test(
    "what is written reads back byte for byte",
    arguments: [0x2C, 0x09, 0x3B, 0x7C] as [UInt8], [false, true])
  func roundTrip(delimiter: UInt8, usesCRLF: Bool) throws {
    var random = SeededRandom(seed: 77)
    func text(_ pieces: [String], atMost: Int, _ random: inout SeededRandom) -> String {
      CardText.cleaned(
        (0...Int.random(in: 1...atMost, using: &random)).map { _ in
          pieces[Int.random(in: 0..<pieces.count, using: &random)]
        }.joined())
    }
    let pieces = [
      "\"", "\"\"", ",", "\t", ";", "|", "\n", "\r", " ", "#", "x", "sep=;", "é", "日", "front",
      "\\", "👍",
      "\u{301}", "=1+1", "q\u{323}",
    ]
    for round in 0..<120 {
      var cards: [Sample] = []
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        let card = Sample(
          deck: text(["A", "::", "b c", "\u{E9}", ","], atMost: 3, &random),
          front: text(pieces, atMost: 12, &random), back: text(pieces, atMost: 12, &random),
          names: ["t\(round)", "u"].shuffled(using: &random) + (round % 2 == 0 ? ["s, 1"] : []))
        if !card.front.isEmpty, !card.back.isEmpty { cards.append(card) }
      }
      let bytes = write(cards, DelimitedWriter(delimiter: delimiter, usesCRLF: usesCRLF))
      let read = try DelimitedText(bytes)
      #expect(read.detection.dialect.delimiter == delimiter)
      let found = read.batch.drafts.map { FixtureCard($0, in: read.batch) }
      #expect(
        found.map { Array($0.front.utf8) } == cards.map { Array($0.front.utf8) }, "round \(round)")
      #expect(
        found.map { Array($0.back.utf8) } == cards.map { Array($0.back.utf8) }, "round \(round)")
      #expect(found.map(\.deck) == cards.map(\.deck), "seed 77, round \(round)")
      #expect(found.map { $0.tags + $0.subTopics } == cards.map(\.names), "seed 77, round \(round)")
    }
  }
}
