import FlashModel
import FlashScheduler
import FlashStore

/// The figures of `flash study stats`, all of one moment.
struct StudyFigures: Sendable {
  /// Reviews of the study day.
  struct Today: Sendable, Hashable {
    var day: StudyDay
    var tally = DayTally()
    /// What a session would still show; of a query, what falls due today.
    var left = 0
  }

  let request: StatsRequest
  let today: Today
  let streak: StudyStreak
  let history: ReviewHistory
  /// The days with a review, the oldest first.
  let days: [ReviewHistory.Day]
  let cards: CardStatistics
  /// Sub-topics in which too much is forgotten.
  let weakAreas: [SubTopicFigures]
  /// The sub-topics with the most lapses.
  let lapsedAreas: [SubTopicFigures]
  let leeches: [LeechFigures]
  let leechCount: Int

  /// Cards in review among live ones.
  var mastery: Share { Share(cards.counts.review, of: cards.counts.total) }
  /// Of the period.
  var inPeriod: DayTally { history.tally(of: request.period) }

  /// Days that recent figures look back.
  static let recentDays = 30
}

/// A card that was forgotten again and again.
struct LeechFigures: Sendable, Hashable {
  var card: CardLabel
  var lapses: Int
}
