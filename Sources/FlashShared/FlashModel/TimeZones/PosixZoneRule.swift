/// The rule of a POSIX `TZ` string, such as `CET-1CEST,M3.5.0,M10.5.0/3`.
///
/// A string with daylight saving time but without its two dates is refused: POSIX leaves their
/// meaning open, and no file of the IANA database has one.
///
/// - Source: POSIX.1-2017, XBD 8.3; RFC 9636, section 3.3.2 (hours up to 167, negative ones).
struct PosixZoneRule: Hashable, Sendable {
  /// Seconds ahead of UTC.
  var standardOffset: Int64
  var daylight: Daylight?

  struct Daylight: Hashable, Sendable {
    /// Seconds ahead of UTC.
    var offset: Int64
    var start: YearlyMoment
    var end: YearlyMoment
  }

  init?(_ text: ArraySlice<UInt8>) {
    var scanner = PosixZoneScanner(rest: text)
    guard text.count <= 255, scanner.skipName(), let west = scanner.clock(maximumHours: 24) else {
      return nil
    }
    standardOffset = -west
    guard !scanner.isAtEnd else { return }
    guard scanner.skipName() else { return nil }
    var offset = standardOffset + 3_600
    if scanner.peek != UInt8(ascii: ",") {
      guard let west = scanner.clock(maximumHours: 24) else { return nil }
      offset = -west
    }
    guard let start = scanner.yearlyMoment(), let end = scanner.yearlyMoment(), scanner.isAtEnd
    else { return nil }
    daylight = Daylight(offset: offset, start: start, end: end)
  }

  /// The two changes of `year` in the order they happen; none without daylight saving time.
  func changes(in year: Int64) -> [OffsetChange] {
    guard let daylight else { return [] }
    let start = OffsetChange(
      seconds: daylight.start.localSeconds(in: year) - standardOffset, offset: daylight.offset)
    let end = OffsetChange(
      seconds: daylight.end.localSeconds(in: year) - daylight.offset, offset: standardOffset)
    return start.seconds <= end.seconds ? [start, end] : [end, start]
  }
}

/// A moment of every year, by the local clock in force before it.
struct YearlyMoment: Hashable, Sendable {
  enum Day: Hashable, Sendable {
    /// `Jn`, 1 to 365: February 29 is never counted.
    case withoutLeapDay(Int64)
    /// `n`, 0 to 365: February 29 is counted.
    case withLeapDay(Int64)
    /// `Mm.w.d`: week 5 is the last one; weekday 0 is Sunday.
    case weekday(month: Int64, week: Int64, weekday: Int64)
  }

  var day: Day
  /// Seconds after midnight, up to 167 hours either way.
  var time: Int64

  /// Seconds of local time since 1970.
  func localSeconds(in year: Int64) -> Int64 {
    (yearStart(year) + dayOfYear(in: year)) * 86_400 + time
  }

  private func dayOfYear(in year: Int64) -> Int64 {
    switch day {
    case .withoutLeapDay(let number):
      return number - 1 + (isLeapYear(year) && number >= 60 ? 1 : 0)
    case .withLeapDay(let number):
      return number
    case .weekday(let month, let week, let weekday):
      let first = YearlyMoment.daysBefore(month: month, in: year)
      let length = YearlyMoment.daysBefore(month: month + 1, in: year) - first
      // 1970-01-01 was a Thursday.
      let weekdays = yearStart(year) + first + 4
      let firstWeekday = weekdays - 7 * weekdays.flooredQuotient(by: 7)
      var day = (weekday - firstWeekday + 7) % 7 + 7 * (week - 1)
      if day >= length { day -= 7 }
      return first + day
    }
  }

  /// Days of `year` before `month`, 1 to 13.
  private static func daysBefore(month: Int64, in year: Int64) -> Int64 {
    daysBeforeMonth[Int(month - 1)] + (month > 2 && isLeapYear(year) ? 1 : 0)
  }

  private static let daysBeforeMonth: [Int64] = [
    0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365,
  ]
}

/// Reads the parts of a `TZ` string one after the other.
private struct PosixZoneScanner {
  var rest: ArraySlice<UInt8>

  init(rest: ArraySlice<UInt8>) { self.rest = rest }

  var isAtEnd: Bool { rest.isEmpty }

  var peek: UInt8? { rest.first }

  /// Skips `CET` or `<+03>`; false if there is no name of at least three characters.
  mutating func skipName() -> Bool {
    if skip(UInt8(ascii: "<")) {
      let name = rest.prefix { $0 != UInt8(ascii: ">") }
      rest = rest.dropFirst(name.count)
      return name.count >= 3 && skip(UInt8(ascii: ">"))
    }
    let name = rest.prefix { (65...90).contains($0) || (97...122).contains($0) }
    rest = rest.dropFirst(name.count)
    return name.count >= 3
  }

  /// Reads `[+-]hh[:mm[:ss]]` as seconds.
  mutating func clock(maximumHours: Int64) -> Int64? {
    let isNegative = skip(UInt8(ascii: "-"))
    if !isNegative { _ = skip(UInt8(ascii: "+")) }
    guard let hours = number(through: maximumHours) else { return nil }
    var seconds = hours * 3_600
    if skip(UInt8(ascii: ":")) {
      guard let minutes = number(through: 59) else { return nil }
      seconds += minutes * 60
      if skip(UInt8(ascii: ":")) {
        guard let rest = number(through: 59) else { return nil }
        seconds += rest
      }
    }
    return isNegative ? -seconds : seconds
  }

  /// Reads `,date[/time]`; the time is 02:00 if absent.
  mutating func yearlyMoment() -> YearlyMoment? {
    guard skip(UInt8(ascii: ",")), let day = day() else { return nil }
    guard skip(UInt8(ascii: "/")) else { return YearlyMoment(day: day, time: 7_200) }
    guard let time = clock(maximumHours: 167) else { return nil }
    return YearlyMoment(day: day, time: time)
  }

  private mutating func day() -> YearlyMoment.Day? {
    if skip(UInt8(ascii: "J")) {
      guard let number = number(through: 365), number > 0 else { return nil }
      return .withoutLeapDay(number)
    }
    guard skip(UInt8(ascii: "M")) else {
      return number(through: 365).map { .withLeapDay($0) }
    }
    guard let month = number(through: 12), month > 0, skip(UInt8(ascii: ".")),
      let week = number(through: 5), week > 0, skip(UInt8(ascii: ".")),
      let weekday = number(through: 6)
    else { return nil }
    return .weekday(month: month, week: week, weekday: weekday)
  }

  private mutating func number(through maximum: Int64) -> Int64? {
    var value: Int64 = 0
    var count = 0
    while let digit = rest.first, (48...57).contains(digit) {
      value = value * 10 + Int64(digit - 48)
      guard value <= maximum else { return nil }
      rest = rest.dropFirst()
      count += 1
    }
    return count > 0 ? value : nil
  }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard rest.first == byte else { return false }
    rest = rest.dropFirst()
    return true
  }
}
