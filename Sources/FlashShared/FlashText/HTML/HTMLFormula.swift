/// The ways in which Anki's fields write formulas.
enum HTMLFormula: Sendable, CaseIterable {
  case inline
  case display
  case oldDisplay
  case oldInline
  case latex

  var opening: [UInt8] { parts.opening }
  var closing: [UInt8] { parts.closing }

  private var parts: (opening: [UInt8], closing: [UInt8]) {
    switch self {
    case .inline: HTMLFormula.inlineParts
    case .display: HTMLFormula.displayParts
    case .oldDisplay: HTMLFormula.oldDisplayParts
    case .oldInline: HTMLFormula.oldInlineParts
    case .latex: HTMLFormula.latexParts
    }
  }

  private static let inlineParts = (Array("\\(".utf8), Array("\\)".utf8))
  private static let displayParts = (Array("\\[".utf8), Array("\\]".utf8))
  private static let oldDisplayParts = (Array("[$$]".utf8), Array("[/$$]".utf8))
  private static let oldInlineParts = (Array("[$]".utf8), Array("[/$]".utf8))
  private static let latexParts = (Array("[latex]".utf8), Array("[/latex]".utf8))

  /// What stands around it in Markdown.
  var mark: [UInt8] {
    switch self {
    case .inline, .oldInline: [0x24]
    case .display, .oldDisplay: [0x24, 0x24]
    case .latex: []
    }
  }

  /// Adds the text of a formula: line breaks as such, tags dropped, references resolved.
  static func append(_ range: Range<Int>, of bytes: [UInt8], to output: inout [UInt8]) {
    var plain: [UInt8] = []
    var index = range.lowerBound
    // What follows the last '>' is no tag, however it looks.
    let lastEnd = bytes[range].lastIndex(of: UInt8(ascii: ">")) ?? range.lowerBound
    while index < range.upperBound {
      if bytes[index] == UInt8(ascii: "<"), index + 1 < lastEnd,
        bytes[index + 1].isASCIILetter || bytes[index + 1] == UInt8(ascii: "/"),
        let end = bytes[index...lastEnd].firstIndex(of: UInt8(ascii: ">"))
      {
        if bytes[index + 1] | 0x20 == UInt8(ascii: "b"),
          bytes[index + 2] | 0x20 == UInt8(ascii: "r")
        {
          plain.append(0x0A)
        }
        index = end + 1
      } else if bytes[index] == UInt8(ascii: "&"),
        let next = CharacterReference.append(
          at: index, of: bytes, before: range.upperBound, to: &plain)
      {
        index = next
      } else {
        plain.append(bytes[index])
        index += 1
      }
    }
    var text = plain[...]
    while text.first == 0x0A { text.removeFirst() }
    while text.last == 0x0A { text.removeLast() }
    index = text.startIndex
    while index < text.endIndex {
      if text[index] == 0xC2, index + 1 < text.endIndex, text[index + 1] == 0xA0 {
        output.append(0x20)
        index += 2
      } else {
        output.append(text[index])
        index += 1
      }
    }
  }
}
