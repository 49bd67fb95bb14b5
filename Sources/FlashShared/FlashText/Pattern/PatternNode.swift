/// A regular expression as a tree.
indirect enum PatternNode {
  case empty
  case scalar(Unicode.Scalar)
  case set(ScalarSet)
  /// Any scalar, or any but a line feed.
  case any(withNewline: Bool)
  case assertion(PatternAssertion)
  case sequence([PatternNode])
  case alternatives([PatternNode])
  /// - Parameter upTo: nil means without end.
  case repeated(PatternNode, from: Int, upTo: Int?)
}

/// Something that holds between two scalars, or not.
enum PatternAssertion {
  case textStart
  case textEnd
  case lineStart
  case lineEnd
  case wordBoundary
  case noWordBoundary

  func holds(between before: ScalarNeighbour, and after: ScalarNeighbour) -> Bool {
    switch self {
    case .textStart: before == .edge
    case .textEnd: after == .edge
    case .lineStart: before == .edge || before == .newline
    case .lineEnd: after == .edge || after == .newline
    case .wordBoundary: (before == .word) != (after == .word)
    case .noWordBoundary: (before == .word) == (after == .word)
    }
  }
}

/// What an assertion wants to know of the scalar at one of its sides.
enum ScalarNeighbour: UInt8 {
  /// There is none.
  case edge
  case newline
  case word
  case other

  init(_ scalar: Unicode.Scalar) {
    self = scalar == "\n" ? .newline : scalar.isWordScalar ? .word : .other
  }
}

/// Some scalars.
struct ScalarSet {
  var ranges: [ClosedRange<UInt32>] = []
  var classes: [ScalarClass] = []
  /// Everything but these.
  var isNegated = false

  func contains(_ scalar: Unicode.Scalar, anyCase: Bool) -> Bool {
    let found =
      has(scalar) || anyCase && (has(scalar.simpleLowercase) || has(scalar.simpleUppercase))
    return found != isNegated
  }

  private func has(_ scalar: Unicode.Scalar) -> Bool {
    ranges.contains { $0.contains(scalar.value) } || classes.contains { $0.contains(scalar) }
  }
}

/// The classes that a letter behind a backslash stands for; the capital means all others.
struct ScalarClass {
  enum Kind {
    case digit
    case word
    case space
  }

  let kind: Kind
  let isNegated: Bool

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    let found =
      switch kind {
      case .digit: scalar.properties.generalCategory == .decimalNumber
      case .word: scalar.isWordScalar
      case .space: scalar.properties.isWhitespace
      }
    return found != isNegated
  }
}

extension Unicode.Scalar {
  /// Letters, marks, decimal digits and connecting punctuation.
  var isWordScalar: Bool {
    if value < 0x80 {
      let lower = value | 0x20
      return (0x61...0x7A).contains(lower) || (0x30...0x39).contains(value) || value == 0x5F
    }
    switch properties.generalCategory {
    case .decimalNumber, .connectorPunctuation, .nonspacingMark, .spacingMark, .enclosingMark:
      return true
    default: return properties.isAlphabetic
    }
  }

  /// The scalar in lower case, itself if that takes more than one.
  var simpleLowercase: Unicode.Scalar { only(properties.lowercaseMapping) }

  /// The scalar in upper case, itself if that takes more than one.
  var simpleUppercase: Unicode.Scalar { only(properties.uppercaseMapping) }

  private func only(_ mapping: String) -> Unicode.Scalar {
    var scalars = mapping.unicodeScalars.makeIterator()
    guard let first = scalars.next(), scalars.next() == nil else { return self }
    return first
  }
}
