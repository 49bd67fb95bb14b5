internal import FlashModel
internal import FlashScheduler
internal import FlashSQL
internal import FlashText

/// What SQL asks Swift about while a query runs: texts that are looked for, days, memory.
///
/// SQL names each by the number it got here.
final class QueryFunctions {
  private enum Matcher {
    case text(QueryTextMatcher)
    case pattern(PatternMatcher)

    func matches(_ text: Span<UInt8>) -> Bool {
      switch self {
      case .text(let matcher): matcher.matches(text)
      case .pattern(let matcher): matcher.matches(text)
      }
    }
  }

  private enum MatcherName: Hashable {
    case text(QueryText, QueryTextPlace)
    case pattern(TextPattern)
  }

  private var matchers: [Matcher] = []
  private var numbers: [MatcherName: Int] = [:]
  private var recalls: [Recall] = []

  /// Gives the functions to a connection.
  init(on connection: SQLiteConnection) throws(SQLError) {
    try connection.define("flash_matches", taking: 2) { [unowned self] arguments in
      guard let number = arguments.integer(0) else { return .null }
      let matcher = matchers[Int(number)]
      let found = arguments.withText(1) { matcher.matches($0) }
      return .integer(found == true ? 1 : 0)
    }
    try connection.define("flash_study_day", taking: 2) { [unowned self] arguments in
      guard let number = arguments.integer(0), let time = arguments.integer(1) else { return .null }
      let calendar = recalls[Int(number)].calendar
      return .integer(Int64(calendar.day(of: Timestamp(milliseconds: time)).number))
    }
    try connection.define("flash_recall", taking: 4) { [unowned self] arguments in
      guard let number = arguments.integer(0), let deck = arguments.integer(1),
        let stability = arguments.double(2)
      else { return .null }
      let last = arguments.integer(3).map { Timestamp(milliseconds: $0) }
      let probability = recalls[Int(number)].probability(
        deckKey: deck, stability: stability, lastScheduled: last)
      return probability.map { .double($0) } ?? .null
    }
  }

  /// The number of a text to look for.
  func number(of text: QueryText, at place: QueryTextPlace) -> Int {
    number(of: .text(text, place), .text(QueryTextMatcher(text, at: place)))
  }

  /// The number of a pattern to look for.
  func number(of pattern: TextPattern) -> Int {
    number(of: .pattern(pattern), .pattern(PatternMatcher(pattern)))
  }

  private func number(of name: MatcherName, _ matcher: @autoclosure () -> Matcher) -> Int {
    if let known = numbers[name] { return known }
    matchers.append(matcher())
    numbers[name] = matchers.count - 1
    return matchers.count - 1
  }

  /// The number of a moment with the schedulers at it.
  func number(of recall: Recall) -> Int {
    if let known = recalls.firstIndex(of: recall) { return known }
    recalls.append(recall)
    return recalls.count - 1
  }
}

/// How likely cards are recalled at one moment.
struct Recall: Equatable {
  let now: Timestamp
  let calendar: StudyCalendar
  let defaults: Scheduler
  /// By deck key, of decks that have options of their own.
  let schedulers: [Int64: Scheduler]

  /// The probability of recall of a card with that memory.
  func probability(deckKey: Int64, stability: Double, lastScheduled: Timestamp?) -> Double? {
    let scheduler = schedulers.isEmpty ? defaults : schedulers[deckKey] ?? defaults
    // Difficulty has no part in it.
    let scheduling = Scheduling(
      state: .review, memory: MemoryState(stability: stability, difficulty: 5),
      lastScheduled: lastScheduled)
    return scheduler.retrievability(of: scheduling, at: now)
  }
}
