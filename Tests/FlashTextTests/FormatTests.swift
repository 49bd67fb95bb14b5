import FlashTestSupport
import FlashText
import Testing

@Suite struct FormatTests {
  private func detect(_ bytes: [UInt8], name: String = "") throws(TextFormatError)
    -> FormatDetection
  {
    try Format.detect(name: name, head: bytes.span)
  }

  private func detect(_ text: String, name: String = "") throws(TextFormatError) -> Format {
    try detect(Array(text.utf8), name: name).format
  }

  @Test(
    "text is told by its content first, and by its name second",
    arguments: [
      ("front,back\n", "", .delimited), ("<b>x</b>,y\n", "a.csv", .delimited),
      ("[...] is x,y\n", "", .delimited), ("{{c1::x}}\ty\n", "", .delimited),
      ("#include <stdio.h>,C\n", "", .delimited), ("Q: a,b\n", "", .delimited),
      ("\n {\"front\":\"a\"}\n", "x.txt", .jsonCards), ("[\n {}]", "", .jsonCards),
      ("{\"entity\":\"header\",\"format\":\"flash-export\",\"version\":9}\n", "", .flashExport),
      ("{\"notes\":[{\"fields\":[]}]}", "", .ankiJSON), ("#separator:tab\n", "", .ankiText),
      ("#If Matches: keep both\n", "", .ankiText), ("tags: a b\n", "", .ankiText),
      ("Q: a\nA: b\n", "notes.txt", .questionAnswer), ("Q: a\nA: b\n", "notes.md", .hashcards),
      ("# Title\n", "a.md", .markdown), ("* x :drill:\n", "a.org", .org),
      ("* x :a:drill:\ntext\n", "", .org), ("Q: a\nQ: b\nA: c\n", "x.md", .questionAnswer),
      ("Q: a\nA: b\n---\n", "", .hashcards), ("C: [x] y\n", "x.md", .hashcards),
      ("#flashcards\na::b\n", "x.md", .obsidian), ("a::b\n", "x.md", .obsidian),
      ("The ==x== is\n", "x.md", .obsidian), ("a\n?\nb\n", "x.md", .obsidian),
      ("- A\n  - b >> c\n", "x.md", .remNote), ("- a :: b\n", "x.md", .remNote),
      ("<?xml version=\"1.0\"?><!-- <kvtml> --><!DOCTYPE x><deck name=\"a\">", "", .ankiApp),
      ("<SuperMemoCollection>", "", .superMemo),
      ("<mnemosyne core_version=\"1\">", "", .mnemosyneXML),
      ("<kvtml version=\"2\">", "", .kvtml), ("<Lesson LessonFormat=\"1.7\">", "", .pauker),
      ("<Lesson><Category name=\"x\">", "", .jMemorize), ("<openSM2sync>", "", .mnemosyneCards),
    ] as [(String, String, Format)])
  func text(text: String, name: String, format: Format) throws {
    #expect(try detect(text, name: name) == format)
  }

  /// A zip archive's first member, stored and empty.
  private func zip(_ members: [String]) -> [UInt8] {
    members.flatMap { name in
      [0x50, 0x4B, 3, 4] + [UInt8](repeating: 0, count: 22) + [UInt8(name.utf8.count), 0, 0, 0]
        + Array(name.utf8)
    }
  }

  @Test(
    "a zip archive is what its members say",
    arguments: [
      (["meta", "collection.anki21b"], "", .ankiPackage), (["collection.anki2"], "", .ankiPackage),
      (["x.png", "data.json"], "", .mochi), (["METADATA", "cards.xml"], "", .mnemosyneCards),
      (["lesson.xml"], "", .jMemorize), (["deck.xml", "blobs/0"], "", .ankiApp),
      (["0"], "a.apkg", .ankiPackage),
    ] as [([String], String, Format)])
  func archives(members: [String], name: String, format: Format) throws {
    let found = try detect(zip(members), name: name)
    #expect(found.format == format)
    guard !format.isContainer(isArchive: true) else { return try found.checkReadable() }
    #expect {
      try found.checkReadable()
    } throws: {
      ($0 as? TextFormatError)?.code == "unsupported"
    }
  }

  @Test("other containers are named too, and one of nothing known is refused")
  func containers() throws {
    #expect(try detect([0x1F, 0x8B, 8]).format == .gzip)
    #expect(try detect([0x28, 0xB5, 0x2F, 0xFD]).format == .zstd)
    let sqlite = Array("SQLite format 3\u{0}".utf8)
    #expect(try detect(sqlite).format == .sqlite)
    #expect(
      try detect(sqlite + Array("CREATE TABLE revlog".utf8)).format == .ankiCollection)
    #expect(
      try detect(sqlite + Array("CREATE TABLE data_for_fact".utf8)).format == .mnemosyneDatabase)
    #expect(throws: TextFormatError.unknownFormat) { try self.detect(self.zip(["x.txt"])) }
    #expect(throws: TextFormatError.unknownFormat) { try self.detect("<?xml?><other/>") as Format }
    #expect(throws: TextFormatError.empty) { try self.detect(" \n ") as Format }
  }

  @Test("every fixture is what its folder says")
  func fixtures() throws {
    for fixture in DelimitedFixtureTests.fixtures where !fixture.bytes.isEmpty {
      #expect(try detect(fixture.bytes, name: fixture.name).format == .delimited)
    }
    for (folder, format) in [
      ("anki-text", .ankiText), ("hashcards", .hashcards), ("obsidian", .obsidian),
      ("org-drill", .org), ("remnote", .remNote), ("supermemo-qa", .questionAnswer),
      ("quizlet", .delimited), ("brainscape", .delimited), ("memrise", .delimited),
      ("studyblue", .delimited), ("mochi-csv", .delimited), ("mnemosyne-tsv", .delimited),
    ] as [(String, Format)] {
      for fixture in ImportFixture.all(in: folder) {
        #expect(try detect(fixture.bytes, name: fixture.name).format == format)
      }
    }
    let formats = try ImportFixture.all(in: "jsonl").map { fixture in
      try detect(fixture.bytes, name: fixture.name).format
    }
    #expect(formats == [.ankiJSON, .jsonCards])
  }

  @Test("the reasons can be read aloud")
  func reasons() throws {
    let rows = (0..<60).map { "\($0),x" }.joined(separator: "\n")
    let detection = try DelimitedText(Array("Front,Back\n\(rows)".utf8)).detection
    #expect(
      detection.reasons == ["comma: 50 of 50 records have 2 columns", "header names front, back"])
    let bare = try DelimitedText(Array("a\tb\nc\td\te\n".utf8)).detection
    #expect(
      bare.reasons == [
        "tab: 1 of 2 records have 3 columns",
        "no header: column 1 is the front, 2 the back, further ones are appended to the back",
      ])
  }

  @Test("names of formats are unique, and every one has a title")
  func registry() {
    #expect(Set(Format.all.map(\.name)).count == Format.all.count)
    #expect(Set(Format.all.map(\.title)).count == Format.all.count)
    #expect(
      Format.all.filter(\.isReadable) == [
        .delimited, .jsonCards, .flashExport, .ankiText, .ankiJSON, .ankiPackage,
        .ankiCollection, .ankiApp, .quizlet, .hashcards, .questionAnswer, .obsidian, .remNote, .org,
        .mochi, .mnemosyneDatabase, .mnemosyneCards, .mnemosyneXML, .superMemo, .pauker, .kvtml,
        .jMemorize,
      ])
  }

  @Test("any bytes are recognised as something or refused")
  func anything() {
    for lead in 0...255 {
      for tail in [[], [0x8B], [0xFE, 0, 0], [0x4B, 3, 4], [0x22, 0x0A]] as [[UInt8]] {
        do throws(TextFormatError) {
          _ = try detect([UInt8(lead)] + tail)
        } catch {
          #expect(["empty", "unknown_format"].contains(error.code))
        }
      }
    }
  }
}
