import FlashModel
import FlashTestSupport
import Testing

/// Files that are made to do harm, through the program.
@Suite struct HostileXMLTests {
  private static func deck(_ content: String, before: String = "") -> [UInt8] {
    Array("\(before)<deck name=\"x\"><cards><card>\(content)</card></cards></deck>".utf8)
  }

  private static let attacks: [(name: String, bytes: [UInt8], code: String)] = [
    (
      "xxe.xml", deck("&e;", before: "<!DOCTYPE deck [<!ENTITY e SYSTEM \"file:///etc/passwd\">]>"),
      "unsafe"
    ),
    (
      "laughs.xml",
      deck("&b;", before: "<!DOCTYPE deck [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;\">]>"), "unsafe"
    ),
    ("dtd.xml", deck("&e;", before: "<!DOCTYPE deck SYSTEM \"evil.dtd\">"), "malformed"),
    ("deep.xml", deck(String(repeating: "<a>", count: 10_000)), "too_large"),
    ("utf16.xml", deck("", before: "<?xml version=\"1.0\" encoding=\"UTF-16\"?>"), "encoding"),
    (
      "latin.xml",
      deck("", before: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>").dropLast(20) + [
        0xE9, 0x3C, 0x2F,
      ], "encoding"
    ),
    ("nul.xml", deck("\0"), "encoding"),
    ("twice.xml", deck("<field name=\"a\" name=\"b\"/>"), "malformed"),
    ("long.xml", deck("<field name=\"\(String(repeating: "a", count: 9 << 20))\"/>"), "too_large"),
    ("cut.xml", deck("<field name=\"a\">x</field><field>y</field>").dropLast(3), "malformed"),
    ("none.xml", Array("<deck name=\"x\"><cards/></deck>".utf8), "empty"),
    ("cut.pau.gz", [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1, 2, 3], "corrupt"),
  ]

  @Test("a hostile file is refused with its class, and nothing is changed")
  func refused() throws {
    try TestHome.with { home in
      try home.given("flash-import", ["-d", "D", "-"], input: .text("a,1\nb,2\n"))
      // What the document type leads to, were it read.
      try home.folder.write("<!ENTITY e \"secret\">", to: "evil.dtd")
      for (name, bytes, _) in Self.attacks { try home.folder.write(bytes, to: name) }
      let before = try home.folder.snapshot()
      for (name, _, code) in Self.attacks {
        let outcome = try home.run("flash-import", [name, "--json"])
        #expect(outcome.code == 65, "\(name)")
        #expect(outcome.output == "", "\(name)")
        #expect(outcome.errors.contains("\"code\":\"\(code)\""), "\(name): \(outcome.errors)")
        let after = try home.folder.snapshot()
        // The collection with all that lies beside it; where it is opened from is noted elsewhere.
        let changed = Set(before.keys).union(after.keys).filter {
          $0.hasPrefix(".local/share/") && before[$0] != after[$0]
        }
        #expect(changed == [], "\(name)")
      }
    }
  }

  @Test("a good card before the fault does not come in either")
  func allOrNothing() throws {
    try TestHome.with { home in
      let card = "<card><field name=\"a\">front</field><field name=\"b\">back</field></card>"
      try home.folder.write(
        "<deck name=\"x\"><cards>" + String(repeating: card, count: 5_000) + "</deck>", to: "x.xml")
      let outcome = try home.run("flash-import", ["x.xml"])
      #expect(outcome.code == 65)
      #expect(outcome.errors.hasPrefix("flash-import: x.xml:1: XML: "), "\(outcome.errors)")
      #expect(try home.cards() == [])
    }
  }
}
