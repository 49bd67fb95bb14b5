import FlashAPI
import FlashModel

/// The operations of signing in and out.
public struct SignInRoutes<Storage: ServerStorage>: Sendable {
  let settings: SignInSettings
  let apple: AppleSignInVerifier?

  /// - Parameter apple: nil where nobody signs in with Apple.
  public init(settings: SignInSettings, apple: AppleSignInVerifier?) {
    self.settings = settings
    self.apple = apple
  }

  public var all: [Route<Storage>] {
    [
      Route(Endpoints.magicLinkPage.operation) { call, _ in
        try LandingPage.signIn(linkToken(call))
      },
      Route(Endpoints.magicLinkPageHead.operation) { call, _ in
        var page = try LandingPage.signIn(linkToken(call))
        page.body = []
        return page
      },
      Route(Endpoints.approveMagicLink.operation, bodyLimit: 4_096, approve),
      Route(Endpoints.keepAccountPage.operation) { call, _ in
        try LandingPage.keepAccount(linkToken(call))
      },
      Route(Endpoints.keepAccount.operation, bodyLimit: 4_096, keep),
      Route(Endpoints.requestMagicLink, request), Route(Endpoints.consumeMagicLink, consume),
      Route(Endpoints.collectMagicLink, collect), Route(Endpoints.signInWithApple, signInWithApple),
      Route(Endpoints.appleSignInPage.operation) { call, _ in
        guard apple != nil, let browser = settings.appleBrowser else { throw noBrowser }
        return try browser.start(from: settings.publicURL, random: call.server.random)
      },
      Route(Endpoints.finishAppleSignIn.operation, bodyLimit: 16_384, finishInBrowser),
      Route(Endpoints.refreshTokens, refresh),
      Route(Endpoints.signOut.operation, bodyLimit: 4_096, signOut),
    ]
  }

  @Sendable private func request(
    _ call: Call<Storage>, _ body: MagicLinkRequest
  ) throws -> NoBody {
    let address = try EmailAddress(body.email)
    if let secret = body.loginSecret, !isLoginSecret(secret) {
      throw Problem.invalid("login_secret", "must be 64 hexadecimal digits")
    }
    let links = MagicLinks(settings: settings, caller: Caller(call))
    let refusal = try call.storage.directory { connection -> Problem? in
      // In one transaction with the link: what is counted stays counted.
      if let refusal = try links.refusal(address, in: connection) { return refusal }
      try links.request(
        address, loginSecret: body.loginSecret,
        isMarketingWelcome: body.marketingOptIn ?? false, in: connection)
      return nil
    }
    if let refusal { throw refusal }
    return NoBody()
  }

  @Sendable private func consume(
    _ call: Call<Storage>, _ body: MagicLinkConsumption
  ) throws -> SignInResponse {
    try SignIns.check(body.device)
    guard body.token.utf8.count <= 256 else {
      throw Problem.invalid("token", "must have at most 256 characters")
    }
    let links = MagicLinks(settings: settings, caller: Caller(call))
    return try call.storage.directory {
      try links.consume(body.token, device: body.device, in: $0)
    }.get()
  }

  @Sendable private func collect(
    _ call: Call<Storage>, _ body: MagicLinkCollection
  ) throws -> SignInResponse {
    try SignIns.check(body.device)
    guard body.loginSecret.utf8.count <= 256 else {
      throw Problem.invalid("login_secret", "must have at most 256 characters")
    }
    let links = MagicLinks(settings: settings, caller: Caller(call))
    return try call.storage.directory {
      try links.collect(body.loginSecret, device: body.device, in: $0)
    }.get()
  }

  @Sendable private func approve(_ call: Call<Storage>, _ body: [UInt8]) throws -> HTTPResponse {
    let token = formField("t", in: body) ?? ""
    let links = MagicLinks(settings: settings, caller: Caller(call))
    return try LandingPage.signedIn(
      call.storage.directory { try links.approve(token, in: $0) })
  }

  @Sendable private func keep(_ call: Call<Storage>, _ body: [UInt8]) throws -> HTTPResponse {
    let token = formField("t", in: body) ?? ""
    return try LandingPage.kept(
      call.storage.directory {
        try AccountDeletion.keep(token, in: $0, now: call.now)
      })
  }

  @Sendable private func refresh(_ call: Call<Storage>, _ body: Refresh) throws -> TokenPair {
    guard body.refreshToken.utf8.count <= 512 else {
      throw Problem.invalid("refresh_token", "must have at most 512 characters")
    }
    let key = try idempotencyKey(call.head)
    let rotation = TokenRefresh(
      settings: settings, now: call.now, random: call.server.random, address: call.head.peer,
      requestID: call.requestID)
    return try call.storage.directory {
      try rotation.pair(for: body.refreshToken, key: key, in: $0)
    }.get()
  }

  @Sendable private func signOut(_ call: Call<Storage>, _ body: [UInt8]) throws -> HTTPResponse {
    var wish = SignOut()
    if !body.isEmpty {
      let value: JSONValue
      do throws(JSONError) {
        value = try JSONValue(parsing: body)
      } catch {
        throw Problem(.malformedJSON, "The body is not JSON: \(error.reason).")
      }
      wish = try decode(SignOut.self, from: value)
    }
    guard call.principal != nil || wish.refreshToken != nil else {
      throw Problem(.unauthenticated, "Send an access token or a refresh token.")
    }
    try call.storage.directory { connection in
      var principal = call.principal
      if principal == nil, let token = wish.refreshToken {
        principal = try Tokens.family(of: token, in: connection)
      }
      // Nothing to end is as good as ended.
      guard let principal else { return }
      if wish.allDevices ?? false {
        try SignIns.endAll(of: principal.user, "signed_out", in: connection, now: call.now)
      } else {
        try SignIns.end([principal.signIn], "signed_out", in: connection, now: call.now)
      }
    }
    return HTTPResponse(Endpoints.signOut.operation.success)
  }

  @Sendable private func signInWithApple(
    _ call: Call<Storage>, _ body: AppleSignIn
  ) throws -> SignInResponse {
    try SignIns.check(body.device)
    guard body.name.map({ (1...200).contains($0.unicodeScalars.count) }) ?? true else {
      throw Problem.invalid("name", "must have 1 to 200 characters")
    }
    guard let apple else { throw Problem(.appleTokenInvalid, "Nobody signs in with Apple here.") }
    let token = try apple.verify(body.identityToken, nonce: body.nonce, now: call.now)
    let accounts = Accounts(settings: settings, caller: Caller(call))
    return try call.storage.directory { connection -> Result<SignInResponse, Problem> in
      guard try apple.accept(token, in: connection) else {
        return .failure(Problem(.appleTokenInvalid, "The token was used before."))
      }
      var proof = token.proof
      proof.name = body.name
      if try apple.isUnverifiedAddressTaken(token, proof, accounts, in: connection) {
        return .failure(Problem(.emailInUse, "The address belongs to another account."))
      }
      switch try accounts.open(proof, in: connection) {
      case .failure(let problem): return .failure(problem)
      case .success(let opened):
        return .success(try accounts.signIn(opened, device: body.device, in: connection))
      }
    }.get()
  }
}

extension SignInRoutes {
  private var noBrowser: Problem {
    Problem(.notFound, "Nobody signs in with Apple in a browser here.")
  }

  /// What Apple's page posts; the page that answers shows the code.
  @Sendable private func finishInBrowser(
    _ call: Call<Storage>, _ body: [UInt8]
  ) throws -> HTTPResponse {
    guard let apple, settings.appleBrowser != nil else { throw noBrowser }
    guard let answer = try AppleBrowser.answer(body, cookies: call.head.fields["cookie"]) else {
      return try LandingPage.appleRefused(
        "Apple has not signed you in, or the page before was opened too long ago.")
    }
    let token: AppleSignInVerifier.Verified
    do {
      token = try apple.verify(answer.token, nonce: answer.ticket, now: call.now)
    } catch let problem as Problem {
      return try LandingPage.appleRefused(problem.message)
    }
    let links = MagicLinks(settings: settings, caller: Caller(call))
    let accounts = Accounts(settings: settings, caller: Caller(call))
    let code = try call.storage.directory { connection -> Result<ShortCode, Problem> in
      guard try apple.accept(token, in: connection) else {
        return .failure(Problem(.appleTokenInvalid, "This page was seen before."))
      }
      var proof = token.proof
      proof.name = answer.name
      if try apple.isUnverifiedAddressTaken(token, proof, accounts, in: connection) {
        return .failure(Problem(.emailInUse, "The address belongs to another account."))
      }
      return .success(try links.keep(proof, in: connection))
    }
    switch code {
    case .success(let code): return try LandingPage.appleCode(code)
    case .failure(let problem): return try LandingPage.appleRefused(problem.message)
    }
  }
}

/// The token in the address of a page; what is too long to be one is none.
func linkToken<Storage: ServerStorage>(_ call: Call<Storage>) -> String {
  let token = call.head.query("t") ?? ""
  return token.utf8.count <= 256 ? token : ""
}

private func isLoginSecret(_ text: String) -> Bool {
  text.utf8.count == 64
    && text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
}

/// - Throws: ``Problem`` for a key that is not 1 to 255 visible ASCII characters.
func idempotencyKey(_ head: HTTPHead) throws(Problem) -> String? {
  guard let key = head.fields["idempotency-key"] else { return nil }
  guard (1...255).contains(key.utf8.count), key.utf8.allSatisfy({ (33...126).contains($0) })
  else { throw Problem.invalid("Idempotency-Key", "must be 1 to 255 visible characters") }
  return key
}

/// - Throws: ``Problem`` naming the member that is wrong.
func decode<Body: Decodable>(_ type: Body.Type, from value: JSONValue) throws(Problem) -> Body {
  do throws(JSONFieldError) {
    return try JSONValueDecoder().decode(type, from: value)
  } catch {
    throw Problem.invalid(error.field, error.reason)
  }
}
