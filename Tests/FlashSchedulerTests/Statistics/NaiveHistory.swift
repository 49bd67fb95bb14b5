import FlashModel
import FlashScheduler

/// Statistics of a log by the letter of their definitions, one after the other and slowly.
struct NaiveHistory {
  let calendar: StudyCalendar
  /// Each card's reviews in the order of its log.
  let logs: [[ReviewFact]]

  private func day(_ fact: ReviewFact) -> StudyDay { calendar.day(of: fact.ratedAt) }

  /// Every review with what its card had come to before it.
  private var staged: [(fact: ReviewFact, stage: ReviewStage)] {
    logs.flatMap { log in
      log.enumerated().map { index, fact in (fact, stage(fact, after: log[..<index])) }
    }
  }

  private func stage(_ fact: ReviewFact, after earlier: ArraySlice<ReviewFact>) -> ReviewStage {
    guard let before = fact.before else {
      guard let last = earlier.last else { return .new }
      let gap = day(fact).number - day(last).number
      return gap < 1 ? .learning : gap < 21 ? .young : .mature
    }
    if before.state == .new { return .new }
    guard let due = before.due, let start = before.scheduledAt else {
      return before.state == .review ? .young : .learning
    }
    if before.state == .review {
      return calendar.day(of: due).number - calendar.day(of: start).number >= 21 ? .mature : .young
    }
    let days = Double(due.milliseconds - start.milliseconds) / 86_400_000
    return days < 1 ? .learning : days < 21 ? .young : .mature
  }

  var days: Set<StudyDay> { Set(logs.joined().map(day)) }

  func tally(of wanted: StudyDay) -> DayTally {
    var tally = DayTally()
    let here = staged.filter { day($0.fact) == wanted }
    tally.reviews = here.count
    tally.cards = Set(here.map(\.fact.cardKey)).count
    tally.introduced = here.count { $0.stage == .new }
    tally.recalled = here.count { $0.fact.rating != .again }
    tally.right = here.count { $0.fact.rating == .good || $0.fact.rating == .easy }
    tally.durationMilliseconds = here.map(\.fact.durationMilliseconds).reduce(0, +)
    for review in here where review.stage == .learning {
      tally.retention.learning.count(review.fact.rating)
    }
    for (_, reviews) in Dictionary(grouping: here, by: \.fact.cardKey) {
      let first = reviews.first {
        $0.fact.movesSchedule && ($0.stage == .young || $0.stage == .mature)
      }
      guard let first else { continue }
      if first.stage == .young {
        tally.retention.young.count(first.fact.rating)
      } else {
        tally.retention.mature.count(first.fact.rating)
      }
    }
    return tally
  }

  func hours(in period: ClosedRange<StudyDay>) -> [RecallTally] {
    (0..<24).map { hour in
      var tally = RecallTally()
      for fact in logs.joined() where period.contains(day(fact)) {
        let local = fact.ratedAt.milliseconds + calendar.zone.offsetMilliseconds(at: fact.ratedAt)
        let ofDay = ((local % 86_400_000) + 86_400_000) % 86_400_000
        if ofDay / 3_600_000 == hour { tally.count(fact.rating) }
      }
      return tally
    }
  }

  func answers(
    _ stage: ReviewStage, _ rating: Rating, in period: ClosedRange<StudyDay>
  ) -> Int {
    staged.count {
      $0.stage == stage && $0.fact.rating == rating && period.contains(day($0.fact))
    }
  }

  func recentRatings(ofCard key: Int64, in period: ClosedRange<StudyDay>) -> [Rating] {
    logs.joined().filter { $0.cardKey == key && period.contains(day($0)) }.map(\.rating).suffix(20)
  }

  /// How long the longest run of days is.
  var longestStreak: Int {
    let days = days
    return days.filter { !days.contains($0.advanced(by: -1)) }.map { start in
      var length = 1
      while days.contains(start.advanced(by: length)) { length += 1 }
      return length
    }.max() ?? 0
  }
}
