public import FlashModel

/// A card's schedule as a log entry carries it: ``Scheduling`` in 56 bytes without a reference, so
/// that a million of them can be walked through.
///
/// What is absent is 0 and not in ``present``.
public struct LogState: Hashable, Sendable {
  /// Days.
  public private(set) var stability: Double = 0
  public private(set) var difficulty: Double = 0
  /// Milliseconds since 1970, as the two below.
  public private(set) var due: Int64 = 0
  private(set) var lastReviewed: Int64 = 0
  private(set) var lastScheduled: Int64 = 0
  var reps: Int32 = 0
  var lapses: Int32 = 0
  private var step: Int16 = 0
  public private(set) var state = CardState.new
  private var present: Present = []

  private struct Present: OptionSet, Hashable, Sendable {
    let rawValue: UInt8
    static let memory = Present(rawValue: 1)
    static let due = Present(rawValue: 2)
    static let step = Present(rawValue: 4)
    static let lastReviewed = Present(rawValue: 8)
    static let lastScheduled = Present(rawValue: 16)
    static let compared: Present = [.memory, .due]
  }

  /// A card that was never reviewed.
  public static let new = LogState(Scheduling.new)

  /// Counts beyond 32 bits and steps beyond 16 are cut to them.
  public init(_ scheduling: Scheduling) {
    state = scheduling.state
    reps = Int32(clamping: scheduling.reps)
    lapses = Int32(clamping: scheduling.lapses)
    if let memory = scheduling.memory {
      stability = memory.stability
      difficulty = memory.difficulty
      present.insert(.memory)
    }
    if let moment = scheduling.due {
      due = moment.milliseconds
      present.insert(.due)
    }
    if let value = scheduling.step {
      step = Int16(clamping: value)
      present.insert(.step)
    }
    if let moment = scheduling.lastReviewed {
      lastReviewed = moment.milliseconds
      present.insert(.lastReviewed)
    }
    if let moment = scheduling.lastScheduled {
      lastScheduled = moment.milliseconds
      present.insert(.lastScheduled)
    }
  }

  public var scheduling: Scheduling {
    Scheduling(
      state: state, step: present.contains(.step) ? Int(step) : nil,
      memory: present.contains(.memory)
        ? MemoryState(stability: stability, difficulty: difficulty) : nil,
      due: moment(due, .due), lastReviewed: moment(lastReviewed, .lastReviewed),
      lastScheduled: moment(lastScheduled, .lastScheduled), reps: Int(reps), lapses: Int(lapses))
  }

  /// As ``Scheduling/hasSameSchedule(as:)``.
  @inline(__always)
  func hasSameSchedule(as other: LogState) -> Bool {
    stability == other.stability && difficulty == other.difficulty && due == other.due
      && state == other.state && effectiveStep == other.effectiveStep
      && present.intersection(.compared) == other.present.intersection(.compared)
  }

  /// Notes a review at `moment` that moved no schedule.
  @inline(__always)
  mutating func countBasic(at moment: Timestamp) {
    reps = reps &+ 1
    lastReviewed = moment.milliseconds
    present.insert(.lastReviewed)
  }

  /// Takes `after` as it stands, but goes on with its own counts.
  /// - Parameter moment: stands in for times that `after` does not tell.
  @inline(__always)
  mutating func adopt(_ after: LogState, isLapse: Bool, at moment: Timestamp) {
    let reps = reps &+ 1
    let lapses = lapses &+ (isLapse ? 1 : 0)
    self = after
    self.reps = reps
    self.lapses = lapses
    if !present.contains(.lastReviewed) { lastReviewed = moment.milliseconds }
    if !present.contains(.lastScheduled) { lastScheduled = moment.milliseconds }
    present.formUnion([.lastReviewed, .lastScheduled])
  }

  // An absent step counts as the first; outside learning there is none.
  @inline(__always)
  private var effectiveStep: Int16 {
    state == .learning || state == .relearning ? step : 0
  }

  private func moment(_ milliseconds: Int64, _ member: Present) -> Timestamp? {
    present.contains(member) ? Timestamp(milliseconds: milliseconds) : nil
  }
}
