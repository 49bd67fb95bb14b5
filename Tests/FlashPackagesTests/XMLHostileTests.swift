import FlashModel
import FlashPackages
import FlashTestSupport
import FlashText
import Testing

@Suite struct XMLHostileTests {
  /// A deck around something.
  private static func deck(_ content: String, before: String = "") -> String {
    "\(before)<deck name=\"x\"><cards><card>\(content)</card></cards></deck>"
  }

  private static let laughs =
    "<!DOCTYPE deck [<!ENTITY a \"ha\">"
    + (1...9).map { "<!ENTITY a\($0) \"\(String(repeating: "&a\($0 - 1);", count: 10))\">" }
    .joined() + "]>"

  struct Attack: CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let code: String

    init(_ name: String, _ text: String, _ code: String) {
      (testDescription, self.text, self.code) = (name, text, code)
    }
  }

  static let attacks = [
    Attack(
      "an external entity",
      deck("&e;", before: "<!DOCTYPE deck [<!ENTITY e SYSTEM \"file:///etc/passwd\">]>"), "unsafe"),
    Attack(
      "an external parameter entity",
      deck("", before: "<!DOCTYPE deck [<!ENTITY % e SYSTEM \"http://127.0.0.1/\"> %e;]>"),
      "unsafe"),
    Attack("entities that multiply", deck("&a9;", before: laughs), "unsafe"),
    Attack(
      "an entity that contains itself",
      deck("&a;", before: "<!DOCTYPE deck [<!ENTITY a \"&a;\">]>"), "unsafe"),
    Attack(
      "declared attributes",
      deck("", before: "<!DOCTYPE deck [<!ATTLIST card tags CDATA \"x\">]>"), "unsafe"),
    Attack(
      "an entity of an external document type",
      deck("&e;", before: "<!DOCTYPE deck SYSTEM \"file:///etc/hosts\">"), "malformed"),
    Attack("an entity of HTML", deck("&nbsp;"), "malformed"),
    Attack(
      "elements 10,000 deep",
      String(repeating: "<a>", count: 10_000) + String(repeating: "</a>", count: 10_000),
      "too_large"),
    Attack("an attribute twice", deck("<field name=\"a\" name=\"b\"/>"), "malformed"),
    Attack("a name without an end", "<" + String(repeating: "a", count: 9 << 20), "too_large"),
    Attack(
      "an attribute of 9 MiB",
      deck("<field name=\"\(String(repeating: "a", count: 9 << 20))\"/>"), "too_large"),
    Attack(
      "a comment of 9 MiB", deck("<!--\(String(repeating: "a", count: 9 << 20))-->"), "too_large"),
    Attack(
      "a tag without an end", deck("<field name=\"" + String(repeating: "<", count: 10_000_000)),
      "too_large"),
    Attack(
      "500,000 attributes",
      deck("<field \((0..<500_000).map { "a\($0)=\"\"" }.joined(separator: " "))/>"), "too_large"),
    Attack("20,000 names", deck((0..<20_000).map { "<a\($0)/>" }.joined()), "too_large"),
    Attack(
      "a section of text whose end is looked for in vain",
      deck("<![CDATA[" + String(repeating: "x]]", count: 4 << 20)), "too_large"),
    Attack("a NUL", deck("\0"), "encoding"),
    Attack("a control character", deck("\u{1}"), "malformed"),
    Attack("text behind the root", deck("") + "x", "malformed"),
    Attack("two roots", deck("") + "<deck/>", "malformed"),
    Attack("crossed elements", deck("<a><b></a></b>"), "malformed"),
  ]

  @Test("what would harm is refused with its class, in time", arguments: attacks)
  func refused(attack: Attack) {
    for piece in [1 << 20, 4_001] {
      #expect(code(of: Array(attack.text.utf8), .ankiApp, piece: piece) == attack.code)
    }
  }

  @Test("deep elements of a format are no deeper than others")
  func nested() {
    let text = "<SuperMemoCollection>" + String(repeating: "<SuperMemoElement>", count: 10_000)
    #expect(code(of: Array(text.utf8), .superMemo) == "too_large")
  }

  @Test("a side over its limit is told, and the cards around it come")
  func longSide() throws {
    for count in [(1 << 20) + 1, 9 << 20] {
      let long = String(repeating: "a", count: count)
      let cards = ["a", long, "c"].map {
        "<card><field name=\"f\">\($0)</field><field name=\"b\">x</field></card>\n"
      }
      let batch = try XMLFile.read(
        Array("<deck name=\"x\"><cards>\(cards.joined())</cards></deck>".utf8), .ankiApp)
      #expect(batch.cards.distinct.map(\.front) == ["a", "c"])
      #expect(batch.problems.map(\.line) == [2])
    }
  }

  @Test("cut after any byte, a file is refused", arguments: XMLFixtureTests.fixtures)
  func cut(fixture: ImportFixture, format: Format) throws {
    var bytes = fixture.bytes
    while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
    for end in bytes.indices {
      let code = code(of: Array(bytes[..<end]), format)
      #expect(code == "malformed" || code == "encoding", "\(end)")
    }
  }

  @Test(
    "with any bytes changed, a file gives cards or a typed error",
    arguments: XMLFixtureTests.fixtures)
  func changed(fixture: ImportFixture, format: Format) {
    var random = SeededRandom(seed: 12)
    for _ in 0..<1_000 {
      var bytes = fixture.bytes
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        let place = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes.remove(at: place)
        case 1:
          bytes.insert(
            contentsOf: bytes[place...].prefix(Int.random(in: 1...20, using: &random)), at: place)
        default: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        }
      }
      do throws(TextFormatError) {
        let batch = try XMLFile.read(bytes, format)
        #expect(batch.drafts.allSatisfy { !$0.front.isEmpty && !$0.back.isEmpty })
      } catch {
        #expect(["encoding", "malformed", "unsafe"].contains(error.code), "\(error)")
      }
    }
  }

  /// The code of the error that reading gives; nil if it gives none.
  private func code(of bytes: [UInt8], _ format: Format, piece: Int = 1 << 20) -> String? {
    do throws(TextFormatError) {
      _ = try XMLFile.read(bytes, format, piece: piece)
      return nil
    } catch {
      return error.code
    }
  }
}
