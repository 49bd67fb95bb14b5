import FlashAPI
import FlashModel
import FlashSQL
import FlashTestSupport
import Testing

@testable import FlashServer

@Suite struct EffectivePlanTests {
  private let user = UserID(high: 1, low: 2)
  private let now = Timestamp(milliseconds: 1_776_800_000_000)

  /// Runs `body` on a directory with one account, and one more plan.
  private func withAccount(
    _ database: TestDatabase, _ body: (any SQLConnection) throws -> Void
  ) throws {
    let keeper = try TestStorage(database)
    func run(_ storage: some ServerStorage) throws {
      try storage.directory { connection in
        try connection.run(
          """
          insert into users (id, auth_provider, updated_at_ms, created_ms)
          values ($1, 'email', 0, 0)
          """, [SQLValue(user)])
        try connection.run(
          """
          insert into plans (key, label, rank, is_public, version, entitlements, updated_ms)
          values ('team', 'Team', 20, 0, 3, '{"decks.create":{"type":"max_count","max":7}}', 0)
          """, [])
        try body(connection)
      }
    }
    try run(keeper.storage)
  }

  private func grant(
    _ plan: String, _ number: UInt64 = 1, until end: Int64? = nil,
    in connection: some SQLConnection
  ) throws {
    try PlanGrants.add(
      StoredGrant(
        id: GrantID(high: 9, low: number), plan: plan, created: now,
        expires: end.map { now.advanced(by: $0) }, reason: "for a test", actor: "admin:1"),
      to: user, in: connection)
  }

  private func settled(_ connection: some SQLConnection, at now: Timestamp) throws -> [String] {
    let plan = try EffectivePlan.settle(user, in: connection, now: now)
    let account = try AccountPlan.load(of: user, in: connection)
    #expect(account.key == plan.key)
    return [plan.key, plan.status]
  }

  @Test("an account without anything has the plan of everybody", arguments: TestDatabase.here)
  func nothing(database: TestDatabase) throws {
    try withAccount(database) { connection in
      #expect(try settled(connection, at: now) == ["free", "free"])
      let plan = try AccountPlan.load(of: user, in: connection)
      #expect(plan.entitlements.limit(.createDecks) == 5)
      #expect(plan.entitlements.limit(.createCardsInDeck) == 200)
      #expect(plan.entitlements.limit(.createCards) == 500)
      #expect(plan.entitlements.limit(.addReminders) == 1)
      #expect(plan.entitlements.members.map(\.name) == EntitlementKey.allCases.map(\.rawValue))
      #expect(try AccountPlan.load(of: UserID(high: 0, low: 9), in: connection).key == "free")
    }
  }

  @Test("of several grants the best counts, until it ends", arguments: TestDatabase.here)
  func grants(database: TestDatabase) throws {
    try withAccount(database) { connection in
      try grant("plus", 1, until: 5_000, in: connection)
      #expect(try settled(connection, at: now) == ["plus", "active"])
      try grant("team", 2, until: 1_000, in: connection)
      try grant("no-such-plan", 3, in: connection)
      #expect(try settled(connection, at: now) == ["team", "active"])
      #expect(try PlanGrants.ended(in: connection, now: now).isEmpty)
      let later = now.advanced(by: 1_000)
      #expect(try PlanGrants.ended(in: connection, now: later) == [user])
      #expect(try settled(connection, at: later) == ["plus", "active"], "an end is exclusive")
      #expect(try PlanGrants.ended(in: connection, now: later).isEmpty)
      #expect(try settled(connection, at: now.advanced(by: 5_000)) == ["free", "expired"])
    }
  }

  @Test("a grant that is taken back counts no more", arguments: TestDatabase.here)
  func revoked(database: TestDatabase) throws {
    try withAccount(database) { connection in
      try grant("plus", in: connection)
      #expect(try settled(connection, at: now) == ["plus", "active"])
      try PlanGrants.revokeAll(of: user, in: connection, now: now)
      #expect(try settled(connection, at: now) == ["free", "expired"])
      #expect(try PlanGrants.all(of: user, in: connection).map(\.revoked) == [now])
    }
  }

  @Test("an account whose plan is no more has the plan of everybody", arguments: TestDatabase.here)
  func unknownPlan(database: TestDatabase) throws {
    try withAccount(database) { connection in
      try connection.run("update users set plan_key = 'gold'", [])
      #expect(try AccountPlan.load(of: user, in: connection).key == "free")
      try connection.run("update plans set is_default = 0", [])
      try connection.run("update plans set is_default = 1 where key = 'team'", [])
      let plan = try AccountPlan.load(of: user, in: connection)
      #expect(plan.key == "team" && plan.version == 3)
      #expect(plan.entitlements.limit(.createDecks) == 7)
    }
  }

  @Test("a version that an account keeps is its own, until its plan is another")
  func keptVersion() throws {
    try withAccount(.sqlite) { connection in
      try connection.run(
        """
        insert into plan_versions values
          ('free', 1, 'Free', '{"decks.create":{"type":"max_count","max":9}}')
        """, [])
      try connection.run("update plans set version = 2 where key = 'free'", [])
      #expect(try AccountPlan.load(of: user, in: connection).entitlements.limit(.createDecks) == 5)
      try connection.run("update users set plan_version = 1", [])
      _ = try settled(connection, at: now)
      let kept = try AccountPlan.load(of: user, in: connection)
      #expect(kept.version == 1 && kept.entitlements.limit(.createDecks) == 9)
      try grant("plus", until: 10, in: connection)
      _ = try settled(connection, at: now)
      _ = try settled(connection, at: now.advanced(by: 10))
      #expect(try AccountPlan.load(of: user, in: connection).version == 2)
    }
  }
}
