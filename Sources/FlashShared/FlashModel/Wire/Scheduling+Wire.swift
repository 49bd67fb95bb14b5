/// The scheduling members of a card, or of a snapshot in the log, while they are read.
struct SchedulingMembers {
  private var scheduling: Scheduling
  private var stability: Double?
  private var difficulty: Double?

  /// Begins with what is known, over which members are read.
  init(_ scheduling: Scheduling) {
    self.scheduling = scheduling
    stability = scheduling.memory?.stability
    difficulty = scheduling.memory?.difficulty
  }

  /// - Returns: false if `key` names none; nothing is read then.
  mutating func read(_ key: String, from reader: inout JSONReader) throws(JSONError) -> Bool {
    switch key {
    case "stability": stability = try reader.doubleOrNull()
    case "difficulty": difficulty = try reader.doubleOrNull()
    case "state": scheduling.state = try reader.word { CardState(word: $0) }
    case "step": scheduling.step = try reader.integerOrNull(in: 0...Int(Int32.max))
    case "due_at_ms": scheduling.due = try reader.timestampOrNull()
    case "last_reviewed_at_ms": scheduling.lastReviewed = try reader.timestampOrNull()
    case "last_scheduled_at_ms": scheduling.lastScheduled = try reader.timestampOrNull()
    case "reps": scheduling.reps = try reader.integer(in: 0...Int(Int32.max))
    case "lapses": scheduling.lapses = try reader.integer(in: 0...Int(Int32.max))
    default: return false
    }
    return true
  }

  /// What was read.
  /// - Parameter start: where the object began, for the error.
  func result(_ start: Int) throws(JSONError) -> Scheduling {
    var scheduling = scheduling
    switch (stability, difficulty) {
    case (let stability?, let difficulty?):
      scheduling.memory = MemoryState(stability: stability, difficulty: difficulty)
    case (nil, nil): scheduling.memory = nil
    default:
      throw JSONError(
        offset: start, reason: "stability and difficulty belong together",
        field: stability == nil ? "stability" : "difficulty")
    }
    return scheduling
  }
}

extension Scheduling {
  func writeMembers(to writer: inout JSONWriter, as form: WireForm) {
    writer.member("stability", memory?.stability)
    writer.member("difficulty", memory?.difficulty)
    writer.member("state", state.word)
    writer.member("last_reviewed_at_ms", lastReviewed)
    writer.member("due_at_ms", due)
    writer.member("lapses", lapses)
    writer.member("reps", reps)
    if form == .whole || step != nil { writer.member("step", step) }
    if form == .whole || lastScheduled != nil {
      writer.member("last_scheduled_at_ms", lastScheduled)
    }
  }
}
