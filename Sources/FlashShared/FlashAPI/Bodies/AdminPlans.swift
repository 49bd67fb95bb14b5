/// A plan with what only operators see.
public struct AdminPlan: Codable, Sendable, Hashable {
  public var key: String
  public var label: String
  public var version: Int
  public var entitlements: NamedValues<EntitlementConfig>
  public var productIds: [String]
  /// Higher is better: decides between a grant and a purchase.
  public var rank: Int
  public var `public`: Bool
  /// Accounts whose plan it is.
  public var holders: Int
  /// RFC 3339.
  public var updatedAt: String

  public init(
    key: String, label: String, version: Int, entitlements: NamedValues<EntitlementConfig>,
    productIds: [String], rank: Int, isPublic: Bool, holders: Int, updatedAt: String
  ) {
    self.key = key
    self.label = label
    self.version = version
    self.entitlements = entitlements
    self.productIds = productIds
    self.rank = rank
    self.public = isPublic
    self.holders = holders
    self.updatedAt = updatedAt
  }
}

public struct AdminPlans: Codable, Sendable, Hashable {
  public var plans: [AdminPlan]

  public init(plans: [AdminPlan]) { self.plans = plans }
}

/// What a plan is to be.
public struct PlanInput: Codable, Sendable, Hashable {
  /// 1 to 100 characters.
  public var label: String
  /// Nil is 0.
  public var rank: Int?
  /// Nil is true.
  public var `public`: Bool?
  public var productIds: [String]?
  public var entitlements: NamedValues<EntitlementConfig>

  public init(
    label: String, rank: Int? = nil, isPublic: Bool? = nil, productIds: [String]? = nil,
    entitlements: NamedValues<EntitlementConfig>
  ) {
    self.label = label
    self.rank = rank
    self.public = isPublic
    self.productIds = productIds
    self.entitlements = entitlements
  }
}

/// The plan of accounts that have no other.
public struct DefaultPlan: Codable, Sendable, Hashable {
  public var planKey: String

  public init(planKey: String) { self.planKey = planKey }
}

/// How a plan is changed.
public struct PlanChangeQuery: EndpointQuery {
  /// Whether accounts that have the plan keep the version that they have, until their plan is another.
  public var keepsHolders: Bool

  public init(keepsHolders: Bool = false) { self.keepsHolders = keepsHolders }

  public var query: String { keepsHolders ? "keep_holders=true" : "" }
}
