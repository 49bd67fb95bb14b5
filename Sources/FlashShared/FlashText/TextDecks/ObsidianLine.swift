import FlashModel

/// A line that is a card: `front::back`, or `a:::b`, not in code.
struct ObsidianLine {
  let front: ArraySlice<UInt8>
  let back: ArraySlice<UInt8>
  let isReversed: Bool

  init?(_ line: ArraySlice<UInt8>) {
    var text = line.trimmedBlanks
    // A heading is none, and the mark of a list is no part of one.
    guard text.first != UInt8(ascii: "#") || text.firstRange(of: "# ") == nil else { return nil }
    if let item = text.after("- ") ?? text.after("* ") { text = item }
    var isInCode = false
    var index = text.startIndex
    while index < text.endIndex {
      if text[index] == UInt8(ascii: "`") { isInCode.toggle() }
      if !isInCode, text[index] == UInt8(ascii: ":") {
        let run = text[index...].prefix { $0 == UInt8(ascii: ":") }.count
        if run == 2 || run == 3 {
          let sides = (text[..<index].trimmedBlanks, text[(index + run)...].trimmedBlanks)
          guard !sides.0.isEmpty, !sides.1.isEmpty else { return nil }
          (front, back) = sides
          isReversed = run == 3
          return
        }
        index += run
        continue
      }
      index += 1
    }
    return nil
  }

  /// Whether a line is none only because nothing stands on one side of its mark.
  static func isHalf(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.firstRange(of: "::") != nil else { return false }
    let text = Array("x".utf8)
    let line = line.trimmedBlanks
    let bare = line.after("- ") ?? line.after("* ") ?? line
    return ObsidianLine(line + text) != nil || ObsidianLine(ArraySlice(text + bare)) != nil
  }
}

/// A tag that names a deck: `#flashcards/x/y`.
struct ObsidianTag {
  /// `x::y`; empty for the tag alone.
  let deck: String
  /// The line without it.
  let rest: ArraySlice<UInt8>

  /// The tag that a line begins with, or the first of a list.
  /// - Parameter needsMark: whether it must have its `#` and stand at the beginning; in front
  ///   matter it need not.
  static func first(in line: ArraySlice<UInt8>, needsMark: Bool) -> ObsidianTag? {
    let text = line.trimmedBlanks
    let start: Int
    if needsMark {
      guard let rest = text.after("#flashcards") else { return nil }
      start = rest.startIndex
    } else {
      guard let found = text.firstRange(of: "flashcards") else { return nil }
      start = found.upperBound
    }
    let path = text[start...].prefix { byte in
      byte > 0x20 && !",;]\"'".utf8.contains(byte)
    }
    guard path.isEmpty || path.first == UInt8(ascii: "/") else { return nil }
    let parts = path.split(separator: UInt8(ascii: "/")).map(\.string)
    return ObsidianTag(
      deck: parts.joined(separator: "::"), rest: text[path.endIndex...].trimmedBlanks)
  }
}

/// The schedules in a comment `<!--SR:!2024-08-16,51,230!2024-08-20,3,250-->`.
struct ObsidianSchedule {
  /// One for each sibling; nil where it makes no sense.
  let groups: [ForeignSchedule?]
  /// Where the comment begins.
  let start: Int

  init?(_ text: ArraySlice<UInt8>) {
    guard let mark = text.firstRange(of: "<!--SR:"),
      let end = text.firstRange(of: "-->", from: mark.upperBound)
    else { return nil }
    start = mark.lowerBound
    groups = text[mark.upperBound..<end.lowerBound].split(separator: UInt8(ascii: "!")).map {
      group in
      let parts = group.split(separator: UInt8(ascii: ",")).map { $0.trimmedBlanks.string }
      guard parts.count == 3, let date = CivilDate(parts[0]), let days = Double(parts[1]),
        let ease = Double(parts[2])
      else { return nil }
      return ForeignSchedule(due: .local(date, minute: nil), intervalDays: days, ease: ease / 100)
    }
  }
}

/// What may stand behind a card: its schedules and its id.
struct ObsidianTail {
  private(set) var schedules: [ForeignSchedule?] = []
  private(set) var id: ArraySlice<UInt8> = []
  /// The card's last text, without a schedule at its end.
  let text: ArraySlice<UInt8>

  init(of text: ArraySlice<UInt8>) {
    guard let schedule = ObsidianSchedule(text) else {
      self.text = text
      return
    }
    schedules = schedule.groups
    self.text = text[..<schedule.start].trimmedBlanks
  }

  /// Takes the lines that belong to the card from the front of those that follow it.
  /// - Returns: how many.
  mutating func take(_ lines: inout ArraySlice<Line>) -> Int {
    let count = lines.count
    while let next = lines.first, takeLast(next) { lines.removeFirst() }
    return count - lines.count
  }

  /// Takes a line, if it is one of those.
  mutating func takeLast(_ line: Line) -> Bool {
    if let found = CardComment.id(in: line) {
      id = found
      return true
    }
    guard line.trimmed.starts(with: "<!--SR:".utf8), let schedule = ObsidianSchedule(line.trimmed)
    else { return false }
    schedules = schedule.groups
    return true
  }
}
