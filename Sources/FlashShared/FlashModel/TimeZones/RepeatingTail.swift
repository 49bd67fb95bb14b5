/// The changes that a yearly rule makes after the last one a file lists, written out once.
///
/// The Gregorian calendar repeats after 400 years, so that one table of them answers every question
/// by the same binary search as the listed changes.
struct RepeatingTail {
  static let cycleMilliseconds: Int64 = 146_097 * Timestamp.millisecondsPerDay

  /// In order; empty if the rule has no daylight saving time.
  private(set) var changes: [OffsetChange] = []
  /// Seconds since 1970 from which on the 400 years before repeat; nil without changes.
  private(set) var cycleEnd: Int64?

  init(of rule: PosixZoneRule, after last: OffsetChange?) {
    guard rule.daylight != nil else { return }
    let lastDay = (last?.seconds ?? 0).flooredQuotient(by: 86_400)
    let firstYear = CivilDate(dayNumber: lastDay).year
    // Two years more than a cycle: what repeats then lies a year clear of the listed changes, and
    // local readings past its end still find their change.
    let lastYear = firstYear + 402
    var found: [OffsetChange] = []
    for year in firstYear...lastYear {
      found.append(contentsOf: rule.changes(in: year))
    }
    // Rules may reach some days into the neighbouring years. Ties keep their order: where daylight
    // saving time ends and begins at one moment (all the year), the later change counts.
    let order = found.indices.sorted {
      (found[$0].seconds, $0) < (found[$1].seconds, $1)
    }
    for index in order where found[index].seconds > last?.seconds ?? .min {
      if changes.last?.seconds == found[index].seconds { changes.removeLast() }
      changes.append(found[index])
    }
    cycleEnd = yearStart(lastYear) * 86_400
  }
}

/// The day number of January 1.
func yearStart(_ year: Int64) -> Int64 {
  let before = year - 1
  return 365 * (year - 1_970) + before.flooredQuotient(by: 4) - before.flooredQuotient(by: 100)
    + before.flooredQuotient(by: 400) - 477
}

func isLeapYear(_ year: Int64) -> Bool {
  year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}
