public import FlashModel

/// What a review log amounts to, gathered in one pass.
///
/// Facts may come in any order of cards, as long as those of one card come in the order of its log.
/// Memory grows with the number of cards and of days, not with that of reviews.
public struct ReviewHistory: Sendable {
  /// A study day on which something was answered.
  public struct Day: Hashable, Sendable {
    public let day: StudyDay
    public fileprivate(set) var tally = DayTally()
  }

  /// What is kept of a card while facts come.
  private struct Trail {
    /// The study day of its newest answer.
    var answered = Int.min
    /// The study day of the newest answer that true retention counted.
    var sampled = Int.min
  }

  public let calendar: StudyCalendar
  /// The days that ``hours`` and ``answers`` are about.
  public let period: ClosedRange<StudyDay>
  /// By the hour on the clock, 0 to 23, of the period.
  public private(set) var hours = [RecallTally](repeating: RecallTally(), count: 24)

  private var gathered: [Day] = []
  private var places: [Int: Int] = [:]
  private var newestPlace = 0
  private var counts = [Int](repeating: 0, count: 16)
  private var trails: CardTable<Trail>
  private var recent: CardTable<RecentRatings>
  private let recentDays: ClosedRange<StudyDay>

  /// - Parameters:
  ///   - recent: the days that ``recentRatings(ofCard:)`` is about.
  ///   - bound: card numbers below it are counted fastest.
  public init(
    calendar: StudyCalendar, period: ClosedRange<StudyDay>, recent: ClosedRange<StudyDay>,
    cardsBelow bound: Int
  ) {
    self.calendar = calendar
    self.period = period
    recentDays = recent
    trails = CardTable(Trail(), below: bound)
    self.recent = CardTable(RecentRatings(), below: bound)
  }

  /// The days with an answer, the oldest first.
  public var days: [Day] { gathered.sorted { $0.day < $1.day } }

  /// How often a rating was given at a stage, in the period.
  public func answers(_ stage: ReviewStage, _ rating: Rating) -> Int {
    counts[stage.rawValue * 4 + rating.rawValue - 1]
  }

  /// The answers of some days together.
  public func tally(of days: ClosedRange<StudyDay>) -> DayTally {
    gathered.reduce(into: DayTally()) { sum, day in
      if days.contains(day.day) { sum += day.tally }
    }
  }

  /// A card's newest answers of the recent days, at most 20: how many, and how many of them were
  /// rated Good or Easy, or Again.
  public func recentRatings(ofCard key: Int64) -> (reviews: Int, right: Int, again: Int) {
    let ratings = recent[key]
    return (ratings.count, ratings.right, ratings.again)
  }

  /// Counts a review.
  public mutating func take(_ fact: ReviewFact) {
    let day = calendar.day(of: fact.ratedAt)
    var trail = trails[fact.cardKey]
    let stage = stage(of: fact, on: day, after: trail)
    let place = place(of: day)
    gathered[place].tally.reviews += 1
    gathered[place].tally.durationMilliseconds &+= fact.durationMilliseconds
    if stage == .new { gathered[place].tally.introduced += 1 }
    if fact.rating != .again { gathered[place].tally.recalled += 1 }
    if fact.rating >= .good { gathered[place].tally.right += 1 }
    if trail.answered != day.number {
      gathered[place].tally.cards += 1
      trail.answered = day.number
    }
    switch stage {
    case .new: break
    case .learning: gathered[place].tally.retention.learning.count(fact.rating)
    case .young, .mature:
      guard fact.movesSchedule, trail.sampled != day.number else { break }
      trail.sampled = day.number
      if stage == .young {
        gathered[place].tally.retention.young.count(fact.rating)
      } else {
        gathered[place].tally.retention.mature.count(fact.rating)
      }
    }
    trails[fact.cardKey] = trail
    if period.contains(day) { takeInPeriod(fact, stage) }
    if recentDays.contains(day) { recent[fact.cardKey].append(fact.rating) }
  }

  private mutating func takeInPeriod(_ fact: ReviewFact, _ stage: ReviewStage) {
    counts[stage.rawValue * 4 + fact.rating.rawValue - 1] += 1
    hours[calendar.hour(of: fact.ratedAt)].count(fact.rating)
  }

  private func stage(of fact: ReviewFact, on day: StudyDay, after trail: Trail) -> ReviewStage {
    guard let before = fact.before else {
      guard trail.answered != .min else { return .new }
      let gap = day.days(since: StudyDay(number: trail.answered))
      return gap < 1 ? .learning : ReviewStage(.review, intervalDays: gap)
    }
    guard let due = before.due, let scheduled = before.scheduledAt else {
      return ReviewStage(before.state, intervalDays: 0)
    }
    return ReviewStage(
      before.state,
      intervalDays: before.state == .review
        ? calendar.days(from: scheduled, to: due)
        : Int(due.milliseconds(since: scheduled) / Timestamp.millisecondsPerDay))
  }

  /// Reviews come more or less in the order of time, so it is the newest place nearly always.
  private mutating func place(of day: StudyDay) -> Int {
    if newestPlace < gathered.count, gathered[newestPlace].day == day { return newestPlace }
    if let known = places[day.number] {
      newestPlace = known
    } else {
      newestPlace = gathered.count
      places[day.number] = newestPlace
      gathered.append(Day(day: day))
    }
    return newestPlace
  }
}
