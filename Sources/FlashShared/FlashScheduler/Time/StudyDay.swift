public import FlashModel

/// A study day, by the number of its local date: days since 1970-01-01.
public struct StudyDay: Hashable, Sendable, Comparable {
  public var number: Int

  public init(number: Int) { self.number = number }

  /// The day `days` later, or earlier if that is negative.
  public func advanced(by days: Int) -> StudyDay {
    let (sum, overflow) = number.addingReportingOverflow(days)
    return StudyDay(number: overflow ? (days < 0 ? .min : .max) : sum)
  }

  /// Days from `earlier` to this day, negative if that one is later.
  public func days(since earlier: StudyDay) -> Int {
    let (difference, overflow) = number.subtractingReportingOverflow(earlier.number)
    return overflow ? (number < earlier.number ? .min : .max) : difference
  }

  /// The date the day begins on.
  public var date: CivilDate { CivilDate(dayNumber: Int64(number)) }

  public static func < (left: StudyDay, right: StudyDay) -> Bool { left.number < right.number }
}
