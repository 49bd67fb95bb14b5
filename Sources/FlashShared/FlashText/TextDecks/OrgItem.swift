import FlashModel

/// An item of org-drill while it is read, and the cards it makes.
struct OrgItem {
  let heading: OrgHeading
  private let line: Int
  /// The newest line of it that is not blank.
  private var lastLine: Int
  private var properties: [String: String] = [:]
  private var scheduled: CivilDate?
  private var isInDrawer = false
  /// The text under the heading, then that under each sub-heading.
  private var parts: [[ArraySlice<UInt8>]] = [[]]

  init(_ heading: OrgHeading, line: Int) {
    self.heading = heading
    self.line = line
    lastLine = line
  }

  /// Takes in a heading below it: a part, or, where it lies deeper, text of one.
  mutating func add(_ below: OrgHeading, line: Int) {
    isInDrawer = false
    lastLine = line
    if below.level == heading.level + 1 || parts.count == 1 {
      parts.append([])
    } else {
      parts[parts.count - 1].append(below.title)
    }
  }

  mutating func add(_ line: Line) {
    let text = line.trimmed
    if !text.isEmpty { lastLine = line.number }
    if isInDrawer {
      readProperty(text)
    } else if text.first == UInt8(ascii: ":"), text.last == UInt8(ascii: ":"), text.count > 2,
      !text.contains(0x20)
    {
      isInDrawer = true
    } else if parts.count == 1, let planning = planning(text) {
      if planning.mark == "SCHEDULED:" { scheduled = OrgItem.moment(planning.rest)?.date }
    } else if !text.starts(with: "#+".utf8), !text.starts(with: "# ".utf8) {
      parts[parts.count - 1].append(line.text)
    }
  }

  private mutating func readProperty(_ text: ArraySlice<UInt8>) {
    guard text.first == UInt8(ascii: ":"),
      let end = text.dropFirst().firstIndex(of: UInt8(ascii: ":"))
    else { return }
    let name = text[(text.startIndex + 1)..<end].string.uppercased()
    if name == "END" {
      isInDrawer = false
    } else if properties.count < 100 {
      properties[name] = text[(end + 1)...].trimmedBlanks.string
    }
  }

  private func planning(_ text: ArraySlice<UInt8>) -> (mark: String, rest: ArraySlice<UInt8>)? {
    for mark in ["SCHEDULED:", "DEADLINE:", "CLOSED:"] where text.starts(with: mark.utf8) {
      return (mark, text.dropFirst(mark.utf8.count))
    }
    return nil
  }

  func addCards(deck: String, to batch: inout DraftBatch) {
    var draft = CardDraft(line: line, front: 0..<0, back: 0..<0)
    draft.lastLine = lastLine
    draft.deck = batch.append(cleaned: deck)
    draft.tags = batch.append(names: heading.tags.filter { $0 != "drill" && $0 != "leech" })
    draft.sourceID = batch.append(cleaned: properties["ID"] ?? "")
    let body = OrgItem.text(parts[0])
    let sides = parts.dropFirst().map(OrgItem.text)
    let type = properties["DRILL_CARD_TYPE"] ?? ""
    let start = batch.drafts.count
    let cloze = OrgCloze.read(body[...], hidesOneByOne: type.hasPrefix("hide1"))
    if type == "twosided" || type == "multisided", sides.count > 1 {
      let front = batch.append(cleaned: body)
      draft.front = join(front, sides[0], &batch)
      draft.back = batch.append(cleaned: sides[1])
      var turned = draft
      turned.front = join(front, sides[1], &batch)
      turned.back = batch.append(cleaned: sides[0])
      batch.addBothWays(draft, turned)
    } else if !cloze.numbers.isEmpty {
      batch.add(cloze, as: draft)
    } else {
      draft.front = batch.append(cleaned: body)
      if draft.front.isEmpty { draft.front = batch.append(cleaned: heading.title) }
      draft.back = batch.append(cleaned: sides.first ?? [])
      batch.add(draft)
    }
    guard batch.drafts.count > start else { return }
    if let schedule {
      batch.setSchedule(schedule, ofDraft: start)
    } else if properties["DRILL_LAST_INTERVAL"] != nil {
      batch.warn(of: .unreadableSchedule, line: line)
    }
  }

  private func join(
    _ front: Range<Int>, _ side: [UInt8], _ batch: inout DraftBatch
  ) -> Range<Int> {
    let text = Array(batch.bytes[front])
    return batch.append(cleaned: text.isEmpty ? side : text + [0x0A, 0x0A] + side)
  }

  private var schedule: ForeignSchedule? {
    guard let days = properties["DRILL_LAST_INTERVAL"].flatMap(Double.init) else { return nil }
    let reviewed = properties["DRILL_LAST_REVIEWED"].flatMap { OrgItem.moment(Array($0.utf8)[...]) }
    return ForeignSchedule(
      due: scheduled.map { .local($0, minute: nil) },
      lastReviewed: reviewed.map { .local($0.date, minute: $0.minute) }, intervalDays: days,
      ease: properties["DRILL_EASE"].flatMap(Double.init) ?? 2.5,
      reps: properties["DRILL_TOTAL_REPEATS"].flatMap { Int($0) } ?? 1,
      lapses: properties["DRILL_FAILURE_COUNT"].flatMap { Int($0) } ?? 0)
  }

  /// The date of `<2024-05-02 Thu>` or `[2024-04-28 Sun 10:54]`, and its minute.
  private static func moment(
    _ text: ArraySlice<UInt8>
  ) -> (date: CivilDate, minute: Int?)? {
    let words = text.split { " \t<>[]".utf8.contains($0) }.map(\.string)
    guard let first = words.first, let date = CivilDate(first) else { return nil }
    let time = words.dropFirst().lazy.compactMap { word -> Int? in
      let parts = word.split(separator: ":").compactMap { Int($0) }
      guard parts.count == 2, (0..<24).contains(parts[0]), (0..<60).contains(parts[1]) else {
        return nil
      }
      return parts[0] * 60 + parts[1]
    }.first
    return (date, time)
  }

  /// Lines as one text, without the indentation that all of them share.
  private static func text(_ lines: [ArraySlice<UInt8>]) -> [UInt8] {
    let depth =
      lines.filter { !$0.trimmedBlanks.isEmpty }
      .map { line in line.prefix { $0 == 0x20 || $0 == 0x09 }.count }.min() ?? 0
    return Array(lines.map { $0.dropFirst(depth) }.joined(separator: [0x0A]))
  }
}

/// org-drill's cloze text, `[text||hint]`.
enum OrgCloze {
  /// - Parameter hidesOneByOne: a card for each deletion, instead of one that hides all.
  static func read(_ text: ArraySlice<UInt8>, hidesOneByOne: Bool) -> ClozeText {
    var nodes: [ClozeNode] = []
    var index = text.startIndex
    var plain = index
    var count = 0
    while let open = text[index...].firstIndex(of: UInt8(ascii: "[")) {
      // Two brackets are a link, and one after a `]` its text.
      if text[open...].starts(with: "[[".utf8) {
        index = text.firstRange(of: "]]", from: open)?.upperBound ?? text.endIndex
        continue
      }
      // Without any bracket that closes, there is no deletion.
      guard let close = text[open...].firstIndex(of: UInt8(ascii: "]")) else { break }
      guard close > open + 1 else {
        index = open + 1
        continue
      }
      let content = text[(open + 1)..<close]
      let hint = content.firstRange(of: "||")
      count += 1
      if plain < open { nodes.append(.text(text[plain..<open].string)) }
      nodes.append(
        .deletion(
          ClozeDeletion(
            numbers: [hidesOneByOne ? count : 1],
            content: [.text(content[..<(hint?.lowerBound ?? content.endIndex)].string)],
            hint: hint.map { content[$0.upperBound...].string }.flatMap { $0.isEmpty ? nil : $0 })))
      index = close + 1
      plain = index
    }
    if plain < text.endIndex { nodes.append(.text(text[plain...].string)) }
    return ClozeText(nodes: nodes)
  }
}
