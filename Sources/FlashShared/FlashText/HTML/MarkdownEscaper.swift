/// Writes text so that Markdown takes it as it stands.
///
/// Escaped are a backslash before punctuation, `*`, `` ` ``, `$`, `~~`, a `_` that is not inside a
/// word, and a `<` that could begin a tag. Not escaped are brackets, `#` and list marks: a cloze
/// shows as `[...]`.
struct MarkdownEscaper {
  /// In code everything is as it stands.
  let isCode: Bool

  /// Adds the byte at `index`, or a pair that belongs together.
  /// - Returns: the index after it.
  @inline(__always)
  mutating func append(_ text: [UInt8], at index: Int, to output: inout [UInt8]) -> Int {
    let byte = text[index]
    guard MarkdownEscaper.isSpecial(byte), !isCode else {
      output.append(byte)
      return index + 1
    }
    let next = index + 1 < text.count ? text[index + 1] : 0
    let needsEscape: Bool
    switch byte {
    case UInt8(ascii: "\\"): needsEscape = next.isASCIIPunctuation
    case UInt8(ascii: "_"):
      let isInWord =
        index > 0 && text[index - 1].isASCIIAlphanumeric && next.isASCIIAlphanumeric
      needsEscape = !isInWord
    case UInt8(ascii: "<"):
      needsEscape =
        next.isASCIILetter || next == UInt8(ascii: "/") || next == UInt8(ascii: "!")
        || next == UInt8(ascii: "?")
    case UInt8(ascii: "~"):
      needsEscape = next == byte
      if needsEscape {
        output.append(contentsOf: "\\~~".utf8)
        return index + 2
      }
    default: needsEscape = true
    }
    if needsEscape { output.append(UInt8(ascii: "\\")) }
    output.append(byte)
    return index + 1
  }

  /// Where text ends that begins at `start` and stays as it stands: words with one blank between two.
  /// - Returns: `start` if there is none.
  func plainEnd(of text: Span<UInt8>, from start: Int) -> Int {
    var end = start
    while end < text.count {
      if isPlain(text[end]) {
        end += 1
      } else if text[end] == 0x20, end > start, end + 1 < text.count, isPlain(text[end + 1]) {
        end += 2
      } else {
        break
      }
    }
    return end
  }

  /// Whether a byte is no blank, no part of one and no mark.
  @inline(__always)
  private func isPlain(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte != 0xC2 && (isCode || !MarkdownEscaper.isSpecial(byte))
  }

  @inline(__always)
  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\\"), UInt8(ascii: "*"), UInt8(ascii: "`"), UInt8(ascii: "$"),
      UInt8(ascii: "_"), UInt8(ascii: "<"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  /// A link's address, in angle brackets where its characters need them.
  static func destination(_ address: [UInt8]) -> [UInt8] {
    let needsBrackets = address.contains { byte in
      byte.isHTMLBlank || byte == UInt8(ascii: "(") || byte == UInt8(ascii: ")")
        || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">")
    }
    guard needsBrackets else { return address }
    var destination: [UInt8] = [UInt8(ascii: "<")]
    for byte in address {
      switch byte {
      case UInt8(ascii: "<"), UInt8(ascii: ">"): destination += [UInt8(ascii: "\\"), byte]
      case 0x0A, 0x0D: destination.append(0x20)
      default: destination.append(byte)
      }
    }
    return destination + [UInt8(ascii: ">")]
  }

  /// How often `byte` stands in a row at most.
  static func longestRun(of byte: UInt8, in text: [UInt8]) -> Int {
    var longest = 0
    var run = 0
    for other in text {
      run = other == byte ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }
}
