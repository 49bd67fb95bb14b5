/// Checks UTF-8 that comes in pieces of any size.
///
/// - Source: Unicode 17, table 3-7, well-formed byte sequences.
struct UTF8Validator: Sendable {
  /// Bytes taken in so far.
  private(set) var count = 0
  /// Where the first byte stands that begins no valid sequence.
  private(set) var firstInvalid: Int?
  /// Whether a valid sequence of more than one byte was seen, before or after a fault.
  private(set) var hasMultibyte = false
  /// A sequence that the last piece broke off, at most three bytes.
  private var pending: [UInt8] = []

  init() {}

  /// Takes in a piece.
  mutating func push(_ bytes: Span<UInt8>) {
    let start = pending.isEmpty ? 0 : finishPending(with: bytes)
    let rest = start < bytes.count ? scan(bytes, from: start) : bytes.count
    for index in rest..<bytes.count { pending.append(bytes[index]) }
    count += bytes.count
  }

  /// Says that nothing follows.
  mutating func finish() {
    if !pending.isEmpty { noteInvalid(at: count - pending.count) }
    pending = []
  }

  /// Goes on with the sequence that was broken off.
  /// - Returns: the index in `bytes` to go on from.
  private mutating func finishPending(with bytes: Span<UInt8>) -> Int {
    let old = pending
    for index in 0..<Swift.min(3, bytes.count) { pending.append(bytes[index]) }
    let joined = pending
    pending = []
    var index = 0
    while index < old.count {
      switch joined.span.sequence(at: index) {
      case .valid(let length):
        if length > 1 { hasMultibyte = true }
        index += length
      case .invalid:
        noteInvalid(at: count - old.count + index)
        index += 1
      case .broken:
        // Only a piece of one or two bytes gets here: all of it is still part of the sequence.
        pending = Array(joined[index...])
        return bytes.count
      }
    }
    return index - old.count
  }

  /// - Returns: where a sequence begins that the end breaks off, or the end.
  private mutating func scan(_ bytes: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while index < bytes.count {
      if bytes[index] < 0x80 {
        index = bytes.endOfASCII(from: index)
        continue
      }
      switch bytes.sequence(at: index) {
      case .valid(let length):
        hasMultibyte = true
        index += length
      case .invalid:
        noteInvalid(at: count + index)
        index += 1
      case .broken: return index
      }
    }
    return index
  }

  private mutating func noteInvalid(at offset: Int) {
    if firstInvalid == nil { firstInvalid = offset }
  }
}

/// What begins at a byte.
enum UTF8Sequence {
  case valid(Int)
  case invalid
  /// Valid as far as it goes, but the end comes first.
  case broken
}

extension Span<UInt8> {
  /// The first index from `start` that is no ASCII, or the end.
  func endOfASCII(from start: Int) -> Int {
    var index = start
    while index <= count - 8, word(at: index) & ByteWord.topBits == 0 { index += 8 }
    while index < count, self[index] < 0x80 { index += 1 }
    return index
  }

  /// What begins at `index`.
  @inline(__always)
  func sequence(at index: Int) -> UTF8Sequence {
    let lead = self[index]
    var lower: UInt8 = 0x80
    var upper: UInt8 = 0xBF
    let length: Int
    switch lead {
    case 0..<0x80: return .valid(1)
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, lower) = (3, 0xA0)
    case 0xED: (length, upper) = (3, 0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, lower) = (4, 0x90)
    case 0xF4: (length, upper) = (4, 0x8F)
    case 0xF1...0xF3: length = 4
    default: return .invalid
    }
    for place in 1..<length {
      guard index + place < count else { return .broken }
      let byte = self[index + place]
      guard byte >= lower, byte <= upper else { return .invalid }
      (lower, upper) = (0x80, 0xBF)
    }
    return .valid(length)
  }
}
