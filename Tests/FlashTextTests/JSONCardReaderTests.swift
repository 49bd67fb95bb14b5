import FlashModel
import FlashTestSupport
import FlashText
import Testing

@Suite struct JSONCardReaderTests {
  private func read(_ bytes: [UInt8], piece: Int = 1_000) throws(TextFormatError) -> DraftBatch {
    var reader = JSONCardReader()
    var batch: DraftBatch?
    var start = 0
    while start < bytes.count {
      let end = min(start + piece, bytes.count)
      let next = try reader.push(bytes.span.extracting(start..<end))
      batch = batch?.joined(with: next) ?? next
      start = end
    }
    let last = try reader.finish()
    return batch?.joined(with: last) ?? last
  }

  private func read(_ text: String, piece: Int = 1_000) throws(TextFormatError) -> DraftBatch {
    try read(Array(text.utf8), piece: piece)
  }

  @Test("the fixture gives its cards", arguments: [1, 2, 7, 1_000])
  func fixture(piece: Int) throws {
    let fixture = try #require(
      ImportFixture.all(in: "jsonl").first { $0.name == "cards.jsonl" })
    let batch = try read(fixture.bytes, piece: piece)
    #expect(batch.cards.distinct == fixture.cards)
    #expect(batch.drafts.map(\.line) == [1, 2, 3, 5])
    #expect(batch.problems == [])
  }

  @Test(
    "an array of objects over any lines gives the same cards as lines do", arguments: [1, 3, 99])
  func array(piece: Int) throws {
    let text = """
      [
        {"front": "a }]\\"", "back": "1", "x": [{"y": [1]}]},
        { "Term" : "b",
          "definition" : "2" } ]

      """
    let batch = try read(text, piece: piece)
    #expect(batch.cards.distinct.map(\.front) == ["a }]\"", "b"])
    #expect(batch.drafts.map(\.line) == [2, 3])
    #expect(try read(" [ ] ", piece: piece).drafts.isEmpty)
  }

  @Test("tags, sub-topics, position and id are taken in each of their shapes")
  func fields() throws {
    let batch = try read(
      """
      {"front":"a","back":"b","tags":["two words"," x ",""],"sub_topics":["S 1","S 2"],"id":7}
      {"front":"a","back":"b","tags":"t, u;v","lesson":3,"position":4,"id":"k"}
      {"front":"a","back":"b","tags":null,"deck":null,"Sub-Topic":"12","unit":"x"}
      """)
    let cards = batch.drafts.map { FixtureCard($0, in: batch) }
    #expect(cards.map(\.tags) == [["two words", "x"], ["t", "u", "v"], []])
    #expect(cards.map(\.subTopics) == [["S 1", "S 2"], ["lesson 3"], ["12"]])
    #expect(batch.drafts.map(\.position) == [nil, 4, nil])
    #expect(batch.drafts.map { batch.text($0.sourceID) } == ["7", "k", ""])
  }

  @Test("cloze text makes a card for each number, with the text and the number beside it")
  func cloze() throws {
    let batch = try read(
      """
      {"cloze":" {{c2::Ag}} is {{c1::silver::metal}}. ","deck":"D","tags":["t"],"id":"n"}
      {"front":"a","cloze":"{{c1::x}}","back":"b"}
      {"cloze":"no deletion"}
      {"cloze":""}
      {"cloze":"{{c1::}}"}
      """)
    let cards = batch.drafts.map { FixtureCard($0, in: batch) }
    #expect(cards.map(\.front) == ["Ag is [metal].", "[...] is silver.", "a", "[...]"])
    #expect(cards.map(\.back) == ["Ag is **silver**.", "**Ag** is silver.", "b", "[...]"])
    #expect(batch.drafts.map(\.noteOrd) == [1, 2, nil, 1])
    #expect(
      batch.drafts.map { batch.text($0.note) } == [
        "{{c2::Ag}} is {{c1::silver::metal}}.", "{{c2::Ag}} is {{c1::silver::metal}}.", "",
        "{{c1::}}",
      ])
    #expect(batch.drafts.map { batch.text($0.sourceID) } == ["n:1", "n:2", "", ""])
    #expect(batch.problems.map(\.reason) == [.noDeletion, .emptyFront])
    #expect(batch.problems.map(\.line) == [3, 4])
  }

  @Test("cloze text that would fill the memory with its cards is a bad row")
  func longCloze() throws {
    let deletions = (1...500).map { "{{c\($0)::x}}" }.joined()
    let filler = String(repeating: "y", count: 3_000)
    let batch = try read(
      "{\"cloze\":\"\(deletions)\(filler)\"}\n{\"cloze\":\"\(filler){{c1::x}}\"}")
    #expect(batch.problems.map(\.reason) == [.clozeTooLong])
    #expect(batch.drafts.map(\.line) == [2])
  }

  @Test("an empty or too long side is a bad row, not a bad file")
  func rows() throws {
    let long = String(repeating: "x", count: 1 << 20)
    let batch = try read(
      """
      {"front":" ","back":"b"}
      {"front":"a","back":""}
      {"front":"\(long)x","back":"b"}
      {"front":"\(long)","back":"b"}
      """)
    #expect(batch.problems.map(\.reason) == [.emptyFront, .emptyBack, .frontTooLong])
    #expect(batch.drafts.map(\.line) == [4])
  }

  @Test(
    "what is malformed refuses the file, with the line, however it is cut",
    arguments: [
      ("{\"front\":\"a\",\"back\":\"b\"}\n{\"front\":\"a\"}", 2),
      ("\n\n7\n", 3), ("{\"front\":\"a\",\"back\":1}", 1),
      ("{\"front\":\"a\",\n\"back\":\"b\"}", 1),
      ("{\"front\":\"a\",\"back\":\"b\"} x", 1), ("[{\"front\":\"a\",\"back\":\"b\"}\n 1]", 2),
      ("[\n{\"front\":\"a\",\"back\":\"b\"},\n]", 3), ("[{\"front\":\n\"a\",,}]", 2), ("[", 1),
      ("[]\n[]", 2), ("{\"front\":\"a\",\"back\":\"b\",\"tags\":{}}", 1),
      ("{\"front\":\"a\",\"back\":\"b\",\"x\":\(String(repeating: "[", count: 300))", 1),
    ] as [(String, Int)])
  func malformed(text: String, line: Int) {
    var found: Set<TextFormatError> = []
    for piece in [1, 2, 5, 10_000] {
      do throws(TextFormatError) {
        _ = try read(text, piece: piece)
        Issue.record("read in pieces of \(piece)")
      } catch {
        found.insert(error)
      }
    }
    #expect(found.count == 1)
    #expect(found.first?.code == "malformed")
    #expect(found.first?.line == line)
  }

  @Test("flipped bytes give cards or a typed error")
  func flipped() throws {
    let fixture = try #require(
      ImportFixture.all(in: "jsonl").first { $0.name == "cards.jsonl" })
    var random = SeededRandom(seed: 5)
    for index in fixture.bytes.indices {
      var bytes = fixture.bytes
      bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      do throws(TextFormatError) {
        _ = try read(bytes)
      } catch {
        #expect(["malformed", "encoding"].contains(error.code))
      }
    }
  }

  @Test("an object over 16 MiB is refused before memory grows without end")
  func huge() {
    let filler = [UInt8](repeating: 0x78, count: 1 << 20)
    var reader = JSONCardReader()
    do throws(TextFormatError) {
      _ = try reader.push(Array("\n{\"front\":\"".utf8).span)
      for _ in 0..<18 { _ = try reader.push(filler.span) }
      Issue.record("read")
    } catch {
      #expect(error == .tooLarge(line: 2, reason: "an object longer than 16 MiB"))
    }
  }
}
