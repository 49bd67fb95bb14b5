public import FlashAPI
public import FlashModel
import FlashSQL

/// Answers a push.
public struct Push<Storage: ServerStorage> {
  let storage: Storage
  let principal: Principal
  let now: Timestamp
  let zones: ZoneFinder
  let mostBytes: Int64

  /// - Parameter mostBytes: that an account may hold.
  public init(
    storage: Storage, principal: Principal, now: Timestamp, zones: @escaping ZoneFinder,
    mostBytes: Int64 = .max
  ) {
    self.storage = storage
    self.principal = principal
    self.now = now
    self.zones = zones
    self.mostBytes = mostBytes
  }

  /// Rows that a push may have.
  static var mostRows: Int { 5_000 }

  @specialized(where Storage == EmbeddedStorage)
  @specialized(where Storage == PostgreSQLStorage)
  public func answer(_ request: PushRequest) throws -> PushResponse {
    guard request.count <= Push.mostRows else {
      throw Problem(.payloadTooLarge, "A push has at most \(Push.mostRows) rows.")
    }
    let context = try context(of: request)
    let (response, account, gains) = try storage.account(principal.user) { connection in
      let work = try PushWork(connection, context, request)
      let before = work.account
      let response = try work.run()
      let gains = ActiveDays.Gains(from: before, to: work.account, sessions: work.newSessions)
      return (response, work.account, gains)
    }
    if response.accepted > 0 {
      try storage.directory { connection in
        try connection.note(account, gains, of: principal, at: now)
      }
    }
    return response
  }

  /// Folds anew what depends on settings of the account that have changed. A push does so by itself;
  /// this is for those who do not push.
  public func refold() throws {
    _ = try answer(PushRequest(body: Array(#"{"client_clock_ms":0,"records":{}}"#.utf8)))
  }

  private func context(of request: PushRequest) throws -> PushContext {
    let scan = BodyScan(request.body)
    let named = scan.namesUsers ? BodyScan.users(in: request, besides: principal.user) : [:]
    return try storage.readDirectory { connection in
      let others = try connection.known(Set(named.values))
      return PushContext(
        user: principal.user, signIn: principal.signIn, now: now,
        skew: request.clientClock?.milliseconds(since: now),
        settings: try StudySettings.load(of: principal.user, connection, zones: zones),
        foreignRows: Set(named.filter { others.contains($0.value) }.keys),
        mayHoldNul: scan.hasNul, mostBytes: mostBytes,
        plan: try AccountPlan.load(of: principal.user, in: connection))
    }
  }
}
