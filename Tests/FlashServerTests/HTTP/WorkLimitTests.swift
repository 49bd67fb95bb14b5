import FlashAPI
import FlashModel
import FlashSQL
import FlashTestSupport
import Synchronization
import Testing

@testable import FlashServer

/// What a request may cost: time, room on the disk, room of an account.
@Suite struct WorkLimitTests {
  /// Microseconds that pass with each look at them.
  private final class Ticking: Sendable {
    private let now = Atomic<Int64>(0)
    let step: Int64
    init(_ step: Int64) { self.step = step }
    var time: Int64 { now.add(step, ordering: .relaxed).newValue }
  }

  private func never(_ database: TestDatabase) -> String {
    switch database {
    case .sqlite:
      "with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n"
    case .postgreSQL: "select 1::bigint from pg_sleep(60)"
    }
  }

  /// Half a second on a real clock for PostgreSQL, which counts by itself; else on one that runs fast.
  private func deadline(_ database: TestDatabase) -> Deadline {
    switch database {
    case .sqlite:
      let clock = Ticking(10_000)
      return Deadline(milliseconds: 500, timer: { clock.time })
    case .postgreSQL:
      let start = ContinuousClock.now
      return Deadline(milliseconds: 500) {
        let passed = (ContinuousClock.now - start).components
        return passed.seconds * 1_000_000 + passed.attoseconds / 1_000_000_000_000
      }
    }
  }

  @Test(
    "work that takes too long is given up, and leaves everything as it was",
    arguments: TestDatabase.here)
  func endless(database: TestDatabase) throws {
    func check(_ storage: some ServerStorage) throws {
      #expect(throws: SQLError.interrupted) {
        try storage.directory(until: deadline(database)) { connection in
          try connection.run(
            "insert into buckets (name, began_ms, used) values ($1, 5, 5)", [.text("a")])
          _ = try connection.row(never(database)) { $0.integer(0) }
        }
      }
      #expect(throws: SQLError.interrupted) {
        try storage.readAccount(TestService.ada, until: deadline(database)) { connection in
          _ = try connection.row(never(database)) { $0.integer(0) }
        }
      }
      let count = try storage.readDirectory { connection in
        try connection.row("select count(*) from buckets") { $0.integer(0) }
      }
      #expect(count == 0)
    }
    let keeper = try TestStorage(database)
    try check(keeper.storage)
  }

  @Test("who had to wait for too long makes room for others without a try")
  func late() throws {
    let service = try TestService([])
    var isBegun = false
    #expect(throws: SQLError.interrupted) {
      try service.server.storage.account(
        TestService.ada, until: Deadline(milliseconds: 0, timer: { 7 })
      ) { _ in isBegun = true }
    }
    #expect(!isBegun)
  }

  @Test("a request whose time is over is told to try again")
  func handler() throws {
    let route = Route<EmbeddedStorage>(Endpoints.me.operation) { call, _ in
      try call.storage.directory { _ in HTTPResponse(200) }
    }
    var limits = ServiceLimits()
    #expect(limits.handler == 10)
    let signedIn = ["authorization": "Bearer ada"]
    #expect(
      try TestService([route], limits: limits).send("GET", "/api/v1/me", signedIn).status == 200)
    limits.handler = 0
    let answer = try TestService([route], limits: limits).send("GET", "/api/v1/me", signedIn)
    #expect(answer.status == 503 && answer.json["code"] == .string("unavailable"))
    #expect(answer.field("Retry-After") == "5")
  }

  @Test("with hardly any room on the disk rows are refused unread, and reading goes on")
  func disk() throws {
    let free = TestService.Mutexed(0.06)
    let service = try TestService(
      SyncRoutes.routes(zones: { _ in nil }), freePart: { free.value })
    let signedIn = ["authorization": "Bearer ada"]
    let body = Array(#"{"client_clock_ms":0,"records":{}}"#.utf8)
    #expect(service.send("POST", "/api/v1/sync/push", signedIn, body: body).status == 200)
    free.change { $0 = 0.049 }
    let refused = service.send("POST", "/api/v1/sync/push", signedIn, body: body)
    #expect(refused.status == 507 && refused.json["code"] == .string("storage_full"))
    #expect(
      try service.refusesUnread(
        "POST", "/api/v1/sync/push", signedIn.merging(["content-length": "9"]) { $1 }) == 507)
    #expect(
      service.send("GET", "/api/v1/sync/pull?since=0&entities=decks", signedIn).status == 200)
    #expect(service.server.metrics.text([]).contains(#"{bucket="disk"} 2"#))
  }

  @Test("an account that is full takes no more rows, and can be read", arguments: TestDatabase.here)
  func quota(database: TestDatabase) throws {
    var limits = ServiceLimits()
    limits.accountSize = 3_000
    let site = try SyncSite(database, limits: limits)
    let device = try site.account()
    let other = try site.account(2)
    func large(_ number: UInt64) -> Deck {
      var large = deck(number)
      large.description = String(repeating: "a", count: 1_500)
      return large
    }
    #expect(try device.push([large(1)]).accepted == 1)
    let problem = #expect(throws: Problem.self) {
      _ = try device.push([large(2)])
    }
    #expect(problem?.code == .quotaExceeded && problem?.status == 413)
    #expect(try device.everything().decks.map(\.id) == [id(1)])
    // What was sent again and changed nothing does not count, and others have their own.
    #expect(try device.push([deck(3, "small")]).accepted == 1)
    #expect(try device.push([deck(3, "small")]).unchanged == 1)
    #expect(try other.push([large(1)]).accepted == 1)
  }

  @Test(
    "what an account holds is measured from time to time, as bodies only tell it roughly",
    arguments: TestDatabase.here)
  func measured(database: TestDatabase) throws {
    func check(_ storage: some ServerStorage) throws {
      let user = TestService.ada
      let push = Push(
        storage: storage, principal: Principal(user: user, signIn: TestService.signIn),
        now: time(5_000), zones: { _ in nil })
      var writer = PushWriter()
      writer.row(deck())
      for number in 0..<200 as Range<UInt64> { writer.row(card(100 + number)) }
      let body = writer.finish(clientClock: time(5_000))
      _ = try push.answer(PushRequest(body: body))
      func size() throws -> Int64 {
        try storage.readAccount(user) { try AccountState.load(of: user, $0).size }
      }
      #expect(try size() == Int64(body.count))
      let counts = try storage.readAccount(user) { try AccountCounts(user, in: $0) }
      try storage.account(user) { try counts.writeSize(of: user, in: $0) }
      #expect(try (20_000..<1_000_000).contains(size()) && size() != Int64(body.count))
      #expect(counts.cards == 200)
    }
    let keeper = try TestStorage(database)
    try check(keeper.storage)
  }
}
