public import FlashAPI

/// Where the secret of a sign-in is kept. Everything happens under ``locked(_:)``.
public protocol TokenKeeper: AnyObject {
  /// Runs `body` while no other process reads, renews or writes the secret.
  func locked<Result>(_ body: () throws -> Result) throws -> Result
  /// The refresh token; nil if there is none.
  func token() throws -> String?
  /// The key that this token is, or is going to be, renewed with: kept before it is used, so that a
  /// renewal whose answer was lost is asked for with the same one.
  func renewalKey(for token: String) throws -> String
  /// Keeps the next token in the place of this one.
  func keep(_ token: String) throws
  /// Forgets a token that the server refused.
  func forget(_ token: String) throws
}

/// A client that signs in with what is kept, and once more when its access token has run out.
public final class SignedInClient {
  public let client: Client
  private let keeper: any TokenKeeper

  public init(_ client: Client, _ keeper: any TokenKeeper) {
    self.client = client
    self.keeper = keeper
  }

  /// Renews the pair: one lock covers reading, asking and storing, and the pair is not used before it
  /// is stored. A token that another process has renewed meanwhile is the one to use.
  /// - Throws: ``ClientError``, `.refused` with 401 if there is no token or it is refused.
  public func renew() throws {
    client.accessToken = try keeper.locked {
      guard var token = try keeper.token() else { throw SignedInClient.signedOut }
      while true {
        do {
          let pair = try client.call(
            Endpoints.refreshTokens, Refresh(refreshToken: token),
            key: try keeper.renewalKey(for: token))
          try keeper.keep(pair.refreshToken)
          return pair.accessToken
        } catch ClientError.refused(let problem) where problem.status == 401 {
          guard let other = try keeper.token(), other != token else {
            try keeper.forget(token)
            throw ClientError.refused(problem)
          }
          token = other
        }
      }
    }
  }

  private static let signedOut = ClientError.refused(
    Problem(.unauthenticated, "Nobody is signed in."))

  /// Runs a call, and once more with a new access token if the old one has run out.
  public func signedIn<Result>(_ call: (Client) throws -> Result) throws -> Result {
    if client.accessToken == nil { try renew() }
    do {
      return try call(client)
    } catch ClientError.refused(let problem) where problem.status == 401 {
      try renew()
      return try call(client)
    }
  }

  public func push(_ body: [UInt8]) throws -> PushResponse {
    try signedIn { try $0.push(body) }
  }

  public func pull(_ request: PullRequest) throws -> PullPage {
    try signedIn { try $0.pull(request) }
  }
}
