/// A card as text to be edited: each part below a heading on a line of its own.
///
/// A line of a part that looks like a heading is written with a backslash before it, so that any
/// text comes back as it was.
struct CardDraftText {
  enum Part: String, CaseIterable {
    case front = "Front:"
    case back = "Back:"
    case cloze = "Cloze text:"
    case hint = "Hint:"
    case tags = "Tags:"
  }

  /// The parts with their texts, in order.
  private(set) var parts: [(part: Part, text: String)]
  private let introduction: String

  /// - Parameter introduction: what stands above the first heading and is ignored.
  init(_ parts: [(Part, String)], introduction: String) {
    self.parts = parts.map { (part: $0.0, text: $0.1) }
    self.introduction = introduction
  }

  subscript(part: Part) -> String? { parts.first { $0.part == part }?.text }

  /// The whole text.
  var text: String {
    var lines = introduction.isEmpty ? [] : [introduction, ""]
    for (part, text) in parts {
      lines.append(part.rawValue)
      lines += text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        CardDraftText.heading(line.drop { $0 == "\\" }) == nil ? String(line) : "\\" + line
      }
      lines.append("")
    }
    return lines.joined(separator: "\n")
  }

  /// The same parts with the texts of an edited text.
  /// - Throws: ``CardError/noHeading(_:)``.
  func reading(_ edited: String) throws(CardError) -> CardDraftText {
    var found: [Part: [Substring]] = [:]
    var current: Part?
    let wanted = Set(parts.map(\.part))
    for line in edited.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      if let part = CardDraftText.heading(line), wanted.contains(part), found[part] == nil {
        current = part
        found[part] = []
      } else if let current {
        let isEscaped =
          line.first == "\\" && CardDraftText.heading(line.drop { $0 == "\\" }) != nil
        found[current]?.append(isEscaped ? line.dropFirst() : line)
      }
    }
    var result = self
    for index in parts.indices {
      let part = parts[index].part
      guard let lines = found[part] else { throw .noHeading(part.rawValue) }
      result.parts[index].text = lines.joined(separator: "\n")
    }
    return result
  }

  /// The part that a line is the heading of; blanks at its end do not matter.
  private static func heading(_ line: Substring) -> Part? {
    var line = line
    while let last = line.last, last == " " || last == "\t" { line.removeLast() }
    return Part(rawValue: String(line))
  }
}
