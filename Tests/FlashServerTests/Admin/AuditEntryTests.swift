import FlashModel
import FlashSQL
import FlashTestSupport
import Testing

@testable import FlashServer

@Suite struct AuditEntryTests {
  static let ada = UserID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0001)
  static let token = AdminTokenID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0002)

  private func write(_ count: Int, to storage: some ServerStorage) throws {
    for number in 0..<count {
      try storage.directory { connection in
        try AuditEntry(
          action: "user.disable", actor: .admin(Self.token), user: Self.ada, target: "t",
          address: "192.0.2.7", requestID: "r\(number)", reason: "Ada asked",
          before: .object([.init("email", .string("ada@example.org"))]), after: .null
        ).write(
          in: connection, now: Timestamp(milliseconds: 5),
          random: { count in (0..<count).map { _ in UInt8.random(in: 0...255) } })
      }
    }
  }

  @Test(
    "events are a chain, and one that is altered or taken out breaks it",
    arguments: TestDatabase.here)
  func chain(database: TestDatabase) throws {
    func check(_ storage: some ServerStorage) throws {
      try write(4, to: storage)
      func firstBreak() throws -> Int64? {
        try storage.readDirectory { try AuditChain.firstBreak(in: $0) }
      }
      #expect(try firstBreak() == nil)
      try storage.directory { try AuditEntry.forget(Self.ada, in: $0) }
      #expect(try firstBreak() == nil, "what tells who somebody is is not part of it")
      try storage.directory {
        try $0.execute("update audit_events set actor = 'admin:x' where number = 2")
      }
      #expect(try firstBreak() == 3)
      try storage.directory { try $0.execute("delete from audit_events where number = 2") }
      #expect(try firstBreak() == 3)
    }
    let keeper = try TestStorage(database)
    try withExtendedLifetime(keeper) { try check(keeper.storage) }
  }

  @Test("the events of an account that is gone tell nothing of it", arguments: TestDatabase.here)
  func forgetting(database: TestDatabase) throws {
    func check(_ storage: some ServerStorage) throws {
      try write(1, to: storage)
      try storage.directory { try AuditEntry.forget(Self.ada, in: $0) }
      let kept = try storage.readDirectory { connection in
        try connection.row(
          """
          select address, reason, before_json, after_json, actor, action, target, request_id
          from audit_events
          """
        ) { row in (0..<8).map { row.optionalText($0) } }
      }
      #expect(
        kept == [nil, nil, nil, nil, "admin:\(Self.token)", "user.disable", "t", "r0"])
    }
    let keeper = try TestStorage(database)
    try withExtendedLifetime(keeper) { try check(keeper.storage) }
  }

  @Test("of many that write events at once none breaks the chain", arguments: TestDatabase.here)
  func concurrency(database: TestDatabase) throws {
    func check(_ storage: some ServerStorage) throws {
      let failures = atOnce(12) { _ in
        do {
          try write(2, to: storage)
          return ""
        } catch { return "\(error)" }
      }
      #expect(failures.filter { !$0.isEmpty } == [])
      #expect(try storage.readDirectory { try AuditChain.firstBreak(in: $0) } == nil)
      let count = try storage.readDirectory {
        try $0.row("select max(number) from audit_events") { $0.integer(0) }
      }
      #expect(count == 24)
    }
    let keeper = try TestStorage(database)
    try withExtendedLifetime(keeper) { try check(keeper.storage) }
  }
}
