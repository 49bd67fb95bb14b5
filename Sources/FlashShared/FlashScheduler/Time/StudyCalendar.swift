public import FlashModel

/// Where one study day ends and the next begins, in one time zone.
///
/// A day is `floor((utc + offset(utc) - rollover) / 24 h)`. Only where clocks are set back across
/// the rollover itself (which no zone has done at a whole hour since 2011) that would go back to
/// the day before; here the new day has then begun for good.
public struct StudyCalendar: Hashable, Sendable {
  public let zone: TimeZoneRules
  /// Local hour at which a study day begins, 0 to 23.
  public let rolloverHour: Int
  private let rollover: Int64

  /// - Parameter rolloverHour: hours outside 0 to 23 count as the nearest of them.
  public init(zone: TimeZoneRules, rolloverHour: Int = 4) {
    self.zone = zone
    self.rolloverHour = min(max(rolloverHour, 0), 23)
    rollover = Int64(self.rolloverHour) * 3_600_000
  }

  /// The study day that `moment` belongs to; never earlier than that of an earlier moment.
  public func day(of moment: Timestamp) -> StudyDay {
    let local = zone.localMilliseconds(at: moment) - rollover
    return StudyDay(number: Int(local.flooredQuotient(by: Timestamp.millisecondsPerDay)))
  }

  /// The first moment that belongs to `day`, or to a later one if the zone skips it.
  public func start(of day: StudyDay) -> Timestamp {
    let number = min(max(Int64(day.number), -StudyCalendar.farthest), StudyCalendar.farthest)
    return zone.firstMoment(showing: number * Timestamp.millisecondsPerDay + rollover)
  }

  /// The first moment after `day`.
  public func end(of day: StudyDay) -> Timestamp { start(of: day.advanced(by: 1)) }

  /// Study days from one moment to another, 0 if `later` is the earlier one.
  public func days(from earlier: Timestamp, to later: Timestamp) -> Int {
    max(0, day(of: later).days(since: day(of: earlier)))
  }

  /// The hour on the clock at `moment`, 0 to 23.
  public func hour(of moment: Timestamp) -> Int {
    let bounded = min(max(moment.milliseconds, -StudyCalendar.lastHour), StudyCalendar.lastHour)
    let local = bounded + zone.offsetMilliseconds(at: moment)
    let ofDay =
      local - local.flooredQuotient(by: Timestamp.millisecondsPerDay)
      * Timestamp.millisecondsPerDay
    return Int(ofDay / 3_600_000)
  }

  // An offset added to it is far from overflow.
  private static let lastHour = Int64.max / 2

  // Milliseconds of it are far from overflow.
  private static let farthest: Int64 = 20_000_000_000
}
