public import FlashModel

/// When a scheduled job runs: at times of each day, or every so many minutes.
public enum ScheduleTimes: Hashable, Sendable {
  /// Sorted, each once, at least one.
  case daily([TimeOfDay])
  /// A number that divides the hour, or a number of whole hours that divides the day.
  case every(minutes: Int)

  /// Times as they were given: some of the day, or one interval.
  /// - Returns: nil if both are mixed, or there is not exactly one interval.
  public init?(_ given: [ScheduleTime]) {
    let times = given.compactMap(\.time)
    if times.count == given.count, !times.isEmpty {
      self = .daily(Set(times).sorted())
    } else if given.count == 1, case .every(let minutes) = given[0] {
      self = .every(minutes: minutes)
    } else {
      return nil
    }
  }

  /// For a person: `at 08:00 and 19:30`, `every 30 minutes`.
  public var told: String {
    switch self {
    case .daily(let times): "at " + times.map(\.description).joined(separator: " and ")
    case .every(1): "every minute"
    case .every(60): "every hour"
    case .every(let minutes) where minutes % 60 == 0: "every \(minutes / 60) hours"
    case .every(let minutes): "every \(minutes) minutes"
    }
  }

  /// The first run after a moment.
  /// - Parameter zone: that of the machine, whose clock cron and systemd read.
  public func next(after now: Timestamp, in zone: TimeZoneRules) -> Timestamp {
    let local = zone.localMilliseconds(at: now)
    let midnight =
      local.flooredQuotient(by: Timestamp.millisecondsPerDay)
      * Timestamp.millisecondsPerDay
    let minute = Int((local - midnight) / 60_000)
    let next =
      switch self {
      case .daily(let times):
        times.map(\.minutes).first { $0 > minute } ?? (times.first?.minutes ?? 0) + 1_440
      case .every(let step): (minute / step + 1) * step
      }
    return zone.firstMoment(showing: midnight + Int64(next) * 60_000)
  }

  /// What systemd calls it: values of `OnCalendar=`.
  /// - Source: systemd.time(7), "Calendar Events".
  var calendarEvents: [String] {
    switch self {
    case .daily(let times): times.map { "*-*-* \($0):00" }
    case .every(let minutes) where minutes < 60: ["*-*-* *:00/\(minutes):00"]
    case .every(let minutes): ["*-*-* 00/\(minutes / 60):00:00"]
    }
  }

  /// What cron calls it: the five fields before a command, as many times as it takes.
  /// - Source: POSIX, crontab; steps as Vixie's cron has them.
  var cronFields: [String] {
    switch self {
    case .daily(let times):
      Set(times.map(\.minute)).sorted().map { minute in
        let hours = times.filter { $0.minute == minute }.map { "\($0.hour)" }
        return "\(minute) \(hours.joined(separator: ",")) * * *"
      }
    case .every(1): ["* * * * *"]
    case .every(60): ["0 * * * *"]
    case .every(1_440): ["0 0 * * *"]
    case .every(let minutes) where minutes < 60: ["*/\(minutes) * * * *"]
    case .every(let minutes): ["0 */\(minutes / 60) * * *"]
    }
  }
}

/// One of the times that a schedule is given: a time of the day or an interval.
public enum ScheduleTime: CommandValue, Hashable, Sendable {
  case at(TimeOfDay)
  case every(minutes: Int)

  public init?(argument: String) {
    if let time = TimeOfDay(argument) {
      self = .at(time)
      return
    }
    guard let duration = Duration(argument: argument) else { return nil }
    let seconds = duration.components.seconds
    guard seconds >= 60, seconds % 60 == 0, seconds <= 86_400 else { return nil }
    let minutes = Int(seconds / 60)
    guard minutes < 60 ? 60 % minutes == 0 : minutes % 60 == 0 && 1_440 % minutes == 0 else {
      return nil
    }
    self = .every(minutes: minutes)
  }

  var time: TimeOfDay? { if case .at(let time) = self { time } else { nil } }

  public static var expected: String {
    "a time of the day such as 8:00, or an interval such as 30m or 2h that divides hour or day"
  }
  public static var valueName: String { "WHEN" }
}
