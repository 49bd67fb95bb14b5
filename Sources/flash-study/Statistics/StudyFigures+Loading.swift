import FlashModel
import FlashScheduler
import FlashStore

extension StudyFigures {
  private static let mostLeeches = 20

  /// Reads them from the collection.
  /// - Parameter check: called now and then, to be thrown out of.
  init(
    _ scope: StudyScope, _ request: StatsRequest, at now: Timestamp,
    check: () throws -> Void = {}
  ) throws {
    let store = scope.store
    let day = scope.rules.calendar.day(of: now)
    let bound = try store.cardNumberBound()
    let (live, logged) = try StudyFigures.filters(scope, request)
    var cards = CardStatistics(
      days: request.ahead, schedulers: try store.deckSchedulers(by: scope.rules), at: now,
      cardsBelow: bound)
    try store.forEachCardFact(live) { cards.take($0) }
    try check()
    let empty = ReviewHistory(
      calendar: scope.rules.calendar, period: request.period,
      recent: day.advanced(by: 1 - StudyFigures.recentDays)...day, cardsBelow: bound)
    var number = 0
    let history = try store.reduceReviewFacts(
      into: empty, of: try logged.map { try store.cardNumbers($0) }
    ) { history, fact in
      history.take(fact)
      number &+= 1
      if number & 0xFFF == 0 { try check() }
    }
    let days = history.days
    let today = Today(
      day: day, tally: history.tally(of: day...day),
      left: request.filter != nil
        ? cards.forecast.counts[0]
        : try store.studyCounts(for: scope.decks, by: scope.rules, at: now)
          .reduce(0) { $0 + $1.total })
    let areas = try SubTopicFigures.all(in: store, history: history, cards: cards)
    let found = cards.leeches
    let leeches = try found.prefix(StudyFigures.mostLeeches).compactMap { leech in
      try store.cardLabel(leech.cardKey).map { LeechFigures(card: $0, lapses: leech.lapses) }
    }
    self.init(
      request: request, today: today,
      streak: StudyStreak(days: days.map(\.day), today: day), history: history, days: days,
      cards: cards, weakAreas: SubTopicFigures.weak(areas),
      lapsedAreas: SubTopicFigures.lapsed(areas), leeches: leeches, leechCount: found.count)
  }

  /// The live cards, and those whose log counts; nil is all, even cards that no longer exist.
  private static func filters(
    _ scope: StudyScope, _ request: StatsRequest
  ) throws -> (live: CardFilter, logged: CardFilter?) {
    var live = request.filter ?? CardFilter()
    if request.deck != nil { live.decks = scope.decks.map(\.id) }
    guard request.filter == nil else { return (live, live) }
    guard request.deck != nil else { return (live, nil) }
    var logged = live
    logged.deleted = nil
    return (live, logged)
  }
}
