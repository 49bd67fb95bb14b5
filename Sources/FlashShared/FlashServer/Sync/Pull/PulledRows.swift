import FlashModel
import FlashSQL

/// The rows of one entity for a page, written as they are read, with the stamp of each, so that those
/// beyond the page's end can be left out again.
struct PulledRows {
  private(set) var writer = JSONWriter()
  /// By row: its stamp, and where it ends.
  private(set) var rows: [(stamp: Int64, end: Int)] = []

  init() { writer.beginArray() }

  /// Bytes written.
  var size: Int { writer.bytes.count }

  mutating func add(_ stamp: Int64, _ write: (inout JSONWriter) -> Void) {
    write(&writer)
    rows.append((stamp, writer.bytes.count))
  }

  /// The JSON of each row.
  func forEachRow(_ body: (ArraySlice<UInt8>) throws -> Void) rethrows {
    var start = 0
    for row in rows {
      // Behind the bracket, or a comma.
      try body(writer.bytes[(start + 1)..<row.end])
      start = row.end
    }
  }

  /// How many rows have at most this stamp.
  func count(upTo bound: Int64) -> Int {
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].stamp <= bound { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The rows with at most this stamp, as a list.
  func json(upTo bound: Int64) -> [UInt8] {
    let count = count(upTo: bound)
    guard count > 0 else { return Array("[]".utf8) }
    return writer.bytes[..<rows[count - 1].end] + [UInt8(ascii: "]")]
  }
}

/// How a record is written to a client: with what only a server knows.
protocol PulledRecord: RowRecord {
  /// Columns that are read behind those of the record.
  static var extraList: String { get }
  static var needsUser: Bool { get }
  /// Writes members behind those of the record; `first` is where ``extraList`` begins.
  static func writeExtra(_ row: some SQLStatement, from first: Int, to writer: inout JSONWriter)
  /// Writes the record's own members, read from the query.
  static func writeMembers(_ row: some SQLStatement, from first: Int, to writer: inout JSONWriter)
}

extension PulledRecord {
  static var extraList: String { "" }
  static var needsUser: Bool { false }
  static func writeExtra(_ row: some SQLStatement, from first: Int, to writer: inout JSONWriter) {}
  static func writeMembers(_ row: some SQLStatement, from first: Int, to writer: inout JSONWriter) {
    read(row, from: first).writeMembers(to: &writer, as: .whole)
  }
}

extension Topic: PulledRecord {
  static var needsUser: Bool { true }
}

extension Deck: PulledRecord {
  static var extraList: String { ", card_count" }
  static var needsUser: Bool { true }
  static func writeExtra(_ row: some SQLStatement, from first: Int, to writer: inout JSONWriter) {
    writer.member("card_count", row.int(first))
  }
}

extension SubTopic: PulledRecord {}

extension Card: PulledRecord {
  static var extraList: String { ", updated_at_ms" }
  /// With the clock that grows with each change, where the record has the later of two.
  static func writeMembers(_ row: some SQLStatement, from first: Int, to writer: inout JSONWriter) {
    read(row, from: first).writeMembers(
      to: &writer, as: .whole, updatedAt: row.timestamp(first + columns.count))
  }
}

extension CardSubTopic: PulledRecord {}

extension StudySession: PulledRecord {
  static var needsUser: Bool { true }
}

extension Review: PulledRecord {
  static var needsUser: Bool { true }
}
