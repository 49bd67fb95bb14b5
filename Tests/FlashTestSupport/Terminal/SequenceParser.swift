/// Splits what a program writes to a terminal into characters and control sequences.
struct SequenceParser: Sendable {
  enum Token: Sendable {
    case scalar(Unicode.Scalar)
    /// A control character.
    case control(UInt8)
    /// ESC and one byte.
    case escape(UInt8)
    /// ESC [, numbers, one byte; private ones have a `?` before the numbers.
    case sequence([Int], isPrivate: Bool, final: UInt8)
  }

  private enum State: Sendable {
    case ground, escape, charset, sequence, string, stringEscape
  }

  private var state = State.ground
  private var parameters: [UInt8] = []
  private var character: [UInt8] = []

  /// The token that `byte` completes.
  mutating func take(_ byte: UInt8) -> Token? {
    switch state {
    case .ground: return takeGround(byte)
    case .escape: return takeEscape(byte)
    case .charset:
      state = .ground
      return nil
    case .sequence: return takeSequence(byte)
    case .string:
      if byte == 0x07 { state = .ground }
      if byte == 0x1B { state = .stringEscape }
      return nil
    case .stringEscape:
      state = byte == UInt8(ascii: "\\") ? .ground : .string
      return nil
    }
  }

  private mutating func takeGround(_ byte: UInt8) -> Token? {
    if byte == 0x1B {
      state = .escape
      return nil
    }
    if byte < 0x20 || byte == 0x7F { return .control(byte) }
    if byte & 0xC0 != 0x80 { character = [] }
    character.append(byte)
    guard let text = String(validating: character, as: UTF8.self),
      let scalar = text.unicodeScalars.first
    else { return nil }
    character = []
    return .scalar(scalar)
  }

  private mutating func takeEscape(_ byte: UInt8) -> Token? {
    state = .ground
    switch byte {
    case UInt8(ascii: "["):
      parameters = []
      state = .sequence
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"): state = .string
    case UInt8(ascii: "(")...UInt8(ascii: "+"): state = .charset
    default: return .escape(byte)
    }
    return nil
  }

  private mutating func takeSequence(_ byte: UInt8) -> Token? {
    guard (0x40...0x7E).contains(byte) else {
      parameters.append(byte)
      return nil
    }
    state = .ground
    let isPrivate = parameters.first == UInt8(ascii: "?")
    let numbers = String(decoding: parameters.drop { $0 == UInt8(ascii: "?") }, as: UTF8.self)
      .split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    return .sequence(numbers, isPrivate: isPrivate, final: byte)
  }
}
