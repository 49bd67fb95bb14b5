import FlashModel

// A schedule in some 30 bytes, as the log keeps two of them with each entry. First a byte that says
// what is there, then the two numbers of the memory state as they are, then whole numbers of
// variable length; moments count from that of the rating.

extension Scheduling {
  private static let memoryBit: UInt8 = 1
  private static let stepBit: UInt8 = 2
  private static let dueBit: UInt8 = 4
  private static let reviewedBit: UInt8 = 8
  private static let scheduledBit: UInt8 = 16

  func packed(near moment: Timestamp) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(40)
    var head = UInt8(truncatingIfNeeded: state.rawValue) << 5
    if memory != nil { head |= Scheduling.memoryBit }
    if step != nil { head |= Scheduling.stepBit }
    if due != nil { head |= Scheduling.dueBit }
    if lastReviewed != nil { head |= Scheduling.reviewedBit }
    if lastScheduled != nil { head |= Scheduling.scheduledBit }
    bytes.append(head)
    if let memory {
      append(memory.stability.bitPattern, to: &bytes)
      append(memory.difficulty.bitPattern, to: &bytes)
    }
    appendVariable(Int64(reps), to: &bytes)
    appendVariable(Int64(lapses), to: &bytes)
    if let step { appendVariable(Int64(step), to: &bytes) }
    for time in [due, lastReviewed, lastScheduled] {
      if let time { appendVariable(time.milliseconds &- moment.milliseconds, to: &bytes) }
    }
    return bytes
  }

  /// Reads what ``packed(near:)`` made; what is cut off counts as 0.
  init(packed bytes: [UInt8], near moment: Timestamp) {
    var reader = PackedReader(bytes: bytes)
    let head = UInt8(truncatingIfNeeded: reader.fixed(1))
    func time(_ bit: UInt8, _ reader: inout PackedReader) -> Timestamp? {
      guard head & bit != 0 else { return nil }
      return Timestamp(milliseconds: reader.variable() &+ moment.milliseconds)
    }
    self.init(state: CardState(rawValue: Int(head >> 5)) ?? .new)
    if head & Scheduling.memoryBit != 0 {
      memory = MemoryState(
        stability: Double(bitPattern: reader.fixed(8)),
        difficulty: Double(bitPattern: reader.fixed(8)))
    }
    reps = Int(reader.variable())
    lapses = Int(reader.variable())
    if head & Scheduling.stepBit != 0 { step = Int(reader.variable()) }
    due = time(Scheduling.dueBit, &reader)
    lastReviewed = time(Scheduling.reviewedBit, &reader)
    lastScheduled = time(Scheduling.scheduledBit, &reader)
  }
}

private func append(_ word: UInt64, to bytes: inout [UInt8]) {
  for shift in stride(from: 0, to: 64, by: 8) {
    bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
  }
}

/// Seven bits a byte, the sign in the lowest bit.
private func appendVariable(_ value: Int64, to bytes: inout [UInt8]) {
  var rest = UInt64(bitPattern: value << 1) ^ UInt64(bitPattern: value >> 63)
  while rest >= 0x80 {
    bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
    rest >>= 7
  }
  bytes.append(UInt8(rest))
}

private struct PackedReader {
  let bytes: [UInt8]
  private var offset = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> UInt8 {
    guard offset < bytes.count else { return 0 }
    offset += 1
    return bytes[offset - 1]
  }

  mutating func fixed(_ count: Int) -> UInt64 {
    var word: UInt64 = 0
    for index in 0..<count { word |= UInt64(next()) << UInt64(8 * index) }
    return word
  }

  mutating func variable() -> Int64 {
    var word: UInt64 = 0
    var shift: UInt64 = 0
    while shift < 70 {
      let byte = next()
      word |= UInt64(byte & 0x7F) << shift
      if byte & 0x80 == 0 { break }
      shift += 7
    }
    return Int64(bitPattern: word >> 1) ^ -Int64(bitPattern: word & 1)
  }
}
