import FlashCommand
import FlashModel
import Testing

@Suite struct ValuesTests {
  @Test(
    "counts are decimal ASCII within the range of the type",
    arguments: [
      ("0", 0), ("-7", -7), ("9223372036854775807", Int.max), ("9223372036854775808", nil),
      ("+1", nil), ("", nil), ("-", nil), ("1_000", nil), ("0x10", nil), ("١", nil), (" 1", nil),
    ] as [(String, Int?)])
  func counts(text: String, value: Int?) {
    #expect(Int(argument: text) == value)
  }

  @Test(
    "numbers are decimal and finite",
    arguments: [
      ("0.9", 0.9), ("-1e3", -1_000), ("inf", nil), ("nan", nil), ("0x1p3", nil), ("1,5", nil),
      ("", nil), ("1e999", nil),
    ] as [(String, Double?)])
  func numbers(text: String, value: Double?) {
    #expect(Double(argument: text) == value)
  }

  @Test(
    "durations carry their units",
    arguments: [
      ("90s", 90), ("15m", 900), ("2h", 7_200), ("3d", 259_200), ("1h30m", 5_400), ("0", 0),
      ("15", nil), ("m", nil), ("", nil), ("-1s", nil), ("1w", nil), ("1.5h", nil),
      ("9223372036854775807d", nil),
    ] as [(String, Int?)])
  func durations(text: String, seconds: Int?) {
    #expect(Duration(argument: text) == seconds.map { .seconds($0) })
  }

  @Test(
    "sizes count in steps of 1024",
    arguments: [
      ("512", 512), ("10k", 10_240), ("10K", 10_240), ("5M", 5_242_880), ("2G", 2_147_483_648),
      ("k", nil), ("1kB", nil), ("", nil), ("-1", nil), ("9223372036854775807k", nil),
    ] as [(String, Int64?)])
  func sizes(text: String, bytes: Int64?) {
    #expect(ByteSize(argument: text)?.bytes == bytes)
  }

  @Test("a time is a local day or a moment, and nothing else")
  func times() throws {
    let day = try #require(CivilDate(year: 2026, month: 11, day: 30))
    #expect(PointInTime(argument: "2026-11-30") == .day(day))
    #expect(
      PointInTime(argument: "1970-01-01T00:00:01Z") == .moment(Timestamp(milliseconds: 1_000)))
    #expect(PointInTime(argument: "tomorrow") == nil)
    #expect(PointInTime(argument: "2026-02-29") == nil)
  }
}
