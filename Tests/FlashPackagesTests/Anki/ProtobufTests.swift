import FlashModel
import FlashPackages
import FlashTestSupport
import Testing

@testable import FlashPackages

@Suite struct ProtobufTests {
  private func fields(_ bytes: [UInt8]) throws(PackageError) -> [String] {
    var reader = ProtobufReader(bytes)
    var fields: [String] = []
    while let field = try reader.next() { fields.append("\(field.number) \(field.value)") }
    return fields
  }

  @Test("fields of every kind are read")
  func kinds() throws {
    let bytes: [UInt8] = [
      0x08, 0x96, 0x01, 0x12, 2, 0x68, 0x69, 0x1D, 1, 0, 0, 0, 0x21, 2, 0, 0, 0, 0, 0, 0, 0,
    ]
    #expect(
      try fields(bytes) == ["1 varint(150)", "2 bytes(Range(5..<7))", "3 fixed(1)", "4 fixed(2)"])
    let widest: [UInt8] = [0x08] + [UInt8](repeating: 0xFF, count: 9) + [1]
    #expect(try fields(widest) == ["1 varint(\(UInt64.max))"])
  }

  @Test(
    "what breaks the encoding is refused",
    arguments: [
      [0x08], [0x08, 0x80], [0x12, 5, 1], [0x1D, 1, 2], [0x21, 1], [0x0B], [0x00, 0x00],
      [0x08] + [UInt8](repeating: 0xFF, count: 10),
      [0x12, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1],
    ] as [[UInt8]])
  func damage(bytes: [UInt8]) {
    #expect(throws: PackageError.self) { try fields(bytes) }
  }

  @Test("any bytes are fields or refused")
  func anything() {
    var random = SeededRandom(seed: 5)
    for _ in 0..<20_000 {
      let count = Int.random(in: 0...40, using: &random)
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      _ = try? fields(bytes)
    }
  }
}
