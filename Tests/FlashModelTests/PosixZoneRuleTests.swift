import Testing

@testable import FlashModel

@Suite struct PosixZoneRuleTests {
  @Test(
    "changes fall on the dates the rule says",
    arguments: [
      ("CET-1CEST,M3.5.0,M10.5.0/3", 2026, ["2026-03-29T01:00:00Z", "2026-10-25T01:00:00Z"]),
      ("EST5EDT,M3.2.0,M11.1.0", 2026, ["2026-03-08T07:00:00Z", "2026-11-01T06:00:00Z"]),
      (
        "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", 2026,
        ["2026-04-04T15:00:00Z", "2026-10-03T15:30:00Z"]
      ),
      ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", 2026, ["2026-03-29T01:00:00Z", "2026-10-25T01:00:00Z"]),
      ("AAA0BBB,J60/0,J61/0", 2024, ["2024-03-01T00:00:00Z", "2024-03-01T23:00:00Z"]),
      ("AAA0BBB,59/0,60/0", 2024, ["2024-02-29T00:00:00Z", "2024-02-29T23:00:00Z"]),
      ("IST-2IDT,M3.4.4/26,M10.5.0", 2026, ["2026-03-27T00:00:00Z", "2026-10-24T23:00:00Z"]),
      (
        "AAA0BBB,M1.1.1/167,M2.5.0/-167:59:59", 2026,
        ["2026-01-11T23:00:00Z", "2026-02-14T23:00:01Z"]
      ),
    ] as [(String, Int64, [String])])
  func changes(text: String, year: Int64, expected: [String]) throws {
    let rule = try #require(PosixZoneRule(Array(text.utf8)[...]))
    let moments = rule.changes(in: year).map {
      Timestamp(milliseconds: $0.seconds * 1_000).rfc3339
    }
    #expect(moments == expected)
  }

  @Test("a name in angle brackets may hold digits and signs")
  func brackets() {
    #expect(PosixZoneRule(Array("<+03>-3".utf8)[...])?.standardOffset == 10_800)
    #expect(PosixZoneRule(Array("<-0330>3:30:15".utf8)[...])?.standardOffset == -12_615)
  }

  @Test("daylight saving time all the year long has no gap at New Year")
  func allYear() throws {
    let rule = try #require(PosixZoneRule(Array("XXX3EDT4,0/0,J365/23".utf8)[...]))
    let tail = RepeatingTail(of: rule, after: OffsetChange(seconds: 0, offset: -10_800))
    #expect(Set(tail.changes.dropLast().map(\.offset)) == [-14_400])
  }

  @Test(
    "what is no rule is refused",
    arguments: [
      "", "C-1", "CET", "CET-25", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M3.5.0,M10.5.0/3x",
      "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0",
      "CET-1CEST,J0,J1", "CET-1CEST,366,1", "<+03-3", "CET-1:60", "CET-1CEST,M3.5.0/168,M10.5.0",
      "CET-99999999999999999999",
    ])
  func refused(text: String) {
    #expect(PosixZoneRule(Array(text.utf8)[...]) == nil)
  }
}
