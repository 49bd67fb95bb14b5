import FlashTestSupport
import Testing

@testable import FlashText

/// What a check finds in text decks, as `line:column: severity: message [code]`.
@Suite struct DeckCheckTests {
  private func lines(
    _ text: String, _ name: String, _ format: Format? = nil,
    media: (String) -> DeckCheck.MediaPresence = { _ in .missing }
  ) throws -> [String] { try lines(Array(text.utf8), name, format, media: media) }

  private func lines(
    _ bytes: [UInt8], _ name: String, _ format: Format? = nil,
    media: (String) -> DeckCheck.MediaPresence = { _ in .missing }
  ) throws -> [String] {
    var options = DeckTextOptions()
    options.format = format
    return try DeckCheck(options).report(of: bytes, named: name, media: media).findings.map(\.told)
  }

  @Test(
    "a deck without a fault is one in every text format",
    arguments: [
      ("deck.md", "Q: a\nA: b\n\nC: The [sky] is [blue]\n"),
      ("deck.txt", "Q: a\nQ: b\nA: c\n"),
      ("note.md", "#flashcards\na::b\n\nThe ==sky== is ==blue==\n"),
      ("deck.org", "* Item :drill:\nQuestion\n** Answer\nAnswer\n"),
      ("rem.md", "- a >> b\n- the {{sky}} is\n"),
      ("deck.csv", "Front,Back\na,b\n"),
      ("deck.jsonl", "{\"front\": \"a\", \"back\": \"b\"}\n{\"cloze\": \"{{c1::x}}\"}\n"),
      ("anki.txt", "#separator:tab\n#html:false\na\tb\n{{c1::x}}\ty\n"),
    ])
  func clean(name: String, text: String) throws {
    #expect(try lines(text, name) == [])
  }

  @Test("every fault of hashcards is told in one run, though an import stops at the first")
  func hashcards() throws {
    let text = """
      stray here
      and on

      Q: one
      A: two

      C: [open and [b

      C: none

      C: x [a] y] z [](u)

      Q: q without

      Q: another
      A: there
      <!-- flash abc -->

      A: orphan
      text

      Q: e
      A:
      """
    #expect(
      try lines(text, "deck.md") == [
        "1:1: error: text that belongs to no card [stray_text]",
        "7:1: error: cloze text without a deletion [no_deletion]",
        "7:4: error: '[' is never closed [cloze]",
        "9:1: error: cloze text without a deletion [no_deletion]",
        "11:11: error: ']' closes nothing [cloze]",
        "11:15: error: a deletion of nothing [cloze]",
        "11:15: warning: the text of a link is read as a deletion: write '\\[' [link_as_cloze]",
        "15:1: error: a question follows a question [malformed]",
        "17:1: error: not the id of a card: it is a line '<!-- flash: ID -->' [bad_id]",
        "19:1: error: an answer without a question [malformed]",
        "22:1: error: empty back [empty_side]",
      ])
  }

  @Test(
    "unbalanced cloze is told with the column of its mark",
    arguments: [
      ("deck.jsonl", "{\"cloze\": \"é {{c1::a\"}", ["1:14: error: '{{' is never closed [cloze]"]),
      (
        "deck.jsonl", "{\"cloze\": \"{{c1::a}} {{c2:b}} {c3::c} }}\"}",
        [
          "1:22: error: not a deletion: it begins '{{c1::' [cloze]",
          "1:31: error: not a deletion: it begins '{{c1::' [cloze]",
          "1:39: error: '}}' closes nothing [cloze]",
        ]
      ),
      (
        "deck.jsonl", "{\"cloze\": \"{{c1::}} {{c0::x}}\"}",
        [
          "1:12: error: a deletion of nothing [cloze]",
          "1:21: error: a deletion whose number is not in 1...500 [cloze]",
        ]
      ),
      (
        "deck.jsonl", "{\"cloze\": \"{{c1::x^{a}}}\"}",
        [
          "1:22: error: '}}' ends the deletion within a brace: put a blank between '}' and '}' [cloze]"
        ]
      ),
      ("deck.jsonl", "{\"cloze\": \"x^{a^{b}} {{c1::y}}\"}", []),
      ("note.md", "#flashcards\na ==b== c ==d\n", ["2:11: error: '==' is never closed [cloze]"]),
      ("rem.md", "- a >> b\n- The {{sky\n", ["2:7: error: '{{' is never closed [cloze]"]),
      ("deck.org", "* x :drill:\n[a] and [b\n", ["2:9: error: '[' is never closed [cloze]"]),
      (
        "deck.csv", "a,{{c1::b}}\n",
        [
          "1:3: warning: '{{c' is text here: this is no cloze card [cloze_as_text]"
        ]
      ),
    ])
  func cloze(name: String, text: String, expected: [String]) throws {
    let found = try lines(text, name)
    #expect(found.filter { !$0.contains("no_deletion") } == expected)
  }

  @Test(
    "a card with nothing on one side is told in every format",
    arguments: [
      ("deck.csv", "a,b\nc,\n", "2:1: error: empty back [empty_side]"),
      ("deck.txt", "Q: a\nA:\n\nQ: b\nA: c\n", "1:1: error: empty back [empty_side]"),
      ("deck.md", "Q:\nA: b\n", "1:1: error: empty front [empty_side]"),
      (
        "note.md", "#flashcards\na::b\nc::\n",
        "3:1: warning: nothing on one side of '::', so it is no card [half_card]"
      ),
      ("rem.md", "- a >> b\n- c >>\n", "2:1: error: empty back [empty_side]"),
    ])
  func empty(name: String, text: String, expected: String) throws {
    #expect(try lines(text, name) == [expected])
  }

  @Test("code is no half card")
  func code() throws {
    #expect(try lines("#flashcards\na::b\n\n```\nstd::\n```\nuse `std::` here\n", "n.md") == [])
  }

  @Test("pictures and sounds that are not there are told where they are named")
  func media() throws {
    let text = """
      Q: ![a](x.png) and <img src="y%20z.png">
      A: [sound:a/../s.mp3] ![](https://example.org/x.png) ![](../up.png)

      Q: ![[w.png|100]] ![](/abs.png)
      A: [link](none.html), `code`

      """
    var asked: [String] = []
    let found = try lines(text, "deck.md") { path in
      asked.append(path)
      return path == "x.png" ? .present : path == "w.png" ? .outside : .missing
    }
    #expect(asked == ["x.png", "y z.png", "s.mp3", "w.png"])
    #expect(
      found == [
        "1:30: warning: there is no file 'y%20z.png' [missing_media]",
        "2:11: warning: there is no file 'a/../s.mp3' [missing_media]",
        "2:58: warning: '../up.png' lies outside the folder of the deck [media_outside]",
        "4:7: warning: 'w.png' lies outside the folder of the deck [media_outside]",
        "4:23: warning: '/abs.png' lies outside the folder of the deck [media_outside]",
      ])
  }

  @Test(
    "a schedule that can't be read is told, as its card is imported new",
    arguments: [
      (
        "n.md", "#flashcards\na::b\n<!--SR:!2026-01-01,3,250-->\n\nc::d\n<!--SR:!soon,3,250-->\n", 5
      ),
      (
        "n.org",
        "* A :drill:\n:PROPERTIES:\n:DRILL_LAST_INTERVAL: long\n:END:\nq\n** B\nr\n", 1
      ),
    ])
  func schedules(name: String, text: String, line: Int) throws {
    #expect(
      try lines(text, name) == [
        "\(line):1: warning: a schedule that can't be read; the card is new [unreadable_schedule]"
      ])
  }

  @Test("a second comment with an id in one card is told")
  func twoIDs() throws {
    let told = "4:1: error: a second id of one card, which has one in line 3 [bad_id]"
    let ids = "<!-- flash: i -->\n<!-- flash: j -->\n"
    #expect(try lines("Q: a\nA: b\n\(ids)\nC: [x]\n<!-- flash: k -->\n", "a.md") == [told])
    #expect(try lines("Q: a\nA: b\n\(ids)", "a.txt") == [told])
    #expect(try lines("#flashcards\na::b\n\(ids)", "n.md") == [told])
  }

  @Test("duplicates of cards and ids point to the first place, over all files")
  func duplicates() throws {
    let check = DeckCheck()
    func found(_ text: String, _ name: String) throws -> [String] {
      try check.report(of: Array(text.utf8), named: name) { _ in .missing }.findings.map(\.told)
    }
    #expect(
      try found("Q: cafe\u{301}\nA: b\n<!-- flash: i -->\n\nC: [x] [y]\n", "a.md").count == 1)
    #expect(
      try found("Q: caf\u{E9}\nA: b\n\nQ: z\nA: b\n<!-- flash: i -->\n\nC: [x] [y]\n", "b.md") == [
        "1:1: warning: the same card as at a.md:1 [duplicate]",
        "4:1: error: the id of the card at a.md:1 [duplicate_id]",
        "8:1: warning: the same card as at a.md:5 [duplicate]",
      ])
    #expect(
      try found("a,b\na,c\n", "c.csv") == [
        "2:1: info: the front of the card at c.csv:1, with another back [same_front]"
      ])
    // The same front in another deck is nothing.
    #expect(try found("a,x\n", "d.csv") == [])
  }

  @Test("different normal forms of a character are told where it is decomposed")
  func normalForms() throws {
    let mixed = "caf\u{E9},1\ncafe\u{301},2\nZu\u{308}g,3\n"
    #expect(
      try lines(mixed, "x.csv").filter { $0.contains("normal_form") } == [
        "2:4: warning: 'é' is written as 2 code points here and as 1 code point elsewhere [normal_form]"
      ])
    #expect(
      try lines("cafe\u{301},2\nZu\u{308}g,3\n", "x.csv") == [
        "1:4: info: 'é' is written as 2 code points, not in normal form C [normal_form]"
      ])
    #expect(try lines("हिन्दी,한국어\nשָׁלוֹם,سَلام\n", "x.csv").filter { $0.contains("warning") } == [])
  }

  @Test("what shows nothing, or deceives, is told by its number")
  func characters() throws {
    #expect(
      try lines(
        "a\u{7}\u{8}\tb\nc\u{85}\td\u{202E}x\n\u{2067}ok\u{2069}\te\u{FFFD}\n\u{202A}f\tg\n",
        "x.tsv")
        == [
          "1:2: warning: control character U+0007 [control_character]",
          "2:2: warning: control character U+0085 [control_character]",
          "2:5: warning: U+202E changes the order of the text [bidi_control]",
          "3:7: warning: U+FFFD: a character was lost in a conversion [replacement_character]",
          "4:1: warning: U+202A changes the order of the text [bidi_control]",
        ])
  }

  @Test("encodings and marks are told, and damage with its offset")
  func encodings() throws {
    #expect(
      try lines([0xEF, 0xBB, 0xBF] + Array("a,b\n".utf8), "x.csv") == [
        "1:1: warning: a byte order mark, which other programs take for text [byte_order_mark]"
      ])
    #expect(
      try lines(Array("a,b\nn".utf8) + [0xF1] + Array("o,b\n".utf8), "x.csv") == [
        "2:2: warning: not UTF-8 (byte 0xF1 at offset 5): read as Windows-1252 [not_utf8]"
      ])
    #expect(
      try lines(Array("é,b\né".utf8) + [0xF1, 0xF2] + Array("o,b\n".utf8), "x.csv") == [
        "2:2: error: damaged UTF-8: byte 0xF1 at offset 7 [encoding]"
      ])
    #expect(
      try lines([0x61, 0x2C, 0x00, 0x62, 0x63, 0x64], "x.csv") == [
        "1:1: error: binary data (NUL) at byte 2 [encoding]"
      ])
    #expect(
      try lines([0xFF, 0xFE, 0x61, 0, 0x2C, 0, 0x62, 0], "x.csv") == [
        "1:1: warning: not UTF-8, but utf-16le [not_utf8]"
      ])
    #expect(
      try lines([0x50, 0x4B, 3, 4, 0, 0], "x.apkg").map { $0.hasSuffix("[unsupported]") } == [true])
  }

  @Test("mixed line ends are told once, but not those within a cell")
  func lineEnds() throws {
    #expect(
      try lines("a,b\r\nc,d\ne,f\n", "x.csv") == [
        "2:4: warning: the line ends in LF (2 lines do), those above in CR LF [line_ends]"
      ])
    #expect(try lines("a,\"b\nc\"\r\nd,\"e\"\r\n", "x.csv") == [])
    #expect(
      try lines("Q: a\rA: b\n\nQ: c\nA: d\n", "x.md") == [
        "2:5: warning: the line ends in LF (4 lines do), those above in CR [line_ends]"
      ])
  }

  @Test("records of another length, and columns and headers without a meaning")
  func columns() throws {
    #expect(
      try lines("Front,Back,Note\na,b,c\nd,e,f,g\nh,i,j\n", "x.csv") == [
        "1:12: info: the column 'Note' is added to the back [unknown_column]",
        "3:1: warning: 4 cells where 3 records have 3 [cells]",
      ])
    #expect(
      try lines("#separator:tab\n#html:maybe\n#notetype colum:2\n#tags column:0\na\tb\n", "a.txt")
        == [
          "2:1: warning: 'maybe' means nothing for 'html': 'true' or 'false' [unknown_header]",
          "3:1: warning: the header 'notetype colum' is read as a comment;"
            + " did you mean 'notetype column'? [unknown_header]",
          "4:1: warning: '0' means nothing for 'tags column': the number of a column, from 1 [unknown_header]",
        ])
    #expect(
      try lines(
        "{\"front\":\"a\",\"back\":\"b\",\"tgas\":\"x\"}\n{\"front\":\"a\"\n{\"front\":1}\n",
        "x.jsonl") == [
          "1:1: warning: the key 'tgas' means nothing here; did you mean 'tags'? [unknown_key]",
          "2:1: error: an object that does not end in its line [malformed]",
          "3:1: error: a string expected [malformed]",
        ])
    #expect(
      try lines("---\nname = \"X\"\nauthor = \"y\"\n---\nQ: a\nA: b\n", "x.md") == [
        "3:1: warning: the key 'author' means nothing here [unknown_key]"
      ])
  }

  @Test("what is too long is told as an import would refuse it")
  func limits() throws {
    let long = String(repeating: "x", count: TextLimits.side + 1)
    #expect(
      try lines("a,b\nc,\(long)\n", "x.csv") == ["2:1: error: back longer than 1 MiB [too_large]"])
    let tag = String(repeating: "t", count: 256)
    #expect(
      try lines("front,back,tags\na,b,\(tag)\n", "x.csv") == [
        "2:1: error: a tag longer than 255 characters [too_large]"
      ])
  }

  @Test("a file without cards, and a format that was said, are told")
  func formats() throws {
    #expect(try lines("", "x.csv") == ["1:1: warning: no cards found [empty]"])
    #expect(try lines("# Only a note\n", "x.md") == ["1:1: warning: no cards found [empty]"])
    #expect(
      try lines("a;b\n", "x.csv", .quizlet) == [
        "1:1: error: nothing separates term and definition [no_separator]"
      ])
  }

  @Test("whatever stands in a file, a check ends with places that are in it")
  func fuzz() throws {
    var random = SeededRandom(seed: 4)
    let pieces: [[UInt8]] = [
      Array("Q: ".utf8), Array("A: ".utf8), Array("C: ".utf8), Array("[".utf8), Array("]".utf8),
      Array("{{c1::".utf8), Array("}}".utf8), Array("==".utf8), Array("::".utf8), [0x0A], [0x0D],
      Array("<!-- flash: ".utf8), Array("-->".utf8), Array("* x :drill:".utf8), [0xCC, 0x81],
      [0xFF],
      Array("é".utf8), Array("![](".utf8), Array("#flashcards".utf8), Array("\t".utf8), [0x22],
      Array("- ".utf8), Array(" >> ".utf8), Array("---\n".utf8), Array("x".utf8), [0xC2, 0x85],
    ]
    for name in ["x.md", "x.org", "x.csv", "x.txt", "x.jsonl"] {
      for _ in 0..<400 {
        var bytes: [UInt8] = []
        for _ in 0..<Int.random(in: 0..<40, using: &random) {
          bytes += pieces.randomElement(using: &random) ?? []
        }
        let report = try DeckCheck().report(of: bytes, named: name) { _ in .missing }
        let count = 1 + bytes.count { $0 == 0x0A || $0 == 0x0D }
        for finding in report.findings {
          #expect(finding.line >= 1 && finding.line <= count, "\(random): \(bytes)")
          #expect(finding.column >= 1 && finding.column <= bytes.count + 1, "\(bytes)")
        }
      }
    }
  }
}

extension DeckFinding {
  fileprivate var told: String {
    "\(line):\(column): \(severity.rawValue): \(message) [\(code.rawValue)]"
  }
}
