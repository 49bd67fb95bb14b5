import FlashModel
import FlashTestSupport
import FlashText
import Testing

@testable import FlashPackages

/// Templates and fields that are made so that a card takes long, or becomes very large.
@Suite struct AnkiTemplateHostileTests {
  private func template(_ text: String) throws(AnkiTemplateFlaw) -> AnkiTemplate {
    var parser = AnkiTemplateParser(Array(text.utf8), fields: ["Front": 0, "Back": 1])
    return try parser.parse()
  }

  /// The back of a card; nil if it would be too large.
  private func side(_ text: String, _ front: String, _ back: String = "") throws -> [UInt8]? {
    let card = AnkiCardText(
      fields: [Array(front.utf8)[...], Array(back.utf8)[...]], fieldNames: ["Front", "Back"],
      clozeNumber: 1)
    var out: [UInt8] = []
    return card.render(try template(text), isBack: true, into: &out) ? out : nil
  }

  private func repeated(_ text: String, to size: Int) -> String {
    String(repeating: text, count: size / text.utf8.count)
  }

  /// Work in proportion to the square of a mebibyte would take an hour.
  @Test(
    "what is opened a hundred thousand times in a field and never closed is text, at once",
    arguments: ["[", "a[", "[sound:a ", "<!--", "<a ", "<a b=\"", "{{c1::", "\\["])
  func unclosedInField(mark: String) throws {
    let field = repeated(mark, to: 1 << 20)
    #expect(try side("{{furigana:Front}}", field) == Array(field.utf8))
    #expect(try side("{{text:Front}}", field) == Array(field.utf8))
    #expect(try side("{{cloze:Front}}", field) == [])
  }

  @Test("comments without an end, and answers' rules without one, are text at once")
  func unclosedInTemplate() throws {
    let comments = repeated("<!--", to: 1 << 20)
    #expect(try side(comments, "") == Array(comments.utf8))
    let rules = Array(repeated("<hr id=answer ", to: 1 << 20).utf8)
    #expect(AnkiCardText.withoutQuestion(rules).count == rules.count)
    let closed = Array("a<hr id=\"answer\" class=x>\nb<br>".utf8)
    #expect(AnkiCardText.withoutQuestion(closed).elementsEqual("b<br>".utf8))
    #expect(AnkiCardText.withoutQuestion(rules + closed).elementsEqual("b<br>".utf8))
  }

  @Test("a field that a template repeats until the side has gibibytes makes no side")
  func repeatedField() throws {
    let field = repeated("x", to: 1 << 20)
    #expect(try side(repeated("{{Front}}", to: 900_000), field) == nil)
    #expect(try side(repeated("{{furigana:Front}}", to: 900_000), field) == nil)
    #expect(try side(repeated("{{cloze:Front}}", to: 900_000), field) == nil)
    #expect(try side(repeated("{{hint:Front}}", to: 900_000), "x")?.count ?? 0 > 900_000)
    #expect(
      throws: AnkiTemplateFlaw.syntax,
      performing: { try template("{{\(repeated("text:", to: 900_000))Front}}") })
    // Whether it is empty is looked at once.
    let blank = repeated("<br>", to: 1 << 20)
    #expect(try side(repeated("{{#Front}}x{{/Front}}", to: 900_000), blank) == [])
  }

  @Test("of a package whose template says gibibytes, the cards are told and nothing else is read")
  func templateBomb() throws {
    var builder = AnkiBuilder([
      AnkiBuilder.Note("a", repeated("x", to: 900_000), "b"), AnkiBuilder.Note("c", "d", "e"),
    ])
    builder.sql = """
      update col set models = replace(
        models, '"qfmt":"{{Front}}"', '"qfmt":"\(repeated("{{Front}}", to: 90_000))"')
      """
    let read = try AnkiFile(try builder.package())
    #expect(read.problems.map(\.reason) == [.frontTooLong])
    #expect(read.cards.map(\.back) == ["e"])
  }

  @Test("what many cards have of one template is bounded by the size of the package")
  func repeatedTemplate() throws {
    var builder = AnkiBuilder((0..<40).map { AnkiBuilder.Note("n\($0)", "f\($0)", "b") })
    builder.sql = """
      update col set models = replace(
        models, '"qfmt":"{{Front}}"', '"qfmt":"{{Front}}\(repeated("x", to: 20_000))"')
      """
    let bytes = try builder.package()
    let file = try OpenedFile(bytes)
    func code(ratio: Int) throws -> String? {
      var limits = UnpackLimits()
      (limits.ratioFloor, limits.ratio) = (100_000, ratio)
      let reader = try AnkiReader(
        package: file.descriptor, temporaryFolder: file.folder.path, limits: limits,
        at: AnkiFile.now, while: { true })
      do throws(PackageError) {
        while try reader.next() != nil {}
        return nil
      } catch {
        return error.code
      }
    }
    let ratio = 40 * 20_000 / bytes.count
    #expect(try code(ratio: ratio / 2) == "too_large")
    #expect(try code(ratio: ratio * 2) == nil)
  }
}
