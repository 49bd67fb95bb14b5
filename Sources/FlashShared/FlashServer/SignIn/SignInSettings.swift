/// What an operator may choose about signing in.
public struct SignInSettings: Sendable {
  /// Where people reach the service, such as `https://flash.example`: links begin with it. Without
  /// a slash at the end.
  public var publicURL: String
  /// Seconds that an access token lives.
  public var accessTokenLife: Int
  /// Seconds that a refresh token lives unless it is used.
  public var refreshTokenLife: Int
  /// Seconds that a sign-in lasts, however often its tokens are refreshed.
  public var signInLife: Int
  /// Seconds that a link in a mail can be used.
  public var linkLife: Int
  /// Whether a sign-in takes back a scheduled deletion.
  public var signInRestoresAccount: Bool
  /// Days between asking for an account's deletion and the deletion.
  public var deletionGrace: Int
  public var limits: SignInLimits
  /// How people sign in with Apple in a browser; nil where they can't.
  public var appleBrowser: AppleBrowser?

  public init(
    publicURL: String, accessTokenLife: Int = 900, signInRestoresAccount: Bool = true,
    limits: SignInLimits = SignInLimits()
  ) {
    self.publicURL = publicURL
    self.accessTokenLife = accessTokenLife
    refreshTokenLife = 90 * 86_400
    signInLife = 365 * 86_400
    linkLife = 900
    self.signInRestoresAccount = signInRestoresAccount
    deletionGrace = 30
    self.limits = limits
  }
}

/// How often links may be asked for.
public struct SignInLimits: Sendable, Hashable {
  /// Links to one address an hour.
  public var linksToAddress: Int
  /// Links asked for from one network address an hour.
  public var linksFromPeer: Int

  public init(linksToAddress: Int = 5, linksFromPeer: Int = 20) {
    self.linksToAddress = linksToAddress
    self.linksFromPeer = linksFromPeer
  }
}
