/// Reads a regular expression.
struct PatternParser {
  /// The longest expression, in scalars.
  static let longest = 1_000
  /// How deep groups may stand in one another.
  static let deepest = 50
  /// The greatest number in braces.
  static let mostRepeats = 1_000

  private let scalars: [Unicode.Scalar]
  private var index = 0
  private var depth = 0
  /// `(?i)`, on unless it is switched off: case does not count.
  private(set) var ignoresCase = true
  /// `(?m)`: `^` and `$` stand for the ends of lines, not only for those of the text.
  private var hasLines = false
  /// `(?s)`: `.` stands for a line feed, too.
  private var dotMatchesNewline = false

  init(_ source: String) throws(PatternError) {
    scalars = Array(source.unicodeScalars)
    guard scalars.count <= PatternParser.longest else {
      throw PatternError(
        "a pattern of over \(PatternParser.longest) characters", at: PatternParser.longest)
    }
  }

  mutating func pattern() throws(PatternError) -> PatternNode {
    try takeFlags()
    let node = try alternatives()
    guard index == scalars.count else {
      throw PatternError("no parenthesis is open here", at: index)
    }
    return node
  }

  private var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    index += 1
    return true
  }

  /// Reads flags for the whole expression, such as `(?-i)` or `(?ms)`.
  private mutating func takeFlags() throws(PatternError) {
    guard scalars.starts(with: ["(", "?"]), scalars.count > 2,
      "ims-".unicodeScalars.contains(scalars[2])
    else { return }
    index = 2
    var isOn = true
    while let flag = next, flag != ")" {
      switch flag {
      case "-": isOn = false
      case "i": ignoresCase = isOn
      case "m": hasLines = isOn
      case "s": dotMatchesNewline = isOn
      default: throw PatternError("no such flag: '\(flag)'", at: index)
      }
      index += 1
    }
    guard take(")") else { throw PatternError("the flags are not closed", at: 0) }
  }

  private mutating func alternatives() throws(PatternError) -> PatternNode {
    var parts = [try sequence()]
    while take("|") { parts.append(try sequence()) }
    return parts.count == 1 ? parts[0] : .alternatives(parts)
  }

  private mutating func sequence() throws(PatternError) -> PatternNode {
    var parts: [PatternNode] = []
    while let next, next != "|", next != ")" {
      let start = index
      let atom = try atom()
      parts.append(try repeated(atom, from: start))
    }
    return parts.count == 1 ? parts[0] : .sequence(parts)
  }

  private mutating func repeated(
    _ atom: PatternNode, from start: Int
  ) throws(PatternError) -> PatternNode {
    guard let (from, upTo) = try quantifier() else { return atom }
    // Whether as many or as few as possible are taken makes no difference to whether any match.
    if !take("?"), take("+") {
      throw PatternError("possessive quantifiers are not supported", at: index - 1)
    }
    if case .assertion = atom, scalars[start] != "(" {
      throw PatternError("nothing to repeat", at: start)
    }
    if let second = next, "*+?".unicodeScalars.contains(second) {
      throw PatternError("repeated twice", at: index)
    }
    return .repeated(atom, from: from, upTo: upTo)
  }

  private mutating func quantifier() throws(PatternError) -> (Int, Int?)? {
    if take("*") { return (0, nil) }
    if take("+") { return (1, nil) }
    if take("?") { return (0, 1) }
    guard next == "{" else { return nil }
    let start = index
    index += 1
    guard let from = number() else { throw PatternError("a number expected in braces", at: start) }
    var upTo: Int? = from
    if take(",") { upTo = next == "}" ? nil : number() ?? -1 }
    guard take("}"), upTo ?? from >= from else {
      throw PatternError("not a number of times: as in {2}, {2,} or {2,5}", at: start)
    }
    guard max(from, upTo ?? 0) <= PatternParser.mostRepeats else {
      throw PatternError("over \(PatternParser.mostRepeats) times", at: start)
    }
    return (from, upTo)
  }

  private mutating func number() -> Int? {
    let start = index
    var value = 0
    while let digit = next, ("0"..."9").contains(digit) {
      value = min(value * 10 + Int(digit.value - 48), 1_000_000)
      index += 1
    }
    return index == start ? nil : value
  }

  private mutating func atom() throws(PatternError) -> PatternNode {
    let start = index
    let scalar = scalars[index]
    index += 1
    switch scalar {
    case "(": return try group(from: start)
    case "[":
      var reader = ScalarSetParser(scalars: scalars, index: index)
      let set = try reader.set(from: start)
      index = reader.index
      return .set(set)
    case ".": return .any(withNewline: dotMatchesNewline)
    case "^": return .assertion(hasLines ? .lineStart : .textStart)
    case "$": return .assertion(hasLines ? .lineEnd : .textEnd)
    case "\\": return try escape(from: start)
    case "*", "+", "?": throw PatternError("nothing to repeat", at: start)
    case "{": throw PatternError("nothing to repeat; the brace itself is '\\{'", at: start)
    default: return .scalar(scalar)
    }
  }

  private mutating func group(from start: Int) throws(PatternError) -> PatternNode {
    if take("?") {
      guard take(":") else {
        throw PatternError("of the groups with '?' only '(?:' is supported", at: start)
      }
    }
    depth += 1
    guard depth <= PatternParser.deepest else {
      throw PatternError("nested deeper than \(PatternParser.deepest)", at: start)
    }
    let node = try alternatives()
    guard take(")") else { throw PatternError("the parenthesis is not closed", at: start) }
    depth -= 1
    return node
  }

  private mutating func escape(from start: Int) throws(PatternError) -> PatternNode {
    switch next {
    case "b":
      index += 1
      return .assertion(.wordBoundary)
    case "B":
      index += 1
      return .assertion(.noWordBoundary)
    case "A":
      index += 1
      return .assertion(.textStart)
    case "z":
      index += 1
      return .assertion(.textEnd)
    default: break
    }
    var reader = ScalarSetParser(scalars: scalars, index: index)
    let item = try reader.escape(from: start)
    index = reader.index
    switch item {
    case .scalar(let scalar): return .scalar(scalar)
    case .class(let kind): return .set(ScalarSet(classes: [kind]))
    }
  }
}
