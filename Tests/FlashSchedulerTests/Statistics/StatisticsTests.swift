import FlashModel
import FlashScheduler
import FlashTestSupport
import Testing

@Suite struct StatisticsTests {
  @Test(
    "a streak ends today, or yesterday if today has no review yet",
    arguments: [
      ([], 0, 0, false), ([100], 1, 1, false), ([99], 1, 1, true), ([98], 0, 1, false),
      ([97, 98, 99, 100], 4, 4, false), ([97, 98, 99], 3, 3, true),
      ([90, 91, 92, 93, 99, 100, 100], 2, 4, false), ([100, 101, 102], 1, 1, false),
      ([-1, 0, 99], 1, 2, true),
    ] as [([Int], Int, Int, Bool)])
  func streak(days: [Int], length: Int, longest: Int, isAtRisk: Bool) {
    let streak = StudyStreak(
      days: days.shuffled().map { StudyDay(number: $0) }, today: StudyDay(number: 100))
    #expect(streak.length == length && streak.longest == longest && streak.isAtRisk == isAtRisk)
  }

  @Test("a review before the rollover belongs to the evening before, also where clocks change")
  func streakDays() throws {
    let calendar = StudyCalendar(zone: try Fixture.zone("Europe/Berlin"))
    let reviews = try ["2026-03-28T20:00:00Z", "2026-03-30T01:59:00Z", "2026-03-30T02:00:00Z"].map {
      try #require(Timestamp(rfc3339: $0))
    }
    let now = try #require(Timestamp(rfc3339: "2026-03-31T01:00:00Z"))
    let streak = StudyStreak(reviews: reviews, calendar: calendar, at: now)
    #expect(streak.length == 3 && !streak.isAtRisk)
  }

  @Test(
    "a whole percentage rounds a half up",
    arguments: [
      (82, 142, 58), (1, 8, 13), (1, 200, 1), (199, 200, 100), (3, 40, 8), (1, 3, 33), (2, 3, 67),
      (0, 0, 0), (0, 5, 0), (9, 5, 100), (-1, 5, 0),
    ])
  func percent(count: Int, total: Int, expected: Int) {
    #expect(Share(count, of: total).roundedPercent == expected)
  }

  @Test("accuracy counts Good and Easy, mastery the cards in review")
  func shares() {
    #expect(Share.accuracy([.again, .hard, .good, .easy, .good]).percent == 60)
    #expect(Share.accuracy([]).percent == 0)
    #expect(Share.mastery([.new, .review, .learning, .relearning, .review]) == Share(2, of: 5))
  }

  @Test("a forecast counts by study day, and what is overdue today")
  func forecast() throws {
    let calendar = StudyCalendar(zone: try Fixture.zone("Europe/Berlin"))
    let now = try #require(Timestamp(rfc3339: "2026-10-24T12:00:00Z"))
    let dues = try [
      "2026-10-01T12:00:00Z", "2026-10-24T02:00:00Z", "2026-10-25T02:59:59Z",
      "2026-10-25T03:00:00Z", "2026-10-26T02:59:59Z", "2026-10-28T03:00:00Z",
    ].map { try #require(Timestamp(rfc3339: $0)) }
    func forecast(days: Int) -> Forecast {
      var forecast = Forecast(days: days, calendar: calendar, at: now)
      for due in dues { forecast.add(due) }
      return forecast
    }
    #expect(forecast(days: 4).counts == [3, 2, 0, 0] && forecast(days: 4).overdue == 1)
    #expect(forecast(days: 4).total == 5)
    #expect(forecast(days: 0).counts == [3])
  }
}
