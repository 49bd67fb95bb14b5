import FlashTestSupport
import Testing

@testable import FlashCommand

@Suite("Configuration editor")
struct ConfigurationEditorTests {
  private func key(_ name: String) throws -> SettingKey { try #require(SettingKey(name)) }

  private func set(_ name: String, _ value: String, in text: String) throws -> String {
    let text = try ConfigurationText(Array(text.utf8), path: "f")
    return String(
      decoding: ConfigurationEditor.setting(try key(name), to: value, in: text), as: UTF8.self)
  }

  private func unset(_ name: String, in text: String) throws -> String? {
    let text = try ConfigurationText(Array(text.utf8), path: "f")
    return ConfigurationEditor.removing(try key(name), from: text)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(
    "setting changes the value alone",
    arguments: [
      ("", "[s]\n\ta = v\n"),
      ("[s]\n  a = 1 ; why\n", "[s]\n  a = v ; why\n"),
      ("[s]\na = 1\na = 2\n", "[s]\na = 1\na = v\n"),
      ("[s]\na\n", "[s]\na = v\n"),
      ("[s]\na # on\n", "[s]\na = v # on\n"),
      ("[s]\na =\n", "[s]\na = v\n"),
      ("[s]\nb = 1\n# end\n[t]\n", "[s]\nb = 1\n\ta = v\n# end\n[t]\n"),
      ("[s]", "[s]\n\ta = v\n"),
      ("[s] b = 1", "[s] b = 1\n\ta = v\n"),
      ("[s] [r]\nc = 1\n", "[s] \n\ta = v\n[r]\nc = 1\n"),
      ("[t]\n\tx = 1", "[t]\n\tx = 1\n[s]\n\ta = v\n"),
      ("[s]\n\tb = x\\\ny\n[t]\n", "[s]\n\tb = x\\\ny\n\ta = v\n[t]\n"),
      ("[S]\r\nA = \"1\" # c\r\n", "[S]\r\nA = v # c\r\n"),
    ])
  func setting(before: String, after: String) throws {
    #expect(try set("s.a", "v", in: before) == after)
  }

  @Test("a subsection is written as it will be read")
  func subsection() throws {
    let text = try set("remote.a\"\\.b.url", "x", in: "")
    #expect(text == "[remote \"a\\\"\\\\.b\"]\n\turl = x\n")
    #expect(try set("remote.a\"\\.b.url", "y", in: text) == "[remote \"a\\\"\\\\.b\"]\n\turl = y\n")
  }

  @Test(
    "unsetting takes the lines of the key, and a section that is left empty",
    arguments: [
      ("[t]\n", nil),
      ("[s]\n\ta = 1 # c\n\tb = 2\n", "[s]\n\tb = 2\n"),
      ("[s]\na = 1\nb = 2\na = 3\n", "[s]\nb = 2\n"),
      ("# top\n[s]\n\ta = 1\n\n[t]\nx\n", "# top\n[t]\nx\n"),
      ("[s]\n\ta = 1\n# keep\n", "[s]\n# keep\n"),
      ("[s] a = 1 # c\nb\n", "[s] # c\nb\n"),
      ("[s]\na = x\\\ny\nb = 1\n", "[s]\nb = 1\n"),
      ("[s]\na = 1", ""),
    ])
  func unsetting(before: String, after: String?) throws {
    #expect(try unset("s.a", in: before) == after)
  }

  @Test(
    "a value that goes on in a blank line, or at the end, does not take in what is set",
    arguments: [
      ("[s]\nb = x\\\n", "s.a", "[s]\nb = x\\\n\n\ta = v\n"),
      ("[s]\nb = x\\\n", "t.a", "[s]\nb = x\\\n\n[t]\n\ta = v\n"),
      ("[s]\nb = x\\\r\n", "s.a", "[s]\nb = x\\\r\n\n\ta = v\n"),
      ("[s]\nb = x\\\n  \n[t]\n", "s.a", "[s]\nb = x\\\n  \n\ta = v\n[t]\n"),
    ])
  func continued(before: String, key: String, after: String) throws {
    #expect(try set(key, "v", in: before) == after)
    let entries = try ConfigurationText(Array(after.utf8), path: "f").entries
    #expect(entries.map(\.value) == ["x", "v"])
  }

  @Test(
    "whatever is set is read back, and nothing else changes", arguments: 0..<200 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let alphabet = Array("ab \t\n\r\"\\#;=[]é\u{8}")
    var text = "# head\n[s]\n\tkept = \" # \"\n"
    var expected = ["s.kept": " # "]
    for _ in 0..<12 {
      let name = ["s.a", "s.b", "t.x.a", "t.X.a", "u.c"].randomElement(using: &random) ?? "s.a"
      if Int.random(in: 0..<4, using: &random) == 0 {
        text = try unset(name, in: text) ?? text
        expected[name] = nil
        continue
      }
      let length = Int.random(in: 0..<8, using: &random)
      let value = String((0..<length).map { _ in alphabet.randomElement(using: &random) ?? "a" })
      text = try set(name, value, in: text)
      expected[name] = value
    }
    let read = try ConfigurationText(Array(text.utf8), path: "f").entries
    let values = Dictionary(uniqueKeysWithValues: read.map { ($0.key.description, $0.value ?? "") })
    #expect(values == expected, "seed \(seed)")
    #expect(text.hasPrefix("# head\n"), "seed \(seed)")
  }
}
