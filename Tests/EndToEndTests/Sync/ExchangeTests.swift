import FlashTestSupport
import Foundation
import Testing

@Suite struct ExchangeTests {
  private static var programs: String {
    URL(fileURLWithPath: Executable.resolved("flash-sync")).deletingLastPathComponent().path
  }

  /// Whether there is a server that people can sign in at.
  static var hasServer: Bool {
    let page = try? String(contentsOf: Fixture.projectFile("man/flash-config.5"), encoding: .utf8)
    return page?.contains("serve.mail") == true
      && FileManager.default.isExecutableFile(atPath: programs + "/flash-serve")
  }

  @Test(
    "two homes that sign in by link and by button end up with the same, from cron's environment",
    .enabled(if: hasServer), arguments: TestDatabase.here)
  func twoHomes(database: TestDatabase) throws {
    try play(ExchangeScenario.signIn + ExchangeScenario.work, on: database)
  }

  @Test(
    "a server or a collection put back, a copy, another account: nothing is lost, and it is told",
    .enabled(if: hasServer))
  func otherSides() throws {
    try play(
      ExchangeScenario.signIn + SidesScenario.functions + SidesScenario.restoredServer
        + SidesScenario.restoredCollection + SidesScenario.copiedCollection
        + SidesScenario.otherAccount, on: .sqlite)
  }

  @Test(
    "a plan's limit is told before it is too late, and what waits for room gets there",
    .enabled(if: hasServer), arguments: TestDatabase.here)
  func limitedPlan(database: TestDatabase) throws {
    try play(ExchangeScenario.signIn + PlanScenario.limits, on: database)
  }

  @Test(
    "a large collection goes up and down as one file, though both devices are killed on the way",
    .enabled(if: hasServer), arguments: TestDatabase.here)
  func largeCollection(database: TestDatabase) throws {
    try play(ExchangeScenario.signIn + ExchangeScenario.large, on: database)
  }

  /// Runs a script behind the one that begins the server; it says `good` at its end.
  private func play(_ scenario: String, on database: TestDatabase) throws {
    try TemporaryFolder.with { folder in
      let script = ExchangeScenario.start + ExchangeScenario.comparison + scenario
      let place =
        database == .postgreSQL ? try TestPostgreSQL.database() : folder.path(of: "database")
      let outcome = try Executable(path: "/bin/bash").run(
        ["-c", script, "bash", Self.programs, place, folder.path],
        environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"], in: folder.path,
        deadline: .seconds(170))
      let log = (try? folder.text(of: "server.log")) ?? ""
      #expect(
        outcome.output == "good\n" && outcome.code == 0,
        "\(outcome.errors)\n\(log.suffix(3_000))")
    }
  }
}
