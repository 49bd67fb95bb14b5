import FlashAPI
import FlashModel
import FlashSQL
import FlashTestSupport
import Testing

@testable import FlashServer

/// A service with its accounts, reached by its routes and without a network.
final class SyncSite {
  private let keeper: TestStorage
  private typealias Answering = (
    Principal, Timestamp, String, HTTPHead, [String: String], [UInt8]
  ) throws -> HTTPResponse
  private let call: Answering
  let database: TestDatabase
  /// What time it is there.
  var now = Timestamp(milliseconds: 1_776_800_000_000)

  init(_ database: TestDatabase, limits: ServiceLimits = ServiceLimits()) throws {
    self.database = database
    let keeper = try TestStorage(database)
    self.keeper = keeper
    func answers(on storage: some ServerStorage) -> Answering {
      let server = Server(
        storage: storage, clock: { Timestamp(milliseconds: 0) },
        random: { count in (0..<count).map { _ in UInt8.random(in: 0...255) } },
        routes: SyncRoutes.routes(zones: { _ in nil }), limits: limits,
        spool: keeper.folder.path)
      return { principal, now, name, head, parameters, body in
        let route = try #require(server.routes.first { $0.operation.name == name })
        let call = Call(
          server: server, head: head, parameters: parameters, principal: principal, now: now,
          requestID: "test")
        return try route.answer(call, body)
      }
    }
    call = answers(on: keeper.storage)
  }

  /// A service that makes a snapshot of any account, and the moment, a month ago, at which devices may
  /// begin.
  static func forSnapshots(_ database: TestDatabase) throws -> (SyncSite, start: Timestamp) {
    var limits = ServiceLimits()
    limits.snapshotFrom = 1
    let site = try SyncSite(database, limits: limits)
    let start = site.now
    site.now = start.advanced(by: 30 * Timestamp.millisecondsPerDay)
    return (site, start)
  }

  /// A new account with a device.
  /// - Parameter plan: `plus` is without limits for rows.
  func account(_ number: UInt64 = 1, plan: String = "plus") throws -> SyncDevice {
    let user = UserID(high: 0xACC0_0000_0000_7000, low: 0x8000_0000_0000_0000 | number)
    try inDirectory(
      """
      insert into users (id, auth_provider, plan_key, updated_at_ms, created_ms)
      values ($1, 'email', $2, 0, 0)
      """, [SQLValue(user), .text(plan)])
    return device(of: user)
  }

  private var devices: UInt64 = 0

  /// Another device of an account.
  func device(of user: UserID) -> SyncDevice {
    devices += 1
    return SyncDevice(
      site: self,
      principal: Principal(user: user, signIn: SignInID(high: 0xDE, low: devices)))
  }

  func answer(
    _ principal: Principal, _ name: String, query: [(name: String, value: String)] = [],
    parameters: [String: String] = [:], body: [UInt8] = []
  ) throws -> HTTPResponse {
    let head = HTTPHead(method: "GET", path: "/", query: query, peer: "127.0.0.1")
    return try call(principal, now, name, head, parameters, body)
  }

  func inDirectory(_ sql: String, _ values: [SQLValue] = []) throws {
    func run(_ storage: some ServerStorage) throws {
      try storage.directory { try $0.run(sql, values) }
    }
    try run(keeper.storage)
  }

  /// Runs SQL on an account's rows, behind the service's back.
  func inAccount(_ user: UserID, _ sql: String, _ values: [SQLValue] = []) throws {
    func run(_ storage: some ServerStorage) throws {
      try storage.account(user) { try $0.run(sql, values) }
    }
    try run(keeper.storage)
  }

  /// As ``inAccount(_:_:_:)``, all in one transaction.
  func inAccount(_ user: UserID, each statements: [String]) throws {
    func run(_ storage: some ServerStorage) throws {
      try storage.account(user) { connection in
        for sql in statements { try connection.run(sql, []) }
      }
    }
    try run(keeper.storage)
  }

  /// A number that a query of an account's rows gives.
  func number(_ user: UserID, _ sql: String) throws -> Int64? {
    func run(_ storage: some ServerStorage) throws -> Int64? {
      try storage.readAccount(user) { try $0.row(sql) { $0.integer(0) } }
    }
    return try run(keeper.storage)
  }

  func purge(_ user: UserID) throws -> Int {
    func run(_ storage: some ServerStorage) throws -> Int {
      try TombstonePurge.run(of: user, in: storage, at: now)
    }
    return try run(keeper.storage)
  }

  func pruneStamps(_ user: UserID) throws {
    func run(_ storage: some ServerStorage) throws {
      try ToldStamps.prune(of: user, in: storage, at: now)
    }
    try run(keeper.storage)
  }
}

/// A device that is signed in.
final class SyncDevice {
  let site: SyncSite
  let principal: Principal
  /// What it was told to ask for next.
  var since: Int64 = 0
  var epoch: Int64?

  init(site: SyncSite, principal: Principal) {
    self.site = site
    self.principal = principal
  }

  var user: UserID { principal.user }

  /// Sends a body as it stands.
  func push(body: String) throws -> PushResponse {
    let answer = try site.answer(principal, "syncPush", body: Array(body.utf8))
    return try JSONValueDecoder().decode(
      PushResponse.self, from: JSONValue(parsing: answer.body))
  }

  /// Sends rows of JSON, by entity.
  func push(
    _ rows: KeyValuePairs<String, [String]>, clock: Timestamp? = nil
  ) throws -> PushResponse {
    let records = rows.map { "\"\($0.key)\": [\($0.value.joined(separator: ", "))]" }
    let clock = clock ?? site.now
    return try push(
      body:
        "{\"client_clock_ms\": \(clock.milliseconds), \"records\": {\(records.joined(separator: ", "))}}"
    )
  }

  /// Sends records as our own client writes them.
  func push(_ records: [any WireRecord], clock: Timestamp? = nil) throws -> PushResponse {
    var writer = PushWriter()
    for entity in SyncEntity.allCases {
      for record in records where type(of: record).entity == entity { writer.row(record) }
    }
    let answer = try site.answer(
      principal, "syncPush", body: writer.finish(clientClock: clock ?? site.now))
    return try JSONValueDecoder().decode(
      PushResponse.self, from: JSONValue(parsing: answer.body))
  }

  /// Asks for one page.
  func page(
    since: Int64, epoch: Int64? = nil, told: Int64? = nil, limit: Int = 5_000,
    entities: String = SyncEntity.allCases.map(\.key).joined(separator: ",")
  ) throws -> PullPage {
    var query = [("since", "\(since)"), ("entities", entities), ("limit", "\(limit)")]
    if let epoch { query.append(("epoch", "\(epoch)")) }
    if let told { query.append(("told", "\(told)")) }
    let answer = try site.answer(principal, "syncPull", query: query.map { (name: $0, value: $1) })
    return try PullPage(body: answer.body)
  }

  /// Asks as the older client does: with a clock of its own, and never twice.
  func pullAsOther() throws -> PullPage { try page(since: site.now.milliseconds) }

  /// Everything from the start, by a device that has nothing.
  func everything(limit: Int = 5_000) throws -> PullPage {
    let fresh = site.device(of: user)
    var all = try fresh.page(since: 0, epoch: 0, limit: limit)
    fresh.epoch = all.resyncEpoch
    while all.hasMore {
      let next = try fresh.page(since: all.nextSince, epoch: fresh.epoch, limit: limit)
      all.append(next)
    }
    return all
  }
}

extension PullPage {
  /// Takes in the rows of the next page.
  mutating func append(_ page: PullPage) {
    topics += page.topics
    decks += page.decks
    subTopics += page.subTopics
    cards += page.cards
    cardSubTopics += page.cardSubTopics
    reviews += page.reviews
    sessions += page.sessions
    hasMore = page.hasMore
    nextSince = page.nextSince
    isFullResync = isFullResync || page.isFullResync
  }

  var count: Int {
    topics.count + decks.count + subTopics.count + cards.count + cardSubTopics.count
      + reviews.count + sessions.count
  }
}
