/// Turns the bytes that a terminal sends into keys, however they are split over reads.
public struct KeyDecoder: Sendable {
  private var pending: [UInt8] = []

  /// What follows `ESC [` for longer than this is no sequence that we know; so much of it is dropped.
  private static let longestSequence = 32
  private static let escape: UInt8 = 0x1B

  public init() {}

  /// Whether bytes wait for the rest of their sequence. If none comes within some 50 ms, what is
  /// there was all: call ``flush()``.
  public var isWaiting: Bool { !pending.isEmpty }

  /// The keys that are complete with `bytes`.
  public mutating func feed(_ bytes: some Sequence<UInt8>) -> [Key] {
    pending.append(contentsOf: bytes)
    var keys: [Key] = []
    var offset = 0
    while offset < pending.count {
      switch decode(pending[offset...]) {
      case .key(let key, let length):
        keys.append(key)
        offset += length
      case .nothing(let length): offset += length
      case .incomplete:
        pending.removeFirst(offset)
        return keys
      }
    }
    pending.removeAll(keepingCapacity: true)
    return keys
  }

  /// The key that the waiting bytes are when nothing follows: the escape key, as a rule.
  public mutating func flush() -> [Key] {
    defer { pending.removeAll(keepingCapacity: true) }
    guard let first = pending.first else { return [] }
    guard first == Self.escape else { return [.character("\u{FFFD}")] }
    if pending.count == 1 { return [.escape] }
    return pending.count == 2 ? [.alt(Character(Unicode.Scalar(pending[1])))] : []
  }

  private enum Step {
    case key(Key, Int)
    /// Bytes without meaning to us.
    case nothing(Int)
    case incomplete
  }

  private func decode(_ bytes: ArraySlice<UInt8>) -> Step {
    guard let first = bytes.first else { return .incomplete }
    switch first {
    case Self.escape: return decodeEscape(bytes)
    case 0x0A, 0x0D: return .key(.enter, 1)
    case 0x09: return .key(.tab, 1)
    case 0x08, 0x7F: return .key(.backspace, 1)
    case 0x01...0x1A: return .key(.control(Character(Unicode.Scalar(first + 0x60))), 1)
    case 0x00, 0x1C...0x1F: return .key(.control(Character(Unicode.Scalar(first + 0x40))), 1)
    default: return decodeCharacter(bytes)
    }
  }

  private func decodeCharacter(_ bytes: ArraySlice<UInt8>) -> Step {
    let length = UTF8Scalars.sequenceLength(bytes[bytes.startIndex])
    let given = Array(bytes.prefix(max(1, length)))
    if given.count < length, given.dropFirst().allSatisfy({ $0 & 0xC0 == 0x80 }) {
      return .incomplete
    }
    let (scalar, used) = UTF8Scalars.scalar(in: given, at: 0)
    return .key(.character(Character(Unicode.Scalar(scalar) ?? "\u{FFFD}")), used)
  }

  private func decodeEscape(_ bytes: ArraySlice<UInt8>) -> Step {
    let rest = bytes.dropFirst()
    guard let second = rest.first else { return .incomplete }
    switch second {
    case Self.escape: return .key(.escape, 1)
    case UInt8(ascii: "["): return decodeControlSequence(rest.dropFirst())
    case UInt8(ascii: "O"):
      guard let final = rest.dropFirst().first else { return .incomplete }
      return KeySequences.letter(final).map { .key($0, 3) } ?? .nothing(3)
    default:
      switch decode(rest) {
      case .key(.character(let character), let length): return .key(.alt(character), length + 1)
      case .key(_, let length): return .nothing(length + 1)
      case .nothing(let length): return .nothing(length + 1)
      case .incomplete: return .incomplete
      }
    }
  }

  /// - Parameter bytes: what follows `ESC [`.
  private func decodeControlSequence(_ bytes: ArraySlice<UInt8>) -> Step {
    // The Linux console's function keys are ESC [ [ A to E.
    if bytes.first == UInt8(ascii: "[") {
      guard let final = bytes.dropFirst().first else { return .incomplete }
      let number = Int(final) - Int(UInt8(ascii: "A")) + 1
      return (1...5).contains(number) ? .key(.function(number), 4) : .nothing(4)
    }
    let known = bytes.prefix(Self.longestSequence)
    guard let end = known.firstIndex(where: { !(0x20..<0x40).contains($0) }) else {
      return known.count == Self.longestSequence ? .nothing(known.count + 2) : .incomplete
    }
    let length = end - bytes.startIndex + 3
    let final = bytes[end]
    // Something else begins in the middle of a sequence: what was there means nothing.
    guard (0x40...0x7E).contains(final) else { return .nothing(length - 1) }
    let key =
      final == UInt8(ascii: "~")
      ? KeySequences.numbered(bytes[bytes.startIndex..<end]) : KeySequences.letter(final)
    return key.map { .key($0, length) } ?? .nothing(length)
  }
}

/// The sequences of xterm, VT220 and their descendants.
///
/// - Source: ECMA-48 for the form, xterm's control sequences for the meaning.
private enum KeySequences {
  static func letter(_ final: UInt8) -> Key? {
    switch final {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "M"): .enter
    case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(final - UInt8(ascii: "P")) + 1)
    case UInt8(ascii: "Z"): .backTab
    default: nil
    }
  }

  /// - Parameter parameters: what stands before `~`; modifiers after `;` do not matter to us, and
  ///   the marks around a paste (200, 201) are no keys.
  static func numbered(_ parameters: ArraySlice<UInt8>) -> Key? {
    let first = parameters.prefix { $0 != UInt8(ascii: ";") }
    guard let number = Int(String(decoding: first, as: UTF8.self)) else { return nil }
    switch number {
    case 1, 7: return .home
    case 2: return .insert
    case 3: return .delete
    case 4, 8: return .end
    case 5: return .pageUp
    case 6: return .pageDown
    case 11...15: return .function(number - 10)
    case 17...21: return .function(number - 11)
    case 23, 24: return .function(number - 12)
    default: return nil
    }
  }
}
