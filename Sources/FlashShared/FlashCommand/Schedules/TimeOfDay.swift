/// A time on the clock, without a day.
public struct TimeOfDay: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// Minutes since midnight, 0 to 1,439.
  public let minutes: Int

  /// - Returns: nil unless `hour` is 0 to 23 and `minute` 0 to 59.
  public init?(hour: Int, minute: Int) {
    guard (0...23).contains(hour), (0...59).contains(minute) else { return nil }
    minutes = hour * 60 + minute
  }

  /// Reads `8:00` or `08:00`.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].utf8.count == 2, (1...2).contains(parts[0].utf8.count),
      let hour = Int(argument: String(parts[0])), let minute = Int(argument: String(parts[1])),
      let time = TimeOfDay(hour: hour, minute: minute)
    else { return nil }
    self = time
  }

  public var hour: Int { minutes / 60 }
  public var minute: Int { minutes % 60 }

  /// `08:00`.
  public var description: String {
    "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
  }

  public static func < (left: TimeOfDay, right: TimeOfDay) -> Bool { left.minutes < right.minutes }
}
