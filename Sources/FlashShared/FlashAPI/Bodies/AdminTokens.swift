/// A token of an operator, without its secret.
public struct AdminToken: Codable, Sendable, Hashable {
  public var id: String
  public var name: String
  /// Each an ``AdminAbility``, of which a newer server may know more.
  public var abilities: [String]
  /// RFC 3339, as all moments here.
  public var createdAt: String
  public var expiresAt: String
  @Nullable public var lastUsedAt: String?
  /// Who made it, as the audit log names them.
  @Nullable public var createdBy: String?

  public init(
    id: String, name: String, abilities: [String], createdAt: String, expiresAt: String,
    lastUsedAt: String?, createdBy: String?
  ) {
    self.id = id
    self.name = name
    self.abilities = abilities
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.lastUsedAt = lastUsedAt
    self.createdBy = createdBy
  }
}

public struct AdminTokens: Codable, Sendable, Hashable {
  public var tokens: [AdminToken]

  public init(tokens: [AdminToken]) { self.tokens = tokens }
}

public struct AdminTokenInput: Codable, Sendable, Hashable {
  /// 1 to 100 characters.
  public var name: String
  /// At least one.
  public var abilities: [String]
  /// 60 to 31,536,000; nil is 90 days.
  public var ttlSeconds: Int?

  public init(name: String, abilities: [String], ttlSeconds: Int? = nil) {
    self.name = name
    self.abilities = abilities
    self.ttlSeconds = ttlSeconds
  }
}

/// A token of an operator with its secret, which is shown this once.
public struct IssuedAdminToken: Codable, Sendable, Hashable {
  public var facts: AdminToken
  public var token: String

  public init(_ facts: AdminToken, token: String) {
    self.facts = facts
    self.token = token
  }

  private enum CodingKeys: String, CodingKey { case token }

  public init(from decoder: any Decoder) throws {
    facts = try AdminToken(from: decoder)
    token = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .token)
  }

  public func encode(to encoder: any Encoder) throws {
    try facts.encode(to: encoder)
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(token, forKey: .token)
  }
}

/// A token of an account that is asked for to support or automate.
public struct SupportTokenInput: Codable, Sendable, Hashable {
  /// Up to 100 characters.
  public var name: String
  /// `*` or `read`; nil is `read`.
  public var abilities: [String]?
  /// 60 to 86,400; nil is 900.
  public var ttlSeconds: Int?
  /// 3 to 500 characters.
  public var reason: String

  public init(name: String, abilities: [String]? = nil, ttlSeconds: Int? = nil, reason: String) {
    self.name = name
    self.abilities = abilities
    self.ttlSeconds = ttlSeconds
    self.reason = reason
  }
}

public struct SupportToken: Codable, Sendable, Hashable {
  public var accessToken: String
  public var sessionId: String
  /// RFC 3339.
  public var expiresAt: String
  public var abilities: [String]

  public init(accessToken: String, sessionId: String, expiresAt: String, abilities: [String]) {
    self.accessToken = accessToken
    self.sessionId = sessionId
    self.expiresAt = expiresAt
    self.abilities = abilities
  }
}
