import FlashTestSupport
import FlashText
import Testing

@Suite struct TextPatternTests {
  @Test(
    "an expression matches what it says",
    arguments: [
      ("dog", "hot DOG!", true), ("(?-i)dog", "hot DOG!", false), ("É", "café", true),
      ("^a", "ba", false), ("^a", "b\na", false), ("(?m)^a", "b\na", true), ("a$", "ab", false),
      ("(?m)a$", "a\nb", true), (#"\bcat\b"#, "the cat sat", true), (#"\bcat\b"#, "concat", false),
      (#"\Bcat"#, "concat", true), (#"\bé"#, "né", false), ("a.c", "a\nc", false),
      ("(?s)a.c", "a\nc", true), ("a.c", "a日c", true), ("[^a-c]", "abc", false),
      ("[^a-c]", "abcd", true), ("[A-C]x", "bx", true), ("(?-i)[A-C]x", "bx", false),
      (#"[\d-]+$"#, "a1-2", true), ("[]a]", "]", true), ("a{2,3}b", "ab", false),
      ("a{2,3}b", "aaaab", true), ("^a{2,3}b", "aaaab", false), ("^(ab|c)*$", "abcab", true),
      ("^(ab|c)*$", "abca", false), ("", "", true), ("x*", "", true), ("(|a)b", "b", true),
      (#"\x41\u20AC"#, "a€", true), (#"^\w+\s\w+$"#, "größe über", true), (#"^\W$"#, "€", true),
      (#"\.\*"#, "a.*", true), ("()*{2}", "", false), (#"^\z"#, "", true), ("日{2}", "日日", true),
      ("ſ", "s", false), ("K", "\u{212A}", true),
    ])
  func matches(pattern: String, text: String, expected: Bool) throws {
    guard pattern != "()*{2}" else {
      #expect(throws: PatternError.self) { try TextPattern(pattern) }
      return
    }
    #expect(try matches(pattern, text) == expected)
  }

  @Test(
    "what is wrong with an expression is told with its place",
    arguments: [
      ("(a", 0, "the parenthesis is not closed"), ("a)", 1, "no parenthesis is open here"),
      ("x[a", 1, "the bracket is not closed"), ("*", 0, "nothing to repeat"),
      ("a**", 2, "repeated twice"), ("a++", 2, "possessive quantifiers are not supported"),
      (#"(a)\1"#, 3, "references to groups are not supported"),
      ("a(?=b)", 1, "of the groups with '?' only '(?:' is supported"),
      (#"\p{L}"#, 0, "'\\p' is not supported"), ("a\\", 1, "nothing stands behind '\\'"),
      ("a{3,2}", 1, "not a number of times: as in {2}, {2,} or {2,5}"),
      ("a{2000}", 1, "over 1000 times"), ("(a{999}){999}", 0, "the pattern is too large"),
      ("((((){999}){999}){999}){999}", 0, "the pattern is too large"),
      ("[z-a]", 1, "not a range"), ("^*", 0, "nothing to repeat"),
      ("(?ix)", 3, "no such flag: 'x'"),
      (#"\xG1"#, 0, "2 hexadecimal digits expected"),
    ])
  func faults(pattern: String, offset: Int, reason: String) throws {
    let error = try #require(throws: PatternError.self) { try TextPattern(pattern) }
    #expect(error.offset == offset)
    #expect(error.reason == reason)
  }

  @Test("an expression that would ruin a backtracking engine takes time like any other")
  func noBacktracking() throws {
    let text = String(repeating: "a", count: 20_000)
    #expect(try !matches("(a*)*(a|aa)+b", text))
    #expect(try !matches("(x+x+)+y|(a|b)*a(a|b){12}c", text + "b"))
  }

  @Test("it agrees with Swift's own engine on random expressions", arguments: 0..<30)
  func agreement(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<40 {
      let source = pattern(&random, depth: 3)
      let pattern = try TextPattern(source)
      let matcher = PatternMatcher(pattern)
      let regex = try Regex(source).matchingSemantics(.unicodeScalar).ignoresCase()
        .asciiOnlyWordCharacters().wordBoundaryKind(.simple)
      for _ in 0..<20 {
        let text = (0..<Int.random(in: 0...8, using: &random)).map { _ in
          RandomQuery.pick(["a", "B", "c", " ", "\n", "_"], &random)
        }.joined()
        let expected = try regex.firstMatch(in: text) != nil
        #expect(matches(matcher, text) == expected, "\(source) in '\(text)'")
      }
    }
  }

  @Test("bytes that are no UTF-8 are a scalar that nothing else is")
  func damagedText() throws {
    let matcher = PatternMatcher(try TextPattern("^a.b$"))
    let bytes: [[UInt8]] = [[0x61, 0xFF, 0x62], [0x61, 0xC3, 0x28], [0x61, 0xE2, 0x82], [0x80]]
    #expect(bytes.map { matcher.matches($0.span) } == [true, false, false, false])
  }

  private func matches(_ pattern: String, _ text: String) throws -> Bool {
    matches(PatternMatcher(try TextPattern(pattern)), text)
  }

  private func matches(_ matcher: PatternMatcher, _ text: String) -> Bool {
    matcher.matches(Array(text.utf8).span)
  }

  private func pattern(_ random: inout SeededRandom, depth: Int) -> String {
    // No digits: Swift's engine sees no word in them.
    func inner(_ random: inout SeededRandom) -> String { pattern(&random, depth: depth - 1) }
    switch depth == 0 ? 0 : Int.random(in: 0..<8, using: &random) {
    case 0, 1:
      return RandomQuery.pick(
        [
          "a", "b", "C", ".", "[ab]", "[^a]", #"\w"#, #"\s"#, #"\b"#, #"\B"#, "^", "$", "[a-c]",
          "_",
        ], &random)
    case 2, 3: return inner(&random) + inner(&random)
    case 4: return "(?:" + inner(&random) + "|" + inner(&random) + ")"
    case 5: return "(?:" + inner(&random) + ")*"
    case 6: return "(" + inner(&random) + ")" + RandomQuery.pick(["+", "?", "??", "*?"], &random)
    default: return "(?:" + inner(&random) + "){1,2}"
    }
  }
}
