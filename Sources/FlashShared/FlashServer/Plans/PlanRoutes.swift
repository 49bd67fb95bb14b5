import FlashAPI
import FlashModel
import FlashSQL

/// What operators do with plans.
public struct PlanRoutes<Storage: ServerStorage>: Sendable {
  public init() {}

  public var all: [Route<Storage>] {
    [
      Route(Endpoints.adminPlans) { call, _ in
        AdminPlans(
          plans: try call.storage.readDirectory {
            try StoredPlan.all(in: $0).map(\.toldToOperators)
          })
      },
      Route(Endpoints.adminPlan.operation) { call, _ in
        let plan = try call.storage.readDirectory { try require(call, in: $0) }
        return answer(200, plan)
      },
      Route(Endpoints.adminPutPlan.operation) { call, body in
        try put(call, PlanChange(Route<Storage>.value(of: body), key: key(call)))
      },
      Route(Endpoints.adminDeletePlan) { call, _ in try delete(call) },
      Route(Endpoints.adminPutEntitlement.operation) { call, body in
        try putEntitlement(call, Route<Storage>.value(of: body))
      },
      Route(Endpoints.adminDefaultPlan) { call, _ in
        DefaultPlan(planKey: try call.storage.readDirectory { try DefaultPlans.key(in: $0) })
      },
      Route(Endpoints.adminPutDefaultPlan) { call, body in try putDefault(call, body) },
    ]
  }

  private func key(_ call: Call<Storage>) -> String { call.parameters["plan_key"] ?? "" }

  private func require(
    _ call: Call<Storage>, in connection: Storage.Connection
  ) throws -> StoredPlan {
    guard let plan = try StoredPlan.load(key(call), in: connection) else {
      throw Problem(.notFound, "There is no such plan.")
    }
    return plan
  }

  private func answer(_ status: Int, _ plan: StoredPlan) -> HTTPResponse {
    var response = HTTPResponse.json(status, JSONValueEncoder().encode(plan.toldToOperators))
    response.fields.append(("ETag", plan.entityTag))
    return response
  }

  private func put(_ call: Call<Storage>, _ change: PlanChange) throws -> HTTPResponse {
    try call.storage.directory { connection in
      let old = try StoredPlan.load(key(call), in: connection)
      try EntityTags(call.head.fields["if-match"]).require(old?.entityTag)
      try change.checkProducts(in: connection)
      let plan = change.plan(over: old, at: call.now)
      try save(plan, over: old, call, in: connection)
      return answer(old == nil ? 201 : 200, plan)
    }
  }

  private func putEntitlement(
    _ call: Call<Storage>, _ config: EntitlementConfig
  ) throws -> HTTPResponse {
    guard let name = EntitlementKey(rawValue: call.parameters["entitlement_key"] ?? "") else {
      throw Problem(.notFound, "There is no such entitlement.")
    }
    try PlanChange.check(config, "type")
    return try call.storage.directory { connection in
      let old = try require(call, in: connection)
      try EntityTags(call.head.fields["if-match"]).require(old.entityTag)
      var plan = old
      plan.entitlements[name] = config
      plan.version += 1
      plan.updated = call.now
      try save(plan, over: old, call, in: connection)
      return answer(200, plan)
    }
  }

  private func save(
    _ plan: StoredPlan, over old: StoredPlan?, _ call: Call<Storage>,
    in connection: Storage.Connection
  ) throws {
    let keepsHolders = try call.choice("keep_holders", of: ["true", "false"]) == "true"
    try plan.save(over: old, keepsHolders: keepsHolders, in: connection)
    if let old, old.rank != plan.rank {
      try DefaultPlans.settleAll(in: connection, now: call.now)
    }
    try call.record(
      old == nil ? "plan.create" : "plan.update", target: plan.key, before: old?.recorded,
      after: plan.recorded, in: connection)
  }

  private func delete(_ call: Call<Storage>) throws -> NoBody {
    try call.storage.directory { connection in
      let plan = try require(call, in: connection)
      guard plan.key != "free" else { throw Problem(.conflict, "'free' cannot go.") }
      guard !plan.isDefault else {
        throw Problem(.conflict, "Accounts that have no other plan have this one.")
      }
      let granted = try connection.row(
        "select count(*) from plan_grants where plan_key = $1 and is_live = 1", [.text(plan.key)]
      ) { $0.integer(0) }
      guard plan.holders == 0, granted == 0 else {
        throw Problem(.conflict, "There are accounts that have this plan.")
      }
      try connection.run("delete from plans where key = $1", [.text(plan.key)])
      try call.record(
        "plan.delete", target: plan.key, before: plan.recorded, in: connection)
      return NoBody()
    }
  }

  private func putDefault(_ call: Call<Storage>, _ body: DefaultPlan) throws -> DefaultPlan {
    try call.storage.directory { connection in
      let old = try DefaultPlans.key(in: connection)
      guard try DefaultPlans.set(body.planKey, in: connection, now: call.now) else {
        throw Problem.invalid("plan_key", "is none of the plans")
      }
      if old != body.planKey {
        try call.record(
          "plan.default", target: body.planKey, before: .object([.init("plan_key", .string(old))]),
          after: .object([.init("plan_key", .string(body.planKey))]), in: connection)
      }
      return body
    }
  }
}

/// What a plan is to be, checked.
struct PlanChange {
  private let key: String
  private let input: PlanInput

  private static let mostProducts = 100
  private static let mostEntitlements = 100

  /// - Throws: ``Problem`` `.validationFailed`.
  init(_ input: PlanInput, key: String) throws(Problem) {
    guard PlanChange.isKey(key) else {
      throw Problem.invalid(
        "plan_key", "must be a letter and at most 62 of a-z, 0-9, _ and - behind it")
    }
    guard (1...100).contains(input.label.unicodeScalars.count), !input.label.utf8.contains(0) else {
      throw Problem.invalid("label", "must have 1 to 100 characters")
    }
    if let rank = input.rank, Int32(exactly: rank) == nil {
      throw Problem.invalid("rank", "must be a number of 32 bits")
    }
    let products = input.productIds ?? []
    guard products.count <= PlanChange.mostProducts, Set(products).count == products.count,
      products.allSatisfy({
        (1...255).contains($0.unicodeScalars.count) && !$0.utf8.contains(0)
      })
    else {
      throw Problem.invalid(
        "product_ids",
        "must be at most \(PlanChange.mostProducts) names of 1 to 255 characters, each once")
    }
    guard input.entitlements.members.count <= PlanChange.mostEntitlements,
      input.entitlements.members.allSatisfy({
        $0.name.utf8.count <= 64 && !$0.name.utf8.contains(0)
      })
    else {
      throw Problem.invalid("entitlements", "has too many members, or too long names")
    }
    for member in input.entitlements.members {
      try PlanChange.check(member.value, "entitlements.\(member.name).type")
    }
    self.key = key
    self.input = input
  }

  static func check(_ config: EntitlementConfig, _ field: String) throws(Problem) {
    if case .unknown = config { throw Problem.invalid(field, "must be boolean or max_count") }
  }

  private static func isKey(_ key: String) -> Bool {
    guard let first = key.utf8.first, (0x61...0x7A).contains(first) else { return false }
    return key.utf8.count <= 63
      && key.utf8.allSatisfy { byte in
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x5F || byte == 0x2D
      }
  }

  /// - Throws: ``Problem`` `.validationFailed` if one of the products is another plan's.
  func checkProducts(in connection: some SQLConnection) throws {
    for product in input.productIds ?? [] {
      let other = try connection.row(
        "select plan_key from plan_products where product_id = $1 and plan_key <> $2",
        [.text(product), .text(key)]
      ) { $0.text(0) }
      if let other {
        throw Problem.invalid("product_ids", "names '\(product)', which is of the plan '\(other)'")
      }
    }
  }

  func plan(over old: StoredPlan?, at now: Timestamp) -> StoredPlan {
    StoredPlan(
      key: key, label: input.label, rank: input.rank ?? 0, isPublic: input.public ?? true,
      isDefault: old?.isDefault ?? false, version: (old?.version ?? 0) + 1,
      entitlements: input.entitlements, products: (input.productIds ?? []).sorted(), updated: now,
      holders: old?.holders ?? 0)
  }
}
