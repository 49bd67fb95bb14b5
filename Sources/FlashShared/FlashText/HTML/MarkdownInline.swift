/// Writes the Markdown of lines that belong together as HTML.
struct MarkdownInline {
  private(set) var out: [UInt8] = []

  /// Deeper emphasis is only text.
  private static let maximumDepth = 16

  mutating func write(_ text: ArraySlice<UInt8>, depth: Int) {
    var index = text.startIndex
    // Marks of which no closing one follows: looking again would take time.
    var unclosed: Set<String> = []
    while index < text.endIndex {
      let next = depth < MarkdownInline.maximumDepth ? mark(text, at: index, depth, &unclosed) : nil
      if let next {
        index = next
        continue
      }
      let byte = text[index]
      let follower = index + 1 < text.endIndex ? text[index + 1] : 0
      if byte == UInt8(ascii: "\\"), follower.isASCIIPunctuation {
        MarkdownInline.escape(text[(index + 1)...(index + 1)], to: &out)
        index += 2
      } else {
        MarkdownInline.escape(text[index...index], to: &out)
        index += 1
      }
    }
  }

  /// Writes what begins with a mark.
  /// - Returns: the index after it; nil if none begins here.
  private mutating func mark(
    _ text: ArraySlice<UInt8>, at index: Int, _ depth: Int, _ unclosed: inout Set<String>
  ) -> Int? {
    switch text[index] {
    case UInt8(ascii: "`"): return code(text, at: index, &unclosed)
    case UInt8(ascii: "$"): return formula(text, at: index, &unclosed)
    case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"):
      return emphasis(text, at: index, depth, &unclosed)
    case UInt8(ascii: "!"):
      guard index + 1 < text.endIndex, text[index + 1] == UInt8(ascii: "[") else { return nil }
      return link(text, at: index + 1, isImage: true, depth)
    case UInt8(ascii: "["): return link(text, at: index, isImage: false, depth)
    case UInt8(ascii: "<"):
      for tag in ["<sub>", "</sub>", "<sup>", "</sup>"] where text[index...].starts(with: tag.utf8)
      {
        out.append(contentsOf: tag.utf8)
        return index + tag.utf8.count
      }
      return nil
    default: return nil
    }
  }

  /// Writes marks that are none.
  private mutating func literal(_ marks: ArraySlice<UInt8>) -> Int {
    MarkdownInline.escape(marks, to: &out)
    return marks.endIndex
  }

  private mutating func code(
    _ text: ArraySlice<UInt8>, at index: Int, _ unclosed: inout Set<String>
  ) -> Int? {
    let ticks = text[index...].prefix { $0 == 0x60 }
    guard !unclosed.contains(ticks.string) else { return literal(ticks) }
    var start = ticks.endIndex
    while let found = text.firstRange(of: Array(ticks), from: start) {
      let run = text[found.lowerBound...].prefix { $0 == 0x60 }
      guard run.count == ticks.count else {
        start = run.endIndex
        continue
      }
      var content = text[ticks.endIndex..<found.lowerBound]
      if ticks.count > 1 { content = content.trimmedBlanks }
      out.append(contentsOf: "<code>".utf8)
      MarkdownInline.escape(content, to: &out)
      out.append(contentsOf: "</code>".utf8)
      return found.upperBound
    }
    unclosed.insert(ticks.string)
    return literal(ticks)
  }

  private mutating func formula(
    _ text: ArraySlice<UInt8>, at index: Int, _ unclosed: inout Set<String>
  ) -> Int? {
    let isDisplay = text[index...].starts(with: "$$".utf8)
    let mark = isDisplay ? "$$" : "$"
    let start = index + mark.utf8.count
    guard !unclosed.contains(mark), start < text.endIndex else { return nil }
    var place = start
    while let end = text.firstRange(of: mark, from: place) {
      let content = text[start..<end.lowerBound]
      // Prices are no formulas: blanks inside, or a digit behind.
      let isPrice =
        !isDisplay
        && (content.first == 0x20 || content.last == 0x20
          || (end.upperBound < text.endIndex && (0x30...0x39).contains(text[end.upperBound])))
      guard !content.isEmpty, !isPrice, content.last != UInt8(ascii: "\\") else {
        place = end.upperBound
        continue
      }
      out.append(contentsOf: isDisplay ? "\\[".utf8 : "\\(".utf8)
      MarkdownInline.escape(content, to: &out)
      out.append(contentsOf: isDisplay ? "\\]".utf8 : "\\)".utf8)
      return end.upperBound
    }
    unclosed.insert(mark)
    return nil
  }

  private mutating func emphasis(
    _ text: ArraySlice<UInt8>, at index: Int, _ depth: Int, _ unclosed: inout Set<String>
  ) -> Int? {
    let byte = text[index]
    let run = text[index...].prefix { $0 == byte }.count
    guard byte != UInt8(ascii: "~") || run >= 2 else { return nil }
    guard run <= 3 else { return literal(text[index..<index + run]) }
    let count = min(run, 2)
    let mark = String(repeating: String(UnicodeScalar(byte)), count: count)
    let start = index + count
    guard !unclosed.contains(mark), start < text.endIndex, !text[start].isHTMLBlank else {
      return nil
    }
    // Inside a word an underscore is one.
    if byte == UInt8(ascii: "_"), index > text.startIndex, text[index - 1].isASCIIAlphanumeric {
      return nil
    }
    guard let end = closing(text, mark, byte, from: start) else {
      unclosed.insert(mark)
      return nil
    }
    let tag = byte == UInt8(ascii: "~") ? "s" : count == 2 ? "b" : "i"
    out.append(contentsOf: "<\(tag)>".utf8)
    write(text[start..<end], depth: depth + 1)
    out.append(contentsOf: "</\(tag)>".utf8)
    return end + count
  }

  /// Where the mark stands that closes; not in code, and not escaped.
  private func closing(
    _ text: ArraySlice<UInt8>, _ mark: String, _ byte: UInt8, from start: Int
  ) -> Int? {
    let count = mark.utf8.count
    var index = start
    while index < text.endIndex {
      switch text[index] {
      case UInt8(ascii: "\\"): index += 2
      case 0x60:
        let ticks = text[index...].prefix { $0 == 0x60 }
        index =
          text.firstRange(of: Array(ticks), from: ticks.endIndex)?.upperBound ?? ticks.endIndex
      case byte:
        let run = text[index...].prefix { $0 == byte }.count
        let after = index + run < text.endIndex ? text[index + run] : 0
        let isInWord = byte == UInt8(ascii: "_") && after.isASCIIAlphanumeric
        let closes = run == count || run == 3 || run > 3
        if closes, !text[index - 1].isHTMLBlank, !isInWord, index > start {
          // Of three, two close what is inside first.
          return run > count && count == 2 ? index + run - 2 : index
        }
        index += run
      default: index += 1
      }
    }
    return nil
  }

  private mutating func link(
    _ text: ArraySlice<UInt8>, at open: Int, isImage: Bool, _ depth: Int
  ) -> Int? {
    // Of nested brackets the inner ones are meant.
    guard
      let close = text[(open + 1)...].firstIndex(where: {
        $0 == UInt8(ascii: "]") || $0 == UInt8(ascii: "[")
      }), text[close...].starts(with: "](".utf8),
      let (address, end) = MarkdownInline.destination(text[(close + 2)...])
    else { return nil }
    let label = text[(open + 1)..<close]
    if isImage {
      out.append(contentsOf: "<img src=\"".utf8)
      MarkdownInline.escape(address[...], to: &out, isAttribute: true)
      if !label.isEmpty {
        out.append(contentsOf: "\" alt=\"".utf8)
        MarkdownInline.escape(label, to: &out, isAttribute: true)
      }
      out.append(contentsOf: "\">".utf8)
    } else if MarkdownInline.isSound(address), label.elementsEqual(address) {
      out.append(contentsOf: "[sound:".utf8)
      MarkdownInline.escape(address[...], to: &out)
      out.append(UInt8(ascii: "]"))
    } else {
      out.append(contentsOf: "<a href=\"".utf8)
      MarkdownInline.escape(address[...], to: &out, isAttribute: true)
      out.append(contentsOf: "\">".utf8)
      write(label, depth: depth + 1)
      out.append(contentsOf: "</a>".utf8)
    }
    return end
  }

  /// The address at the beginning of a text, in angle brackets or not, and the index after its
  /// closing parenthesis.
  static func destination(_ text: ArraySlice<UInt8>) -> (address: [UInt8], end: Int)? {
    let limit = text.prefix(4_096)
    if limit.first == UInt8(ascii: "<") {
      guard let end = limit.firstRange(of: ">)") else { return nil }
      var address: [UInt8] = []
      for byte in limit[(limit.startIndex + 1)..<end.lowerBound] {
        if byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">"),
          address.last == UInt8(ascii: "\\")
        {
          address.removeLast()
        }
        address.append(byte)
      }
      return (address, end.upperBound)
    }
    guard let end = limit.firstIndex(of: UInt8(ascii: ")")),
      !limit[..<end].contains(where: { $0.isHTMLBlank || $0 == UInt8(ascii: "(") }),
      end > limit.startIndex
    else { return nil }
    return (Array(limit[..<end]), end + 1)
  }

  private static func isSound(_ address: [UInt8]) -> Bool {
    guard !address.contains(UInt8(ascii: "/")), let dot = address.lastIndex(of: UInt8(ascii: "."))
    else {
      return false
    }
    let ending = String(decoding: address[(dot + 1)...], as: UTF8.self).lowercased()
    return ["mp3", "ogg", "oga", "opus", "wav", "flac", "m4a", "aac", "3gp", "mp4", "webm"]
      .contains(ending)
  }

  /// Adds text with what HTML would take for markup escaped.
  static func escape(
    _ text: ArraySlice<UInt8>, to output: inout [UInt8], isAttribute: Bool = false
  ) {
    for byte in text {
      switch byte {
      case UInt8(ascii: "&"): output.append(contentsOf: "&amp;".utf8)
      case UInt8(ascii: "<"): output.append(contentsOf: "&lt;".utf8)
      case UInt8(ascii: ">"): output.append(contentsOf: "&gt;".utf8)
      case UInt8(ascii: "\"") where isAttribute: output.append(contentsOf: "&quot;".utf8)
      case 0x0A where !isAttribute: output.append(contentsOf: "<br>".utf8)
      default: output.append(byte)
      }
    }
  }
}
