/// Takes HTML apart into text and tags, however broken it is.
///
/// What can't be a tag is text. Formulas and sounds, which Anki writes in brackets, are pieces of
/// their own, because nothing in them is markup.
///
/// - Source: the HTML standard, 13.2.5 Tokenization, as far as text needs it.
struct HTMLScanner {
  /// A piece of the source.
  enum Token: Equatable {
    case text(Range<Int>)
    /// A start tag; its attributes are in ``attributes``.
    case start(HTMLElement, level: Int)
    case end(HTMLElement)
    /// Formulas: in the line, on lines of their own, and a whole text of LaTeX.
    case math(HTMLFormula, Range<Int>)
    /// The name of a sound file.
    case sound(Range<Int>)
  }

  struct Attribute {
    let name: Range<Int>
    let value: Range<Int>
  }

  /// The source.
  private(set) var bytes: [UInt8] = []
  /// Those of the newest start tag.
  private(set) var attributes: [Attribute] = []
  private var index = 0
  /// What follows the text that was returned last.
  private var waiting: Token?
  /// Marks that do not occur any more: looking for each of them again and again would make a long
  /// text of their openings slow.
  private var absent: Set<[UInt8]> = []

  /// Begins with a new source.
  mutating func begin(_ range: Range<Int>, of source: [UInt8]) {
    bytes.removeAll(keepingCapacity: true)
    bytes.append(contentsOf: source[range])
    index = 0
    waiting = nil
    if !absent.isEmpty { absent.removeAll() }
  }

  /// The next piece that means something; nil at the end.
  mutating func next() -> Token? {
    if let token = waiting {
      waiting = nil
      return token
    }
    var start = index
    while index < bytes.count {
      skipText()
      guard index < bytes.count else { break }
      let place = index
      var token: Token?
      if bytes[place] == UInt8(ascii: "<") {
        switch markup() {
        case .token(let found): token = found
        case .nothing: break
        case .text:
          index = place + 1
          continue
        }
      } else {
        token = lifted()
        if token == nil {
          index = place + 1
          continue
        }
      }
      guard place == start else {
        waiting = token
        return .text(start..<place)
      }
      if let token { return token }
      start = index
    }
    return start < index ? .text(start..<index) : nil
  }

  /// Steps over what is text for certain.
  private mutating func skipText() {
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "<"), UInt8(ascii: "\\"), UInt8(ascii: "["): return
      default: index += 1
      }
    }
  }

  private enum Markup {
    case token(Token)
    case nothing
    case text
  }

  private mutating func markup() -> Markup {
    let start = index
    guard start + 1 < bytes.count else { return .text }
    switch bytes[start + 1] {
    case UInt8(ascii: "!"), UInt8(ascii: "?"): return comment(at: start)
    case UInt8(ascii: "/"):
      guard start + 2 < bytes.count, bytes[start + 2].isASCIILetter else {
        return skip(past: HTMLScanner.close, from: start) ? .nothing : .text
      }
      let (name, _) = name(at: start + 2)
      guard skip(past: HTMLScanner.close, from: start) else { return .text }
      return name.element.map { .token(.end($0)) } ?? .nothing
    case let byte where byte.isASCIILetter: return startTag(at: start)
    default: return .text
    }
  }

  private static let close = Array(">".utf8)
  private static let commentEnd = Array("-->".utf8)

  private mutating func comment(at start: Int) -> Markup {
    guard bytes[start...].starts(with: "<!--".utf8) else {
      return skip(past: HTMLScanner.close, from: start) ? .nothing : .text
    }
    // A comment that never ends goes to the end.
    if !skip(past: HTMLScanner.commentEnd, from: start + 4) { index = bytes.count }
    return .nothing
  }

  private mutating func startTag(at start: Int) -> Markup {
    // Without any '>' behind it, it is no tag.
    guard find(HTMLScanner.close, from: start) != nil else { return .text }
    let (name, end) = name(at: start + 1)
    index = end
    readAttributes()
    guard let element = name.element else { return .nothing }
    if element == .raw {
      skipRaw(bytes[start + 1..<end])
      return .nothing
    }
    return .token(.start(element, level: name.level))
  }

  private func name(at start: Int) -> (HTMLName, end: Int) {
    var name = HTMLName()
    var index = start
    while index < bytes.count, bytes[index].isASCIIAlphanumeric {
      name.append(bytes[index])
      index += 1
    }
    // Whatever else belongs to the name makes it one that means nothing.
    while index < bytes.count, !bytes[index].isHTMLBlank, bytes[index] != UInt8(ascii: ">"),
      bytes[index] != UInt8(ascii: "/")
    {
      name.append(bytes[index])
      index += 1
    }
    return (name, index)
  }

  /// Steps over the content of an element that has no markup in it, and over its end tag.
  private mutating func skipRaw(_ name: ArraySlice<UInt8>) {
    var place = index
    while let open = find(Array("</".utf8), from: place) {
      let rest = bytes[(open + 2)...]
      if rest.count >= name.count, zip(rest, name).allSatisfy({ $0 | 0x20 == $1 | 0x20 }) {
        if !skip(past: HTMLScanner.close, from: open) { index = bytes.count }
        return
      }
      place = open + 2
    }
    index = bytes.count
  }
}

// MARK: - Attributes and marks

extension HTMLScanner {
  /// Reads attributes up to the tag's end.
  private mutating func readAttributes() {
    attributes.removeAll(keepingCapacity: true)
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: ">") {
        index += 1
        return
      }
      if byte.isHTMLBlank || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "=") {
        index += 1
        continue
      }
      let start = index
      while index < bytes.count, !bytes[index].endsAttributeName { index += 1 }
      let name = start..<index
      skipBlanks()
      guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else {
        add(Attribute(name: name, value: index..<index))
        continue
      }
      index += 1
      skipBlanks()
      add(Attribute(name: name, value: attributeValue()))
    }
  }

  private mutating func add(_ attribute: Attribute) {
    if attributes.count < 64 { attributes.append(attribute) }
  }

  private mutating func attributeValue() -> Range<Int> {
    guard index < bytes.count else { return index..<index }
    let quote = bytes[index]
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      index += 1
      if let end = find([quote], from: index) {
        defer { index = end + 1 }
        return index..<end
      }
    }
    let start = index
    while index < bytes.count, !bytes[index].isHTMLBlank, bytes[index] != UInt8(ascii: ">") {
      index += 1
    }
    return start..<index
  }

  private mutating func skipBlanks() {
    while index < bytes.count, bytes[index].isHTMLBlank { index += 1 }
  }

  /// The value of an attribute of the newest start tag, its references resolved.
  func value(of name: String) -> [UInt8]? {
    for attribute in attributes where attribute.name.count == name.utf8.count {
      guard zip(bytes[attribute.name], name.utf8).allSatisfy({ $0 | 0x20 == $1 | 0x20 }) else {
        continue
      }
      var value: [UInt8] = []
      CharacterReference.appendResolved(
        attribute.value, of: bytes, to: &value, isInAttribute: true)
      return value
    }
    return nil
  }

  /// A formula or sound that begins here.
  private mutating func lifted() -> Token? {
    let byte = bytes[index]
    guard byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "[") else { return nil }
    let rest = bytes[index...]
    for formula in HTMLFormula.allCases where rest.starts(with: formula.opening) {
      let start = index + formula.opening.count
      guard let end = find(formula.closing, from: start) else { return nil }
      index = end + formula.closing.count
      return .math(formula, start..<end)
    }
    guard rest.starts(with: HTMLScanner.soundMark),
      let end = find([UInt8(ascii: "]")], from: index + HTMLScanner.soundMark.count),
      end > index + HTMLScanner.soundMark.count
    else { return nil }
    defer { index = end + 1 }
    return .sound(index + HTMLScanner.soundMark.count..<end)
  }

  private static let soundMark = Array("[sound:".utf8)

  /// Steps past the next `mark`; false, and nowhere, if there is none.
  private mutating func skip(past mark: [UInt8], from start: Int) -> Bool {
    guard let found = find(mark, from: start) else { return false }
    index = found + mark.count
    return true
  }

  private mutating func find(_ mark: [UInt8], from start: Int) -> Int? {
    if !absent.isEmpty, absent.contains(mark) { return nil }
    var place = start
    while let found = bytes.span.first(mark[0], from: place) {
      if mark.count == 1 || bytes[found...].starts(with: mark) { return found }
      place = found + 1
    }
    absent.insert(mark)
    return nil
  }
}

extension UInt8 {
  fileprivate var endsAttributeName: Bool {
    isHTMLBlank || self == UInt8(ascii: "=") || self == UInt8(ascii: ">")
      || self == UInt8(ascii: "/")
  }
}
