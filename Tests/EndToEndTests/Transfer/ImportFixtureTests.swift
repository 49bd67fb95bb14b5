import FlashModel
import FlashStore
import FlashTestSupport
import Foundation
import Testing

/// Every fixture of a text format, through the program.
@Suite struct ImportFixtureTests {
  static let files = [
    "anki-text", "brainscape", "delimited", "hashcards", "jsonl", "memrise", "mochi-csv",
    "obsidian",
    "org-drill", "quizlet", "remnote", "studyblue", "supermemo-qa", "xml-ankiapp", "xml-mnemosyne1",
    "xml-supermemo", "pauker", "kvtml", "jmemorize",
  ].flatMap { folder in
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Fixtures/import/\(folder)")
    return ((try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []).sorted()
      .filter { !$0.hasSuffix(".expected.json") }.map { "\(folder)/\($0)" }
  }

  @Test("all fixtures are there")
  func count() { #expect(Self.files.count == 61) }

  @Test("a fixture gives the cards it has to, and again changes nothing", arguments: files)
  func fixture(file: String) throws {
    let expected = try JSONValue(parsing: Fixture.bytes("import/\(file).expected.json"))
    try TestHome.with { home in
      let name = String(file.split(separator: "/")[1])
      try home.folder.write(Fixture.bytes("import/\(file)"), to: name)
      let arguments = [name, "--json"] + Self.options(of: expected)
      let outcome = try home.run("flash-import", arguments)
      guard expected["failure"] == nil else {
        #expect(outcome.code == 65)
        #expect(outcome.output == "")
        return
      }
      let cards = Self.cards(of: expected, stem: String(name.prefix { $0 != "." }))
      guard !cards.isEmpty else {
        #expect(outcome.code == 65)
        #expect(outcome.errors.contains("\"code\":\"empty\""))
        return
      }
      #expect(try home.cards().sorted() == cards.sorted())
      let lines = try objects(outcome.output)
      let skipped = lines.filter { $0["reason"]?.string != nil }
      #expect(skipped.map(Self.place) == Self.skipped(of: expected))
      #expect(outcome.code == (skipped.isEmpty ? 0 : 3))
      let before = try home.folder.snapshot()
      let again = try objects(home.run("flash-import", arguments).output)
      #expect(again.last?["cards_unchanged"]?.integer == Int64(cards.count))
      #expect(again.last?["cards_added"]?.integer == 0)
      #expect(
        try home.folder.snapshot()[".local/share/flash/collection.db"]
          == before[".local/share/flash/collection.db"])
    }
  }

  /// What has to be said about a Quizlet export.
  private static func options(of expected: JSONValue) -> [String] {
    [("term_sep", "--term-sep"), ("card_sep", "--card-sep")].flatMap { key, option in
      expected["options"]?[key]?.string.map { ["\(option)=\($0)"] } ?? []
    }
  }

  private static func place(_ line: JSONValue) -> String {
    "\(line["line"]?.integer ?? -1): \(line["reason"]?.string ?? "?")"
  }

  private static func skipped(of expected: JSONValue) -> [String] {
    guard case .array(let rows)? = expected["skipped"] else { return [] }
    return rows.map(place)
  }

  private static func cards(of expected: JSONValue, stem: String) -> [String] {
    guard case .array(let cards)? = expected["cards"] else { return [] }
    let stem = expected["deck_title"]?.string ?? stem
    return cards.map { card in
      let path = strings(card, "deck_path").joined(separator: "::")
      let labels = [card["sub_topic"]?.string].compactMap { $0 } + strings(card, "tags")
      return "\(path.isEmpty ? stem : path): \(card["front_text"]?.string ?? "?")"
        + " = \(card["back_text"]?.string ?? "?")" + labels.map { " #\($0)" }.joined()
    }
  }

  private static func strings(_ card: JSONValue, _ key: String) -> [String] {
    guard case .array(let values)? = card[key] else { return [] }
    return values.compactMap(\.string)
  }
}
