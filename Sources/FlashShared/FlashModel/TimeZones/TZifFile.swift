/// What a TZif file says, checked: nothing here is out of order or out of range.
///
/// - Source: RFC 9636, sections 3 and 4 (versions 1 to 4).
struct TZifFile {
  /// Seconds ahead of UTC before the first change.
  private(set) var initialOffset: Int64
  /// In strictly ascending order.
  private(set) var changes: [OffsetChange] = []
  /// What holds after the last change; nil if nothing changes any more.
  private(set) var rule: PosixZoneRule?

  private static let maximumSize = 262_144

  init(_ bytes: [UInt8]) throws(TZifFlaw) {
    guard bytes.count <= TZifFile.maximumSize else { throw .tooLarge }
    var reader = TZifReader(bytes: bytes)
    var header = try TZifHeader(&reader)
    let hasWideBlock = header.version != 0
    if hasWideBlock {
      // The first block is for readers of version 1; the second has 64-bit times.
      try reader.skip(header.size(timeSize: 4))
      header = try TZifHeader(&reader)
    }
    let timeSize = hasWideBlock ? 8 : 4
    guard header.typeCount > 0, header.typeCount <= 256, header.characterCount > 0 else {
      throw .badCounts
    }
    guard header.leapCount == 0 else { throw .leapSeconds }
    guard header.size(timeSize: timeSize) <= reader.remaining else { throw .truncated }

    var times: [Int64] = []
    times.reserveCapacity(header.timeCount)
    for _ in 0..<header.timeCount {
      let time = try reader.integer(size: timeSize)
      // Far enough for any place, and near enough that milliseconds fit.
      guard time.magnitude < 1 << 50 else {
        throw .badOrder
      }
      if let last = times.last, time <= last { throw .badOrder }
      times.append(time)
    }
    var types: [Int] = []
    types.reserveCapacity(header.timeCount)
    for _ in 0..<header.timeCount { types.append(Int(try reader.integer(size: 1) & 0xFF)) }
    var offsets: [Int64] = []
    for _ in 0..<header.typeCount {
      let offset = try reader.integer(size: 4)
      guard (-89_999...93_599).contains(offset) else { throw .badOffset }
      offsets.append(offset)
      try reader.skip(2)  // daylight saving or not, and the abbreviation: nobody asks
    }
    initialOffset = offsets[0]
    changes.reserveCapacity(times.count)
    for (time, type) in zip(times, types) {
      guard type < offsets.count else { throw .badType }
      changes.append(OffsetChange(seconds: time, offset: offsets[type]))
    }
    try reader.skip(header.characterCount + header.standardCount + header.universalCount)
    guard hasWideBlock else { return }
    rule = try reader.footer()
    if changes.isEmpty, let rule { initialOffset = rule.standardOffset }
  }
}

/// The 44 bytes before a data block.
private struct TZifHeader {
  /// 0 for version 1, else the digit's character.
  let version: UInt8
  let universalCount: Int
  let standardCount: Int
  let leapCount: Int
  let timeCount: Int
  let typeCount: Int
  let characterCount: Int

  init(_ reader: inout TZifReader) throws(TZifFlaw) {
    guard try reader.integer(size: 4) == 0x545A_6966 else { throw .notTZif }
    version = UInt8(truncatingIfNeeded: try reader.integer(size: 1))
    try reader.skip(15)
    universalCount = try reader.count()
    standardCount = try reader.count()
    leapCount = try reader.count()
    timeCount = try reader.count()
    typeCount = try reader.count()
    characterCount = try reader.count()
  }

  func size(timeSize: Int) -> Int {
    timeCount * (timeSize + 1) + typeCount * 6 + characterCount + leapCount * (timeSize + 4)
      + standardCount + universalCount
  }
}

/// A position in the file that never leaves it.
private struct TZifReader {
  let bytes: [UInt8]
  var position = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  var remaining: Int { bytes.count - position }

  /// A big-endian integer with its sign.
  mutating func integer(size: Int) throws(TZifFlaw) -> Int64 {
    guard remaining >= size else { throw .truncated }
    var value: Int64 = bytes[position] >= 128 ? -1 : 0
    for byte in bytes[position..<position + size] { value = value << 8 | Int64(byte) }
    position += size
    return value
  }

  /// A count of things that take at least a byte each.
  mutating func count() throws(TZifFlaw) -> Int {
    let value = try integer(size: 4)
    guard value >= 0 else { throw .badCounts }
    guard value <= bytes.count else { throw .truncated }
    return Int(value)
  }

  mutating func skip(_ count: Int) throws(TZifFlaw) {
    guard remaining >= count else { throw .truncated }
    position += count
  }

  /// The rule between two line feeds; nil if there is nothing between them.
  mutating func footer() throws(TZifFlaw) -> PosixZoneRule? {
    let lineFeed = UInt8(ascii: "\n")
    guard remaining >= 2, bytes[position] == lineFeed else { throw .truncated }
    let rest = bytes[(position + 1)...]
    guard let end = rest.firstIndex(of: lineFeed) else { throw .truncated }
    let text = rest[..<end]
    if text.isEmpty { return nil }
    guard let rule = PosixZoneRule(text) else { throw .badFooter }
    return rule
  }
}
