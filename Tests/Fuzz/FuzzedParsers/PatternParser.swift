import FlashText

extension FuzzedParser {
  /// The first line is an expression, the rest is what it is looked for in: a fault is inside of the
  /// expression, and matching takes time in proportion to the text.
  @Sendable static func checkPattern(_ bytes: [UInt8]) throws(Violation) {
    let source = text(bytes.prefix { $0 != 0x0A })
    let pattern: TextPattern
    do throws(PatternError) { pattern = try TextPattern(source) } catch {
      let last = source.unicodeScalars.count
      return try require((0...last).contains(error.offset), "offset \(error.offset) of \(last)")
    }
    let rest = Array(bytes.dropFirst(source.utf8.count + 1).prefix(1_024))
    let matcher = PatternMatcher(pattern)
    let found = matcher.matches(rest.span)
    try requireEqual(PatternMatcher(pattern).matches(rest.span), found, "matched twice")
    guard !rest.isEmpty else { return }
    try checkTime(of: matcher, rest)
  }

  private static func checkTime(of matcher: PatternMatcher, _ piece: [UInt8]) throws(Violation) {
    let short = repeated(piece, to: 1_024)
    let long = repeated(piece, to: 4_096)
    // The least of some, as anything else on the machine only makes it more.
    var least = (short: Int.max, long: Int.max)
    for _ in 0..<4 {
      least.short = min(least.short, nanoseconds { _ = matcher.matches(short.span) })
      least.long = min(least.long, nanoseconds { _ = matcher.matches(long.span) })
      if least.long <= 8 * least.short + 1_000_000 { return }
    }
    throw Violation("\(least.long) ns for four times the text of \(least.short) ns")
  }

  private static func repeated(_ piece: [UInt8], to length: Int) -> [UInt8] {
    var text: [UInt8] = []
    while text.count < length { text += piece.prefix(length - text.count) }
    return text
  }
}
