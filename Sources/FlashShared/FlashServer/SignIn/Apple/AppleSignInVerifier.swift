import FlashAPI
import FlashCrypto
import FlashModel
import FlashSQL

/// Checks the tokens that Apple gives to people who sign in with it.
public struct AppleSignInVerifier: Sendable {
  let keys: AppleKeys
  let clientIDs: [String]
  let issuer: String

  /// Milliseconds by which Apple's clock may be ahead of ours.
  private static let leeway: Int64 = 60_000

  /// - Parameters:
  ///   - clientIDs: the apps whose tokens are taken.
  ///   - issuer: who must have written them.
  public init(
    keys: AppleKeys, clientIDs: [String], issuer: String = "https://appleid.apple.com"
  ) {
    self.keys = keys
    self.clientIDs = clientIDs
    self.issuer = issuer
  }

  /// What a token says that was found to be Apple's.
  struct Verified: Sendable, Hashable {
    let subject: String
    /// In lower case, if there is one.
    let email: String?
    let isEmailVerified: Bool
    let expires: Timestamp
    /// The digest it is known again by.
    let hash: [UInt8]

    var proof: Accounts.Proof {
      Accounts.Proof(
        provider: "apple", subject: subject, verifiedEmail: isEmailVerified ? email : nil)
    }
  }

  /// - Parameter nonce: what the client says the token carries the digest of.
  /// - Throws: ``Problem`` `.appleTokenInvalid` or `.appleKeysUnavailable`.
  func verify(_ text: String, nonce: String?, now: Timestamp) throws -> Verified {
    guard text.utf8.count <= 8_192, nonce?.utf8.count ?? 0 <= 1_020 else {
      throw Problem.invalid("identity_token", "must have at most 8192 characters")
    }
    guard let token = SignedToken(text) else { throw refused("It is no such token") }
    guard token.algorithm != nil, let id = token.keyID else {
      throw refused("Its algorithm is not taken")
    }
    guard let key = try keys.key(id, now: now), token.isSigned(by: key) else {
      throw refused("Its signature is not Apple's")
    }
    let claims = token.claims
    guard claims["iss"]?.string == issuer else { throw refused("Its issuer is another") }
    guard isForUs(claims["aud"]) else { throw refused("It is for another app") }
    guard let expires = moment(claims["exp"]), now < expires else {
      throw refused("It has run out")
    }
    guard let issued = moment(claims["iat"]),
      issued.milliseconds(since: now) <= AppleSignInVerifier.leeway
    else { throw refused("It is from the future") }
    try check(nonce, claims["nonce"])
    guard let subject = claims["sub"]?.string, (1...255).contains(subject.utf8.count),
      !subject.utf8.contains(0)
    else { throw refused("It names nobody") }
    // An address that mail can't be sent to is as good as none.
    let email = claims["email"]?.string.flatMap { try? EmailAddress($0) }
    return Verified(
      subject: subject, email: email?.text,
      isEmailVerified: claims["email_verified"] == .bool(true)
        || claims["email_verified"] == .string("true"),
      expires: expires, hash: try Digest.sha256(text).bytes)
  }

  /// Takes a token for the first and only time.
  /// - Returns: false if it was taken before.
  func accept(_ token: Verified, in connection: some SQLConnection) throws -> Bool {
    try connection.row(
      """
      insert into apple_tokens (hash, expires_ms) values ($1, $2)
      on conflict (hash) do nothing returning 1
      """, [.blob(token.hash), SQLValue(token.expires)]
    ) { _ in true } ?? false
  }

  /// Whether somebody new comes with an address that nobody vouches for, and that has an owner.
  func isUnverifiedAddressTaken(
    _ token: Verified, _ proof: Accounts.Proof, _ accounts: Accounts,
    in connection: some SQLConnection
  ) throws -> Bool {
    guard let email = token.email, !token.isEmailVerified,
      try accounts.identityOwner(proof, in: connection) == nil
    else { return false }
    return try connection.row("select 1 from users where email = $1", [.text(email)]) { _ in true }
      ?? false
  }

  private func isForUs(_ audience: JSONValue?) -> Bool {
    switch audience {
    case .string(let id): clientIDs.contains(id)
    case .array(let ids): ids.contains { $0.string.map(clientIDs.contains) ?? false }
    default: false
    }
  }

  private func check(_ nonce: String?, _ claim: JSONValue?) throws {
    guard nonce != nil || claim != nil else { return }
    guard let nonce, let claim = claim?.string,
      try Digest.sha256(nonce).description == claim.lowercased()
    else { throw refused("Its nonce is another") }
  }

  /// Seconds since 1970, as tokens have them.
  private func moment(_ value: JSONValue?) -> Timestamp? {
    guard let seconds = value?.double, seconds.isFinite, abs(seconds) < 1e12 else { return nil }
    return Timestamp(milliseconds: Int64(seconds * 1_000))
  }

  private func refused(_ reason: String) -> Problem {
    Problem(.appleTokenInvalid, "\(reason).")
  }
}
