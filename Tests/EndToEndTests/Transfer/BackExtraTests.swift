import FlashModel
import FlashStore
import FlashTestSupport
import FlashText
import Testing

/// Cloze note types that people made by hand, with a field for the back alone, which each shows in
/// its own way.
@Suite struct BackExtraTests {
  /// Templates of the back.
  private static let backs = [
    "{{cloze:Text}}<br>\\n{{Back Extra}}", "{{cloze:Text}}<br><br>{{Back Extra}}",
    "{{cloze:Text}}<hr>{{Back Extra}}", "{{cloze:Text}}<div class=extra>{{Back Extra}}</div>",
    "{{cloze:Text}}{{#Back Extra}}<p>{{Back Extra}}</p>{{/Back Extra}}",
    "{{Back Extra}}<br>{{cloze:Text}}",
    "<h2>Answer</h2>{{cloze:Text}}<br>{{Back Extra}} ({{Tags}})",
  ]

  private static let extras = [
    "", "extra", "see <b>also</b> 2 * 3", "a<br><br>b", "<ul><li>x</li><li>y</li></ul>",
    "<div>one</div><div>two</div>", "--- {{c1::no}} ---", "<p>p</p><p>q</p>",
  ]

  /// A package whose cloze note type has a template for the back.
  private func package(_ back: String) throws -> [UInt8] {
    var builder = AnkiBuilder(
      Self.extras.enumerated().map { place, extra in
        var note = AnkiBuilder.Note(
          "g\(place)", "{{c1::Lima}} no. \(place) is in {{c2::<i>Peru</i>::country}}", extra)
        (note.type, note.cards, note.tags) = (3, [0, 1], " t ")
        return note
      })
    builder.sql = """
      update col set models = replace(replace(models, '"Extra"', '"Back Extra"'),
        '{{cloze:Text}}<br>{{Extra}}', '\(back)')
      """
    return try builder.package()
  }

  private func texts(_ home: TestHome, _ path: String? = nil) throws -> Set<String> {
    Set(try home.texts(path).map { $0.joined(separator: "\u{1F}") })
  }

  @Test(
    "their cards go out and come into an empty collection as they were, and again change nothing",
    arguments: backs)
  func own(back: String) throws {
    try TestHome.with { home in
      try home.folder.write(package(back), to: "a.apkg")
      try home.given("flash-import", ["a.apkg"])
      let count = try home.store().cards().count
      #expect(count == 2 * Self.extras.count)
      try home.given("flash-export", ["-o", "x.apkg"])
      try home.given("flash-import", ["--store=other.db", "x.apkg"])
      let (here, there) = (
        try texts(home), try texts(home, home.folder.path(of: "other.db"))
      )
      #expect(here.subtracting(there) == [])
      #expect(there.subtracting(here) == [])
      #expect(try home.run("flash-import", ["x.apkg"]).output == "x.apkg: \(count) unchanged\n")
      #expect(try home.run("flash-import", ["a.apkg"]).output == "a.apkg: \(count) unchanged\n")
    }
  }

  @Test("what stands right behind the text comes back on a line of its own")
  func adjacent() throws {
    try TestHome.with { home in
      try home.folder.write(package("{{cloze:Text}}{{Back Extra}}"), to: "a.apkg")
      try home.given("flash-import", ["a.apkg"])
      try home.given("flash-export", ["-o", "x.apkg"])
      try home.given("flash-import", ["--store=other.db", "x.apkg"])
      func backs(_ path: String?) throws -> [String] {
        try home.store(path).cards().map(\.card.back).filter { $0.hasSuffix("extra") }.sorted()
      }
      #expect(
        try backs(nil) == [
          "**Lima** no. 1 is in *Peru*extra", "Lima no. 1 is in ***Peru***extra",
        ])
      #expect(
        try backs(home.folder.path(of: "other.db")) == [
          "**Lima** no. 1 is in *Peru*\nextra", "Lima no. 1 is in ***Peru***\nextra",
        ])
    }
  }

  @Test(
    "so they do by way of Anki",
    .enabled(if: RealAnki.isExpected, "PyPI can't be reached, so Anki is not installed"),
    arguments: backs)
  func throughAnki(back: String) throws {
    try TestHome.with { home in
      try home.folder.write(package(back), to: "a.apkg")
      try home.given("flash-import", ["a.apkg"])
      try home.given("flash-export", ["-o", "x.apkg"])
      _ = try RealAnki.packageRoundTrip(["x.apkg"], to: "y.apkg", of: home)
      try home.given("flash-import", ["--store=other.db", "y.apkg"])
      let (here, there) = (
        try texts(home), try texts(home, home.folder.path(of: "other.db"))
      )
      #expect(here.subtracting(there) == [])
      #expect(there.subtracting(here) == [])
    }
  }
}
