import FlashCrypto
import FlashModel
import FlashTestSupport
import Synchronization
import Testing

@testable import FlashServer

@Suite struct AppleSignInTests {
  /// Apple, as far as we see of it: keys that it signs with, and where they are fetched from.
  final class Apple: Sendable {
    let key: SigningKey
    private let state: Mutex<State>

    struct State {
      var set: String
      var fetches = 0
      var isAway = false
    }

    init(_ algorithm: PublicKey.Algorithm = .es256) throws {
      key = try SigningKey(algorithm)
      state = Mutex(State(set: "{\"keys\":[\(key.entry("k1"))]}"))
    }

    var fetches: Int { state.withLock { $0.fetches } }
    func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

    var verifier: AppleSignInVerifier {
      AppleSignInVerifier(
        keys: AppleKeys {
          try self.state.withLock { state in
            state.fetches += 1
            guard !state.isAway else { throw Mailbox.Away() }
            return FetchedKeys(bytes: Array(state.set.utf8), maximumAge: 3_600)
          }
        }, clientIDs: ["org.example.flash", "org.example.web"])
    }

    /// A token with some claims changed.
    func token(
      _ now: Timestamp, kid: String = "k1", alg: String? = nil, key: SigningKey? = nil,
      _ changes: [String: String] = [:]
    ) throws -> String {
      let second = now.milliseconds / 1_000
      var claims = [
        "iss": "\"https://appleid.apple.com\"", "aud": "\"org.example.flash\"",
        "exp": "\(second + 600)", "iat": "\(second)", "sub": "\"001.ada\"",
        "email": "\"Ada@example.org\"", "email_verified": "\"true\"",
      ]
      claims.merge(changes) { $1 }
      let body = claims.sorted { $0.key < $1.key }.filter { !$0.value.isEmpty }
        .map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",")
      let alg = alg ?? (key ?? self.key).algorithm.rawValue
      return try (key ?? self.key).token(
        header: #"{"alg":"\#(alg)","kid":"\#(kid)"}"#, claims: "{\(body)}")
    }
  }

  private func signIn(
    _ world: any SignInService, _ token: String, nonce: String? = nil
  ) -> HTTPResponse {
    let more = nonce.map { #","nonce":"\#($0)""# } ?? ""
    return world.send("signInWithApple", #"{"identity_token":"\#(token)","name":"Ada"\#(more)}"#)
  }

  @Test(
    "a token of Apple's signs in", arguments: [PublicKey.Algorithm.rs256, .es256],
    TestDatabase.here)
  func signsIn(algorithm: PublicKey.Algorithm, database: TestDatabase) throws {
    let apple = try Apple(algorithm)
    let world = try makeWorld(on: database, apple: apple.verifier)
    let answer = signIn(world, try apple.token(world.now))
    #expect(answer.status == 200)
    #expect(answer.json["user"]?["created"] == .bool(true))
    #expect(answer.json["user"]?["email"] == .string("ada@example.org"))
    let me = world.send("getMe", bearer: SignedIn(answer.json).access).json
    #expect(me["name"] == .string("Ada") && me["auth_provider"] == .string("apple"))
    world.pass(1_000)
    let again = signIn(world, try apple.token(world.now, ["email": ""]))
    #expect(SignedIn(again.json).user == SignedIn(answer.json).user)
    #expect(apple.fetches == 1, "the keys are kept")
  }

  @Test("a forged or foreign token is a 401, never a fault of ours", arguments: TestDatabase.here)
  func refused(database: TestDatabase) throws {
    let apple = try Apple()
    let world = try makeWorld(on: database, apple: apple.verifier)
    let now = world.now.milliseconds / 1_000
    let stranger = try SigningKey(.es256)
    var tokens: [String: String] = [
      "nothing": "", "no token": "a.b.c",
      "a stranger's signature": try apple.token(world.now, key: stranger),
      "an unknown key": try apple.token(world.now, kid: "k9"),
      "no algorithm": try apple.token(world.now, alg: "none"),
      "a secret's algorithm": try apple.token(world.now, alg: "HS256"),
      "another key's algorithm": try apple.token(world.now, alg: "RS256"),
    ]
    for (name, value) in [
      ("iss", "\"https://appleid.example.com\""), ("aud", "\"org.example.other\""), ("aud", "[]"),
      ("aud", ""), ("exp", "\(now)"), ("exp", ""), ("iat", "\(now + 61)"), ("iat", ""),
      ("sub", ""), ("sub", "\"\""), ("nonce", "\"ab\""),
    ] {
      tokens["\(name) \(value)"] = try apple.token(world.now, [name: value])
    }
    for (name, token) in tokens {
      let answer = signIn(world, token)
      #expect(answer.status == 401, "\(name)")
      #expect(answer.code == "apple_token_invalid", "\(name)")
    }
    #expect(signIn(world, try apple.token(world.now), nonce: "n").status == 401)
    #expect(try world.integer("select count(*) from users") == 0)
  }

  @Test(
    "an audience may be one of several, and a nonce is matched by its digest",
    arguments: TestDatabase.here)
  func audienceAndNonce(database: TestDatabase) throws {
    let apple = try Apple()
    let world = try makeWorld(on: database, apple: apple.verifier)
    let digest = try Digest.sha256("n1").description
    let token = try apple.token(
      world.now, ["aud": "[\"x\",\"org.example.web\"]", "nonce": "\"\(digest)\""])
    #expect(signIn(world, token).status == 401)
    #expect(signIn(world, token, nonce: "n2").status == 401)
    #expect(signIn(world, token, nonce: "n1").status == 200)
  }

  @Test(
    "a token that was seen once does not sign in again, also of twenty at once",
    arguments: TestDatabase.here)
  func replay(database: TestDatabase) throws {
    let apple = try Apple()
    let world = try makeWorld(on: database, apple: apple.verifier)
    let token = try apple.token(world.now)
    let answers = atOnce(20) { _ in signIn(world, token) }
    #expect(answers.filter { $0.status == 200 }.count == 1)
    #expect(answers.filter { $0.code == "apple_token_invalid" }.count == 19)
  }

  @Test(
    "accounts without an address are legal, however many there are", arguments: TestDatabase.here)
  func noAddress(database: TestDatabase) throws {
    let apple = try Apple()
    let world = try makeWorld(on: database, apple: apple.verifier)
    for name in ["a", "b"] {
      let token = try apple.token(world.now, ["sub": "\"\(name)\"", "email": ""])
      let answer = signIn(world, token)
      #expect(answer.status == 200)
      #expect(answer.json["user"]?["email"] == .null)
    }
    #expect(try world.integer("select count(*) from users") == 2)
  }

  @Test(
    "a verified address that came by magic link is the same account, and the other way round",
    arguments: TestDatabase.here)
  func knownAddress(database: TestDatabase) throws {
    let apple = try Apple()
    let world = try makeWorld(on: database, apple: apple.verifier)
    let byMail = try world.signIn("ada@example.org")
    let byApple = SignedIn(signIn(world, try apple.token(world.now)).json)
    #expect(byApple.user == byMail.user)
    let eve = try apple.token(world.now, ["sub": "\"e\"", "email": "\"eve@example.org\""])
    let first = SignedIn(signIn(world, eve).json)
    #expect(try world.signIn("eve@example.org").user == first.user)
    #expect(
      world.send("unlinkIdentity", bearer: byApple.access, parameters: ["provider": "email"])
        .status == 204)
    #expect(
      world.send("unlinkIdentity", bearer: byApple.access, parameters: ["provider": "apple"]).code
        == "last_identity")
  }

  @Test("an address that nobody vouches for opens nothing", arguments: TestDatabase.here)
  func unverifiedAddress(database: TestDatabase) throws {
    let apple = try Apple()
    let world = try makeWorld(on: database, apple: apple.verifier)
    _ = try world.signIn("ada@example.org")
    let token = { (number: Int) in
      try apple.token(world.now, ["email_verified": "false", "jti": "\"\(number)\""])
    }
    #expect(signIn(world, try token(1)).code == "email_in_use")
    try world.change("delete from users")
    let answer = signIn(world, try token(2))
    #expect(answer.status == 200 && answer.json["user"]?["email"] == .null)
    #expect(signIn(world, try token(3)).status == 200)
  }

  @Test("an identity is linked to the account that is signed in", arguments: TestDatabase.here)
  func linking(database: TestDatabase) throws {
    let apple = try Apple()
    let world = try makeWorld(on: database, apple: apple.verifier)
    let ada = try world.signIn("ada@example.org")
    let eve = try world.signIn("eve@example.org")
    let link = { (tokens: SignedIn, n: Int) in
      let token = try apple.token(world.now, ["email": "", "jti": "\"\(n)\""])
      return world.send(
        "linkIdentity", #"{"provider":"apple","identity_token":"\#(token)"}"#,
        bearer: tokens.access)
    }
    #expect(try link(ada, 1).json["provider"] == .string("apple"))
    #expect(try link(ada, 2).json["provider"] == .string("apple"), "again is harmless")
    #expect(try link(eve, 3).code == "identity_in_use")
  }

  @Test(
    "keys are fetched anew when they are old, and for a new key, but not at anybody's will",
    arguments: TestDatabase.here)
  func rotation(database: TestDatabase) throws {
    let apple = try Apple()
    let world = try makeWorld(on: database, apple: apple.verifier)
    #expect(signIn(world, try apple.token(world.now)).status == 200)
    let new = try SigningKey(.es256)
    apple.change { $0.set = "{\"keys\":[\(apple.key.entry("k1")),\(new.entry("k2"))]}" }
    for _ in 0..<5 {
      #expect(signIn(world, try apple.token(world.now, kid: "k2", key: new)).status == 401)
    }
    #expect(apple.fetches == 1, "at most once a minute")
    world.pass(60_000)
    #expect(signIn(world, try apple.token(world.now, kid: "k2", key: new)).status == 200)
    #expect(apple.fetches == 2)
    world.pass(3_600_000)
    #expect(signIn(world, try apple.token(world.now)).status == 200)
    #expect(apple.fetches == 3)
  }

  @Test("Apple's hiccup is not our outage", arguments: TestDatabase.here)
  func away(database: TestDatabase) throws {
    let apple = try Apple()
    let world = try makeWorld(on: database, apple: apple.verifier)
    apple.change { $0.isAway = true }
    let early = signIn(world, try apple.token(world.now))
    #expect(early.status == 503 && early.code == "apple_keys_unavailable")
    apple.change { $0.isAway = false }
    world.pass(60_000)
    #expect(signIn(world, try apple.token(world.now)).status == 200)
    apple.change { $0.isAway = true }
    world.pass(86_400_000)
    #expect(signIn(world, try apple.token(world.now)).status == 200, "the old set is used on")
  }
}
