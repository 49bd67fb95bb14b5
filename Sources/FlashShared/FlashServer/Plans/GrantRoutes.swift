import FlashAPI
import FlashModel
import FlashSQL

/// What operators do with the plans of accounts.
public struct GrantRoutes<Storage: ServerStorage>: Sendable {
  public init() {}

  public var all: [Route<Storage>] {
    [
      Route(Endpoints.adminSubscription) { call, _ in try history(call) },
      Route(Endpoints.adminGrantPlan) { call, body in try grant(call, body) },
      Route(Endpoints.adminExtendPlan) { call, body in try extend(call, body) },
      Route(Endpoints.adminRevokePlan) { call, body in try revoke(call, body) },
    ]
  }

  private func history(_ call: Call<Storage>) throws -> SubscriptionHistory {
    try call.storage.readDirectory { connection in
      let user = try subject(call, in: connection)
      return SubscriptionHistory(
        subscription: try Subscription.load(of: user, in: connection, now: call.now),
        grants: try PlanGrants.all(of: user, in: connection).map(\.told),
        events: try StoreRows.events(of: user, in: connection))
    }
  }

  private func grant(_ call: Call<Storage>, _ body: GrantInput) throws -> PlanGrant {
    try check(reason: body.reason)
    let end = try body.expiresAt.map { text throws(Problem) in
      guard let end = Timestamp(rfc3339: text), end > call.now else {
        throw Problem.invalid("expires_at", "must be a moment to come")
      }
      return end
    }
    return try call.storage.directory { connection in
      let user = try subject(call, in: connection)
      guard try StoredPlan.load(body.planKey, in: connection) != nil else {
        throw Problem.invalid("plan_key", "is none of the plans")
      }
      return try add(body.planKey, until: end, body.reason, to: user, call, in: connection)
    }
  }

  private func add(
    _ plan: String, until end: Timestamp?, _ reason: String, to user: UserID,
    _ call: Call<Storage>, in connection: Storage.Connection
  ) throws -> PlanGrant {
    let grant = StoredGrant(
      id: GrantID(madeAt: call.now, random: call.server.random), plan: plan, created: call.now,
      expires: end, reason: reason, actor: call.actor.text)
    let before = try EffectivePlan.of(user, in: connection, now: call.now)
    try PlanGrants.add(grant, to: user, in: connection)
    try settle(user, before, "subscription.grant", reason, call, in: connection)
    return grant.told
  }

  /// A grant with an end gets a later one. What was bought is the store's to end: what is added to that
  /// is a grant of the same plan.
  private func extend(_ call: Call<Storage>, _ body: ExtensionInput) throws -> PlanGrant {
    try check(reason: body.reason)
    guard (1...3_660).contains(body.days) else {
      throw Problem.invalid("days", "must be a whole number from 1 to 3660")
    }
    let added = Int64(body.days) * Timestamp.millisecondsPerDay
    return try call.storage.directory { connection in
      let user = try subject(call, in: connection)
      let before = try EffectivePlan.of(user, in: connection, now: call.now)
      let grants = try PlanGrants.all(of: user, in: connection)
      let live = grants.filter { $0.isLive(at: call.now) && $0.expires != nil }
      if var grant = live.last(where: { $0.plan == before.key }) ?? live.last,
        let end = grant.expires
      {
        grant.expires = end.advanced(by: added)
        try PlanGrants.move(grant.id, to: end.advanced(by: added), in: connection)
        try settle(user, before, "subscription.extend", body.reason, call, in: connection)
        return grant.told
      }
      guard before.source == .appStore, let end = before.expires else {
        throw Problem(.notFound, "The account has no plan with an end.")
      }
      return try add(
        before.key, until: end.advanced(by: added), body.reason, to: user, call, in: connection)
    }
  }

  private func revoke(_ call: Call<Storage>, _ body: RevocationInput) throws -> Subscription {
    try check(reason: body.reason)
    return try call.storage.directory { connection in
      let user = try subject(call, in: connection)
      let before = try EffectivePlan.of(user, in: connection, now: call.now)
      try PlanGrants.revokeAll(of: user, in: connection, now: call.now)
      if body.includeStore == true {
        try StorePlan.end(of: user, in: connection, now: call.now)
      }
      try settle(user, before, "subscription.revoke", body.reason, call, in: connection)
      return try Subscription.load(of: user, in: connection, now: call.now)
    }
  }

  private func settle(
    _ user: UserID, _ before: EffectivePlan, _ action: String, _ reason: String,
    _ call: Call<Storage>, in connection: Storage.Connection
  ) throws {
    let after = try EffectivePlan.settle(user, in: connection, now: call.now)
    try call.record(
      action, of: user, reason: reason, before: before.recorded, after: after.recorded,
      in: connection)
  }

  private func subject(
    _ call: Call<Storage>, in connection: Storage.Connection
  ) throws -> UserID {
    let user = try call.namedUser()
    let isThere = try connection.row("select 1 from users where id = $1", [SQLValue(user)]) { _ in
      true
    }
    guard isThere == true else { throw Problem.noSuchUser }
    return user
  }

  private func check(reason: String) throws(Problem) {
    guard (3...500).contains(reason.unicodeScalars.count), !reason.utf8.contains(0) else {
      throw Problem.invalid("reason", "must have 3 to 500 characters")
    }
  }
}

extension StoredGrant {
  var told: PlanGrant {
    PlanGrant(
      id: id.description, planKey: plan, createdAt: created.rfc3339, expiresAt: expires?.rfc3339,
      revokedAt: revoked?.rfc3339, reason: reason, actor: actor)
  }
}

extension EffectivePlan {
  /// What the record of a change says of it.
  var recorded: JSONValue {
    .object([
      .init("plan_key", .string(key)), .init("status", .string(status)),
      .init("expires_at", expires.map { .string($0.rfc3339) } ?? .null),
    ])
  }
}
