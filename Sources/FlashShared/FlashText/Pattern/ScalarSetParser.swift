/// Reads what stands in brackets, and what a backslash stands for, in a regular expression.
struct ScalarSetParser {
  enum Item {
    case scalar(Unicode.Scalar)
    case `class`(ScalarClass)
  }

  let scalars: [Unicode.Scalar]
  var index: Int

  private var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  /// Reads a set whose bracket was at `start`.
  mutating func set(from start: Int) throws(PatternError) -> ScalarSet {
    var set = ScalarSet()
    if next == "^" {
      set.isNegated = true
      index += 1
    }
    var isFirst = true
    while let scalar = next, scalar != "]" || isFirst {
      isFirst = false
      let place = index
      switch try item() {
      case .class(let kind): set.classes.append(kind)
      case .scalar(let low): set.ranges.append(try range(from: low, at: place))
      }
    }
    guard next == "]" else { throw PatternError("the bracket is not closed", at: start) }
    index += 1
    return set
  }

  private mutating func item() throws(PatternError) -> Item {
    let start = index
    let scalar = scalars[index]
    index += 1
    if scalar == "\\" { return try escape(from: start) }
    if scalar == "[", next == ":" {
      throw PatternError("classes such as [:alpha:] are not supported", at: start)
    }
    return .scalar(scalar)
  }

  private mutating func range(
    from low: Unicode.Scalar, at start: Int
  ) throws(PatternError) -> ClosedRange<UInt32> {
    guard next == "-", index + 1 < scalars.count, scalars[index + 1] != "]" else {
      return low.value...low.value
    }
    index += 1
    guard case .scalar(let high) = try item(), high.value >= low.value else {
      throw PatternError("not a range", at: start)
    }
    return low.value...high.value
  }

  /// Reads what stands behind a backslash, which was at `start`.
  mutating func escape(from start: Int) throws(PatternError) -> Item {
    guard let scalar = next else { throw PatternError("nothing stands behind '\\'", at: start) }
    index += 1
    switch scalar {
    case "d": return .class(ScalarClass(kind: .digit, isNegated: false))
    case "D": return .class(ScalarClass(kind: .digit, isNegated: true))
    case "w": return .class(ScalarClass(kind: .word, isNegated: false))
    case "W": return .class(ScalarClass(kind: .word, isNegated: true))
    case "s": return .class(ScalarClass(kind: .space, isNegated: false))
    case "S": return .class(ScalarClass(kind: .space, isNegated: true))
    case "n": return .scalar("\n")
    case "t": return .scalar("\t")
    case "r": return .scalar("\r")
    case "x": return .scalar(try hexadecimal(digits: 2, from: start))
    case "u": return .scalar(try hexadecimal(digits: 4, from: start))
    case "1"..."9": throw PatternError("references to groups are not supported", at: start)
    case "a"..."z", "A"..."Z", "0":
      throw PatternError("'\\\(scalar)' is not supported", at: start)
    default: return .scalar(scalar)
    }
  }

  private mutating func hexadecimal(
    digits: Int, from start: Int
  ) throws(PatternError) -> Unicode.Scalar {
    let text = String(String.UnicodeScalarView(scalars[index...].prefix(digits)))
    guard text.utf8.count == digits, let value = UInt32(text, radix: 16), text.first != "+",
      let scalar = Unicode.Scalar(value)
    else { throw PatternError("\(digits) hexadecimal digits expected", at: start) }
    index += digits
    return scalar
  }
}
