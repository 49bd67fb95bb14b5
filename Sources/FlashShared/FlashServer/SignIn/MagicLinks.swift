import FlashAPI
import FlashCrypto
import FlashModel
import FlashSQL

/// Links that arrive by mail and sign in whoever has the mailbox.
struct MagicLinks {
  let settings: SignInSettings
  let caller: Caller

  private static let hour: Int64 = 3_600_000

  private var accounts: Accounts { Accounts(settings: settings, caller: caller) }

  /// The answer to asking for a link too often, if it was.
  func refusal(_ address: EmailAddress, in connection: some SQLConnection) throws -> Problem? {
    let fromPeer = try Buckets.refusal(
      "link-from:" + Buckets.network(of: caller.address), limit: settings.limits.linksFromPeer,
      window: MagicLinks.hour, in: connection, now: caller.now)
    let toAddress = try Buckets.refusal(
      "link-to:" + (try Buckets.key(address)), limit: settings.limits.linksToAddress,
      window: MagicLinks.hour, in: connection, now: caller.now)
    return fromPeer ?? toAddress
  }

  /// Makes a link and puts its mail into the outbox.
  ///
  /// The same rows are written whether or not there is an account, so that neither the answer nor
  /// its time tells; the mail of a disabled account is born sent.
  @discardableResult
  func request(
    _ address: EmailAddress, loginSecret: String?, isMarketingWelcome: Bool,
    in connection: some SQLConnection
  ) throws -> Identifier<OutgoingMail> {
    let token = Secret(link: caller.random(32))
    let code = try ShortCode(link: token)
    let login = try loginSecret.map { try Secret($0).hash() }
    let ends = caller.now.advanced(by: Int64(settings.linkLife) * 1_000)
    try connection.run(
      """
      delete from magic_links
      where purpose = 'sign_in' and consumed_ms is null and (email = $1 or login_hash = $2)
      """, [.text(address.text), login.map { SQLValue.blob($0) } ?? .null])
    try connection.run(
      """
      insert into magic_links
        (hash, code_hash, login_hash, purpose, email, marketing_opt_in, created_ms, expires_ms)
      values ($1, $2, $3, 'sign_in', $4, $5, $6, $7)
      """,
      [
        .blob(try token.hash()), .blob(try code.hash()), login.map { SQLValue.blob($0) } ?? .null,
        .text(address.text), .integer(isMarketingWelcome ? 1 : 0), SQLValue(caller.now),
        SQLValue(ends),
      ])
    let isDisabled = try connection.row(
      "select disabled_ms from users where email = $1", [.text(address.text)]
    ) { !$0.isNull(0) }
    let check = login.map(CheckNumber.init)
    return try Outbox.add(
      .signInLink(
        "\(settings.publicURL)/auth/consume?t=\(token.text)", code: code, check: check,
        minutes: settings.linkLife / 60),
      kind: .magicLink, to: address.text, expires: ends, isSent: isDisabled ?? false,
      in: connection, now: caller.now, random: caller.random)
  }

  /// Approves the login that waits for a link; the link is not used up by it.
  /// - Returns: whether one waits.
  func approve(_ token: String, in connection: some SQLConnection) throws -> Bool {
    try connection.row(
      """
      update magic_links set approved_ms = $2
      where hash = $1 and purpose = 'sign_in' and login_hash is not null
        and consumed_ms is null and expires_ms > $2
      returning 1
      """, [.blob(try Secret(token).hash()), SQLValue(caller.now)]
    ) { _ in true } ?? false
  }

  /// Signs in with a link's token or its short code, which is used up by it.
  func consume(
    _ text: String, device: DeviceInfo?, in connection: some SQLConnection
  ) throws -> Result<SignInResponse, Problem> {
    guard let proof = try use(text, orOfApple: true, in: connection) else {
      return .failure(MagicLinks.invalid)
    }
    switch try accounts.open(proof, in: connection) {
    case .failure(let problem): return .failure(problem)
    case .success(let opened):
      return .success(try accounts.signIn(opened, device: device, in: connection))
    }
  }

  /// Uses a link up; what it proves, or nil if it proves nothing.
  ///
  /// One statement looks and marks, so that of several at once one wins.
  /// - Parameter orOfApple: whether a code is meant too that was got by signing in with Apple.
  func use(
    _ text: String, orOfApple: Bool = false, in connection: some SQLConnection
  ) throws -> Accounts.Proof? {
    let hash = try Secret(text.trimmed).hash()
    let code = try ShortCode(typed: text)?.hash()
    return try connection.row(
      """
      update magic_links set consumed_ms = $3
      where (hash = $1 or code_hash = $2) and (purpose = 'sign_in' or purpose = $4)
        and consumed_ms is null and expires_ms > $3
      returning email, marketing_opt_in, purpose, answer
      """,
      [
        .blob(hash), code.map { SQLValue.blob($0) } ?? .null, SQLValue(caller.now),
        .text(orOfApple ? "apple" : "sign_in"),
      ]
    ) { row throws(SQLError) -> Accounts.Proof? in
      row.text(2) == "apple"
        ? MagicLinks.appleProof(row.text(3))
        : MagicLinks.proof(row.text(0), row.integer(1) == 1)
    } ?? nil
  }

  /// Signs in the client that waits for a link, once it was approved.
  func collect(
    _ loginSecret: String, device: DeviceInfo?, in connection: some SQLConnection
  ) throws -> Result<SignInResponse, Problem> {
    let secret = Secret(loginSecret)
    let login = try secret.hash()
    let taken = try connection.row(
      """
      update magic_links set consumed_ms = $2
      where login_hash = $1 and approved_ms is not null and consumed_ms is null
        and expires_ms > $2
      returning email, marketing_opt_in, hash
      """, [.blob(login), SQLValue(caller.now)]
    ) { (MagicLinks.proof($0.text(0), $0.integer(1) == 1), $0.bytes(2)) }
    guard let (proof, salt) = taken else {
      return try collectAgain(secret, login, in: connection)
    }
    switch try accounts.open(proof, in: connection) {
    case .failure(let problem): return .failure(problem)
    case .success(let opened):
      let answer = try accounts.signIn(
        opened, device: device, pair: Tokens.Pair(from: secret, salt: salt), in: connection)
      try connection.run(
        "update magic_links set answer = $2 where login_hash = $1",
        [.blob(login), .text(MagicLinks.text(answer))])
      return .success(answer)
    }
  }

  /// A link that can't be collected now: not approved yet, used up, or the answer was lost.
  private func collectAgain(
    _ secret: Secret, _ login: [UInt8], in connection: some SQLConnection
  ) throws -> Result<SignInResponse, Problem> {
    let found = try connection.row(
      "select consumed_ms, expires_ms, answer, hash from magic_links where login_hash = $1",
      [.blob(login)]
    ) { (!$0.isNull(0), $0.timestamp(1), $0.optionalText(2), $0.bytes(3)) }
    guard let (isConsumed, expires, kept, salt) = found, caller.now < expires else {
      return .failure(MagicLinks.invalid)
    }
    guard isConsumed else {
      return .failure(
        Problem(.loginPending, "The button behind the link was not pressed yet.", retryAfter: 2))
    }
    let pair = try Tokens.Pair(from: secret, salt: salt)
    guard let kept, let tokens = try Tokens.unused(pair, in: connection, now: caller.now),
      var response = MagicLinks.response(kept)
    else { return .failure(MagicLinks.invalid) }
    response.tokens = tokens
    return .success(response)
  }

  static let invalid = Problem(
    .magicLinkInvalid, "The link is not known, was used, or has run out. Ask for another one.")

  private static func proof(_ email: String, _ isMarketingWelcome: Bool) -> Accounts.Proof {
    Accounts.Proof(
      provider: "email", subject: email, verifiedEmail: email,
      isMarketingWelcome: isMarketingWelcome)
  }

  /// An answer without its tokens, to be kept.
  private static func text(_ answer: SignInResponse) -> String {
    var answer = answer
    answer.tokens.accessToken = ""
    answer.tokens.refreshToken = ""
    return String(decoding: JSONValueEncoder().encode(answer).bytes, as: UTF8.self)
  }

  private static func response(_ text: String) -> SignInResponse? {
    // Written by ``text(_:)``; what could not be read would be no answer to repeat.
    guard let value = try? JSONValue(parsing: Array(text.utf8)) else { return nil }
    return try? JSONValueDecoder().decode(SignInResponse.self, from: value)
  }
}

/// Four digits that the mail and the waiting terminal both show.
struct CheckNumber: Sendable, Hashable, CustomStringConvertible {
  private let number: Int

  /// - Parameter loginHash: the SHA-256 of the login's secret.
  init(_ loginHash: [UInt8]) { number = (Int(loginHash[0]) << 8 | Int(loginHash[1])) % 10_000 }

  var description: String {
    let digits = String(number)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}
