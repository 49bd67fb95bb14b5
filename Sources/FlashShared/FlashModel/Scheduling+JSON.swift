extension Scheduling {
  /// The snapshot of the wire, `SchedulingState` of the contract.
  public var json: JSONValue {
    .object([
      JSONValue.Member("stability", memory.map { .double($0.stability) } ?? .null),
      JSONValue.Member("difficulty", memory.map { .double($0.difficulty) } ?? .null),
      JSONValue.Member("state", .string(state.word)),
      JSONValue.Member("step", step.map { .integer(Int64($0)) } ?? .null),
      JSONValue.Member("last_reviewed_at_ms", JSONValue(lastReviewed)),
      JSONValue.Member("last_scheduled_at_ms", JSONValue(lastScheduled)),
      JSONValue.Member("due_at_ms", JSONValue(due)),
      JSONValue.Member("reps", .integer(Int64(reps))),
      JSONValue.Member("lapses", .integer(Int64(lapses))),
    ])
  }

  /// Reads a snapshot. What is absent, or not of its type, is as on a card that was never reviewed;
  /// an absent `last_scheduled_at_ms` is the last review of a card that has a memory state.
  public init(json: JSONValue) {
    self.init()
    if case .string(let word)? = json["state"] { state = CardState(word: word) ?? .new }
    if let stability = json["stability"]?.double, let difficulty = json["difficulty"]?.double {
      memory = MemoryState(stability: stability, difficulty: difficulty)
    }
    step = json["step"]?.integer.flatMap { Int(exactly: $0) }
    due = json["due_at_ms"]?.integer.map { Timestamp(milliseconds: $0) }
    lastReviewed = json["last_reviewed_at_ms"]?.integer.map { Timestamp(milliseconds: $0) }
    if let told = json["last_scheduled_at_ms"] {
      lastScheduled = told.integer.map { Timestamp(milliseconds: $0) }
    } else if memory != nil {
      lastScheduled = lastReviewed
    }
    reps = json["reps"]?.integer.flatMap { Int(exactly: $0) } ?? 0
    lapses = json["lapses"]?.integer.flatMap { Int(exactly: $0) } ?? 0
  }
}

extension JSONValue {
  /// Milliseconds, or null.
  public init(_ moment: Timestamp?) {
    self = moment.map { .integer($0.milliseconds) } ?? .null
  }

  /// A whole number, also one written with a fraction of 0; nil for anything else.
  public var integer: Int64? {
    switch self {
    case .integer(let value): value
    case .double(let value): Int64(exactly: value)
    default: nil
    }
  }

  /// A number; nil for anything else.
  public var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }

  /// A string; nil for anything else.
  public var string: String? {
    if case .string(let text) = self { text } else { nil }
  }
}
