/// Looks at the characters of a text: what shows nothing, changes the order of what is shown, was
/// lost, or is written in different normal forms.
///
/// Lines of plain text, most of them, are stepped over eight bytes at a time.
struct CharacterScan {
  /// A character that composes, where it stands first in a line, and what it becomes.
  private struct Decomposed {
    let offset: Int
    let text: String
    let composed: String
  }

  private let source: SourceText
  private var findings: [DeckFinding] = []
  private var decomposed: [Decomposed] = []

  /// - Parameter isRepaired: whether bytes that were no text stand as U+FFFD in it.
  static func findings(in source: SourceText, isRepaired: Bool = false) -> [DeckFinding] {
    var scan = CharacterScan(source)
    for line in 1...source.lineCount {
      let range = source.range(ofLine: line)
      if !source.bytes.span.isPlain(range) { scan.look(at: range, isRepaired: isRepaired) }
    }
    scan.lookForUpperControls()
    scan.settleNormalForms()
    return scan.findings
  }

  private init(_ source: SourceText) { self.source = source }

  private mutating func add(_ code: FindingCode, at offset: Int, _ message: String) {
    let place = source.place(at: offset)
    findings.append(DeckFinding(code, line: place.line, column: place.column, message))
  }

  /// Looks at a line: at most one finding of each sort.
  private mutating func look(at range: Range<Int>, isRepaired: Bool) {
    var control: (offset: Int, scalar: UInt32)?
    var order: (offset: Int, scalar: UInt32)?
    var open: [(offset: Int, scalar: UInt32)] = []
    var mark: Int?
    var lost: Int?
    var isComposed = true
    var index = range.lowerBound
    while index < range.upperBound {
      let (scalar, length) = source.bytes.span.scalar(at: index)
      switch scalar {
      case 0x09: break
      case 0..<0x20, 0x7F: if control == nil { control = (index, scalar) }
      case 0x202D, 0x202E: if order == nil { order = (index, scalar) }
      case 0x202A, 0x202B, 0x2066...0x2068: open.append((index, scalar))
      case 0x202C, 0x2069: _ = open.popLast()
      case 0xFEFF: if mark == nil { mark = index }
      case 0xFFFD: if lost == nil { lost = index }
      default: if !Composition.isInert(scalar) { isComposed = false }
      }
      index += length
    }
    if let control {
      add(.controlCharacter, at: control.offset, "control character \(name(control.scalar))")
    }
    // What is closed in its line is how right-to-left text is written.
    if let found = order ?? open.first {
      add(.bidiControl, at: found.offset, "\(name(found.scalar)) changes the order of the text")
    }
    if let mark { add(.byteOrderMark, at: mark, "a byte order mark within the text") }
    if let lost, !isRepaired {
      add(.replacementCharacter, at: lost, "U+FFFD: a character was lost in a conversion")
    }
    if !isComposed { noteDecomposed(in: range) }
  }

  private func name(_ scalar: UInt32) -> String {
    let digits = String(scalar, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// U+0080 to U+009F, which are C2 and a byte that is no letter.
  private mutating func lookForUpperControls() {
    let bytes = source.bytes
    var place = 0
    var lastLine = 0
    while let found = bytes.span.first(0xC2, from: place) {
      place = found + 1
      guard place < bytes.count, bytes[place] < 0xA0 else { continue }
      let line = source.line(at: found)
      guard line != lastLine else { continue }
      lastLine = line
      add(.controlCharacter, at: found, "control character \(name(UInt32(bytes[place])))")
    }
  }

  private mutating func noteDecomposed(in range: Range<Int>) {
    var offset = range.lowerBound
    for character in String(decoding: source.bytes[range], as: UTF8.self) {
      let text = String(character)
      let composed = CardText.composed(text)
      guard composed.utf8.elementsEqual(text.utf8) else {
        decomposed.append(Decomposed(offset: offset, text: text, composed: composed))
        return
      }
      offset += text.utf8.count
    }
  }

  /// Tells of each line where the same character is also written otherwise, else once of all.
  private mutating func settleNormalForms() {
    guard let first = decomposed.first else { return }
    var isMixed: [String: Bool] = [:]
    for found in decomposed where isMixed.count < 256 && isMixed[found.composed] == nil {
      isMixed[found.composed] =
        source.offset(of: Array(found.composed.utf8), inLines: 1...source.lineCount) != nil
    }
    let mixed = decomposed.filter { isMixed[$0.composed] ?? false }
    for found in mixed {
      let counts = "\(scalars(found.text)) here and as \(scalars(found.composed)) elsewhere"
      add(.normalForm, at: found.offset, "'\(found.composed)' is written as \(counts)")
    }
    guard mixed.isEmpty else { return }
    add(
      .normalForm, at: first.offset,
      "'\(first.composed)' is written as \(scalars(first.text)), not in normal form C")
    findings[findings.count - 1].severity = .info
  }

  private func scalars(_ text: String) -> String {
    let count = text.unicodeScalars.count
    return count == 1 ? "1 code point" : "\(count) code points"
  }
}
