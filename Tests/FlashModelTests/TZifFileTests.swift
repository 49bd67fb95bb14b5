import FlashTestSupport
import Testing

@testable import FlashModel

@Suite struct TZifFileTests {
  @Test("every cut-off beginning of a file is refused")
  func truncated() throws {
    let bytes = try Fixture.bytes("zoneinfo/Australia/Lord_Howe")
    for length in 0..<bytes.count {
      #expect(throws: TZifFlaw.truncated) { try TZifFile(Array(bytes.prefix(length))) }
    }
  }

  @Test("a file with any byte damaged is read or refused, and never trapped on")
  func damaged() throws {
    var random = SeededRandom(seed: 11)
    for name in ["Europe/Berlin", "UTC", "Pacific/Apia"] {
      let bytes = try Fixture.bytes("zoneinfo/\(name)")
      for _ in 0..<1_500 {
        var damaged = bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          let index = Int.random(in: damaged.indices, using: &random)
          damaged[index] = UInt8.random(in: 0...255, using: &random)
        }
        // Refusing is as good as reading here; only a trap would be wrong.
        guard let zone = try? TimeZoneRules(identifier: "X", tzif: damaged) else { continue }
        let moment = Timestamp(milliseconds: Int64.random(in: .min ... .max, using: &random))
        #expect(zone.offsetMilliseconds(at: moment).magnitude < 7 * 86_400_000)
      }
    }
  }

  @Test("noise is no zone")
  func noise() {
    var random = SeededRandom(seed: 12)
    for length in 0..<300 {
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
      #expect(throws: TZifFlaw.self) { try TZifFile(bytes) }
    }
    #expect(throws: TZifFlaw.tooLarge) { try TZifFile(Array(repeating: 0, count: 262_145)) }
  }

  @Test("a version 1 file has 32-bit times and no rule")
  func versionOne() throws {
    let file = try TZifFile(
      header(times: 1, types: 2) + [0, 0, 0, 60] + [1] + type(offset: 3_600)
        + type(offset: -7_200) + Array("A\0".utf8))
    #expect(file.initialOffset == 3_600)
    #expect(file.changes == [OffsetChange(seconds: 60, offset: -7_200)])
    #expect(file.rule == nil)
  }

  @Test("clocks set back twice within hours still never show an earlier time again")
  func setBackTwice() throws {
    let bytes =
      header(times: 2, types: 3) + [0, 0, 3, 232, 0, 0, 6, 64] + [1, 2] + type(offset: 10_800)
      + type(offset: 0) + type(offset: -3_600) + Array("A\0".utf8)
    let zone = try TimeZoneRules(identifier: "X", tzif: bytes)
    var local = Int64.min
    for second in stride(from: Int64(0), through: 20_000, by: 50) {
      let next = zone.localMilliseconds(at: Timestamp(milliseconds: second * 1_000))
      #expect(next >= local)
      local = next
    }
    #expect(local == 16_400_000)
    #expect(zone.firstMoment(showing: 11_800_000).milliseconds == 15_400_000)
  }

  @Test("what could mislead a reader is refused by name")
  func flaws() {
    let name = Array("A\0".utf8)
    #expect(throws: TZifFlaw.badType) {
      try TZifFile(header(times: 1, types: 1) + [0, 0, 0, 60, 1] + type(offset: 0) + name)
    }
    #expect(throws: TZifFlaw.badOrder) {
      try TZifFile(
        header(times: 2, types: 1) + [0, 0, 0, 60, 0, 0, 0, 60, 0, 0] + type(offset: 0) + name)
    }
    #expect(throws: TZifFlaw.badOffset) {
      try TZifFile(header(times: 0, types: 1) + type(offset: 93_600) + name)
    }
    #expect(throws: TZifFlaw.badCounts) { try TZifFile(header(times: 0, types: 0) + name) }
    #expect(throws: TZifFlaw.leapSeconds) {
      try TZifFile(
        header(times: 0, types: 1, leaps: 1) + type(offset: 0) + name
          + Array(repeating: 0, count: 8))
    }
  }

  private func header(times: UInt8, types: UInt8, leaps: UInt8 = 0) -> [UInt8] {
    Array("TZif".utf8) + Array(repeating: 0, count: 16)
      + [0, leaps, times, types, 2].reduce([0, 0, 0, 0]) { $0 + [0, 0, 0, $1] }
  }

  private func type(offset: Int32) -> [UInt8] {
    bigEndian(offset) + [0, 0]
  }

  private func bigEndian(_ value: Int32) -> [UInt8] {
    let bits = UInt32(bitPattern: value)
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: bits >> $0) }
  }
}
