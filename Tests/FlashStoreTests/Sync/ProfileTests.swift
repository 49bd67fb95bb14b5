import FlashModel
import FlashStore
import FlashTestSupport
import Testing

@Suite struct ProfileTests {
  private func profile(
    _ zone: String?, _ rollover: Int?, at time: Int64
  ) -> ProfileSettings {
    ProfileSettings(
      zone: zone, rollover: rollover, options: nil, updatedAt: monday.advanced(by: time))
  }

  @Test("what the account does not have is sent, what is not here is taken")
  func bothWays() throws {
    let store = try Fixture().store
    try store.setSetting("study.rollover", to: "5", at: monday)
    let patch = try store.exchangeProfile(profile("Europe/Madrid", nil, at: 10))
    #expect(patch == [JSONValue.Member("study_rollover", .integer(5))])
    #expect(try store.setting("study.timezone") == "Europe/Madrid")
  }

  @Test("of two values the one that was set later stays", arguments: [(5, "6"), (-5, "3")])
  func later(time: Int64, expected: String) throws {
    let store = try Fixture().store
    try store.setSetting("study.rollover", to: "3", at: monday)
    let patch = try store.exchangeProfile(profile(nil, 6, at: time))
    #expect(try store.setting("study.rollover") == expected)
    #expect(patch.isEmpty == (expected == "6"))
  }

  @Test("equal values have the account's clock, on every device")
  func equal() throws {
    let first = try Fixture(seed: 1).store
    let second = try Fixture(seed: 2).store
    try first.setSetting("study.rollover", to: "4", at: monday)
    try second.setSetting("study.rollover", to: "4", at: monday.advanced(by: 77))
    for store in [first, second] {
      #expect(try store.exchangeProfile(profile(nil, 4, at: 500)).isEmpty)
    }
    var clocks: [Timestamp] = []
    for store in [first, second] {
      try store.forEachRecord { if case .setting(let row) = $0 { clocks.append(row.updatedAt) } }
    }
    #expect(clocks == [monday.advanced(by: 500), monday.advanced(by: 500)])
  }
}
