/// Reads org-drill's items: headings with the tag `:drill:`.
///
/// The text under the heading is the front (the heading itself, if there is none), the first
/// sub-heading's text the back. Items of two sides have a card in each direction, `[text||hint]` is
/// cloze, other tags are tags, `#+TITLE` is the deck, and the drill's properties are the schedule.
public struct OrgDrillReader: LineReader {
  var feed: LineFeed
  private var deck = ""
  private var item: OrgItem?
  private var size = 0

  public init(_ encoding: DetectedEncoding = DetectedEncoding(.utf8)) { feed = LineFeed(encoding) }

  mutating func take(_ line: Line, into batch: inout DraftBatch) throws(TextFormatError) {
    if let heading = OrgHeading(line) {
      if heading.isDrill {
        end(into: &batch)
        item = OrgItem(heading, line: line.number)
      } else if let open = item, heading.level > open.heading.level {
        item?.add(heading, line: line.number)
      } else {
        end(into: &batch)
      }
    } else if item != nil {
      item?.add(line)
      size += line.text.count + 1
    } else if let title = line.text.afterIgnoringCase("#+title:") {
      deck = title.string
    }
    guard size <= TextLimits.record else {
      throw .tooLarge(line: line.number, reason: "an item longer than 8 MiB")
    }
  }

  mutating func end(into batch: inout DraftBatch) {
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
