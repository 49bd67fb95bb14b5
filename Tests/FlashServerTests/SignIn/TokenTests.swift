import FlashModel
import FlashTestSupport
import Testing

@testable import FlashServer

@Suite struct TokenTests {
  @Test(
    "a refresh gives a new pair, and the old refresh token is good for nothing more",
    arguments: TestDatabase.here)
  func rotation(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let first = try world.signIn()
    let answer = world.refresh(first.refresh)
    let second = SignedIn(answer.json)
    #expect(answer.status == 200 && answer.json["user"] == nil)
    #expect(answer.json["expires_in"] == .integer(900))
    #expect(answer.json["refresh_expires_in"] == .integer(7_776_000))
    #expect(world.send("getMe", bearer: second.access).status == 200)
    // The earlier access token lives out its minutes.
    #expect(world.send("getMe", bearer: first.access).status == 200)
    #expect(world.refresh(first.refresh).code == "token_reused")
  }

  @Test(
    "a lost answer to a refresh logs nobody out: the same key gets the same pair until it is used",
    arguments: TestDatabase.here)
  func lostAnswer(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let first = try world.signIn()
    let lost = world.refresh(first.refresh, key: "k1")
    world.pass(3_600_000)
    let again = world.refresh(first.refresh, key: "k1")
    #expect(again.status == 200)
    #expect(SignedIn(again.json).refresh == SignedIn(lost.json).refresh)
    #expect(SignedIn(again.json).access == SignedIn(lost.json).access)
    let next = world.refresh(SignedIn(again.json).refresh, key: "k2")
    #expect(next.status == 200)
    // Now the pair was used: 401, but the family lives on.
    #expect(world.refresh(first.refresh, key: "k1").code == "token_reused")
    #expect(world.send("getMe", bearer: SignedIn(next.json).access).status == 200)
  }

  @Test(
    "a pair of which the access token was used is not given again", arguments: TestDatabase.here)
  func usedAccessToken(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let first = try world.signIn()
    let second = SignedIn(world.refresh(first.refresh, key: "k").json)
    #expect(world.send("getMe", bearer: second.access).status == 200)
    #expect(world.refresh(first.refresh, key: "k").code == "token_reused")
    #expect(world.refresh(second.refresh).status == 200)
  }

  @Test(
    "the derived pair follows from neither the token nor the key alone",
    arguments: TestDatabase.here)
  func derivation(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let first = try world.signIn()
    let second = SignedIn(world.refresh(first.refresh, key: "k").json)
    let guess = try Tokens.Pair(from: Secret(first.refresh), salt: Array("k".utf8))
    #expect(guess.refresh.text != second.refresh)
    #expect(world.refresh(first.refresh, key: "other").code == "token_reused")
  }

  @Test(
    "of twenty that refresh one token at once exactly one wins, and nobody is logged out",
    arguments: TestDatabase.here)
  func race(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let first = try world.signIn()
    let answers = atOnce(20) { _ in world.refresh(first.refresh) }
    let winners = answers.filter { $0.status == 200 }
    #expect(winners.count == 1)
    #expect(answers.filter { $0.code == "token_reused" }.count == 19)
    let winner = try #require(winners.first)
    #expect(world.refresh(SignedIn(winner.json).refresh).status == 200)
  }

  @Test("twenty that refresh with one key at once get one pair", arguments: TestDatabase.here)
  func raceWithKey(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let first = try world.signIn()
    let answers = atOnce(20) { _ in world.refresh(first.refresh, key: "k") }
    #expect(answers.allSatisfy { $0.status == 200 })
    #expect(Set(answers.map { SignedIn($0.json).refresh }).count == 1)
  }

  @Test(
    "a stolen refresh token that is used after its owner's ends the whole family",
    arguments: TestDatabase.here)
  func reuse(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let first = try world.signIn()
    let second = SignedIn(world.refresh(first.refresh).json)
    world.pass(10_000)
    #expect(world.refresh(first.refresh).code == "token_reused")
    #expect(world.send("getMe", bearer: second.access).status == 200, "within ten seconds: a race")
    world.pass(1)
    #expect(world.refresh(first.refresh).code == "token_reused")
    #expect(world.send("getMe", bearer: second.access).code == "token_revoked")
    #expect(world.refresh(second.refresh).code == "token_revoked")
    #expect(try world.texts("select action from audit_events") == ["auth.refresh_reuse"])
  }

  @Test(
    "another device of the account is not touched by the end of a family",
    arguments: TestDatabase.here)
  func families(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let phone = try world.signIn()
    let laptop = try world.signIn()
    _ = world.refresh(phone.refresh)
    world.pass(60_000)
    _ = world.refresh(phone.refresh)
    #expect(world.send("getMe", bearer: phone.access).code == "token_revoked")
    #expect(world.send("getMe", bearer: laptop.access).status == 200)
  }

  @Test(
    "a refresh token is a bearer for nothing, and an access token refreshes nothing",
    arguments: TestDatabase.here)
  func kinds(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let tokens = try world.signIn()
    #expect(world.send("getMe", bearer: tokens.refresh).code == "unauthenticated")
    #expect(world.refresh(tokens.access).code == "unauthenticated")
    #expect(world.refresh("nothing").code == "unauthenticated")
  }

  @Test(
    "tokens run out: access after minutes, refresh after 90 days, all after a year",
    arguments: TestDatabase.here)
  func ends(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    var tokens = try world.signIn()
    world.pass(900_000)
    #expect(world.send("getMe", bearer: tokens.access).code == "token_expired")
    let day: Int64 = 86_400_000
    for _ in 0..<4 {
      world.pass(89 * day)
      let answer = world.refresh(tokens.refresh)
      #expect(answer.status == 200)
      tokens = SignedIn(answer.json)
    }
    // 356 days: the last pair ends with the sign-in.
    #expect(tokens.json["refresh_expires_in"]?.integer ?? 0 < 9 * 86_400)
    world.pass(9 * day)
    #expect(world.refresh(tokens.refresh).code == "token_expired")
    let other = try world.signIn()
    world.pass(90 * day)
    #expect(world.refresh(other.refresh).code == "token_expired")
  }

  @Test("only digests of tokens are stored", arguments: TestDatabase.here)
  func digests(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let tokens = try world.signIn()
    for token in [tokens.access, tokens.refresh] {
      #expect(token.utf8.count == 43)
      let hash = hexadecimal(try Secret(token).hash())
      let literal = database == .sqlite ? "x'\(hash)'" : "decode('\(hash)', 'hex')"
      #expect(try world.integer("select count(*) from tokens where hash = \(literal)") == 1)
    }
  }

  @Test(
    "signing out works at the next request", arguments: [false, true], TestDatabase.here)
  func signOut(everywhere: Bool, database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let phone = try world.signIn()
    let laptop = try world.signIn()
    let body = everywhere ? #"{"all_devices":true}"# : ""
    #expect(world.send("signOut", body, bearer: phone.access).status == 204)
    #expect(world.send("getMe", bearer: phone.access).code == "token_revoked")
    #expect(world.refresh(phone.refresh).code == "token_revoked")
    #expect(world.send("getMe", bearer: laptop.access).status == (everywhere ? 401 : 200))
  }

  @Test(
    "a client whose access token has run out signs out with its refresh token",
    arguments: TestDatabase.here)
  func signOutLater(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let tokens = try world.signIn()
    world.pass(3_600_000)
    let body = #"{"refresh_token":"\#(tokens.refresh)"}"#
    #expect(world.send("signOut", body, bearer: tokens.access).status == 204)
    #expect(world.refresh(tokens.refresh).code == "token_revoked")
    #expect(world.send("signOut", body).status == 204, "nothing to end is as good as ended")
    #expect(world.send("signOut").code == "unauthenticated")
  }

  @Test("a disabled account gets no further", arguments: TestDatabase.here)
  func disabled(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let tokens = try world.signIn()
    try world.change("update users set disabled_ms = 1")
    #expect(world.send("getMe", bearer: tokens.access).status == 401)
    #expect(world.refresh(tokens.refresh).status == 401)
    #expect(world.refresh(tokens.refresh).code == "account_disabled")
  }

  @Test(
    "devices are listed, the one used last first, and can be signed out one by one",
    arguments: TestDatabase.here)
  func devices(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let link = try world.link(to: "ada@example.org")
    let phone = SignedIn(
      world.send(
        "consumeMagicLink", #"{"token":"\#(link)","device":{"name":"Phone","os":"x"}}"#
      ).json)
    world.pass(120_000)
    let laptop = try world.signIn()
    let stranger = try world.signIn("eve@example.org")
    let list = world.send("listMySessions", bearer: laptop.access).json["sessions"]
    guard case .array(let sessions)? = list else {
      Issue.record("no list")
      return
    }
    #expect(sessions.map { $0["id"]?.string } == [laptop.session, phone.session])
    #expect(sessions.map { $0["current"] } == [.bool(true), .bool(false)])
    #expect(sessions[1]["device"]?["name"] == .string("Phone"))
    let revoke = { (session: String, bearer: String) in
      world.send("revokeMySession", bearer: bearer, parameters: ["session_id": session]).status
    }
    #expect(revoke(phone.session, stranger.access) == 404, "somebody else's device")
    #expect(revoke("x", laptop.access) == 404)
    #expect(revoke(phone.session, laptop.access) == 204)
    #expect(revoke(phone.session, laptop.access) == 404)
    #expect(world.send("getMe", bearer: phone.access).code == "token_revoked")
  }

  @Test("a use is written down at most once a minute", arguments: TestDatabase.here)
  func lastUse(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let tokens = try world.signIn()
    let lastUsed = { try world.integer("select last_used_ms from sign_ins") }
    let began = try lastUsed()
    world.pass(30_000)
    _ = world.send("getMe", bearer: tokens.access)
    let first = try lastUsed()
    #expect(first == began.map { $0 + 30_000 }, "the first use of a token always is")
    world.pass(30_000)
    _ = world.send("getMe", bearer: tokens.access)
    #expect(try lastUsed() == first)
    world.pass(30_000)
    _ = world.send("getMe", bearer: tokens.access)
    #expect(try lastUsed() == first.map { $0 + 60_000 })
  }
}
