import FlashModel
import FlashPackages
import FlashScheduler

/// How days and schedules here are said in Anki's terms.
struct AnkiTerms {
  /// How the package's collection counts days.
  let anki: AnkiCalendar
  private let calendar: StudyCalendar
  private let now: Timestamp

  /// Anki's first year begins day 0, so that no day has a number below 0.
  private static let firstDay = StudyDay(number: 13_149)
  private static let daysInMonth: Int64 = 30

  init(_ calendar: StudyCalendar, at now: Timestamp) {
    self.calendar = calendar
    self.now = now
    // Clocks are set forward by an hour for a part of the year. Counted from the time that holds for
    // the rest of it, each of Anki's days begins within the study day that it stands for.
    let offsets = (0..<12).map { month in
      calendar.zone.offsetMilliseconds(
        at: now.advanced(by: month * AnkiTerms.daysInMonth * Timestamp.millisecondsPerDay))
    }
    let offset = (offsets.min() ?? 0) / 1_000
    anki = AnkiCalendar(
      created: Int64(AnkiTerms.firstDay.number) * 86_400 + Int64(calendar.rolloverHour) * 3_600
        - offset,
      minutesWest: Int(-offset / 60), rolloverHour: calendar.rolloverHour)
  }

  /// The number of the study day that a moment belongs to.
  func day(of moment: Timestamp) -> Int64 {
    Int64(calendar.day(of: moment).days(since: AnkiTerms.firstDay))
  }

  /// What a schedule waits from when it was made: days in review, else less than 0 for seconds.
  func interval(of scheduling: Scheduling) -> Int64 {
    guard let due = scheduling.due,
      let last = scheduling.lastScheduled ?? scheduling.lastReviewed
    else { return 0 }
    if scheduling.state == .review { return max(1, day(of: due) - day(of: last)) }
    return interval(from: last, to: due)
  }

  /// The time between two moments: days if they are of different days, else less than 0 for seconds.
  func interval(from earlier: Timestamp, to later: Timestamp) -> Int64 {
    let days = day(of: later) - day(of: earlier)
    return days > 0 ? days : -max(0, later.milliseconds(since: earlier) / 1_000)
  }

  /// The difficulty as Anki's log has it.
  static func factor(of memory: MemoryState?) -> Int {
    memory.map { Int(((($0.difficulty - 1) / 9) + 0.1) * 1_000) } ?? 0
  }
}

extension AnkiCardRecord {
  /// Sets the card's state.
  /// - Parameter scheduler: that of its deck.
  mutating func set(
    _ card: Card, by scheduler: Scheduler, in terms: AnkiTerms, at now: Timestamp
  ) {
    let scheduling = card.scheduling
    reps = scheduling.reps
    lapses = scheduling.lapses
    type = scheduling.state.rawValue
    if scheduling.state != .new {
      queue = scheduling.state == .review ? 2 : 1
      let moment = scheduling.due ?? scheduling.lastScheduled ?? now
      due = scheduling.state == .review ? terms.day(of: moment) : moment.milliseconds / 1_000
      setMemory(scheduling, position: card.position, by: scheduler)
      setSteps(scheduling, by: scheduler)
      // A card in relearning has the days it is to wait for afterwards.
      if scheduling.state == .review { interval = Int(terms.interval(of: scheduling)) }
    }
    if card.isSuspended {
      queue = -1
    } else if let until = card.buriedUntil, until > now {
      queue = -3
      // Anki puts a card aside until the day after it was last changed.
      changed = now.milliseconds / 1_000
    }
  }

  private mutating func setMemory(
    _ scheduling: Scheduling, position: Int, by scheduler: Scheduler
  ) {
    var json = JSONWriter()
    json.beginObject()
    json.key("pos")
    json.value(position)
    if let memory = scheduling.memory {
      json.key("s")
      json.value(memory.stability)
      json.key("d")
      json.value(memory.difficulty)
      json.key("dr")
      json.value(scheduler.parameters.desiredRetention)
      json.key("decay")
      json.value(scheduler.decay)
      factor = Int((1_000 * min(max(scheduler.ease(of: memory), 1.3), 9.9)).rounded())
      if scheduling.state == .relearning { interval = max(1, Int(memory.stability.rounded())) }
    }
    if let last = scheduling.lastScheduled ?? scheduling.lastReviewed {
      json.key("lrt")
      json.value(last.milliseconds / 1_000)
    }
    json.endObject()
    data = String(decoding: json.bytes, as: UTF8.self)
  }

  private mutating func setSteps(_ scheduling: Scheduling, by scheduler: Scheduler) {
    let steps: Int
    switch scheduling.state {
    case .learning: steps = scheduler.parameters.learningSteps.count
    case .relearning: steps = scheduler.parameters.relearningSteps.count
    case .new, .review: return
    }
    let remaining = max(1, steps - (scheduling.step ?? 0))
    left = remaining + 1_000 * remaining
  }
}
