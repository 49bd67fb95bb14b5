/// Matches one regular expression against many texts.
///
/// The steps that are possible at one place of the text are a state, made when it is first met and
/// kept: from then on a scalar of ASCII costs one look into a table.
public final class PatternMatcher {
  /// When so many states are known they are forgotten, and memory stays bounded.
  static let mostStates = 2_000

  private struct State: Hashable {
    /// Where the program may be, before this place's assertions are decided.
    var steps: [UInt16]
    var before: ScalarNeighbour
  }

  private let pattern: TextPattern
  private var states: [State] = []
  private var numbers: [State: Int32] = [:]
  /// By state and scalar of ASCII, the last of the 129 standing for the end of the text.
  private var table: [Int32] = []
  /// By state and other scalar.
  private var others: [UInt64: Int32] = [:]

  private static let unknown: Int32 = -1
  private static let found: Int32 = -2
  private static let width = 129

  public init(_ pattern: TextPattern) {
    self.pattern = pattern
    _ = number(of: start)
  }

  private var start: State { State(steps: [0], before: .edge) }

  /// Whether the expression matches anywhere in a text.
  /// - Parameter text: UTF-8; what is not counts as U+FFFD.
  /// - Complexity: the length of the text times that of the expression, at worst.
  public func matches(_ text: Span<UInt8>) -> Bool {
    var state: Int32 = 0
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte < 0x80 {
        index += 1
        let known = table[Int(state) * PatternMatcher.width + Int(byte)]
        state =
          known == PatternMatcher.unknown
          ? step(state, Unicode.Scalar(byte), slot: Int(byte)) : known
      } else {
        state = step(state, text.scalar(at: &index))
      }
      if state == PatternMatcher.found { return true }
    }
    let known = table[Int(state) * PatternMatcher.width + 128]
    return (known == PatternMatcher.unknown ? step(state, nil, slot: 128) : known)
      == PatternMatcher.found
  }

  private func step(_ state: Int32, _ scalar: Unicode.Scalar) -> Int32 {
    let key = UInt64(UInt32(bitPattern: state)) << 32 | UInt64(scalar.value)
    if let known = others[key] { return known }
    let (next, isKept) = next(state, scalar)
    if isKept { others[key] = next }
    return next
  }

  private func step(_ state: Int32, _ scalar: Unicode.Scalar?, slot: Int) -> Int32 {
    let (next, isKept) = next(state, scalar)
    if isKept { table[Int(state) * PatternMatcher.width + slot] = next }
    return next
  }

  /// The state behind a scalar, or behind the text.
  /// - Returns: false if states have been forgotten, and numbers with them.
  private func next(_ number: Int32, _ scalar: Unicode.Scalar?) -> (state: Int32, isKept: Bool) {
    let state = states[Int(number)]
    let after = scalar.map { ScalarNeighbour($0) } ?? .edge
    guard let taking = closure(of: state, before: after) else {
      return (PatternMatcher.found, true)
    }
    guard let scalar else { return (0, true) }
    let folded = pattern.ignoresCase ? scalar.simpleLowercase : scalar
    // A match may begin at each place.
    var steps: [UInt16] = [0]
    for step in taking where isTaken(step, scalar, folded) { steps.append(step + 1) }
    steps.sort()
    var isKept = true
    if states.count >= PatternMatcher.mostStates {
      forget()
      isKept = false
    }
    return (self.number(of: State(steps: steps, before: after)), isKept)
  }

  private func isTaken(_ step: UInt16, _ scalar: Unicode.Scalar, _ folded: Unicode.Scalar) -> Bool {
    switch pattern.program[Int(step)] {
    case .scalar(let wanted): folded.value == wanted
    case .set(let set): pattern.sets[set].contains(scalar, anyCase: pattern.ignoresCase)
    case .any(let withNewline): withNewline || scalar != "\n"
    case .assertion, .split, .jump, .match: false
    }
  }

  /// The steps that take a scalar and can be reached without one; nil if the end can.
  private func closure(of state: State, before after: ScalarNeighbour) -> [UInt16]? {
    var seen = [Bool](repeating: false, count: pattern.program.count)
    var open = state.steps
    var taking: [UInt16] = []
    while let step = open.popLast() {
      guard !seen[Int(step)] else { continue }
      seen[Int(step)] = true
      switch pattern.program[Int(step)] {
      case .match: return nil
      case .jump(let target): open.append(UInt16(target))
      case .split(let one, let other):
        open.append(UInt16(one))
        open.append(UInt16(other))
      case .assertion(let assertion):
        if assertion.holds(between: state.before, and: after) { open.append(step + 1) }
      case .scalar, .set, .any: taking.append(step)
      }
    }
    return taking
  }

  private func number(of state: State) -> Int32 {
    if let known = numbers[state] { return known }
    let number = Int32(states.count)
    states.append(state)
    numbers[state] = number
    table += repeatElement(PatternMatcher.unknown, count: PatternMatcher.width)
    return number
  }

  private func forget() {
    states.removeAll()
    numbers.removeAll()
    table.removeAll()
    others.removeAll()
    _ = number(of: start)
  }
}

extension Span<UInt8> {
  /// Reads the scalar at `index`, which is none of ASCII, and moves `index` behind it.
  fileprivate func scalar(at index: inout Int) -> Unicode.Scalar {
    let first = self[index]
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 1
    guard length > 1, index + length <= count else {
      index += 1
      return "\u{FFFD}"
    }
    var value = UInt32(first) & (0x7F >> UInt32(length))
    for offset in 1..<length { value = value << 6 | UInt32(self[index + offset] & 0x3F) }
    index += length
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }
}
