import FlashModel
import FlashSQL
import FlashServer
import FlashTestSupport
import Foundation
import Synchronization
import Testing

/// What both storages promise.
@Suite struct ServerStorageTests {
  private let user: UserID = id(1)
  private let neighbour: UserID = id(2)

  @Test(
    "migrating again changes nothing, also from two threads at once", arguments: TestDatabase.here)
  func migrate(database: TestDatabase) async throws {
    let keeper = try TestStorage(database, isMigrated: false)
    let storage = keeper.storage
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<4 {
        group.addTask { (try? storage.migrate()) != nil }
      }
      for await isDone in group { #expect(isDone) }
    }
    try insertUser(storage)
    try storage.migrate()
    #expect(try count("users", storage) == 1)
  }

  @Test(
    "more accounts than keep their pages are written in turn, and logs are folded beside that",
    arguments: [false, true])
  func manyFiles(isBeside: Bool) throws {
    let folder = try TemporaryDirectory()
    let storage = TestStorage.embedded(in: folder.path, foldsBeside: isBeside)
    try storage.migrate()
    // Ten pages each, so that the log of the first account gets too long in every round.
    let text = String(repeating: "x", count: 40_000)
    func rows(of number: UInt64) -> Int { number == 1 ? 420 : 2 }
    for round in 1...2 {
      for number in 1...6 as ClosedRange<UInt64> {
        try storage.account(id(number)) { connection in
          try connection.insert(
            (0..<rows(of: number)).map { row in
              [
                .integer(Int64(round * 10_000 + row)), SQLValue(id(number) as UserID),
                SQLValue(id(UInt64(round * 10_000 + row)) as TopicID), .text(text), .null,
                .integer(1), .null, .integer(1),
              ]
            },
            into: SQLTable(
              "topics", key: [],
              [
                .init("arrived_ms", .integer), .init("user_id", .id), .init("id", .id),
                .init("name", .text), .init("color_hint", .text), .init("updated_at_ms", .integer),
                .init("deleted_at_ms", .integer), .init("received_ms", .integer),
              ]))
        }
      }
    }
    for number in 1...6 as ClosedRange<UInt64> {
      let found = try storage.readAccount(id(number)) { connection in
        try connection.rows("select count(*), sum(length(name)) from topics") {
          [$0.integer(0), $0.integer(1)]
        }
      }
      let count = Int64(2 * rows(of: number))
      #expect(found == [[count, count * 40_000]])
    }
    try storage.erase(id(1))
    let left = try storage.readAccount(id(1)) { connection in
      try connection.rows("select count(*) from topics") { $0.integer(0) }
    }
    #expect(left == [0])
  }

  @Test("a newer schema is refused, and left alone", arguments: TestDatabase.here)
  func newer(database: TestDatabase) throws {
    let keeper = try TestStorage(database)
    try newerSchema(keeper.storage, database)
    let again: any ServerStorage =
      database == .sqlite ? TestStorage.embedded(in: keeper.folder.path) : keeper.storage
    let error = #expect(throws: SQLError.self) { try again.migrate() }
    guard case .cannotOpen(_, let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason == "a newer flash wrote it")
  }

  @Test("what fills an account is there, or never was", arguments: TestDatabase.here)
  func fill(database: TestDatabase) throws {
    let keeper = try TestStorage(database)
    struct Stop: Error {}
    try fill(keeper.storage, 1...1)
    #expect(throws: Stop.self) {
      try self.fill(keeper.storage, 2...3_000) { throw Stop() }
    }
    #expect(try topics(of: user, keeper.storage) == 1)
    try fill(keeper.storage, 2...3_000)
    #expect(try topics(of: user, keeper.storage) == 3_000)
    guard database == .sqlite else { return }
    // Each file has its write-ahead log again.
    let name = user.description
    let path = "\(keeper.folder.path)/accounts/\(name.suffix(2))/\(name).db"
    let other = try SQLiteConnection(path: path, access: .read)
    #expect(try other.rows("pragma journal_mode") { $0.text(0) } == ["wal"])
    // Somebody who reads sees what was, and is in nobody's way.
    try other.execute("begin")
    #expect(try other.integer("select count(*) from topics") == 3_000)
    try fill(keeper.storage, 3_001...6_000)
    #expect(try other.integer("select count(*) from topics") == 3_000)
    #expect(try topics(of: user, keeper.storage) == 6_000)
  }

  private func fill(
    _ storage: any ServerStorage, _ numbers: ClosedRange<UInt64>, then: () throws -> Void = {}
  ) throws {
    func fill(_ storage: some ServerStorage) throws {
      try storage.fillAccount(user, until: nil) { connection in
        for number in numbers {
          try connection.run(self.insert, self.values(self.user, number))
        }
        try then()
      }
    }
    try fill(storage)
  }

  @Test("what fails midway never was", arguments: TestDatabase.here)
  func rollback(database: TestDatabase) throws {
    let keeper = try TestStorage(database)
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try self.run(keeper.storage, of: self.user) { connection in
        try connection.run(self.insert, self.values(self.user, 1))
        throw Stop()
      }
    }
    #expect(try topics(of: user, keeper.storage) == 0)
    #expect(throws: SQLError.self) {
      try self.run(keeper.storage, of: self.user) { connection in
        try connection.run(self.insert, self.values(self.user, 1))
        try connection.run(self.insert, self.values(self.user, 1))
      }
    }
    #expect(try topics(of: user, keeper.storage) == 0)
    try run(keeper.storage, of: user) { try $0.run(self.insert, self.values(self.user, 1)) }
    #expect(try topics(of: user, keeper.storage) == 1)
  }

  @Test(
    "equal ids of two accounts are two rows, and erasing one leaves the other",
    arguments: TestDatabase.here)
  func isolation(database: TestDatabase) throws {
    let keeper = try TestStorage(database)
    for user in [user, neighbour] {
      try run(keeper.storage, of: user) { try $0.run(self.insert, self.values(user, 7)) }
    }
    #expect(try topics(of: user, keeper.storage) == 1)
    try keeper.storage.erase(user)
    #expect(try topics(of: user, keeper.storage) == 0)
    #expect(try topics(of: neighbour, keeper.storage) == 1)
    // It can be filled anew.
    try run(keeper.storage, of: user) { try $0.run(self.insert, self.values(self.user, 7)) }
    #expect(try topics(of: user, keeper.storage) == 1)
  }

  @Test("transactions of one account go one after the other", arguments: TestDatabase.here)
  func lock(database: TestDatabase) async throws {
    let keeper = try TestStorage(database)
    // Two servers on one storage.
    let second: any ServerStorage =
      database == .sqlite ? TestStorage.embedded(in: keeper.folder.path) : keeper.storage
    try run(keeper.storage, of: user) {
      try $0.run(self.insert, self.values(self.user, 1, clock: 0))
    }
    await withTaskGroup(of: Void.self) { group in
      for worker in 0..<8 {
        let storage = worker % 2 == 0 ? keeper.storage : second
        group.addTask {
          for _ in 0..<5 { #expect(throws: Never.self) { try self.increment(storage) } }
        }
      }
    }
    #expect(try clock(keeper.storage) == 40)
  }

  @Test("a reader sees one moment, and waits for no writer", arguments: TestDatabase.here)
  func snapshot(database: TestDatabase) throws {
    let keeper = try TestStorage(database)
    try run(keeper.storage, of: user) { try $0.run(self.insert, self.values(self.user, 1)) }
    try read(keeper.storage, of: user) { connection in
      let before = try connection.count("topics")
      try self.run(keeper.storage, of: self.user) {
        try $0.run(self.insert, self.values(self.user, 2))
      }
      #expect(try connection.count("topics") == before)
    }
    #expect(try topics(of: user, keeper.storage) == 2)
  }
}

extension ServerStorageTests {
  private var insert: String {
    """
    insert into topics (arrived_ms, user_id, id, name, updated_at_ms, received_ms)
    values ($1, $2, $3, 'name', $4, 0)
    """
  }

  private func values(_ user: UserID, _ number: UInt64, clock: Int64 = 5) -> [SQLValue] {
    [
      .integer(Int64(number)), SQLValue(user), SQLValue(id(number) as TopicID), .integer(clock),
    ]
  }

  private func run(
    _ storage: some ServerStorage, of user: UserID, _ body: (any SQLConnection) throws -> Void
  ) throws { try storage.account(user) { try body($0) } }

  private func read(
    _ storage: some ServerStorage, of user: UserID, _ body: (any SQLConnection) throws -> Void
  ) throws { try storage.readAccount(user) { try body($0) } }

  private func insertUser(_ storage: some ServerStorage) throws {
    try storage.directory {
      try $0.run(
        "insert into users (id, auth_provider, updated_at_ms, created_ms) values ($1, 'x', 0, 0)",
        [SQLValue(user)])
    }
  }

  private func newerSchema(_ storage: some ServerStorage, _ database: TestDatabase) throws {
    if database == .sqlite {
      try storage.directory { try $0.execute("pragma user_version = 99") }
    } else {
      try storage.directory { try $0.execute("insert into schema_version values (99)") }
    }
  }

  private func count(_ table: String, _ storage: some ServerStorage) throws -> Int64? {
    try storage.readDirectory { try $0.count(table) }
  }

  private func topics(of user: UserID, _ storage: some ServerStorage) throws -> Int64? {
    try storage.readAccount(user) {
      try $0.row("select count(*) from topics where user_id = $1", [SQLValue(user)]) {
        $0.integer(0)
      }
    }
  }

  private func increment(_ storage: some ServerStorage) throws {
    try storage.account(user) { connection in
      let now = try connection.row("select updated_at_ms from topics") { $0.integer(0) } ?? 0
      try connection.run("update topics set updated_at_ms = $1", [.integer(now + 1)])
    }
  }

  private func clock(_ storage: some ServerStorage) throws -> Int64? {
    try storage.readAccount(user) {
      try $0.row("select updated_at_ms from topics") { $0.integer(0) }
    }
  }
}

extension SQLConnection {
  fileprivate func count(_ table: String) throws -> Int64? {
    try row("select count(*) from \(table)", []) { row throws(SQLError) in row.integer(0) }
  }
}
