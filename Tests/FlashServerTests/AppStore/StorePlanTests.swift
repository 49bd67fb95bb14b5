import FlashCrypto
import FlashModel
import FlashSQL
import FlashTestSupport
import Testing

@testable import FlashServer

@Suite struct StorePlanTests {
  private static let ada = UserID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0001)
  private static let settings = StoreSettings(
    roots: [], bundleID: "b", environments: [], plans: ["monthly": "plus"])

  private func at(_ day: Int64) -> Timestamp {
    Timestamp(milliseconds: 1_776_800_000_000 + day * Timestamp.millisecondsPerDay)
  }

  private func buy(
    _ id: String, of original: String = "o", _ product: String = "monthly", from day: Int64,
    until end: Int64, in connection: some SQLConnection
  ) throws {
    let period = try #require(
      StoreTransaction(
        .object([
          .init("transactionId", .string(id)), .init("originalTransactionId", .string(original)),
          .init("productId", .string(product)), .init("bundleId", .string("b")),
          .init("environment", .string("Production")),
          .init("purchaseDate", .integer(at(day).milliseconds)),
          .init("signedDate", .integer(at(day).milliseconds)),
          .init("expiresDate", .integer(at(end).milliseconds)),
        ])))
    _ = try StorePresentation(
      period: period, user: Self.ada, settings: Self.settings, now: at(day)
    ).take(in: connection).get()
  }

  /// Plan, status and end of the account.
  private func standing(on day: Int64, in connection: some SQLConnection) throws -> String {
    let plan = try EffectivePlan.settle(Self.ada, in: connection, now: at(day))
    let end = plan.expires.map {
      " \($0.milliseconds(since: at(0)) / Timestamp.millisecondsPerDay)"
    }
    return "\(plan.key) \(plan.status)\(end ?? "")"
  }

  private func check(_ storage: some ServerStorage) throws {
    try storage.directory { connection in
      try connection.run(
        "insert into users (id, auth_provider, updated_at_ms, created_ms) values ($1, 'x', 0, 0)",
        [SQLValue(Self.ada)])
      try buy("t1", from: 0, until: 30, in: connection)
      #expect(try standing(on: 1, in: connection) == "plus active 30")
      try StorePlan.end(of: Self.ada, in: connection, now: at(2))
      #expect(try standing(on: 2, in: connection) == "free expired")
      // Showing the same again does not bring it back.
      try buy("t1", from: 0, until: 30, in: connection)
      #expect(try standing(on: 3, in: connection) == "free expired")
      try buy("t2", from: 30, until: 60, in: connection)
      #expect(try standing(on: 31, in: connection) == "plus active 60")
    }
  }

  @Test(
    "an operator ends what was bought, and what is bought later counts",
    arguments: TestDatabase.here)
  func ends(database: TestDatabase) throws {
    let keeper = try TestStorage(database)
    try withExtendedLifetime(keeper) { try check(keeper.storage) }
  }

  private func checkSeveral(_ storage: some ServerStorage) throws {
    try storage.directory { connection in
      try connection.run(
        "insert into users (id, auth_provider, updated_at_ms, created_ms) values ($1, 'x', 0, 0)",
        [SQLValue(Self.ada)])
      try connection.execute(
        """
        insert into plans (key, label, rank, is_public, version, entitlements, updated_ms)
          values ('gold', 'Gold', 20, 1, 1, '{}', 0);
        insert into plan_products values ('yearly', 'gold');
        """)
      try buy("t1", from: 0, until: 300, in: connection)
      try buy("t2", of: "p", "yearly", from: 0, until: 30, in: connection)
      #expect(try standing(on: 1, in: connection) == "gold active 30")
      try StoreLedger(of: "p", settings: Self.settings, now: at(31), in: connection).settle()
      #expect(try standing(on: 31, in: connection) == "plus active 300")
    }
  }

  @Test("of several subscriptions the best counts that is live", arguments: TestDatabase.here)
  func several(database: TestDatabase) throws {
    let keeper = try TestStorage(database)
    try withExtendedLifetime(keeper) { try checkSeveral(keeper.storage) }
  }
}
