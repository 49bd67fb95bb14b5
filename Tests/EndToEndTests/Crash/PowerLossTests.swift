import FlashModel
import FlashStore
import FlashTestSupport
import Foundation
import Testing

/// Images of what a disk may hold when power is lost in the midst of a command.
@Suite struct PowerLossTests {
  private static let seed: UInt64 = 43
  /// Of each command; `make proof` makes many more.
  private static let images =
    ProcessInfo.processInfo.environment["FLASH_PROOF"] == nil ? 170 : 3_400

  @Test(
    "after a power loss at any moment the collection is sound and holds all that was promised",
    arguments: CrashScenario.all)
  func images(scenario: CrashScenario) throws {
    let shim = try CrashShim.shared.get()
    try TestHome.with { home in
      try scenario.prepare(home)
      let before = try content(of: home)
      let run = try shim.run(scenario.call, in: home, log: home.folder.path(of: "log"))
      try #require(run.outcome.code == 0, "\(run.outcome.errors)")
      let changes = DiskModel.changes(try home.folder.bytes(of: "log"))
      try #require(changes.count > 5)
      var random = SeededRandom(seed: PowerLossTests.seed)
      for number in 0..<PowerLossTests.images {
        let cut = Int.random(in: 0...changes.count, using: &random)
        var disk = DiskModel(before)
        var promised: [UInt8] = []
        for change in changes.prefix(cut) {
          if change.what == UInt8(ascii: "A") { promised += change.data } else { disk.take(change) }
        }
        let image = disk.image(&random)
        let place = "\(scenario.name), seed \(PowerLossTests.seed), image \(number), cut at \(cut)"
        try check(image, of: home, promised, scenario, place)
      }
    }
  }

  /// The files below `.local` by their paths.
  private func content(of home: TestHome) throws -> [String: [UInt8]] {
    let root = home.folder.path(of: ".local")
    var content: [String: [UInt8]] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: root)
    where !name.hasSuffix("-shm") {
      let attributes = try FileManager.default.attributesOfItem(atPath: root + "/" + name)
      guard attributes[.type] as? FileAttributeType == .typeRegular else { continue }
      content[root + "/" + name] = try home.folder.bytes(of: ".local/" + name)
    }
    return content
  }

  private func check(
    _ image: [String: [UInt8]], of home: TestHome, _ promised: [UInt8], _ scenario: CrashScenario,
    _ place: String
  ) throws {
    try TestHome.with { rebuilt in
      for (path, bytes) in image {
        let name = path.dropFirst(home.folder.path.count + 1)
        try rebuilt.folder.write(bytes, to: String(name))
      }
      do {
        let findings = try rebuilt.opened().check(
          by: CrashScenario.rules, at: CrashScenario.moment
        ).findings
        #expect(findings == [], "\(place)")
        let outcome = ProcessOutcome(
          status: .exited(0), outputBytes: promised, errorBytes: [])
        #expect(try scenario.violations(rebuilt, outcome) == [], "\(place)")
      } catch {
        Issue.record(error, "\(place)")
      }
    }
  }
}
