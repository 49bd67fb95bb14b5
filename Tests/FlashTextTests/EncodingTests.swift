import FlashTestSupport
import FlashText
import Testing

@Suite struct EncodingTests {
  private func scan(
    _ bytes: [UInt8], declared: TextEncoding? = nil, piece: Int = 7
  ) throws(TextFormatError) -> DetectedEncoding {
    var scan = EncodingScan(declared: declared)
    var start = 0
    while start < bytes.count {
      let end = min(start + piece, bytes.count)
      try scan.push(bytes.span.extracting(start..<end))
      start = end
    }
    return try scan.finish()
  }

  private func fronts(_ bytes: [UInt8], encoding: TextEncoding? = nil) throws -> [String] {
    let batch = try DelimitedText(bytes, encoding: encoding).batch
    return batch.drafts.map { batch.text($0.front) }
  }

  /// `text` in an encoding, with or without its mark.
  private func encoded(_ text: String, _ encoding: TextEncoding, mark: Bool) -> [UInt8] {
    let marked = (mark ? "\u{FEFF}" : "") + text
    func bytes(_ unit: UInt32, _ size: Int, big: Bool) -> [UInt8] {
      let little = (0..<size).map { UInt8(truncatingIfNeeded: unit >> (8 * UInt32($0))) }
      return big ? little.reversed() : little
    }
    return switch encoding {
    case .utf16LittleEndian: marked.utf16.flatMap { bytes(UInt32($0), 2, big: false) }
    case .utf16BigEndian: marked.utf16.flatMap { bytes(UInt32($0), 2, big: true) }
    case .utf32LittleEndian: marked.unicodeScalars.flatMap { bytes($0.value, 4, big: false) }
    case .utf32BigEndian: marked.unicodeScalars.flatMap { bytes($0.value, 4, big: true) }
    default: Array(marked.utf8)
    }
  }

  static let unicode: [TextEncoding] = [
    .utf8, .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian,
  ]

  @Test("a mark says the encoding and is no text", arguments: unicode)
  func marks(encoding: TextEncoding) throws {
    let bytes = encoded("日本👍,x\nÉ,y\n", encoding, mark: true)
    #expect(try scan(bytes).encoding == encoding)
    #expect(try fronts(bytes) == ["日本👍", "É"])
    #expect(try fronts(bytes, encoding: .cp1252) == ["日本👍", "É"])
  }

  @Test("an encoding that is said is believed where there is no mark", arguments: unicode)
  func declared(encoding: TextEncoding) throws {
    let bytes = encoded("日本👍,x\n", encoding, mark: false)
    #expect(try fronts(bytes, encoding: encoding) == ["日本👍"])
  }

  @Test("a NUL says that it is no text, with its line", arguments: [1, 7, 1_000])
  func binary(piece: Int) {
    let bytes = Array("a,b\r\nc,d\n\u{0}".utf8) + [UInt8](repeating: 0x61, count: 100)
    #expect(
      throws: TextFormatError.encoding(line: 3, offset: 9, reason: "binary data (NUL)")
    ) { try self.scan(bytes, piece: piece) }
  }

  @Test("one valid sequence anywhere makes a bad byte damage, else it is an old encoding")
  func damaged() throws {
    let filler = String(repeating: "x", count: 100)
    let old = Array("\(filler)\n".utf8) + [0xE9, 0x2C, 0x62, 0x0A]
    #expect(try scan(old) == DetectedEncoding(.cp1252, isAssumed: true))
    #expect(throws: TextFormatError.encoding(line: 2, offset: 101, reason: "damaged UTF-8")) {
      try self.scan(old + Array("é,x\n".utf8))
    }
    #expect(try fronts(Array("a,b\n".utf8) + [0x81, 0x2C, 0x63]) == ["a", "\u{FFFD}"])
  }

  @Test(
    "what does not decode is an error with line and offset",
    arguments: [
      (.utf16LittleEndian, [0x61, 0, 0x0A, 0, 0x3D, 0xD8, 0x61, 0], 4),
      (.utf16LittleEndian, [0x61, 0, 0x0A, 0, 0x4D, 0xDC], 4),
      (.utf16BigEndian, [0, 0x61, 0, 0x0A, 0xD8], 4),
      (.utf16BigEndian, [0, 0x61, 0, 0x0A, 0xD8, 0x3D], 4),
      (.utf32LittleEndian, [0x0A, 0, 0, 0, 0, 0, 0x11, 0], 4),
      (.utf8, [0x0A, 0xC3], 1), (.utf8, [0x0A, 0xED, 0xA0, 0x80], 1),
      (.utf8, [0x0A, 0xC0, 0x80], 1),
    ] as [(TextEncoding, [UInt8], Int)])
  func undecodable(encoding: TextEncoding, bytes: [UInt8], offset: Int) throws {
    do throws(TextFormatError) {
      _ = try DelimitedText(bytes, encoding: encoding)
      Issue.record("read")
    } catch {
      guard case .encoding(let line, let found, _) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(line == 2)
      #expect(found == offset)
    }
  }

  @Test("the validator agrees with the standard library on random bytes, however they are cut")
  func validator() throws {
    var random = SeededRandom(seed: 42)
    let pool: [UInt8] = [
      0x61, 0xC3, 0xA9, 0xE0, 0xA0, 0x80, 0xED, 0x9F, 0xBF, 0xF0, 0x90, 0xF4, 0x8F, 0xC0,
    ]
    for round in 0..<5_000 {
      let bytes = (0..<Int.random(in: 64...72, using: &random)).map { index in
        index < 60 ? 0x61 : pool[Int.random(in: 0..<pool.count, using: &random)]
      }
      let isValid = String(validating: bytes, as: UTF8.self) != nil
      let found = Result { () throws(TextFormatError) in
        try scan(bytes, piece: 1 + round % 5)
      }
      let isTaken =
        if case .success(let encoding) = found { encoding.encoding == .utf8 } else { false }
      #expect(isTaken == isValid, "seed 42, round \(round)")
    }
  }
}
