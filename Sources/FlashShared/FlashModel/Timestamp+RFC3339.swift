extension Timestamp {
  /// The RFC 3339 form in UTC, with milliseconds only where they are not zero:
  /// `2026-11-30T07:00:00Z`, `2026-11-30T07:00:00.250Z`.
  public var rfc3339: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(24)
    appendRFC3339(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the text of ``rfc3339``.
  public func appendRFC3339(to bytes: inout [UInt8]) {
    let day = milliseconds.flooredQuotient(by: Timestamp.millisecondsPerDay)
    let rest = milliseconds - day * Timestamp.millisecondsPerDay
    let date = CivilDate(dayNumber: day)
    if date.year < 0 { bytes.append(UInt8(ascii: "-")) }
    append(date.year.magnitude, width: 4, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    append(date.month.magnitude, width: 2, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    append(date.day.magnitude, width: 2, to: &bytes)
    let seconds = rest.magnitude / 1_000
    bytes.append(UInt8(ascii: "T"))
    append(seconds / 3_600, width: 2, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    append(seconds / 60 % 60, width: 2, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    append(seconds % 60, width: 2, to: &bytes)
    if rest % 1_000 != 0 {
      bytes.append(UInt8(ascii: "."))
      append(rest.magnitude % 1_000, width: 3, to: &bytes)
    }
    bytes.append(UInt8(ascii: "Z"))
  }

  /// Reads an RFC 3339 date-time with `Z` or a numeric offset; more than three decimals are cut.
  public init?(rfc3339 text: some StringProtocol) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, let date = CivilDate(bytes[0..<10]),
      bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: "t")
        || bytes[10] == UInt8(ascii: " "),
      let hour = number(bytes[11..<13]), hour < 24, bytes[13] == UInt8(ascii: ":"),
      let minute = number(bytes[14..<16]), minute < 60, bytes[16] == UInt8(ascii: ":"),
      let second = number(bytes[17..<19]), second < 61
    else { return nil }
    var index = 19
    var fraction: Int64 = 0
    if bytes[index] == UInt8(ascii: ".") {
      index += 1
      var digits = 0
      while index < bytes.count, (48...57).contains(bytes[index]) {
        if digits < 3 { fraction = fraction * 10 + Int64(bytes[index] - 48) }
        digits += 1
        index += 1
      }
      guard digits > 0 else { return nil }
      while digits < 3 {
        fraction *= 10
        digits += 1
      }
    }
    guard let offset = offsetMilliseconds(bytes[index...]) else { return nil }
    let local = (hour * 3_600 + minute * 60 + min(second, 59)) * 1_000 + fraction
    self.init(milliseconds: date.dayNumber * Timestamp.millisecondsPerDay + local - offset)
  }
}

/// A day of the proleptic Gregorian calendar, without a time zone.
public struct CivilDate: Hashable, Sendable, Comparable, CustomStringConvertible {
  public let year: Int64
  /// 1 to 12.
  public let month: Int64
  /// 1 to 31.
  public let day: Int64

  /// - Parameter dayNumber: days since 1970-01-01.
  /// - Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", civil_from_days.
  public init(dayNumber: Int64) {
    let shifted = dayNumber + 719_468
    let era = shifted.flooredQuotient(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// A day by its parts; nil if the calendar has no such day.
  public init?(year: Int64, month: Int64, day: Int64) {
    guard (-200_000...200_000).contains(year), (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    self.init(unchecked: year, month, day)
    guard CivilDate(dayNumber: dayNumber) == self else { return nil }
  }

  /// Reads `YYYY-MM-DD`.
  public init?(_ text: some StringProtocol) {
    self.init(Array(text.utf8)[...])
  }

  fileprivate init?(_ bytes: ArraySlice<UInt8>) {
    let start = bytes.startIndex
    guard bytes.count == 10, bytes[start + 4] == UInt8(ascii: "-"),
      bytes[start + 7] == UInt8(ascii: "-"), let year = number(bytes[start..<start + 4]),
      let month = number(bytes[start + 5..<start + 7]),
      let day = number(bytes[start + 8..<start + 10])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  private init(unchecked year: Int64, _ month: Int64, _ day: Int64) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// Days since 1970-01-01.
  /// - Source: as ``init(dayNumber:)``, days_from_civil.
  public var dayNumber: Int64 {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = shiftedYear.flooredQuotient(by: 400)
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// `YYYY-MM-DD`.
  public var description: String { "\(padded(year, to: 4))-\(padded(month))-\(padded(day))" }

  public static func < (left: CivilDate, right: CivilDate) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }
}

extension Int64 {
  /// The quotient rounded towards negative infinity.
  /// - Parameter divisor: greater than 0.
  public func flooredQuotient(by divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}

private func padded(_ value: Int64, to width: Int = 2) -> String {
  let digits = String(value.magnitude)
  return (value < 0 ? "-" : "") + String(repeating: "0", count: max(0, width - digits.count))
    + digits
}

/// Appends `value` in decimal, with zeros before it up to `width` digits.
private func append(_ value: UInt64, width: Int, to bytes: inout [UInt8]) {
  let start = bytes.count
  var rest = value
  repeat {
    bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
    rest /= 10
  } while rest > 0 || bytes.count - start < width
  bytes[start...].reverse()
}

private func number(_ digits: ArraySlice<UInt8>) -> Int64? {
  var value: Int64 = 0
  for digit in digits {
    guard (48...57).contains(digit) else { return nil }
    value = value * 10 + Int64(digit - 48)
  }
  return value
}

private func offsetMilliseconds(_ bytes: ArraySlice<UInt8>) -> Int64? {
  let start = bytes.startIndex
  if bytes.count == 1 { return bytes[start] | 32 == UInt8(ascii: "z") ? 0 : nil }
  guard bytes.count == 6, bytes[start + 3] == UInt8(ascii: ":"),
    let hours = number(bytes[start + 1..<start + 3]), hours < 24,
    let minutes = number(bytes[start + 4..<start + 6]), minutes < 60
  else { return nil }
  let amount = (hours * 60 + minutes) * 60_000
  switch bytes[start] {
  case UInt8(ascii: "+"): return amount
  case UInt8(ascii: "-"): return -amount
  default: return nil
  }
}
