/// Something in cloze text that is read, but hardly as it was meant.
struct ClozeFault: Hashable, Sendable {
  enum Kind: Sendable, Hashable, CaseIterable {
    /// A deletion that nothing closes.
    case unclosed
    /// An end without a beginning.
    case stray
    /// Nearly the beginning of a deletion.
    case malformed
    /// A deletion of nothing.
    case empty
    /// A number that makes no card.
    case number
    case tooDeep
    /// An end among braces of a formula, which ends the deletion before they are closed.
    case early
    /// Text of a link, read as a deletion.
    case link
  }

  let kind: Kind
  /// In the text, from 0.
  let offset: Int
}

extension BracketCloze {
  /// Brackets without a partner, deletions of nothing, and links.
  static func faults(in text: ArraySlice<UInt8>) -> [ClozeFault] {
    var faults: [ClozeFault] = []
    func note(_ kind: ClozeFault.Kind, at index: Int) {
      faults.append(ClozeFault(kind: kind, offset: index - text.startIndex))
    }
    var index = text.startIndex
    while index < text.endIndex {
      let next = index + 1 < text.endIndex ? text[index + 1] : 0
      switch text[index] {
      case UInt8(ascii: "\\"): index += 2
      case UInt8(ascii: "!") where next == UInt8(ascii: "["):
        index = end(of: text, from: index + 2).map { $0 + 1 } ?? index + 2
      case UInt8(ascii: "["):
        guard let end = end(of: text, from: index + 1) else {
          note(.unclosed, at: index)
          // Nothing closes any that follow either.
          return faults
        }
        if end == index + 1 { note(.empty, at: index) }
        if text[end...].dropFirst().first == UInt8(ascii: "(") { note(.link, at: index) }
        index = end + 1
      case UInt8(ascii: "]"):
        note(.stray, at: index)
        index += 1
      default: index += 1
      }
    }
    return faults
  }
}

extension HighlightCloze {
  /// A `==` without a partner, not in code.
  static func faults(in text: ArraySlice<UInt8>) -> [ClozeFault] {
    var open: Int?
    var isInCode = false
    var index = text.startIndex
    while index < text.endIndex {
      if text[index] == UInt8(ascii: "`") { isInCode.toggle() }
      let run = isInCode ? 0 : text[index...].prefix { $0 == UInt8(ascii: "=") }.count
      if run == 2 { open = open == nil ? index : nil }
      index += max(1, run)
    }
    return open.map { [ClozeFault(kind: .unclosed, offset: $0 - text.startIndex)] } ?? []
  }
}

extension OrgCloze {
  /// A `[` that nothing closes.
  static func faults(in text: ArraySlice<UInt8>) -> [ClozeFault] {
    guard let open = text.lastIndex(of: UInt8(ascii: "[")),
      !text[open...].contains(UInt8(ascii: "]"))
    else { return [] }
    return [ClozeFault(kind: .unclosed, offset: open - text.startIndex)]
  }
}

extension BraceCloze {
  /// A `{{` that nothing closes.
  static func faults(in text: ArraySlice<UInt8>) -> [ClozeFault] {
    var place = text.startIndex
    while let open = text.firstRange(of: "{{", from: place) {
      guard let close = text.firstRange(of: "}}", from: open.upperBound) else {
        return [ClozeFault(kind: .unclosed, offset: open.lowerBound - text.startIndex)]
      }
      place = close.upperBound
    }
    return []
  }
}
