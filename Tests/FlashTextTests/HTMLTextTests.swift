import FlashModel
import FlashTestSupport
import FlashText
import Foundation
import Testing

/// A field of HTML and the Markdown it is to be read as.
struct HTMLField: CustomTestStringConvertible {
  let html: String
  let text: String

  var testDescription: String { html }

  static let all: [HTMLField] = {
    let url = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fixtures/import/html/fields.json")
    guard let data = try? Data(contentsOf: url),
      case .array(let fields)? = try? JSONValue(parsing: [UInt8](data))
    else { return [] }
    return fields.compactMap { field in
      guard case .string(let html)? = field["html"], case .string(let text)? = field["text"] else {
        return nil
      }
      return HTMLField(html: html, text: text)
    }
  }()
}

@Suite struct HTMLTextTests {
  @Test("all fields are there")
  func count() { #expect(HTMLField.all.count == 204) }

  @Test("a field reads as its Markdown", arguments: HTMLField.all)
  func reads(field: HTMLField) { #expect(HTMLText.markdown(field.html) == field.text) }

  @Test(
    "what is broken is read as far as it goes",
    arguments: [
      ("<b>x", "**x**"), ("a <b>x<i>y</b>z</i>", "a **x*y***z"), ("</b>x</div>", "x"),
      ("1 < 2 and 3 > 2", "1 < 2 and 3 > 2"), ("a<b c", "a\\<b c"), ("x<", "x<"),
      ("<!-- never closed", ""), ("x<!-- a -->y", "xy"), ("<a href=\"x>y", "[y](x)"),
      ("<table><td>1<td>2<tr><td>3</table>", "| 1 | 2 |\n| --- | --- |\n| 3 |  |"),
      ("<ul><li>a<li>b", "- a\n- b"), ("<ol><li>a<ul><li>b</ol>c", "1. a\n   - b\n\nc"),
      ("<script>if (a<b) x</script>y", "y"), ("<style>never closed", ""),
      ("<ul><li><p>a</p></li><li><p>b</p></li></ul>", "- a\n- b"), ("<p>a<p>b", "a\n\nb"),
      ("<td>x</td><tr>y", "x\ny"), ("<li>x", "- x"), ("<sub>2", "<sub>2</sub>"),
      ("</>x</ y>z", "xz"), ("<unknown>x</unknown>", "x"),
    ])
  func broken(html: String, text: String) { #expect(HTMLText.markdown(html) == text) }

  @Test(
    "references are resolved as browsers do",
    arguments: [
      ("&hearts;&NotEqualTilde;", "♥≂̸"), ("&amp &copy 5", "& © 5"), ("&notit;", "¬it;"),
      ("&#128;&#x1F600&#xD800;&#0;", "€😀\u{FFFD}\u{FFFD}"), ("&unknown;&;&#;", "&unknown;&;&#;"),
      ("<a href='?a=1&copy=2&lt;'>x</a>", "[x](<?a=1&copy=2\\<>)"), ("&lt;b&gt;", "\\<b>"),
      ("&#99999999999999999999;", "\u{FFFD}"),
    ])
  func references(html: String, text: String) { #expect(HTMLText.markdown(html) == text) }

  @Test(
    "what would be a mark in Markdown is escaped, and nothing else",
    arguments: [
      ("2*3 `x` $5 ~~ ~", "2\\*3 \\`x\\` \\$5 \\~~ ~"),
      ("snake_case _x_ a_", "snake_case \\_x\\_ a\\_"),
      ("\\* \\a [x] # - 1.", "\\\\\\* \\a [x] # - 1."),
      ("<code>a*b `c` &lt;d</code>", "`` a*b `c` <d ``"),
      ("<pre>*\n\n\n```</pre>", "````\n*\n\n\n```\n````"),
    ])
  func escapes(html: String, text: String) { #expect(HTMLText.markdown(html) == text) }

  @Test(
    "nothing of a program survives",
    arguments: [
      ("<a href=\" java\tscript:x\">t</a>", "t"), ("<a href='VBScript:x'>t</a>", "t"),
      ("<img src=x onerror=alert(1)>", "![](x)"),
      ("<iframe src='https://a.b'>x</iframe>", "[https://a.b](https://a.b)x"),
    ])
  func programs(html: String, text: String) { #expect(HTMLText.markdown(html) == text) }

  @Test("nesting without end, and long texts of openings, take no time worth a word")
  func hostile() {
    let deep = String(repeating: "<div><b><ul><li>", count: 20_000) + "x"
    #expect(HTMLText.markdown(deep).hasSuffix("x**") || HTMLText.markdown(deep).contains("x"))
    for opening in [
      "<a ", "\\(", "[sound:", "[latex]", "<!-", "<script>", "&", "<a b=\"", "</", "<b>",
    ] {
      let text = String(repeating: opening, count: (1 << 19) / opening.utf8.count)
      #expect(HTMLText.markdown(text).utf8.count <= 4 * text.utf8.count)
    }
  }

  @Test(
    "elements 10,000 deep keep what is in them and around them, and become little more text",
    arguments: [
      ("<div>", "</div>"), ("<b>", "</b>"), ("<ul><li>", "</li></ul>"),
      ("<blockquote>", "</blockquote>"), ("<table><tr><td>", "</td></tr></table>"),
      ("<ruby>", "</ruby>"), ("<pre>", "</pre>"), ("<code>", "</code>"), ("<sub>", "</sub>"),
      ("<b><i><s>", "</s></i></b>"),
    ])
  func deep(open: String, close: String) {
    let html =
      "x " + String(repeating: open, count: 10_000) + "inner"
      + String(repeating: close, count: 10_000) + " y"
    let text = HTMLText.markdown(html)
    #expect(text.hasPrefix("x") && text.contains("inner") && text.hasSuffix("y"))
    // Of lists and quotations each line has marks for 16 at the most.
    #expect(text.utf8.count < 400_000)
  }

  @Test("many lines in many lists or quotations do not multiply")
  func manyLines() {
    for (open, line) in [("<blockquote>", "x<br>"), ("<ul><li>", "<li>"), ("<ol><li>", "<li>x")] {
      let html = String(repeating: open, count: 300) + String(repeating: line, count: 40_000)
      #expect(HTMLText.markdown(html).utf8.count < 20 * html.utf8.count)
    }
  }

  @Test("any bytes are read, and what is read is clean")
  func mutations() {
    var random = SeededRandom(seed: 7)
    for field in HTMLField.all {
      for _ in 0..<20 {
        var bytes = Array(field.html.utf8)
        for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
          let place = Int.random(in: 0..<bytes.count, using: &random)
          switch Int.random(in: 0..<3, using: &random) {
          case 0: bytes.remove(at: place)
          case 1:
            bytes.insert(
              contentsOf: Array("<>&\"'/[]\\".utf8).shuffled(using: &random).prefix(2), at: place)
          default: bytes[place] = UInt8.random(in: 0..<0x80, using: &random)
          }
        }
        let text = HTMLText.markdown(String(decoding: bytes, as: UTF8.self))
        #expect(text == CardText.cleaned(text))
      }
    }
  }
}
