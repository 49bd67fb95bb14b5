public import FlashModel

/// The part of a day in which nobody is reminded; it may go past midnight.
public struct QuietHours: CommandValue, Hashable, Sendable {
  let start: TimeOfDay
  /// The first minute that is not quiet any more.
  let end: TimeOfDay

  /// Reads `22-8` or `22:00-7:30`; an end of 24 is midnight.
  public init?(argument: String) {
    let parts = argument.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let start = Self.time(parts[0]), let end = Self.time(parts[1]),
      start != end
    else { return nil }
    self.start = start
    self.end = end
  }

  private static func time(_ text: Substring) -> TimeOfDay? {
    if let time = TimeOfDay(text) { return time }
    guard text.utf8.count <= 2, let hour = Int(argument: String(text)), hour <= 24 else {
      return nil
    }
    return TimeOfDay(hour: hour % 24, minute: 0)
  }

  /// Whether a moment is quiet where the clocks are those of `zone`.
  public func contains(_ moment: Timestamp, in zone: TimeZoneRules) -> Bool {
    let day = Timestamp.millisecondsPerDay
    let local = zone.localMilliseconds(at: moment)
    let minute = Int((local - local.flooredQuotient(by: day) * day) / 60_000)
    return start < end
      ? (start.minutes..<end.minutes).contains(minute)
      : minute >= start.minutes || minute < end.minutes
  }

  public static var expected: String { "hours such as 22-8 or 22:30-7:00" }
  public static var valueName: String { "FROM-TO" }
}
