import FlashModel
import Testing

@Suite struct TimestampTests {
  @Test(
    "RFC 3339 is written in UTC and read back",
    arguments: [
      (0, "1970-01-01T00:00:00Z"), (1_700_814_066_250, "2023-11-24T08:21:06.250Z"),
      (-1, "1969-12-31T23:59:59.999Z"), (951_782_400_000, "2000-02-29T00:00:00Z"),
    ] as [(Int64, String)])
  func rfc3339(milliseconds: Int64, text: String) {
    let moment = Timestamp(milliseconds: milliseconds)
    #expect(moment.rfc3339 == text)
    #expect(Timestamp(rfc3339: text) == moment)
  }

  @Test("an offset is taken off, and decimals past the third are cut")
  func offsets() {
    #expect(
      Timestamp(rfc3339: "2026-03-29T03:30:00.12345+02:00")?.rfc3339 == "2026-03-29T01:30:00.123Z")
    #expect(Timestamp(rfc3339: "2026-03-29T03:30:00-05:30")?.rfc3339 == "2026-03-29T09:00:00Z")
  }

  @Test(
    "what is no date-time is refused",
    arguments: [
      "", "2026-02-29T00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01T00:00:00",
      "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00+1:00", "2026-13-01T00:00:00Z",
    ])
  func refused(text: String) {
    #expect(Timestamp(rfc3339: text) == nil)
  }

  @Test("every day number of 800 years survives the calendar")
  func calendar() {
    for day in stride(from: Int64(-146_097), through: 146_097, by: 1) {
      let date = CivilDate(dayNumber: day)
      #expect(date.dayNumber == day)
    }
    #expect(CivilDate("2026-11-30")?.dayNumber == 20_787)
    #expect(CivilDate("2025-02-29") == nil)
  }

  @Test("arithmetic saturates instead of overflowing")
  func saturation() {
    let end = Timestamp(milliseconds: .max)
    #expect(end.advanced(by: 1) == end)
    #expect(Timestamp(milliseconds: .min).milliseconds(since: end) == .min)
  }
}
