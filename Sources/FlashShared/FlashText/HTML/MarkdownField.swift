/// A side of a card as a field of HTML, for programs whose fields are HTML, that is read back as
/// exactly that side.
///
/// Reading HTML gives one of several ways to write the same Markdown: `2 * 3` comes back as
/// `2 \* 3`. Where it is another way than the side's, the field ends with a comment,
/// `<!--flash:2 * 3-->`, which shows nowhere. It is believed only as long as the HTML before it is
/// what is written for it: what was edited elsewhere since is read anew.
package enum MarkdownField {
  /// The HTML of a side.
  ///
  /// - Parameter isCloze: whether deletions mean something. Elsewhere `{{c1::` is only text, and is
  ///   written so that nobody takes it for one.
  package static func html(_ markdown: String, isCloze: Bool = false) -> [UInt8] {
    let html = rendered(markdown, isCloze: isCloze)
    if isPlain(markdown.utf8) { return html }
    return HTMLText.markdown(String(decoding: html, as: UTF8.self)) == markdown
      ? html : html + comment(markdown)
  }

  /// The HTML of a side and its comment, whether it needs one or not.
  static func withSource(_ markdown: String, isCloze: Bool) -> [UInt8] {
    rendered(markdown, isCloze: isCloze) + comment(markdown)
  }

  /// The Markdown that a field says it was written from; nil if it says nothing, or was changed
  /// since.
  package static func source(of field: [UInt8]) -> [UInt8]? {
    guard field.count > start.count + end.count, field.suffix(end.count).elementsEqual(end),
      let mark = lastStart(in: field)
    else { return nil }
    var source: [UInt8] = []
    CharacterReference.appendResolved(
      mark + start.count..<field.count - end.count, of: field, to: &source)
    let range = CardText.clean(0..<source.count, of: &source)
    let markdown = String(decoding: source[range], as: UTF8.self)
    let html = field[..<mark]
    guard
      html.elementsEqual(rendered(markdown, isCloze: false))
        || html.elementsEqual(rendered(markdown, isCloze: true))
    else { return nil }
    return Array(markdown.utf8)
  }

  private static let start = Array("<!--flash:".utf8)
  private static let end = Array("-->".utf8)

  /// Whether neither Markdown nor HTML gives a meaning to anything in it.
  private static func isPlain(_ text: String.UTF8View) -> Bool {
    var last: UInt8 = 0x20
    for byte in text {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...0xC1, 0xC3...: break
      case UInt8(ascii: ","), UInt8(ascii: "."), UInt8(ascii: "?"), UInt8(ascii: "'"): break
      case 0x20 where last != 0x20: break
      default: return false
      }
      last = byte
    }
    // A number and a dot may begin a list.
    return text.first.map { !(0x30...0x39).contains($0) } ?? true
  }

  private static func rendered(_ markdown: String, isCloze: Bool) -> [UInt8] {
    if isPlain(markdown.utf8) { return Array(markdown.utf8) }
    let html = Array(MarkdownHTML.html(markdown).utf8)
    guard !isCloze, html[...].firstRange(of: "{{c") != nil else { return html }
    var plain: [UInt8] = []
    for byte in html {
      if byte == UInt8(ascii: "{"), plain.last == byte {
        plain.append(contentsOf: "&#123;".utf8)
      } else {
        plain.append(byte)
      }
    }
    return plain
  }

  private static func comment(_ markdown: String) -> [UInt8] {
    var comment = start
    for byte in markdown.utf8 {
      switch byte {
      // What would end the comment, and what Anki looks for in a field whatever it stands in:
      // deletions and the end of one that is open, sounds, formulas.
      case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""),
        UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "\\"), 0..<0x20:
        comment.append(contentsOf: "&#\(byte);".utf8)
      default: comment.append(byte)
      }
    }
    return comment + end
  }

  private static func lastStart(in field: [UInt8]) -> Int? {
    var place = field.count - end.count - start.count
    while place >= 0 {
      if field[place] == UInt8(ascii: "<") {
        return field[place...].starts(with: start) ? place : nil
      }
      place -= 1
    }
    return nil
  }
}
