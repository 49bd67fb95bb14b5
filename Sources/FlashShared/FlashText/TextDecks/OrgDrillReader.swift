/// Reads org-drill's items: headings with the tag `:drill:`.
///
/// The text under the heading is the front (the heading itself, if there is none), the first
/// sub-heading's text the back. Items of two sides have a card in each direction, `[text||hint]` is
/// cloze, other tags are tags, `#+TITLE` is the deck, and the drill's properties are the schedule.
public struct OrgDrillReader: DraftReader {
  private var feed: LineFeed
  private var deck = ""
  private var item: OrgItem?
  private var size = 0

  public init(_ encoding: DetectedEncoding = DetectedEncoding(.utf8)) { feed = LineFeed(encoding) }

  /// - Throws: `.encoding`, `.tooLarge`.
  public mutating func push(_ bytes: Span<UInt8>) throws(TextFormatError) -> DraftBatch {
    try feed.push(bytes)
    return try read()
  }

  /// - Throws: as ``push(_:)``.
  public mutating func finish() throws(TextFormatError) -> DraftBatch {
    try feed.finish()
    var batch = try read()
    endItem(into: &batch)
    return batch
  }

  private mutating func read() throws(TextFormatError) -> DraftBatch {
    var batch = DraftBatch()
    while let line = try feed.next() {
      take(line, into: &batch)
      guard size <= TextLimits.record else {
        throw .tooLarge(line: line.number, reason: "an item longer than 8 MiB")
      }
    }
    return batch
  }

  private mutating func take(_ line: Line, into batch: inout DraftBatch) {
    if let heading = OrgHeading(line) {
      if heading.isDrill {
        endItem(into: &batch)
        item = OrgItem(heading, line: line.number)
      } else if let open = item, heading.level > open.heading.level {
        item?.add(heading, line: line.number)
      } else {
        endItem(into: &batch)
      }
    } else if item != nil {
      item?.add(line)
      size += line.text.count + 1
    } else if let title = line.text.afterIgnoringCase("#+title:") {
      deck = title.string
    }
  }

  private mutating func endItem(into batch: inout DraftBatch) {
    item?.addCards(deck: deck, to: &batch)
    item = nil
    size = 0
  }
}

/// A heading: stars, text, tags.
struct OrgHeading {
  let level: Int
  let title: ArraySlice<UInt8>
  let tags: [String]

  init?(_ line: Line) {
    level = line.text.prefix { $0 == UInt8(ascii: "*") }.count
    guard level > 0, line.text.dropFirst(level).first == 0x20 else { return nil }
    let text = line.text.dropFirst(level).trimmedBlanks
    let last = text.lastIndex { $0 == 0x20 || $0 == 0x09 }.map { text[($0 + 1)...] } ?? text
    if last.count > 2, last.first == UInt8(ascii: ":"), last.last == UInt8(ascii: ":") {
      tags = last.split(separator: UInt8(ascii: ":")).map(\.string)
      title = text[..<last.startIndex].trimmedBlanks
    } else {
      tags = []
      title = text
    }
  }

  var isDrill: Bool { tags.contains("drill") }
}

extension ArraySlice<UInt8> {
  /// What follows a mark of lower case letters at the beginning, whatever its case.
  func afterIgnoringCase(_ mark: String) -> ArraySlice<UInt8>? {
    let mark = mark.utf8
    let matches =
      count >= mark.count
      && zip(self, mark).allSatisfy { byte, wanted in
        byte == wanted || byte | 0x20 == wanted
      }
    return matches ? dropFirst(mark.count).trimmedBlanks : nil
  }
}
