/// Obsidian's cloze text: `==text==`, with a hint `^[hint]` or a number `[^1]` behind; deletions of
/// one number are hidden together, others one by one.
enum HighlightCloze {
  static func read(_ text: ArraySlice<UInt8>) -> ClozeText {
    var nodes: [ClozeNode] = []
    var index = text.startIndex
    var plain = index
    var count = 0
    var numbers: [Int: Int] = [:]
    var isInCode = false
    while index < text.endIndex {
      if text[index] == UInt8(ascii: "`") { isInCode.toggle() }
      guard !isInCode, text[index...].starts(with: "==".utf8),
        let end = text.firstRange(of: "==", from: index + 2), end.lowerBound > index + 2
      else {
        index += 1
        continue
      }
      if plain < index { nodes.append(.text(text[plain..<index].string)) }
      let content = text[(index + 2)..<end.lowerBound].string
      let tail = Tail(text[end.upperBound...])
      let number: Int
      if let given = tail.number, let known = numbers[given] {
        number = known
      } else {
        count += 1
        number = count
        if let given = tail.number { numbers[given] = number }
      }
      nodes.append(
        .deletion(ClozeDeletion(numbers: [number], content: [.text(content)], hint: tail.hint)))
      index = tail.end
      plain = index
    }
    if plain < text.endIndex { nodes.append(.text(text[plain...].string)) }
    return ClozeText(nodes: nodes)
  }

  /// What stands behind a deletion.
  private struct Tail {
    var hint: String?
    var number: Int?
    var end: Int
    private static let limit = 1_000

    init(_ text: ArraySlice<UInt8>) {
      end = text.startIndex
      // Only so far, so that many openings without an end take no time.
      let text = text.prefix(Tail.limit)
      while text[end...].starts(with: "[^".utf8) || text[end...].starts(with: "^[".utf8),
        let close = text[end...].firstIndex(of: UInt8(ascii: "]"))
      {
        if let start = text[end...].after("[^")?.startIndex, number == nil,
          let given = Int(text[start..<close].string)
        {
          number = given
        } else if let start = text[end...].after("^[")?.startIndex, hint == nil, start < close {
          hint = text[start..<close].string
        } else {
          return
        }
        end = close + 1
      }
    }
  }
}
