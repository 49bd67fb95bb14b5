import FlashModel
import FlashTestSupport
import Foundation
import Testing

@Suite struct JSONTests {
  @Test(
    "values read and are written back compactly",
    arguments: [
      ("null", "null"), (" [ ] ", "[]"), ("{ }", "{}"), ("[1,-2,3.5]", "[1,-2,3.5]"),
      (#"{"a":{"b":[true,false]}}"#, #"{"a":{"b":[true,false]}}"#),
      ("9223372036854775807", "9223372036854775807"), ("1e3", "1000.0"), ("-0.0", "-0.0"),
      (#""\u0041\n\/\ud83d\ude00""#, #""A\n/😀""#),
      (#""\u0000\u001b\u007f""#, #""\u0000\u001b\u007f""#),
      ("12345678901234567890", "1.2345678901234567e+19"),
    ])
  func values(text: String, written: String) throws {
    let value = try JSONValue(parsing: Array(text.utf8))
    #expect(String(decoding: value.bytes, as: UTF8.self) == written)
  }

  @Test(
    "a fault is named with its offset",
    arguments: [
      ("", 0, "unexpected end"), ("[1 2]", 3, "',' expected"),
      ("[1,]", 3, "a value expected after ','"),
      ("{\"a\" 1}", 5, "':' expected"), ("{1:2}", 1, "a string expected"),
      ("01", 0, "a number begins with 0"),
      ("1.", 2, "a digit expected"), ("nul", 0, "a value expected"),
      ("\"a", 2, "a string without end"),
      ("\"\u{1}\"", 1, "a control character in a string"), (#""\x""#, 2, "an unknown escape"),
      (#""\ud800""#, 7, "a lone surrogate"), ("1 x", 2, "text after the value"),
      ("1e999", 0, "a number out of range"), ("[", 1, "unexpected end"),
    ])
  func faults(text: String, offset: Int, reason: String) {
    #expect(throws: JSONError(offset: offset, reason: reason)) {
      try JSONValue(parsing: Array(text.utf8))
    }
  }

  @Test("text that is not UTF-8 is refused")
  func notUTF8() {
    #expect(throws: JSONError(offset: 1, reason: "a string that is not UTF-8")) {
      try JSONValue(parsing: [0x22, 0xC3, 0x28, 0x22])
    }
  }

  @Test("nesting ends at the limit, not in a crash")
  func nesting() throws {
    let deepest = String(repeating: "[", count: 256) + String(repeating: "]", count: 256)
    _ = try JSONValue(parsing: Array(deepest.utf8))
    #expect(throws: JSONError(offset: 256, reason: "nested deeper than 256")) {
      try JSONValue(parsing: Array(String(repeating: "[", count: 100_000).utf8))
    }
  }

  @Test(
    "what is written reads back equal, and Foundation reads the same",
    arguments: 0..<200 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let value = JSONValue.array([randomValue(depth: 0, using: &random)])
    #expect(try JSONValue(parsing: value.bytes) == value)
    let foundation = try JSONSerialization.jsonObject(with: Data(value.bytes))
    let again = try JSONSerialization.data(withJSONObject: foundation, options: [.sortedKeys])
    #expect(sameNumbers(try JSONValue(parsing: Array(again)), value))
  }

  @Test("damaged text never crashes the reader", arguments: 0..<100 as Range<UInt64>)
  func mutants(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var bytes = JSONValue.array([randomValue(depth: 0, using: &random)]).bytes
    for _ in 0..<3 {
      bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(
        in: 0...255, using: &random)
    }
    do {
      let value = try JSONValue(parsing: bytes)
      #expect(try JSONValue(parsing: value.bytes) == value)
    } catch {
      #expect((0...bytes.count).contains(error.offset))
    }
  }

  @Test(
    "numbers with a fraction are the nearest ones, with few digits and with many",
    arguments: [3, 7])
  func fractions(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<20_000 {
      let whole = String(random.next() >> UInt64.random(in: 0..<64, using: &random))
      let digits = String(random.next()).suffix(Int.random(in: 1...19, using: &random))
      let text = (Bool.random(using: &random) ? "-" : "") + whole + "." + digits
      let expected = try #require(Double(text))
      guard case .double(let value) = try JSONValue(parsing: Array(text.utf8)) else {
        Issue.record("no number: \(text), seed \(seed)")
        continue
      }
      #expect(value.bitPattern == expected.bitPattern, "\(text), seed \(seed)")
    }
  }

  @Test("a fraction of nothing keeps its sign")
  func negativeZero() throws {
    guard case .double(let value) = try JSONValue(parsing: Array("-0.00".utf8)) else {
      Issue.record("no number")
      return
    }
    #expect(value.sign == .minus && value == 0)
  }
}

private func randomValue(depth: Int, using random: inout SeededRandom) -> JSONValue {
  switch Int.random(in: 0..<(depth > 3 ? 5 : 7), using: &random) {
  case 0: return .null
  case 1: return .bool(Bool.random(using: &random))
  case 2: return .integer(Int64.random(in: .min ... .max, using: &random))
  case 3:
    return .double(
      Double(bitPattern: UInt64.random(in: 0x3000 << 48...0x4F00 << 48, using: &random)))
  case 4: return .string(randomText(using: &random))
  case 5:
    return .array(
      (0..<Int.random(in: 0..<5, using: &random)).map { _ in
        randomValue(depth: depth + 1, using: &random)
      })
  default:
    return .object(
      (0..<Int.random(in: 0..<5, using: &random)).map { index in
        JSONValue.Member(
          "k\(index)\(randomText(using: &random))", randomValue(depth: depth + 1, using: &random))
      })
  }
}

private func randomText(using random: inout SeededRandom) -> String {
  let scalars = ["a", "\"", "\\", "\n", "\u{1}", "é", "日", "😀", " ", "/"]
  return (0..<Int.random(in: 0..<12, using: &random)).map { _ in
    scalars[Int.random(in: scalars.indices, using: &random)]
  }.joined()
}

/// Equal but for the order of members, and for whole doubles, which Foundation writes as integers.
private func sameNumbers(_ left: JSONValue, _ right: JSONValue) -> Bool {
  switch (left, right) {
  case (.array(let left), .array(let right)):
    return left.count == right.count && zip(left, right).allSatisfy { sameNumbers($0, $1) }
  case (.object(let members), .object(let others)):
    return members.count == others.count
      && members.allSatisfy { member in
        right[member.key].map { sameNumbers(member.value, $0) } ?? false
      }
  case (.integer(let left), .double(let right)), (.double(let right), .integer(let left)):
    return Double(left) == right
  default: return left == right
  }
}
