/// A regular expression that is matched in time proportional to the text, whatever it is.
///
/// Known are literals, `.`, `[…]`, `\d \w \s` and their opposites, `^ $ \b \B \A \z`, `( )`, `(?: )`,
/// `|`, `* + ? {2,5}`, `\n \t \xE9 \u20AC`, and the flags `i`, `m`, `s` at the beginning. Case does
/// not count unless `(?-i)` says so. What needs going back over the text (references to groups,
/// looking ahead or behind) is refused.
public struct TextPattern: Sendable {
  /// As it was written.
  public let source: String
  let program: [PatternInstruction]
  let sets: [ScalarSet]
  let ignoresCase: Bool

  /// - Throws: ``PatternError`` also if the expression is too large.
  public init(_ source: String) throws(PatternError) {
    var parser = try PatternParser(source)
    let node = try parser.pattern()
    var compiler = PatternCompiler(ignoresCase: parser.ignoresCase)
    try compiler.compile(node)
    compiler.program.append(.match)
    self.source = source
    program = compiler.program
    sets = compiler.sets
    ignoresCase = parser.ignoresCase
  }
}

extension TextPattern: Hashable {
  public static func == (left: TextPattern, right: TextPattern) -> Bool {
    left.source == right.source
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(source) }
}

/// One step of a compiled expression; the next is the one behind it unless it says otherwise.
enum PatternInstruction: Sendable {
  /// Takes that scalar, in lower case if case does not count.
  case scalar(UInt32)
  /// Takes a scalar of the set with that number.
  case set(Int)
  case any(withNewline: Bool)
  case assertion(PatternAssertion)
  /// Goes on at both places.
  case split(Int, Int)
  case jump(Int)
  case match
}

/// Makes steps of a tree.
struct PatternCompiler {
  /// Most steps, and most parts, after what is repeated has been written out.
  static let mostInstructions = 2_000

  var program: [PatternInstruction] = []
  var sets: [ScalarSet] = []
  let ignoresCase: Bool
  /// Parts without a step, such as `()`, cost time too.
  private var parts = 0

  init(ignoresCase: Bool) { self.ignoresCase = ignoresCase }

  mutating func compile(_ node: PatternNode) throws(PatternError) {
    parts += 1
    guard max(parts, program.count) < PatternCompiler.mostInstructions else {
      throw PatternError("the pattern is too large", at: 0)
    }
    switch node {
    case .empty: break
    case .scalar(let scalar):
      program.append(.scalar((ignoresCase ? scalar.simpleLowercase : scalar).value))
    case .set(let set):
      program.append(.set(sets.count))
      sets.append(set)
    case .any(let withNewline): program.append(.any(withNewline: withNewline))
    case .assertion(let assertion): program.append(.assertion(assertion))
    case .sequence(let parts):
      for part in parts { try compile(part) }
    case .alternatives(let parts): try compile(alternatives: parts)
    case .repeated(let part, let from, let upTo):
      for _ in 0..<from { try compile(part) }
      if let upTo {
        try compile(part, atMost: upTo - from)
      } else {
        try compile(repeating: part)
      }
    }
  }

  private mutating func compile(alternatives parts: [PatternNode]) throws(PatternError) {
    var ends: [Int] = []
    for part in parts.dropLast() {
      let split = program.count
      program.append(.match)
      try compile(part)
      ends.append(program.count)
      program.append(.match)
      program[split] = .split(split + 1, program.count)
    }
    if let last = parts.last { try compile(last) }
    for end in ends { program[end] = .jump(program.count) }
  }

  private mutating func compile(repeating part: PatternNode) throws(PatternError) {
    let split = program.count
    program.append(.match)
    try compile(part)
    program.append(.jump(split))
    program[split] = .split(split + 1, program.count)
  }

  private mutating func compile(_ part: PatternNode, atMost count: Int) throws(PatternError) {
    var splits: [Int] = []
    for _ in 0..<count {
      splits.append(program.count)
      program.append(.match)
      try compile(part)
    }
    for split in splits { program[split] = .split(split + 1, program.count) }
  }
}
