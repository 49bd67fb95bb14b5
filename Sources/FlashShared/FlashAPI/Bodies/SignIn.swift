public struct AppleSignIn: Codable, Sendable, Hashable {
  public var identityToken: String
  /// The raw nonce, whose digest the token carries.
  public var nonce: String?
  /// What Apple tells at the first sign-in only.
  public var name: String?
  public var device: DeviceInfo?

  public init(
    identityToken: String, nonce: String? = nil, name: String? = nil, device: DeviceInfo? = nil
  ) {
    self.identityToken = identityToken
    self.nonce = nonce
    self.name = name
    self.device = device
  }
}

public struct MagicLinkRequest: Codable, Sendable, Hashable {
  public var email: String
  public var marketingOptIn: Bool?
  /// 64 lower-case hexadecimal digits, for a client that waits for the button of the page.
  public var loginSecret: String?

  public init(email: String, marketingOptIn: Bool? = nil, loginSecret: String? = nil) {
    self.email = email
    self.marketingOptIn = marketingOptIn
    self.loginSecret = loginSecret
  }
}

/// What a client that waits asks with, until the link's button was pressed.
public struct MagicLinkCollection: Codable, Sendable, Hashable {
  /// As sent with the ``MagicLinkRequest``.
  public var loginSecret: String
  public var device: DeviceInfo?

  public init(loginSecret: String, device: DeviceInfo? = nil) {
    self.loginSecret = loginSecret
    self.device = device
  }
}

public struct MagicLinkConsumption: Codable, Sendable, Hashable {
  /// The link's token, or the short code of the page behind it.
  public var token: String
  public var device: DeviceInfo?

  public init(token: String, device: DeviceInfo? = nil) {
    self.token = token
    self.device = device
  }
}

public struct Refresh: Codable, Sendable, Hashable {
  public var refreshToken: String

  public init(refreshToken: String) { self.refreshToken = refreshToken }
}

public struct SignOut: Codable, Sendable, Hashable {
  public var allDevices: Bool?
  /// For a client whose access token has run out.
  public var refreshToken: String?

  public init(allDevices: Bool? = nil, refreshToken: String? = nil) {
    self.allDevices = allDevices
    self.refreshToken = refreshToken
  }
}

/// A token pair with whom it is for.
public struct SignInResponse: Codable, Sendable, Hashable {
  public var tokens: TokenPair
  public var user: SignedInUser
  public var sessionID: String?

  public init(tokens: TokenPair, user: SignedInUser, sessionID: String?) {
    self.tokens = tokens
    self.user = user
    self.sessionID = sessionID
  }

  private enum CodingKeys: String, CodingKey {
    case user
    case sessionID = "session_id"
  }

  public init(from decoder: any Decoder) throws {
    tokens = try TokenPair(from: decoder)
    let members = try decoder.container(keyedBy: CodingKeys.self)
    user = try members.decode(SignedInUser.self, forKey: .user)
    sessionID = try members.decodeIfPresent(String.self, forKey: .sessionID)
  }

  public func encode(to encoder: any Encoder) throws {
    try tokens.encode(to: encoder)
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(user, forKey: .user)
    try members.encodeIfPresent(sessionID, forKey: .sessionID)
  }
}

public struct SignedInUser: Codable, Sendable, Hashable {
  public var id: String
  public var email: String?
  public var created: Bool?
  /// A deletion that was scheduled, and that this sign-in took back.
  public var deletionCancelled: Bool?

  public init(id: String, email: String?, created: Bool?, deletionCancelled: Bool?) {
    self.id = id
    self.email = email
    self.created = created
    self.deletionCancelled = deletionCancelled
  }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(id, forKey: .id)
    // Null, not left out: clients look for it.
    try members.encode(email, forKey: .email)
    try members.encodeIfPresent(created, forKey: .created)
    try members.encodeIfPresent(deletionCancelled, forKey: .deletionCancelled)
  }
}
