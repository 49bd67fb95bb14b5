import FlashModel
import FlashScheduler
import FlashTestSupport
import Testing

@Suite struct StudyCalendarTests {
  @Test(
    "a study day begins at its local hour on both sides of a change of clocks",
    arguments: [
      ("Europe/Berlin", 4, "2026-03-28", "2026-03-28T03:00:00Z"),
      ("Europe/Berlin", 4, "2026-03-29", "2026-03-29T02:00:00Z"),
      ("Europe/Berlin", 4, "2026-03-30", "2026-03-30T02:00:00Z"),
      ("Europe/Berlin", 4, "2026-10-25", "2026-10-25T03:00:00Z"),
      ("America/New_York", 4, "2026-11-01", "2026-11-01T09:00:00Z"),
      ("Pacific/Apia", 4, "2011-12-29", "2011-12-29T14:00:00Z"),
      ("Pacific/Apia", 4, "2011-12-31", "2011-12-30T14:00:00Z"),
      ("Asia/Kolkata", 0, "2030-01-01", "2029-12-31T18:30:00Z"),
    ] as [(String, Int, String, String)])
  func starts(zone: String, hour: Int, date: String, start: String) throws {
    let calendar = StudyCalendar(zone: try Fixture.zone(zone), rolloverHour: hour)
    let day = try day(date)
    #expect(calendar.start(of: day).rfc3339 == start)
    #expect(calendar.day(of: calendar.start(of: day)) == day)
    #expect(calendar.day(of: calendar.start(of: day).advanced(by: -1)) < day)
  }

  @Test("a rollover hour that the clocks skip is the moment they are set")
  func gap() throws {
    let berlin = StudyCalendar(zone: try Fixture.zone("Europe/Berlin"), rolloverHour: 2)
    #expect(berlin.start(of: try day("2026-03-29")).rfc3339 == "2026-03-29T01:00:00Z")
  }

  @Test("a rollover hour that the clocks show twice is the first of both")
  func overlap() throws {
    let berlin = StudyCalendar(zone: try Fixture.zone("Europe/Berlin"), rolloverHour: 2)
    #expect(berlin.start(of: try day("2026-10-25")).rfc3339 == "2026-10-25T00:00:00Z")
    // Set back at 00:01 to 23:01: the new day has begun a minute before, and stays.
    let johns = StudyCalendar(zone: try Fixture.zone("America/St_Johns"), rolloverHour: 0)
    let start = try #require(Timestamp(rfc3339: "2006-10-29T02:30:00Z"))
    let sunday = try day("2006-10-29")
    #expect(johns.start(of: sunday) == start)
    for minute in 0..<1_500 as Range<Int64> {
      #expect(johns.day(of: start.advanced(by: minute * 60_000)) == sunday)
    }
    #expect(johns.end(of: sunday).milliseconds(since: start) == 25 * 3_600_000)
  }

  @Test("a date that the zone skips keeps the hours before the next rollover")
  func skipped() throws {
    let apia = StudyCalendar(zone: try Fixture.zone("Pacific/Apia"), rolloverHour: 4)
    // At 04:00 on the 30th, which never was, the clocks stood at 00:00 on the 31st.
    #expect(apia.start(of: try day("2011-12-30")).rfc3339 == "2011-12-30T10:00:00Z")
    #expect(
      apia.days(
        from: apia.start(of: try day("2011-12-29")), to: apia.start(of: try day("2011-12-31"))) == 2
    )
  }

  @Test("days are monotone, and start(of:) is where they begin", arguments: Fixture.zones)
  func property(zone: String) throws {
    var random = SeededRandom(seed: 2_026)
    let rules = try Fixture.zone(zone)
    for _ in 0..<4_000 {
      let calendar = StudyCalendar(
        zone: rules, rolloverHour: Int.random(in: 0...23, using: &random))
      let moment = Timestamp(
        milliseconds: Int64.random(in: -2_500_000_000_000...5_000_000_000_000, using: &random))
      let later = moment.advanced(by: Int64.random(in: 0...90_000_000, using: &random))
      let day = calendar.day(of: moment)
      #expect(day <= calendar.day(of: later), "\(zone) \(moment.rfc3339)")
      let start = calendar.start(of: day)
      #expect(start <= moment && moment < calendar.end(of: day), "\(zone) \(moment.rfc3339)")
      #expect(calendar.day(of: start.advanced(by: -1)) < day)
    }
  }

  @Test("no day is too far away to ask for")
  func extremes() {
    let calendar = StudyCalendar(zone: .utc, rolloverHour: 4)
    #expect(calendar.start(of: StudyDay(number: .max)) > Timestamp(milliseconds: 0))
    #expect(calendar.start(of: StudyDay(number: .min)) < Timestamp(milliseconds: 0))
    #expect(calendar.end(of: StudyDay(number: .max)) > Timestamp(milliseconds: 0))
    #expect(
      calendar.day(of: Timestamp(milliseconds: .min))
        < calendar.day(of: Timestamp(milliseconds: .max)))
  }

  private func day(_ date: String) throws -> StudyDay {
    StudyDay(number: Int(try #require(CivilDate(date)).dayNumber))
  }
}
