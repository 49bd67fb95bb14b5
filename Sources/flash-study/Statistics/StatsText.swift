import FlashModel
import FlashScheduler

// Numbers and days as statistics say them.

/// `1 card`, `2 cards`.
func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

/// How long something took, as people say it.
enum DurationText {
  static func text(milliseconds: Int) -> String {
    let seconds = milliseconds / 1_000
    if seconds < 60 { return "\(seconds) s" }
    if seconds < 3_600 { return "\(seconds / 60) min" }
    return "\(seconds / 3_600) h \(seconds / 60 % 60) min"
  }
}

extension Double {
  /// With one digit behind the point, a half rounded up.
  var tenths: String {
    guard abs(self) < 1e15 else { return "\(self)" }
    let tenths = Int((abs(self) * 10 + 0.5).rounded(.down))
    return "\(self < 0 && tenths > 0 ? "-" : "")\(tenths / 10).\(tenths % 10)"
  }

  /// Days in a unit that suits their number: `12.5 days`, `3.2 years`.
  var daysText: String { self < 365 ? "\(tenths) days" : "\((self / 365.25).tenths) years" }
}

extension Share {
  /// `88.4 %`, or `-` of nothing.
  var tenths: String { total == 0 ? "-" : "\(percent.tenths) %" }
}

extension CivilDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// `Nov`.
  var monthName: String { CivilDate.months[Int(month) - 1] }

  /// `2026-11`.
  var monthText: String { String(description.dropLast(3)) }
}

extension StudyDay {
  /// 0 is Monday, 6 Sunday.
  var weekday: Int { ((number + 3) % 7 + 7) % 7 }
}
