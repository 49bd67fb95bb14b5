import FlashModel
import FlashStore
import FlashTestSupport
import Foundation
import Testing

/// Commands are cut, or their disk fails, at each call by which they change a file.
///
/// Each run of the suite takes some calls, drawn from a seed; `make proof` takes all of them.
@Suite struct CrashTests {
  private static let seed: UInt64 = 41
  private static let isProof = ProcessInfo.processInfo.environment["FLASH_PROOF"] != nil

  /// The numbers of calls to try, of so many.
  private func points(of calls: Int, _ fault: CrashShim.Fault) -> [Int] {
    if CrashTests.isProof { return Array(1...calls) }
    var random = SeededRandom(
      seed: CrashTests.seed + UInt64(CrashShim.Fault.allCases.firstIndex(of: fault) ?? 0))
    let drawn = (0..<4).map { _ in Int.random(in: 1...calls, using: &random) }
    return Array(Set(drawn + [calls])).sorted()
  }

  /// Calls `body` with a copy of a home that was made ready once.
  private func withCopy(of prepared: TestHome, _ body: (TestHome) throws -> Void) throws {
    try TestHome.with { home in
      try FileManager.default.copyItem(
        atPath: prepared.folder.path(of: ".local"), toPath: home.folder.path(of: ".local"))
      try body(home)
    }
  }

  @Test(
    "killed at any write, a command leaves a sound collection and all it has promised",
    arguments: CrashScenario.all, [CrashShim.Fault.kill, .torn])
  func killed(scenario: CrashScenario, fault: CrashShim.Fault) throws {
    let shim = try CrashShim.shared.get()
    try TestHome.with { prepared in
      try scenario.prepare(prepared)
      var (calls, whole) = (0, [String]())
      try withCopy(of: prepared) { home in
        let uncut = try shim.run(scenario.call, in: home)
        #expect(uncut.outcome.code == 0, "\(uncut.outcome.errors)")
        (calls, whole) = (uncut.calls, try home.picture())
      }
      try #require(calls > 5)
      for point in points(of: calls, fault) {
        let place = "\(scenario.name), \(fault) at call \(point) of \(calls)"
        try withCopy(of: prepared) { home in
          let cut = try shim.run(scenario.call, in: home, fault, at: point)
          #expect(cut.outcome.status == .signaled(SIGKILL), "\(place)")
          #expect(try soundness(of: home) == [], "\(place)")
          #expect(try scenario.violations(home, cut.outcome) == [], "\(place)")
          // Run again it ends as if it had not been cut.
          let again = try shim.run(scenario.call, in: home)
          #expect(again.outcome.code == 0, "\(place): \(again.outcome.errors)")
          #expect(try home.picture() == whole, "\(place)")
          #expect(try soundness(of: home) == [], "\(place)")
        }
      }
    }
  }

  @Test(
    "with a disk that is full or fails from any write on, the last good state stays",
    arguments: CrashScenario.all, [CrashShim.Fault.noSpace, .failingDisk])
  func failing(scenario: CrashScenario, fault: CrashShim.Fault) throws {
    let shim = try CrashShim.shared.get()
    try TestHome.with { prepared in
      try scenario.prepare(prepared)
      var (calls, whole) = (0, [String]())
      try withCopy(of: prepared) { home in
        calls = try shim.run(scenario.call, in: home).calls
        whole = try home.picture()
      }
      for point in points(of: calls, fault) {
        let place = "\(scenario.name), \(fault) from call \(point) of \(calls)"
        try withCopy(of: prepared) { home in
          let failed = try shim.run(scenario.call, in: home, fault, at: point)
          // What was done already may have been enough.
          let isDone = failed.outcome.code == 0
          #expect(isDone || failed.outcome.code == 74, "\(place): \(failed.outcome.errors)")
          #expect(isDone || !failed.outcome.errors.isEmpty, "\(place)")
          #expect(try soundness(of: home) == [], "\(place)")
          #expect(try scenario.violations(home, failed.outcome) == [], "\(place)")
          if isDone { #expect(try home.picture() == whole, "\(place)") }
          let again = try shim.run(scenario.call, in: home)
          #expect(again.outcome.code == 0, "\(place): \(again.outcome.errors)")
          #expect(try home.picture() == whole, "\(place)")
        }
      }
    }
  }

  private func soundness(of home: TestHome) throws -> [String] {
    try home.opened().check(by: CrashScenario.rules, at: CrashScenario.moment).findings.map {
      "\($0.rule): \($0.examples)"
    }
  }
}
