import FlashModel
import FlashTestSupport
import Testing

@Suite struct TimeZoneRulesTests {
  @Test("offsets are those of the table, on both sides of every change", arguments: Fixture.zones)
  func offsets(zone identifier: String) throws {
    let zone = try Fixture.zone(identifier)
    let table: [String: [[Int64]]] = try Fixture.json("zoneinfo/offsets.json")
    let rows = try #require(table[identifier])
    #expect(rows.count >= 200)
    for row in rows {
      let moment = Timestamp(milliseconds: row[0] * 1_000)
      #expect(zone.offsetMilliseconds(at: moment) == row[1] * 1_000, "at \(moment.rfc3339)")
    }
  }

  @Test("after the last listed change the rule goes on for ever")
  func farFuture() throws {
    let berlin = try Fixture.zone("Europe/Berlin")
    let cycle: Int64 = 146_097 * 86_400_000
    let summer = try #require(Timestamp(rfc3339: "2060-03-28T01:00:00Z"))
    for cycles in [0, 1, 2, 10, 1_000] as [Int64] {
      let moment = summer.advanced(by: cycles * cycle)
      #expect(berlin.offsetMilliseconds(at: moment) == 7_200_000)
      #expect(berlin.offsetMilliseconds(at: moment.advanced(by: -1)) == 3_600_000)
    }
  }

  @Test("the ends of time have an offset")
  func extremes() throws {
    let york = try Fixture.zone("America/New_York")
    #expect(york.offsetMilliseconds(at: Timestamp(milliseconds: .min)) == -17_762_000)
    #expect(
      [-18_000_000, -14_400_000].contains(
        york.offsetMilliseconds(at: Timestamp(milliseconds: .max))))
    #expect(york.localMilliseconds(at: Timestamp(milliseconds: .max)) > 0)
    #expect(york.firstMoment(showing: .min).milliseconds < 0)
    #expect(york.firstMoment(showing: .max).milliseconds > 0)
  }

  @Test("a fixed offset is named after itself and reaches 26 hours")
  func fixed() throws {
    let zone = try #require(TimeZoneRules(fixedOffsetSeconds: -(3 * 3_600 + 30 * 60)))
    #expect(zone.identifier == "UTC-03:30")
    #expect(zone.offsetMilliseconds(at: Timestamp(milliseconds: 0)) == -12_600_000)
    #expect(TimeZoneRules(fixedOffsetSeconds: 26 * 3_600 + 1) == nil)
    #expect(TimeZoneRules.utc.offsetMilliseconds(at: Timestamp(milliseconds: 5)) == 0)
  }

  @Test(
    "local readings never go back, and each is first shown where it is said to be",
    arguments: Fixture.zones)
  func monotone(zone identifier: String) throws {
    let zone = try Fixture.zone(identifier)
    var random = SeededRandom(seed: 7)
    for _ in 0..<3_000 {
      let moment = Timestamp(
        milliseconds: Int64.random(in: -3_000_000_000_000...20_000_000_000_000, using: &random))
      let step = Int64.random(in: 0...7_200_000, using: &random)
      let local = zone.localMilliseconds(at: moment)
      #expect(local <= zone.localMilliseconds(at: moment.advanced(by: step)))
      let first = zone.firstMoment(showing: local)
      #expect(first <= moment)
      #expect(zone.localMilliseconds(at: first) >= local)
      #expect(zone.localMilliseconds(at: first.advanced(by: -1)) < local)
    }
  }

  @Test(
    "a name that could lead out of the folder is refused",
    arguments: ["", "..", "../etc/passwd", "/etc/localtime", "a//b", "Europe/", "a.b", "Ä", "a b"])
  func badIdentifiers(identifier: String) throws {
    let bytes = try Fixture.bytes("zoneinfo/UTC")
    #expect(throws: TimeZoneError.badIdentifier(identifier)) {
      try TimeZoneRules(identifier: identifier, tzif: bytes)
    }
  }
}
