import FlashModel
import FlashPackages
import FlashTestSupport
import FlashText
import Testing

@Suite struct XMLFixtureTests {
  /// All of them, with their format.
  static let fixtures: [(ImportFixture, Format)] = [("xml-ankiapp", Format.ankiApp)].flatMap {
    folder, format in ImportFixture.all(in: folder).map { ($0, format) }
  }

  @Test("all fixtures are there")
  func count() { #expect(Self.fixtures.count == 3) }

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
      #expect(batch.problems.count == fixture.problems.count)
      #expect(
        batch.cards.distinct.map { [plain($0.front), plain($0.back)] } == fixture.plainSides)
    }
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
