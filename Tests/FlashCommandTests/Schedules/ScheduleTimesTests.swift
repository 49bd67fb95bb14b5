import FlashModel
import Testing

@testable import FlashCommand

@Suite struct ScheduleTimesTests {
  @Test(
    "a time of the day, or an interval that divides hour or day, is a time to run at",
    arguments: [
      ("8:00", ScheduleTime.at(TimeOfDay(hour: 8, minute: 0)!)),
      ("23:59", .at(TimeOfDay(hour: 23, minute: 59)!)), ("30m", .every(minutes: 30)),
      ("2h", .every(minutes: 120)), ("1h30m", nil), ("7m", nil), ("5h", nil), ("30s", nil),
      ("24:00", nil), ("8:5", nil), ("8", nil), ("-8:00", nil), ("1d", .every(minutes: 1_440)),
      ("2d", nil),
    ])
  func parsing(text: String, time: ScheduleTime?) {
    #expect(ScheduleTime(argument: text) == time)
  }

  @Test("times of the day go together, an interval stands alone")
  func together() {
    let eight = ScheduleTime(argument: "8:00")!
    let noon = ScheduleTime(argument: "12:00")!
    let hourly = ScheduleTime(argument: "1h")!
    #expect(ScheduleTimes([noon, eight, noon])?.told == "at 08:00 and 12:00")
    #expect(ScheduleTimes([hourly])?.told == "every hour")
    #expect(ScheduleTimes([hourly, eight]) == nil)
    #expect(ScheduleTimes([hourly, hourly]) == nil)
    #expect(ScheduleTimes([]) == nil)
  }

  @Test(
    "cron and systemd are told the same times",
    arguments: [
      (["8:00"], ["0 8 * * *"], ["*-*-* 08:00:00"]),
      (
        ["19:30", "8:00", "9:30"], ["0 8 * * *", "30 9,19 * * *"],
        ["*-*-* 08:00:00", "*-*-* 09:30:00", "*-*-* 19:30:00"]
      ),
      (["1m"], ["* * * * *"], ["*-*-* *:00/1:00"]),
      (["15m"], ["*/15 * * * *"], ["*-*-* *:00/15:00"]),
      (["1h"], ["0 * * * *"], ["*-*-* 00/1:00:00"]),
      (["6h"], ["0 */6 * * *"], ["*-*-* 00/6:00:00"]),
      (["24h"], ["0 0 * * *"], ["*-*-* 00/24:00:00"]),
    ])
  func texts(given: [String], cron: [String], systemd: [String]) throws {
    let times = try #require(ScheduleTimes(given.compactMap { ScheduleTime(argument: $0) }))
    #expect(times.cronFields == cron)
    #expect(times.calendarEvents == systemd)
  }

  @Test(
    "the next run is the first after now on the machine's clock",
    arguments: [
      ("8:00", "2026-11-30T07:59:59Z", "2026-11-30T08:00:00Z"),
      ("8:00", "2026-11-30T08:00:00Z", "2026-12-01T08:00:00Z"),
      ("30m", "2026-11-30T08:29:00Z", "2026-11-30T08:30:00Z"),
      ("30m", "2026-11-30T23:45:00Z", "2026-12-01T00:00:00Z"),
      ("6h", "2026-11-30T18:00:00Z", "2026-12-01T00:00:00Z"),
    ])
  func next(given: String, now: String, next: String) throws {
    let times = try #require(ScheduleTimes([ScheduleTime(argument: given)!]))
    let moment = try #require(Timestamp(rfc3339: now))
    #expect(times.next(after: moment, in: .utc) == Timestamp(rfc3339: next))
  }
}
