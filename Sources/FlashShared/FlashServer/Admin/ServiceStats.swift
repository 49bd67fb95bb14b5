import FlashAPI
import FlashModel
import FlashSQL

/// Counts for whoever runs the service. All come from the directory: nobody's collection is opened.
struct ServiceStats {
  private let days: ClosedRange<Int64>
  private let step: Step
  private let now: Timestamp

  private enum Step: String {
    case day
    case week
    case month
  }

  private struct Counts {
    var signUps = 0
    var reviews = 0
    var sessions = 0
    var cards = 0
    var activeUsers = 0
  }

  /// Days of which figures may be asked for at once.
  private static let mostDays: Int64 = 3_660

  /// - Throws: ``Problem`` `.validationFailed`.
  init<Storage: ServerStorage>(_ call: Call<Storage>) throws(Problem) {
    now = call.now
    step =
      try call.choice("bucket", of: ["day", "week", "month"]).flatMap(Step.init(rawValue:)) ?? .day
    let last = try ServiceStats.day("to", of: call) ?? ActiveDays.day(of: call.now)
    let first = try ServiceStats.day("from", of: call) ?? last - 29
    guard first <= last, last - first < ServiceStats.mostDays else {
      throw Problem.invalid("from", "must be a day before 'to', and at most ten years")
    }
    days = first...last
  }

  private static func day<Storage: ServerStorage>(
    _ name: String, of call: Call<Storage>
  ) throws(Problem) -> Int64? {
    guard let text = call.head.query(name) else { return nil }
    guard let date = CivilDate(text) else {
      throw Problem.invalid(name, "must be a day such as 2026-11-30")
    }
    return date.dayNumber
  }

  func read(in connection: some SQLConnection) throws -> AdminStats {
    let (users, content) = try totals(in: connection)
    return AdminStats(
      users: users, activity: try activity(in: connection), content: content,
      subscriptions: AdminStats.Subscriptions(
        byPlan: try group("plan_key", in: connection),
        byStatus: try group("subscription_status", in: connection)),
      sync: nil)
  }

  private func totals(
    in connection: some SQLConnection
  ) throws -> (AdminStats.Users, NamedValues<Int>) {
    let since = [1, 7, 30].map { SQLValue(now.advanced(by: -$0 * Timestamp.millisecondsPerDay)) }
    let row = try connection.row(
      """
      select count(*), count(*) filter (where last_seen_ms > $1),
        count(*) filter (where last_seen_ms > $2), count(*) filter (where last_seen_ms > $3),
        count(disabled_ms),
        count(*) filter (where scheduled_delete_ms is not null and disabled_ms is null),
        cast(coalesce(sum(deck_count), 0) as bigint), cast(coalesce(sum(card_count), 0) as bigint),
        cast(coalesce(sum(review_count), 0) as bigint)
      from users
      """, since
    ) { row in (0..<9).map { Int(row.integer($0)) } }
    let counts = row ?? Array(repeating: 0, count: 9)
    return (
      AdminStats.Users(
        total: counts[0], active1d: counts[1], active7d: counts[2], active30d: counts[3],
        disabled: counts[4], pendingDeletion: counts[5]),
      ["decks": counts[6], "cards": counts[7], "reviews": counts[8]]
    )
  }

  private func group(
    _ column: String, in connection: some SQLConnection
  ) throws -> NamedValues<Int> {
    NamedValues(
      try connection.rows(
        "select \(column), count(*) from users group by \(column) order by \(column)"
      ) { NamedValues.Member($0.text(0), Int($0.integer(1))) })
  }

  /// By the first day of each day, week or month.
  private func activity(in connection: some SQLConnection) throws -> [AdminStats.Activity] {
    var counts: [Int64: Counts] = [:]
    for day in days where counts[start(of: day)] == nil { counts[start(of: day)] = Counts() }
    let day = Timestamp.millisecondsPerDay
    let signUps = try connection.rows(
      """
      select created_ms / \(day), count(*) from users where created_ms >= $1 and created_ms < $2
      group by created_ms / \(day)
      """, [.integer(days.lowerBound * day), .integer((days.upperBound + 1) * day)]
    ) { ($0.integer(0), Int($0.integer(1))) }
    for (day, count) in signUps { counts[start(of: day)]?.signUps += count }
    let range: [SQLValue] = [.integer(days.lowerBound), .integer(days.upperBound)]
    let sums = try connection.rows(
      """
      select day, cast(sum(reviews) as bigint), cast(sum(sessions) as bigint),
        cast(sum(cards) as bigint), count(*)
      from active_days where day between $1 and $2 group by day
      """, range
    ) { row in (0..<5).map { row.integer($0) } }
    for sum in sums {
      counts[start(of: sum[0])]?.reviews += Int(sum[1])
      counts[start(of: sum[0])]?.sessions += Int(sum[2])
      counts[start(of: sum[0])]?.cards += Int(sum[3])
      if step == .day { counts[sum[0]]?.activeUsers += Int(sum[4]) }
    }
    if step != .day {
      for first in counts.keys.sorted() {
        counts[first]?.activeUsers = try users(from: first, in: connection)
      }
    }
    return counts.sorted { $0.key < $1.key }.map { first, counts in
      AdminStats.Activity(
        from: CivilDate(dayNumber: first).description, signUps: counts.signUps,
        reviews: counts.reviews, sessions: counts.sessions, cardsCreated: counts.cards,
        activeUsers: counts.activeUsers)
    }
  }

  /// Who did something in the week or month that begins on a day, each once.
  private func users(from first: Int64, in connection: some SQLConnection) throws -> Int {
    var last = first
    while last < days.upperBound, start(of: last + 1) == first { last += 1 }
    return try connection.row(
      "select count(distinct user_id) from active_days where day between $1 and $2",
      [.integer(max(first, days.lowerBound)), .integer(last)]
    ) { Int($0.integer(0)) } ?? 0
  }

  /// The first day of the day, week or month of a day. Weeks begin on Monday.
  private func start(of day: Int64) -> Int64 {
    switch step {
    case .day: return day
    // The first of January 1970 was a Thursday.
    case .week: return (day + 3).flooredQuotient(by: 7) * 7 - 3
    case .month:
      let date = CivilDate(dayNumber: day)
      return CivilDate(year: date.year, month: date.month, day: 1)?.dayNumber ?? day
    }
  }
}
