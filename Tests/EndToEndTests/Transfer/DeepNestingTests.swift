import FlashModel
import FlashStore
import FlashTestSupport
import Testing

/// What is nested 10,000 deep where nesting is no fault of the file: in fields of HTML, cloze texts and
/// templates. It comes in, with its text, in little memory and time; what lies too deep means nothing.
@Suite struct DeepNestingTests {
  private static let depth = 10_000

  private static func nested(_ open: String, _ close: String, around text: String) -> String {
    String(repeating: open, count: depth) + text + String(repeating: close, count: depth)
  }

  /// Elements of each kind that the conversion knows.
  private static let fields = [
    ("<div>", "</div>"), ("<b>", "</b>"), ("<b><i>", "</i></b>"), ("<span>", "</span>"),
    ("<ul><li>", "</li></ul>"), ("<ol><li>", "</li></ol>"), ("<blockquote>", "</blockquote>"),
    ("<table><tr><td>", "</td></tr></table>"), ("<sub>", "</sub>"), ("<ruby>", "</ruby>"),
    ("<a href=\"x\">", "</a>"), ("<h1>", "</h1>"), ("<p>", "</p>"),
  ].map { nested($0.0, $0.1, around: "inner") }

  private func importing(
    _ name: String, _ arguments: [String] = [], in home: TestHome
  ) throws -> ProcessOutcome {
    let (outcome, peak) = try home.measured("flash-import", arguments + [name])
    // A sanitizer has more for itself.
    if Sanitizer.current == nil { #expect(peak < 128 << 10, "\(peak) KiB") }
    return outcome
  }

  @Test("fields of HTML, in a package")
  func package() throws {
    try TestHome.with { home in
      let builder = AnkiBuilder(
        Self.fields.enumerated().map { AnkiBuilder.Note("g\($0)", "front \($0)", "x \($1) y") })
      try home.folder.write(builder.package(), to: "deep.apkg")
      let outcome = try importing("deep.apkg", in: home)
      #expect(outcome.code == 0, "\(outcome.errors)")
      let backs = try home.store().cards().map(\.card.back)
      #expect(backs.count == Self.fields.count)
      for back in backs {
        #expect(back.contains("inner") && back.hasPrefix("x") && back.hasSuffix("y"))
        #expect(back.utf8.count < 600_000)
      }
      #expect(try home.run("flash-import", ["deep.apkg"]).output == "deep.apkg: 13 unchanged\n")
      // What they became goes out again.
      try home.given("flash-export", ["-o", "out.apkg"])
    }
  }

  @Test("cells of HTML, in delimited text and in Anki's")
  func text() throws {
    try TestHome.with { home in
      let rows = Self.fields.enumerated().map { place, field in
        "front \(place)\t\"x \(field.replacing("\"", with: "\"\"")) y\"\n"
      }.joined()
      try home.folder.write(rows, to: "a.tsv")
      try home.folder.write("#separator:tab\n#html:true\n" + rows, to: "b.txt")
      for (name, arguments) in [("a.tsv", ["--html"]), ("b.txt", [])] {
        let outcome = try importing(name, arguments, in: home)
        #expect(outcome.code == 0, "\(name): \(outcome.errors)")
        #expect(outcome.output == "\(name): 13 cards added, 1 new deck\n")
      }
    }
  }

  @Test("cloze texts: ten levels are deletions, the others are text")
  func cloze() throws {
    try TestHome.with { home in
      let text = "{{c2::a}} " + Self.nested("{{c1::", "}}", around: "inner")
      var note = AnkiBuilder.Note("c", text, "")
      (note.type, note.cards) = (3, [0, 1])
      try home.folder.write(AnkiBuilder([note]).package(), to: "cloze.apkg")
      let outcome = try importing("cloze.apkg", in: home)
      #expect(outcome.code == 0, "\(outcome.errors)")
      #expect(try home.store().cards().map(\.card.noteOrd) == [1, 2])
    }
  }

  @Test("templates: a note type that nests conditions 10,000 deep is told, its fields are taken")
  func template() throws {
    try TestHome.with { home in
      var builder = AnkiBuilder([AnkiBuilder.Note("a", "one", "eins")])
      let deep = Self.nested("{{#Front}}", "{{/Front}}", around: "{{Front}}")
      builder.sql = """
        update col set models = replace(models, '"qfmt":"{{Front}}"', '"qfmt":"\(deep)"')
        """
      try home.folder.write(builder.package(), to: "template.apkg")
      let outcome = try importing("template.apkg", in: home)
      #expect(outcome.code == 0, "\(outcome.errors)")
      #expect(outcome.errors.contains("note type 'Basic', Card 1: "), "\(outcome.errors)")
      #expect(try home.cards() == ["Default: one = eins"])
    }
  }

  @Test("Markdown that is nested so goes out as HTML")
  func markdown() throws {
    try TestHome.with { home in
      let backs = ["> ", "- ", "  ", "*", "**", "[", "(", "`", "$", "~~"].map {
        String(repeating: $0, count: Self.depth) + "inner"
      }
      let rows = backs.enumerated().map { "{\"front\":\"f\($0)\",\"back\":\"\($1)\"}\n" }.joined()
      try home.folder.write(rows, to: "deep.jsonl")
      try home.given("flash-import", ["deep.jsonl"])
      let (outcome, peak) = try home.measured("flash-export", ["-o", "x.apkg"])
      #expect(outcome.code == 0, "\(outcome.errors)")
      if Sanitizer.current == nil { #expect(peak < 128 << 10, "\(peak) KiB") }
      #expect(try home.run("flash-import", ["x.apkg"]).output == "x.apkg: 10 unchanged\n")
    }
  }
}
