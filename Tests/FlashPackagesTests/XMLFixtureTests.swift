import FlashModel
import FlashPackages
import FlashTestSupport
import FlashText
import Testing

@Suite struct XMLFixtureTests {
  /// All of them, with their format.
  static let fixtures: [(ImportFixture, Format)] = [
    ("xml-ankiapp", Format.ankiApp), ("xml-supermemo", .superMemo),
    ("xml-mnemosyne1", .mnemosyneXML), ("pauker", .pauker), ("kvtml", .kvtml),
    ("jmemorize", .jMemorize),
  ].flatMap { folder, format in
    ImportFixture.all(in: folder).filter { !$0.name.hasSuffix(".gz") }.map { ($0, format) }
  }

  @Test("all fixtures are there")
  func count() { #expect(Self.fixtures.count == 9) }

  @Test("a file is recognised by its root", arguments: fixtures)
  func recognised(fixture: ImportFixture, format: Format) throws {
    let found = try Format.detect(name: "x", head: fixture.bytes.span)
    #expect(found.format == format)
  }

  @Test("a file gives its cards, in pieces of any size", arguments: fixtures)
  func reads(fixture: ImportFixture, format: Format) throws {
    for piece in [1, 7, 1 << 20] {
      let batch = try XMLFile.read(fixture.bytes, format, piece: piece)
      #expect(batch.cards.distinct == fixture.cards)
      #expect(batch.problems.map { "\($0.line): \($0.reason.words)" } == fixture.problems)
      #expect(
        batch.cards.distinct.map { [plain($0.front), plain($0.back)] } == fixture.plainSides)
    }
  }
}

extension XMLFixtureTests {
  @Test(
    "a comment or document type with what looks like its end is read as one, in pieces of any size",
    arguments: ["<!--><a> -> --><!---->", "<!DOCTYPE Lesson SYSTEM \"a>[b]'.dtd\">"])
  func innerEnd(markup: String) throws {
    let (fixture, format) = try #require(Self.fixtures.first { $0.1 == .pauker })
    let text = String(decoding: fixture.bytes, as: UTF8.self)
    let commented = text.replacing("<Lesson", with: markup + "<Lesson", maxReplacements: 1)
    for piece in [1, 2, 3, 7, 1 << 20] {
      let batch = try XMLFile.read(Array(commented.utf8), format, piece: piece)
      #expect(batch.cards.distinct == fixture.cards, "pieces of \(piece)")
    }
  }

  @Test("schedules of other programs are read with their cards")
  func schedules() throws {
    let told = try Self.fixtures.flatMap { fixture, format in
      try XMLFile.read(fixture.bytes, format).schedules
    }
    #expect(
      told == [
        "Who founded **Rome**?: due 2025-01-21, reviewed 2025-01-04, 17.0 days, ease 3.92, reps 4, lapses 1",
        "Capital of Chile?: due 1203055200000, reviewed 1201759200000, 15.0 days, ease 2.5, reps 4, lapses 1",
        "cão\n(animal): due 1736086400000, reviewed 1736000000000, 1.0 days, ease 2.5, reps 1, lapses 0",
        "שלום: due 1735234859549, reviewed 1735000000000, 2.718281828459045 days, ease 2.5, reps 1, lapses 0",
        "red: due 2025-01-08, reviewed 2025-01-04 minute 600, 4.0 days, ease 2.5, reps 5, lapses 1",
        "zwei\nlines\n![](a.png): due 2025-01-08 minute 600, reviewed 2025-01-05 minute 690, 2.9375 days, ease 2.5, reps 3, lapses 1",
      ])
  }
}

enum XMLFile {
  /// Reads bytes in pieces of a size.
  static func read(
    _ bytes: [UInt8], _ format: Format, piece: Int = 1 << 20,
    _ encoding: DetectedEncoding = DetectedEncoding(.utf8)
  ) throws(TextFormatError) -> DraftBatch {
    guard let reader = try format.xmlReader(encoding) else {
      throw .unsupported(format: format.title)
    }
    return try read(bytes, reader, piece)
  }

  private static func read(
    _ bytes: [UInt8], _ reader: some DraftReader, _ piece: Int
  ) throws(TextFormatError) -> DraftBatch {
    var reader = reader
    var batch = DraftBatch()
    var index = 0
    while index < bytes.count {
      let end = min(index + piece, bytes.count)
      batch = batch.joined(with: try reader.push(bytes[index..<end].span))
      index = end
    }
    return batch.joined(with: try reader.finish())
  }
}
