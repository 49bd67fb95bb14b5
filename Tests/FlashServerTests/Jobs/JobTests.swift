import FlashModel
import FlashTestSupport
import Testing

@testable import FlashServer

@Suite struct JobTests {
  static let day: Int64 = 86_400_000

  @Test("what is over is forgotten, and what still counts is not", arguments: TestDatabase.here)
  func pruning(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let ada = try world.signIn()
    _ = world.refresh(ada.refresh)
    world.pass(2 * Self.day)
    #expect(try world.runJob("prune_tokens") == "done")
    #expect(try world.runJob("prune_magic_links") == "done")
    #expect(try world.integer("select count(*) from tokens where kind = 'access'") == 0)
    #expect(try world.integer("select count(*) from magic_links") == 0)
    #expect(try world.integer("select count(*) from buckets") == 0)
    // A used refresh token stays, so that a copy of it shows.
    #expect(world.refresh(ada.refresh).code == "token_reused")
    world.pass(8 * Self.day)
    _ = try world.runJob("prune_tokens")
    #expect(try world.integer("select count(*) from sign_ins") == 0, "its family had ended")
    #expect(try world.integer("select count(*) from tokens") == 0)
    #expect(try world.integer("select count(*) from users") == 1)
  }

  @Test(
    "a job that another process is at is left to it, until that one is taken for dead",
    arguments: TestDatabase.here)
  func lease(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let held = world.now.advanced(by: 600_000).milliseconds
    try world.change(
      "insert into jobs (name, next_run_ms, held_until_ms) values ('prune_tokens', 0, \(held))")
    #expect(try world.runJob("prune_tokens") == "held")
    world.pass(600_000)
    #expect(try world.runJob("prune_tokens") == "done")
    #expect(try world.texts("select last_outcome from jobs") == ["done"])
    #expect(
      try world.integer("select next_run_ms from jobs")
        == world.now.advanced(by: 3_600_000).milliseconds)
  }

  @Test("of twenty that ask for a job at once one runs it at a time", arguments: TestDatabase.here)
  func race(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let outcomes = atOnce(20) { _ in (try? world.runJob("prune_tokens")) ?? "failed" }
    #expect(outcomes.allSatisfy { $0 == "done" || $0 == "held" })
    #expect(outcomes.contains("done"))
  }

  @Test("jobs have the names of the contract, each once")
  func names() {
    let jobs: [Job<EmbeddedStorage>] = Jobs.all(
      settings: SignInSettings(publicURL: ""), sender: Mailbox())
    #expect(
      jobs.map(\.name) == [
        "send_mail", "reminder_mails", "end_grants", "deletion_notices", "hard_delete_users",
        "prune_tokens", "prune_magic_links", "purge_tombstones", "refresh_counts",
        "verify_integrity", "apply_store_events", "expire_subscriptions",
      ])
  }
}
