import FlashModel
import FlashTestSupport
import Testing

@testable import FlashCommand

@Suite struct TimeZoneLoaderTests {
  /// 2026-07-01T00:00:00Z.
  private let summer = Timestamp(milliseconds: 1_782_864_000_000)
  /// 2026-01-01T00:00:00Z.
  private let winter = Timestamp(milliseconds: 1_767_225_600_000)

  private func rules(
    _ variables: [String: String], named name: String? = nil, localTime: String = "/none"
  ) throws -> TimeZoneRules {
    try TimeZoneLoader(environment: Environment(variables), localTime: localTime)
      .rules(named: name)
  }

  @Test(
    "TZ is read as the C library reads it",
    arguments: [
      ("Europe/Berlin", 1, 2), (":Europe/Berlin", 1, 2), ("/usr/share/zoneinfo/Asia/Tokyo", 9, 9),
      ("", 0, 0), ("UTC", 0, 0), ("CET-1CEST,M3.5.0,M10.5.0/3", 1, 2), ("XYZ3", -3, -3),
    ])
  func variable(text: String, winterHours: Int64, summerHours: Int64) throws {
    let rules = try rules(["TZ": text])
    #expect(rules.offsetMilliseconds(at: winter) == winterHours * 3_600_000)
    #expect(rules.offsetMilliseconds(at: summer) == summerHours * 3_600_000)
  }

  @Test("without TZ it is the machine's zone, by the name its link has, or UTC")
  func machine() throws {
    try TemporaryFolder.with { folder in
      try folder.link("localtime", to: "/usr/share/zoneinfo/America/New_York")
      let rules = try rules([:], localTime: folder.path(of: "localtime"))
      #expect(rules.identifier == "America/New_York")
      #expect(rules.offsetMilliseconds(at: winter) == -5 * 3_600_000)
    }
    #expect(try rules([:]) == .utc)
  }

  @Test(
    "a name stands over TZ, and one that does not exist is an error",
    arguments: ["No/Such", "../../etc/passwd", "a,b"])
  func named(name: String) throws {
    #expect(try rules(["TZ": "UTC"], named: "Asia/Tokyo").identifier == "Asia/Tokyo")
    #expect(throws: EnvironmentError.badTimeZone(name)) { try rules([:], named: name) }
    #expect(throws: EnvironmentError.badTimeZone(name)) { try rules(["TZ": name]) }
  }
}
