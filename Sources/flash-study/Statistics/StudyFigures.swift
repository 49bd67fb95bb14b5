import FlashModel
import FlashScheduler
import FlashStore

/// The figures of `flash study stats`, all of one moment.
struct StudyFigures: Sendable {
  /// Reviews of the study day.
  struct Today: Sendable, Hashable {
    var day: StudyDay
    var reviews = 0
    var cards = 0
    var accuracy = Share(0, of: 0)
    var durationMilliseconds = 0
    /// What a session would still show.
    var left = 0
  }

  /// A sub-topic in which too much is forgotten.
  struct WeakArea: Sendable, Hashable {
    var deck: String
    var name: String
    var accuracy: Share
  }

  /// The path that was asked for; nil is all decks.
  var deck: String?
  var today: Today
  var streak: StudyStreak
  /// Of the last 30 days.
  var recentRetention: Share
  var retention: Share
  var states: StateCounts
  /// The next 30 days.
  var forecast: Forecast
  var weakAreas: [WeakArea]

  /// Cards in review among live ones.
  var mastery: Share { Share(states.review, of: states.total) }

  /// Days that a forecast looks ahead, and that recent figures look back.
  static let span = 30

  init(_ scope: StudyScope, deck: String?, at now: Timestamp) throws {
    let calendar = scope.rules.calendar
    let day = calendar.day(of: now)
    var reviews = ReviewGathering(calendar: calendar, today: day)
    try scope.store.forEachReviewFact(of: deck == nil ? nil : scope.decks.map(\.id)) {
      reviews.take($0)
    }
    self.deck = deck
    today = reviews.today
    today.left = try scope.store.studyCounts(for: scope.decks, by: scope.rules, at: now)
      .reduce(0) { $0 + $1.total }
    streak = StudyStreak(days: Array(reviews.days), today: day)
    retention = TrueRetention(reviews.samples, calendar: calendar).share
    recentRetention =
      TrueRetention(
        reviews.samples.filter { $0.ratedAt >= reviews.recent }, calendar: calendar
      ).share
    states = try scope.store.stateCounts(of: scope.decks)
    let end = calendar.start(of: day.advanced(by: StudyFigures.span))
    forecast = Forecast(
      dues: try scope.store.dues(of: scope.decks, before: end), days: StudyFigures.span,
      calendar: calendar, at: now)
    weakAreas = WeakAreas.find(
      try scope.store.subTopicCards(of: scope.decks), ratings: reviews.recentRatings)
  }
}

/// What one pass over the log gathers.
private struct ReviewGathering {
  let calendar: StudyCalendar
  /// Where the last 30 study days begin.
  let recent: Timestamp
  var today: StudyFigures.Today
  var days: Set<StudyDay> = []
  var samples: [TrueRetention.Sample] = []
  /// Each card's ratings of the last 30 days, the newest last.
  var recentRatings: [Int64: [Rating]] = [:]
  private var newestCard: Int64?

  init(calendar: StudyCalendar, today day: StudyDay) {
    self.calendar = calendar
    recent = calendar.start(of: day.advanced(by: 1 - StudyFigures.span))
    today = StudyFigures.Today(day: day)
  }

  /// Facts come card by card.
  mutating func take(_ fact: ReviewFact) {
    let day = calendar.day(of: fact.ratedAt)
    days.insert(day)
    if let before = fact.stateBefore {
      samples.append(
        TrueRetention.Sample(
          card: fact.cardKey, ratedAt: fact.ratedAt, stateBefore: before, rating: fact.rating))
    }
    if fact.ratedAt >= recent { recentRatings[fact.cardKey, default: []].append(fact.rating) }
    guard day == today.day else { return }
    today.reviews += 1
    today.accuracy = Share(
      today.accuracy.count + (fact.rating >= .good ? 1 : 0), of: today.reviews)
    today.durationMilliseconds += fact.durationMilliseconds
    if newestCard != fact.cardKey { today.cards += 1 }
    newestCard = fact.cardKey
  }
}

/// Sub-topics in which too much is forgotten.
///
/// - Source: the product's rules: of each card at most the latest 20 reviews of the last 30 days;
///   a sub-topic needs 5 of them; the three lowest accuracies below 70 %.
enum WeakAreas {
  static func find(
    _ subTopics: [SubTopicCards], ratings: [Int64: [Rating]]
  ) -> [StudyFigures.WeakArea] {
    let areas = subTopics.map { subTopic in
      StudyFigures.WeakArea(
        deck: subTopic.deck, name: subTopic.name,
        accuracy: Share.accuracy(subTopic.cardKeys.flatMap { (ratings[$0] ?? []).suffix(20) }))
    }
    let weak = areas.filter { $0.accuracy.total >= 5 && $0.accuracy.percent < 70 }
    let order = weak.indices.sorted { left, right in
      let (a, b) = (weak[left].accuracy.percent, weak[right].accuracy.percent)
      return a == b ? left < right : a < b
    }
    return order.prefix(3).map { weak[$0] }
  }
}
