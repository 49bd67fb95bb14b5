/// When a place's clocks are set and by how much, for all time.
///
/// Made from the bytes of a TZif file that somebody else has read; nothing here touches a file or
/// the environment. Moments further than some 70 million years from 1970 count as that far.
public struct TimeZoneRules: Hashable, Sendable {
  /// The IANA name, such as `Europe/Berlin`, or `UTC+03:00` for a fixed offset.
  public let identifier: String

  // Three columns of one table, a row for each stretch of time with one offset, all milliseconds.
  /// When the stretch begins; the first begins at the beginning of time.
  private let starts: [Int64]
  private let offsets: [Int64]
  /// The greatest local reading before the stretch began.
  private let reached: [Int64]
  /// For equal spans of time from the second row's start on: the row each begins in.
  private let firstRows: [Int32]
  /// A span lasts two to the power of this.
  private let spanBits: Int64
  /// From here on the 400 years before repeat, as the calendar does; nil if the last offset stays.
  private let cycleEnd: Int64?

  /// A zone without an offset.
  public static let utc = TimeZoneRules(
    identifier: "UTC", initialOffset: 0, changes: [], cycleEnd: nil)

  /// A zone from the bytes of its TZif file, versions 1 to 4.
  /// - Throws: ``TimeZoneError/badIdentifier(_:)``; ``TimeZoneError/malformed(identifier:flaw:)``.
  /// - Source: RFC 9636.
  public init(identifier: String, tzif bytes: [UInt8]) throws(TimeZoneError) {
    guard TimeZoneRules.isPlausible(identifier: identifier) else {
      throw .badIdentifier(identifier)
    }
    let file: TZifFile
    do {
      file = try TZifFile(bytes)
    } catch {
      throw .malformed(identifier: identifier, flaw: error)
    }
    let tail = file.rule.map { RepeatingTail(of: $0, after: file.changes.last) }
    self.init(
      identifier: identifier, initialOffset: file.initialOffset,
      changes: file.changes + (tail?.changes ?? []), cycleEnd: tail?.cycleEnd)
  }

  /// A zone whose clocks are never set.
  /// - Parameter seconds: east of Greenwich, up to 26 hours either way; nil beyond that.
  public init?(fixedOffsetSeconds seconds: Int) {
    guard seconds.magnitude <= 26 * 3_600 else { return nil }
    let minutes = seconds.magnitude / 60
    let text =
      "\(minutes / 60 < 10 ? "0" : "")\(minutes / 60):"
      + "\(minutes % 60 < 10 ? "0" : "")\(minutes % 60)"
    self.init(
      identifier: "UTC\(seconds < 0 ? "-" : "+")\(text)", initialOffset: Int64(seconds),
      changes: [], cycleEnd: nil)
  }

  private init(
    identifier: String, initialOffset: Int64, changes: [OffsetChange], cycleEnd: Int64?
  ) {
    var starts: [Int64] = [.min]
    var offsets = [initialOffset * 1_000]
    var reached: [Int64] = [.min]
    var offset = initialOffset * 1_000
    var greatest = Int64.min
    for change in changes {
      let start = change.seconds * 1_000
      greatest = max(greatest, start + offset - 1)
      offset = change.offset * 1_000
      starts.append(start)
      offsets.append(offset)
      reached.append(greatest)
    }
    self.identifier = identifier
    self.starts = starts
    self.offsets = offsets
    self.reached = reached
    self.cycleEnd = cycleEnd.map { $0 * 1_000 }
    (firstRows, spanBits) = TimeZoneRules.index(of: starts)
  }

  /// Milliseconds that local clocks are ahead of UTC.
  /// - Complexity: constant, as far as changes are spread evenly, as they are.
  public func offsetMilliseconds(at moment: Timestamp) -> Int64 {
    offsets[row(of: withinTable(bounded(moment.milliseconds)).inside)]
  }

  /// What local clocks have shown at most, as milliseconds of local time since 1970.
  ///
  /// Like the clock on the wall, but it stands still while that one is set back and lives through
  /// the same hour again: days counted from it never go backwards.
  public func localMilliseconds(at moment: Timestamp) -> Int64 {
    let (inside, shift) = withinTable(bounded(moment.milliseconds))
    let row = row(of: inside)
    return max(inside + offsets[row], reached[row]) + shift
  }

  /// The first moment at which local clocks have shown `local`, or more if they skip it.
  /// - Parameter local: milliseconds of local time since 1970.
  public func firstMoment(showing local: Int64) -> Timestamp {
    let (inside, shift) = withinTable(bounded(local))
    // No clock is further ahead than that, so this row began before it showed `local`.
    var row = row(of: inside - 27 * 3_600_000)
    while row + 1 < reached.count, reached[row + 1] < inside { row += 1 }
    return Timestamp(milliseconds: max(starts[row], inside - offsets[row]) + shift)
  }

  /// Whether `identifier` could be the name of a zone, and is harmless as a relative path.
  public static func isPlausible(identifier: String) -> Bool {
    let bytes = Array(identifier.utf8)
    guard (1...255).contains(bytes.count) else { return false }
    return bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy {
      part in
      !part.isEmpty
        && part.allSatisfy { byte in
          switch byte {
          case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
            UInt8(ascii: "+"):
            true
          default: false
          }
        }
    }
  }

  private func row(of inside: Int64) -> Int {
    guard starts.count > 1, inside >= starts[1] else { return 0 }
    let span = min(Int((inside - starts[1]) >> spanBits), firstRows.count - 1)
    var row = Int(firstRows[span])
    while row + 1 < starts.count, starts[row + 1] <= inside { row += 1 }
    return row
  }

  /// Spans of about half a year, or longer so that there are at most some two thousand.
  private static func index(of starts: [Int64]) -> (firstRows: [Int32], spanBits: Int64) {
    guard starts.count > 1 else { return ([], 34) }
    var spanBits: Int64 = 34
    let length = starts[starts.count - 1] - starts[1]
    while length >> spanBits > 2_048 { spanBits += 1 }
    var rows: [Int32] = []
    rows.reserveCapacity(Int(length >> spanBits) + 1)
    var row = 1
    for span in 0...(length >> spanBits) {
      let start = starts[1] + span << spanBits
      while row + 1 < starts.count, starts[row + 1] <= start { row += 1 }
      rows.append(Int32(row))
    }
    return (rows, spanBits)
  }

  /// `milliseconds` moved by whole cycles of 400 years into the table, and by how much.
  private func withinTable(_ milliseconds: Int64) -> (inside: Int64, shift: Int64) {
    guard let cycleEnd, milliseconds >= cycleEnd else { return (milliseconds, 0) }
    let shift =
      ((milliseconds - cycleEnd) / RepeatingTail.cycleMilliseconds + 1)
      * RepeatingTail.cycleMilliseconds
    return (milliseconds - shift, shift)
  }

  // Far from overflow, whatever a damaged log says.
  private func bounded(_ milliseconds: Int64) -> Int64 {
    min(max(milliseconds, -(1 << 61)), 1 << 61)
  }
}

/// From `seconds` (since 1970) on, local clocks are `offset` seconds ahead of UTC.
struct OffsetChange: Hashable, Sendable {
  var seconds: Int64
  var offset: Int64
}
