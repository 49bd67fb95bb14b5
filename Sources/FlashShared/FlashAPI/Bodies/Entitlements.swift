/// What a plan allows by one of its keys. Whoever does not know the kind, or misses the key, denies.
public enum EntitlementConfig: Codable, Sendable, Hashable {
  case boolean(Bool)
  /// Nil is no limit.
  case maxCount(Int?)
  /// Of a kind that is not known here.
  case unknown(String)

  private enum CodingKeys: String, CodingKey {
    case type, allowed, max
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    let type = try members.decode(String.self, forKey: .type)
    switch type {
    case "boolean":
      self = .boolean(try members.decode(Bool.self, forKey: .allowed))
    case "max_count":
      // No limit is said, never understood from silence.
      if !members.contains(.max) { _ = try members.decode(Int.self, forKey: .max) }
      let max = try members.decodeIfPresent(Int.self, forKey: .max)
      if let max, max < 0 {
        throw DecodingError.dataCorruptedError(
          forKey: .max, in: members, debugDescription: "must be null or at least 0")
      }
      self = .maxCount(max)
    default: self = .unknown(type)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .boolean(let isAllowed):
      try members.encode("boolean", forKey: .type)
      try members.encode(isAllowed, forKey: .allowed)
    case .maxCount(let max):
      try members.encode("max_count", forKey: .type)
      try members.encode(max, forKey: .max)
    case .unknown(let type): try members.encode(type, forKey: .type)
    }
  }
}

/// What the plan of an account allows, as a client keeps it.
public struct EntitlementSnapshot: Codable, Sendable, Hashable {
  public var planKey: String
  public var version: Int
  public var entitlements: NamedValues<EntitlementConfig>
  /// Current counts behind the keys that count.
  public var usage: NamedValues<Int>?

  public init(
    planKey: String, version: Int, entitlements: NamedValues<EntitlementConfig>,
    usage: NamedValues<Int>? = nil
  ) {
    self.planKey = planKey
    self.version = version
    self.entitlements = entitlements
    self.usage = usage
  }
}

/// A plan, as a paywall shows it.
public struct Plan: Codable, Sendable, Hashable {
  public var key: String
  public var label: String
  public var version: Int
  public var entitlements: NamedValues<EntitlementConfig>
  public var productIds: [String]?

  public init(
    key: String, label: String, version: Int, entitlements: NamedValues<EntitlementConfig>,
    productIds: [String]? = nil
  ) {
    self.key = key
    self.label = label
    self.version = version
    self.entitlements = entitlements
    self.productIds = productIds
  }
}

public struct Plans: Codable, Sendable, Hashable {
  public var plans: [Plan]

  public init(plans: [Plan]) { self.plans = plans }
}
