import FlashTestSupport
import Foundation
import Testing

/// The simulator as a program, as sets have the same order in it each time.
@Suite struct SimulatorTests {
  private static let list = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Sim/seeds").path

  /// Runs the simulator; what it printed, and how it ended.
  private func simulate(_ arguments: String...) throws -> ProcessOutcome {
    try Executable.built("flash-sim").run(
      arguments, environment: ["PATH": "/usr/bin:/bin"], deadline: .seconds(240))
  }

  @Test("devices that exchange through a server break no promise, whatever fails")
  func seeds() throws {
    let outcome = try simulate("--seeds", "14..45", "--steps", "100")
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
  }

  @Test("no run that has broken a promise does so again")
  func listed() throws {
    let outcome = try simulate("--list", SimulatorTests.list)
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
  }

  @Test("a run is the same in every process")
  func sameness() throws {
    let first = try simulate("--seed", "7", "--steps", "60")
    let second = try simulate("--seed", "7", "--steps", "60")
    let hash = try #require(first.output.split(separator: "\n").first)
    #expect(hash.hasPrefix("hash "))
    #expect(second.output.split(separator: "\n").first == hash)
  }

  @Test("the same seeds on PostgreSQL", .enabled(if: TestPostgreSQL.isInstalled))
  func postgreSQL() throws {
    let address = try TestPostgreSQL.database()
    let postgres = address.replacing(#/dbname=\w+/#, with: "dbname=postgres")
    let outcome = try simulate("--seeds", "0..6", "--steps", "60", "--postgres", postgres)
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
  }
}
