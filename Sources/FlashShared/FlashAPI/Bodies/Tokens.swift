/// Labels a sign-in in lists of devices.
public struct DeviceInfo: Codable, Sendable, Hashable {
  public var name: String?
  public var model: String?
  public var os: String?
  public var app: String?

  public init(
    name: String? = nil, model: String? = nil, os: String? = nil, app: String? = nil
  ) {
    self.name = name
    self.model = model
    self.os = os
    self.app = app
  }
}

public struct TokenPair: Codable, Sendable, Hashable {
  public var accessToken: String
  public var refreshToken: String
  public var tokenType: String
  /// Seconds that the access token lives.
  public var expiresIn: Int
  /// Seconds that the refresh token lives.
  public var refreshExpiresIn: Int

  public init(
    accessToken: String, refreshToken: String, expiresIn: Int, refreshExpiresIn: Int
  ) {
    self.accessToken = accessToken
    self.refreshToken = refreshToken
    tokenType = "Bearer"
    self.expiresIn = expiresIn
    self.refreshExpiresIn = refreshExpiresIn
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    accessToken = try members.decode(String.self, forKey: .accessToken)
    refreshToken = try members.decode(String.self, forKey: .refreshToken)
    // The older service leaves these out; its lives are the same.
    tokenType = try members.decodeIfPresent(String.self, forKey: .tokenType) ?? "Bearer"
    expiresIn = try members.decodeIfPresent(Int.self, forKey: .expiresIn) ?? 900
    refreshExpiresIn =
      try members.decodeIfPresent(Int.self, forKey: .refreshExpiresIn) ?? 7_776_000
  }
}
