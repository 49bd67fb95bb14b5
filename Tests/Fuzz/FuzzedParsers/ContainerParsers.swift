import FlashPackages
import FlashText

extension FuzzedParser {
  /// An archive that opens has members with harmless names, each of the size it is said to have; none
  /// of it unpacks to more than may be.
  @Sendable static func checkZip(_ bytes: [UInt8]) throws(Violation) {
    var limits = UnpackLimits()
    (limits.total, limits.member, limits.members) = (1 << 20, 1 << 19, 200)
    let file = BytesFile(bytes)
    guard let archive = try? ZipArchive(descriptor: file.descriptor, limits: limits) else { return }
    var total = 0
    for (place, member) in archive.members.enumerated() {
      try require(MemberName.flaw(inPath: member.name) == nil, "a member '\(member.name)'")
      try requireEqual(archive.index(of: member.name), place, "the place of '\(member.name)'")
      guard let contents = try? archive.contents(of: place, limit: limits.member) else { continue }
      try requireEqual(contents.count, member.size, "bytes of '\(member.name)'")
      total += contents.count
    }
    try require(total <= limits.total, "\(total) bytes unpacked")
  }

  /// A message gives fields that lie within it, one after the other; those fields, written, are read
  /// as before. What is within a field is a message or is refused.
  @Sendable static func checkProtobuf(_ bytes: [UInt8]) throws(Violation) {
    guard let fields = try fields(of: bytes, 0..<bytes.count) else { return }
    var written: [UInt8] = []
    for field in fields { written += encoded(field, of: bytes) }
    guard let again = try self.fields(of: written, 0..<written.count) else {
      throw Violation("what was written can't be read: \(written)")
    }
    try requireEqual(again.map(\.number), fields.map(\.number), "numbers, written and read again")
    for (left, right) in zip(fields, again) {
      if case (.bytes(let first), .bytes(let second)) = (left.value, right.value) {
        try require(
          bytes[first].elementsEqual(written[second]), "the bytes of field \(left.number)")
        _ = try self.fields(of: bytes, first)
      } else {
        try requireEqual(right.value, left.value, "field \(left.number)")
      }
    }
  }

  private typealias Field = (number: Int, value: ProtobufReader.Value)

  /// Nil for a message that is refused.
  private static func fields(
    of bytes: [UInt8], _ range: Range<Int>
  ) throws(Violation) -> [Field]? {
    var reader = ProtobufReader(bytes, range)
    var fields: [Field] = []
    var place = range.lowerBound
    while true {
      let next: Field?
      do { next = try reader.next() } catch { return nil }
      guard let field = next else { return fields }
      if case .bytes(let part) = field.value {
        try require(
          part.lowerBound > place && part.upperBound <= range.upperBound,
          "field \(field.number) at \(part) of \(range)")
        place = part.upperBound
      }
      fields.append(field)
      try require(fields.count <= range.count, "\(fields.count) fields of \(range.count) bytes")
    }
  }

  private static func encoded(_ field: Field, of bytes: [UInt8]) -> [UInt8] {
    let number = UInt64(field.number) << 3
    switch field.value {
    case .varint(let value): return varint(number) + varint(value)
    case .fixed(let value):
      return varint(number | 1) + (0..<8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    case .bytes(let range): return varint(number | 2) + varint(UInt64(range.count)) + bytes[range]
    }
  }

  private static func varint(_ value: UInt64) -> [UInt8] {
    var (bytes, rest): ([UInt8], UInt64) = ([], value)
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }

  /// Two templates and up to four fields, with U+001E between two. What can't be used is told; what
  /// can gives the same side each time, of bounded length, and clean Markdown.
  @Sendable static func checkTemplate(_ bytes: [UInt8]) throws(Violation) {
    let parts = bytes.split(separator: 0x1E, omittingEmptySubsequences: false)
    let names = ["Front", "Back", "Text", "Extra"]
    let places = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
    let fields = (0..<4).map { parts.count > $0 + 2 ? parts[$0 + 2] : [] }
    for (isBack, part) in zip([false, true], parts) {
      var parser = AnkiTemplateParser(Array(part), fields: places)
      let template: AnkiTemplate
      do throws(AnkiTemplateFlaw) { template = try parser.parse() } catch {
        try require(!error.words.isEmpty, "a flaw without words")
        continue
      }
      for number in [nil, 1, 2] {
        let card = AnkiCardText(
          fields: fields, fieldNames: names, clozeNumber: number, tags: "a b", noteType: "Basic",
          card: "Card 1", deck: "A::B", flag: 3, cardID: 7)
        var (side, again) = ([UInt8](), [UInt8]())
        let isWhole = card.render(template, isBack: isBack, into: &side)
        try require(isWhole || side.count > 1 << 20, "\(side.count) bytes are too many")
        _ = card.render(template, isBack: isBack, into: &again)
        try requireEqual(again, side, "rendered twice")
        let answer = AnkiCardText.withoutQuestion(side)
        try require(answer.count <= side.count, "an answer longer than its side")
        // Each byte may name a field, and each byte of a field be a reading.
        try require(side.count <= 40 * (bytes.count + 1) * (bytes.count + 1), "\(side.count) bytes")
        let markdown = HTMLText.markdown(text(answer.prefix(16_384)))
        try requireEqual(
          Array(markdown.utf8), Array(CardText.cleaned(markdown).utf8), "Markdown that is not clean"
        )
      }
    }
  }
}
