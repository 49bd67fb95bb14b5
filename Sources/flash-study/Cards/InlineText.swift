import FlashTerminal

/// Reads the marks within one line of Markdown, in one pass over its bytes.
struct InlineText {
  private let bytes: [UInt8]
  private let base: Style
  private var line = StyledLine()
  /// Text that waits to be put into a span.
  private var pending: [UInt8] = []
  private var index = 0
  private var isBold = false
  private var isItalic = false
  /// Marks that were looked for in vain: there is none further on either.
  private var missing: Set<[UInt8]> = []

  /// The line with its styles over `base`.
  static func styled(_ text: some StringProtocol, _ base: Style) -> StyledLine {
    var reader = InlineText(bytes: Array(text.utf8), base: base)
    return reader.read()
  }

  private init(bytes: [UInt8], base: Style) {
    self.bytes = bytes
    self.base = base
  }

  private mutating func read() -> StyledLine {
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\\") where index + 1 < bytes.count && isMark(bytes[index + 1]):
        pending.append(bytes[index + 1])
        index += 2
      case UInt8(ascii: "`"): readCode()
      case UInt8(ascii: "*"), UInt8(ascii: "_"): readEmphasis(bytes[index])
      case UInt8(ascii: "!") where index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "["):
        readLink(from: index + 1, isImage: true)
      case UInt8(ascii: "["): readLink(from: index, isImage: false)
      default: takeByte()
      }
    }
    flush()
    return line
  }

  private mutating func takeByte() {
    pending.append(bytes[index])
    index += 1
  }

  private mutating func flush() {
    guard !pending.isEmpty else { return }
    line.append(String(decoding: pending, as: UTF8.self), style)
    pending.removeAll(keepingCapacity: true)
  }

  private var style: Style {
    var style = base
    style.isBold = style.isBold || isBold
    style.isItalic = style.isItalic || isItalic
    return style
  }

  private mutating func readCode() {
    guard let end = place(of: [UInt8(ascii: "`")], from: index + 1) else { return takeByte() }
    flush()
    line.append(String(decoding: bytes[index + 1..<end], as: UTF8.self), .code)
    index = end + 1
  }

  private mutating func readEmphasis(_ mark: UInt8) {
    let isDouble = index + 1 < bytes.count && bytes[index + 1] == mark
    let length = isDouble ? 2 : 1
    let isOn = isDouble ? isBold : isItalic
    let mayOpen = !isOn && canOpen(mark, length)
    let delimiter = [UInt8](repeating: mark, count: length)
    let closes = mayOpen && place(of: delimiter, from: index + length) != nil
    guard closes || (isOn && canClose(mark, length)) else {
      pending += delimiter
      index += length
      return
    }
    flush()
    if isDouble { isBold.toggle() } else { isItalic.toggle() }
    index += length
  }

  /// A mark opens before a word, and an underscore not within one.
  private func canOpen(_ mark: UInt8, _ length: Int) -> Bool {
    guard index + length < bytes.count, bytes[index + length] != UInt8(ascii: " ") else {
      return false
    }
    return mark == UInt8(ascii: "*") || index == 0 || !isWord(bytes[index - 1])
  }

  /// A mark closes behind a word, and an underscore not within one.
  private func canClose(_ mark: UInt8, _ length: Int) -> Bool {
    guard index > 0, bytes[index - 1] != UInt8(ascii: " ") else { return false }
    let after = index + length
    return mark == UInt8(ascii: "*") || after == bytes.count || !isWord(bytes[after])
  }

  /// `[text](place)` is the text and, in faint ink, its place; an image is named.
  private mutating func readLink(from start: Int, isImage: Bool) {
    guard let middle = place(of: Array("](".utf8), from: start + 1),
      let end = place(of: [UInt8(ascii: ")")], from: middle + 2)
    else { return takeByte() }
    flush()
    let text = String(decoding: bytes[start + 1..<middle], as: UTF8.self)
    let target = String(decoding: bytes[middle + 2..<end], as: UTF8.self)
    if isImage {
      line.append("[image: \(text.isEmpty ? target : text)]", .muted)
    } else {
      line.append(text, .link)
      if target != text { line.append(" (\(target))", .faint) }
    }
    index = end + 1
  }

  /// Where `mark` stands next; what was once looked for in vain is not looked for again, so that a
  /// line of nothing but marks takes no longer than any other.
  private mutating func place(of mark: [UInt8], from start: Int) -> Int? {
    guard !missing.contains(mark) else { return nil }
    var place = start
    while place + mark.count <= bytes.count {
      if bytes[place] == mark[0], bytes[place..<place + mark.count].elementsEqual(mark) {
        return place
      }
      place += 1
    }
    missing.insert(mark)
    return nil
  }

  private func isMark(_ byte: UInt8) -> Bool { "\\`*_[]()#!>-+".utf8.contains(byte) }

  private func isWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (48...57).contains(byte) || (65...90).contains(byte & 0xDF)
  }
}
