/// Reads notes in the notation of Obsidian's spaced-repetition plug-in.
///
/// `front::back` is a card, `a:::b` one in both directions; a line `?` (or `??` for both) parts longer
/// sides, and a blank line ends them. A paragraph with `==text==` is cloze. The deck is the last
/// `#flashcards/x/y` above. A comment `<!--SR:!2024-08-16,51,230-->` behind a card is its schedule:
/// due date, interval in days, ease in percent, one group a sibling. Code is no card.
public struct ObsidianReader: LineReader {
  private let purpose: ReadingPurpose
  var feed: LineFeed
  private var deck = ""
  /// The fence of the code that is open.
  private var fence: ArraySlice<UInt8>?
  private var isInComment = false
  private var isInFrontMatter = false
  /// The lines of the paragraph that is not ended.
  private var paragraph: [Line] = []
  private var size = 0

  public init(
    _ encoding: DetectedEncoding = DetectedEncoding(.utf8), for purpose: ReadingPurpose = .importing
  ) {
    self.purpose = purpose
    feed = LineFeed(encoding)
  }

  mutating func take(_ line: Line, into batch: inout DraftBatch) throws(TextFormatError) {
    let text = line.trimmed
    if line.number == 1, text.elementsEqual("---".utf8) {
      isInFrontMatter = true
    } else if isInFrontMatter {
      isInFrontMatter = !text.elementsEqual("---".utf8)
      if let tag = ObsidianTag.first(in: line.text, needsMark: false) { deck = tag.deck }
    } else if let open = fence {
      if text.starts(with: open) { fence = nil }
    } else if isInComment {
      isInComment = text.firstRange(of: "-->") == nil
    } else if text.starts(with: "```".utf8) || text.starts(with: "~~~".utf8) {
      end(into: &batch)
      fence = text.prefix(3)
    } else if line.isBlank {
      end(into: &batch)
    } else if text.starts(with: "<!--".utf8), ObsidianSchedule(text) == nil,
      CardComment.id(in: line) == nil
    {
      isInComment = text.firstRange(of: "-->") == nil
    } else {
      paragraph.append(line)
      size += line.text.count + 1
    }
    guard size <= TextLimits.record else {
      throw .tooLarge(line: line.number, reason: "a paragraph longer than 8 MiB")
    }
  }

  mutating func end(into batch: inout DraftBatch) {
    var lines = paragraph[...]
    paragraph = []
    size = 0
    // Lines that are not one card each; all of them together may be one.
    var rest: [Line] = []
    while let line = lines.popFirst() {
      if let tag = ObsidianTag.first(in: line.text, needsMark: true) {
        deck = tag.deck
        if tag.rest.isEmpty { continue }
        lines.insert(Line(text: tag.rest, number: line.number), at: lines.startIndex)
        continue
      }
      guard let card = ObsidianLine(line.text) else {
        if purpose == .checking, ObsidianLine.isHalf(line.text) {
          batch.remarks.append(RowRemark(line: line.number, kind: .halfCard))
        }
        rest.append(line)
        continue
      }
      add(rest, into: &batch)
      rest = []
      var tail = ObsidianTail(of: card.back)
      let count = tail.take(&lines)
      add(
        card.front, tail.text, at: line.number...line.number + count, isReversed: card.isReversed,
        tail, into: &batch)
    }
    add(rest, into: &batch)
  }

  /// Adds what lines that belong together are: sides with a mark between, or cloze text, or nothing.
  private func add(_ lines: [Line], into batch: inout DraftBatch) {
    guard let first = lines.first, let last = lines.last else { return }
    let place = first.number...last.number
    func joined(_ lines: some Sequence<Line>) -> ArraySlice<UInt8> {
      ArraySlice(lines.map(\.text).joined(separator: [0x0A]))
    }
    if let mark = lines.firstIndex(where: { ["?", "??"].contains($0.trimmed.string) }), mark > 0 {
      var after = lines[(mark + 1)...]
      var tail = ObsidianTail(of: [])
      while let last = after.last, tail.takeLast(last) { after.removeLast() }
      add(
        joined(lines[..<mark]), joined(after), at: place,
        isReversed: lines[mark].trimmed.count == 2, tail, into: &batch)
      return
    }
    var lines = lines[...]
    var tail = ObsidianTail(of: [])
    while let last = lines.last, tail.takeLast(last) { lines.removeLast() }
    let cloze = HighlightCloze.read(joined(lines))
    guard !cloze.numbers.isEmpty else { return }
    var draft = draft(at: place, tail, into: &batch)
    var detail = DraftDetail()
    detail.noteKey = draft.sourceID
    if !draft.sourceID.isEmpty { batch.set(detail, of: &draft) }
    let start = batch.drafts.count
    batch.add(cloze, as: draft)
    for place in start..<batch.drafts.count { schedule(place, place - start, tail, &batch) }
  }

  private func add(
    _ front: ArraySlice<UInt8>, _ back: ArraySlice<UInt8>, at lines: ClosedRange<Int>,
    isReversed: Bool, _ tail: ObsidianTail, into batch: inout DraftBatch
  ) {
    var draft = draft(at: lines, tail, into: &batch)
    draft.front = batch.append(cleaned: front)
    draft.back = batch.append(cleaned: back)
    let start = batch.drafts.count
    guard isReversed, draft.flaw == nil else {
      batch.add(draft)
      if batch.drafts.count > start { schedule(start, 0, tail, &batch) }
      return
    }
    batch.addBothWays(draft)
    for place in start..<batch.drafts.count { schedule(place, place - start, tail, &batch) }
  }

  private func draft(
    at lines: ClosedRange<Int>, _ tail: ObsidianTail, into batch: inout DraftBatch
  ) -> CardDraft {
    var draft = CardDraft(line: lines.lowerBound, front: 0..<0, back: 0..<0)
    draft.lastLine = lines.upperBound
    draft.deck = batch.append(cleaned: deck)
    draft.sourceID = batch.append(cleaned: tail.id)
    return draft
  }

  private func schedule(
    _ place: Int, _ sibling: Int, _ tail: ObsidianTail, _ batch: inout DraftBatch
  ) {
    guard sibling < tail.schedules.count else { return }
    guard let schedule = tail.schedules[sibling] else {
      return batch.warn(of: .unreadableSchedule, line: batch.drafts[place].line)
    }
    batch.setSchedule(schedule, ofDraft: place)
  }
}
