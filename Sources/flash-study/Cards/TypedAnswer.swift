import FlashTerminal

/// What somebody typed, beside what they should have typed.
struct TypedAnswer: Sendable, Hashable {
  let typed: String
  /// The answer without marks.
  let expected: String

  init(typed: String, answer: String) {
    self.typed = TypedAnswer.oneLine(typed)
    expected = CardMarkdown.plain(answer)
  }

  /// The same text, whatever the case, blanks and composition of its letters.
  var isRight: Bool { typed.lowercased() == expected.lowercased() }

  /// What was typed, with a sign and, letter by letter, what differs.
  func lines(width: Int) -> [StyledLine] {
    if isRight { return StyledLine("✓ \(typed)", .good).wrapped(to: width) }
    var line = StyledLine("✗ ", .again)
    if typed.isEmpty { line.append("(nothing typed)", .faint) }
    for (character, isCommon) in TypedAnswer.compared(Array(typed), with: Array(expected)) {
      line.append(
        String(character), isCommon ? .plain : Style(.again, bold: true, underlined: true))
    }
    return line.wrapped(to: width)
  }

  private static func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Longer texts are not compared letter by letter, as that takes their product in time.
  private static let longest = 300

  /// Each character of `typed`, and whether it belongs to the longest part that both have in common.
  private static func compared(
    _ typed: [Character], with expected: [Character]
  ) -> [(Character, isCommon: Bool)] {
    guard typed.count <= longest, expected.count <= longest else {
      return typed.map { ($0, false) }
    }
    let columns = expected.count + 1
    var lengths = [Int](repeating: 0, count: (typed.count + 1) * columns)
    for row in typed.indices.reversed() {
      for column in expected.indices.reversed() {
        let place = row * columns + column
        lengths[place] =
          typed[row] == expected[column]
          ? lengths[place + columns + 1] + 1 : max(lengths[place + columns], lengths[place + 1])
      }
    }
    var result: [(Character, isCommon: Bool)] = []
    var column = 0
    for row in typed.indices {
      while column < expected.count, typed[row] != expected[column],
        lengths[row * columns + column + 1] >= lengths[(row + 1) * columns + column]
      { column += 1 }
      let isCommon = column < expected.count && typed[row] == expected[column]
      result.append((typed[row], isCommon))
      if isCommon { column += 1 }
    }
    return result
  }
}
