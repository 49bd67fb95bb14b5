import FlashCollection
import FlashCommand
import FlashModel
import FlashScheduler
import FlashStore

/// What statistics are asked about.
struct StatsRequest: Sendable {
  /// The path that was asked for; nil is all decks.
  var deck: String?
  var query: String?
  /// The cards that the query finds.
  var filter: CardFilter?
  /// The days that history is about.
  var period: ClosedRange<StudyDay>
  /// Days that the forecast looks ahead.
  var ahead = 30

  /// Days of history unless asked otherwise.
  static let days = 365

  /// All decks and the last year.
  init(today: StudyDay) { period = today.advanced(by: 1 - StatsRequest.days)...today }

  /// - Throws: `UsageError` for a period that ends before it begins; as `filter(query:in:)`.
  init(_ options: Stats.Options, _ scope: StudyScope, in context: CommandContext) throws {
    let calendar = scope.rules.calendar
    self.init(today: calendar.day(of: context.now))
    let last = options.until.map { $0.studyDay(in: calendar) } ?? period.upperBound
    let first =
      options.since.map { $0.studyDay(in: calendar) }
      ?? last.advanced(by: 1 - (options.days ?? StatsRequest.days))
    guard first <= last else {
      throw UsageError.badValue(
        subject: "--since", value: first.date.description,
        expected: "a day up to \(last.date.description)")
    }
    if options.since != nil, options.days != nil {
      throw UsageError.other("'--since' and '--days' exclude each other", hint: nil)
    }
    period = first...last
    deck = options.deck
    ahead = options.ahead
    query = options.query
    filter = try options.query.map { try context.filter(query: $0, in: scope.store) }
  }
}

extension PointInTime {
  fileprivate func studyDay(in calendar: StudyCalendar) -> StudyDay {
    switch self {
    case .day(let day): StudyDay(number: Int(day.dayNumber))
    case .moment(let moment): calendar.day(of: moment)
    }
  }
}
