import FlashAPI
import FlashModel
import FlashTestSupport
import Testing

@testable import FlashServer

@Suite struct AdminTokenTests {
  @Test("a token says who it is, and its use is noted", arguments: TestDatabase.here)
  func whoami(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let token = try world.adminToken(["admin:stats.read", "admin:users.read"], life: 3_600)
    #expect(token.token.hasPrefix("fadm_") && token.token.utf8.count == 48)
    let answer = world.admin("GET", "whoami", by: token.token)
    #expect(answer.status == 200)
    #expect(answer.json["id"] == .string(token.facts.id))
    #expect(answer.json["name"] == .string("test"))
    #expect(
      answer.json["abilities"]
        == .array([.string("admin:users.read"), .string("admin:stats.read")]))
    #expect(answer.json["created_by"] == .string("system:host"))
    #expect(answer.json["expires_at"] == .string(world.now.advanced(by: 3_600_000).rfc3339))
    #expect(answer.json["last_used_at"] == .string(world.now.rfc3339))
    #expect(answer.field("X-RateLimit-Limit") == "300")
    #expect(try world.integer("select count(*) from admin_tokens where length(hash) = 32") == 1)
  }

  @Test("a token that is none, ran out or was revoked gets 401", arguments: TestDatabase.here)
  func refused(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    #expect(world.http("GET", "/api/v1/admin/whoami", "", bearer: nil, fields: [:]).status == 401)
    #expect(world.admin("GET", "whoami", by: "fadm_x").code == "unauthenticated")
    let short = try world.adminToken(["admin:*"], life: 60)
    let all = try world.operatorToken()
    let revoked = world.admin("DELETE", "tokens/\(short.facts.id)", by: all)
    #expect(revoked.status == 204)
    #expect(world.admin("DELETE", "tokens/\(short.facts.id)", by: all).status == 404)
    let answer = world.admin("GET", "whoami", by: short.token)
    #expect(answer.status == 401 && answer.code == "token_revoked")
    #expect(answer.field("WWW-Authenticate") == "Bearer error=\"invalid_token\"")
    world.pass(86_400_000 * 300)
    #expect(world.admin("GET", "whoami", by: all).code == "token_expired")
  }

  @Test("tokens of the one kind are good for nothing of the other", arguments: TestDatabase.here)
  func kinds(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let ada = try world.signIn()
    let all = try world.operatorToken()
    for token in [ada.access, ada.refresh] {
      #expect(world.admin("GET", "users", by: token).status == 401)
    }
    #expect(world.http("GET", "/api/v1/me", "", bearer: all, fields: [:]).status == 401)
  }

  @Test("a token cannot hand out what it does not hold", arguments: TestDatabase.here)
  func noEscalation(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let maker = try world.operatorToken("admin:tokens.issue", "admin:users.read")
    func make(_ abilities: String) -> HTTPResponse {
      world.admin("POST", "tokens", #"{"name":"ci","abilities":[\#(abilities)]}"#, by: maker)
    }
    #expect(make(#""admin:users.read","admin:users.write""#).code == "insufficient_ability")
    #expect(make(#""admin:*""#).status == 403)
    #expect(make(#""admin:nothing""#).status == 422)
    #expect(make("").status == 422)
    let made = make(#""admin:users.read""#)
    #expect(made.status == 201)
    let secret = made.json["token"]?.string ?? ""
    #expect(world.admin("GET", "users", by: secret).status == 200)
    #expect(world.admin("GET", "stats", by: secret).code == "insufficient_ability")
    let all = try world.operatorToken()
    let list = world.admin("GET", "tokens", by: all)
    #expect(!list.text.contains(secret) && !list.text.contains("\"token\""))
    let log = world.admin("GET", "audit-log?action=token.", by: all).text
    #expect(log.contains("token.create") && !log.contains(secret))
  }

  @Test("an answer with a secret is not kept for a repeat", arguments: TestDatabase.here)
  func secretsAreNotKept(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let all = try world.operatorToken()
    let body = #"{"name":"ci","abilities":["admin:users.read"]}"#
    let made = (0..<2).map { _ in
      world.admin("POST", "tokens", body, by: all, fields: ["idempotency-key": "k"])
    }
    #expect(made.map(\.status) == [201, 201])
    #expect(made[0].json["token"] != made[1].json["token"])
    #expect(try world.integer("select count(*) from idempotency_keys") == 0)
  }

  @Test(
    "a token of support is good for what it says, and not for long", arguments: TestDatabase.here)
  func support(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let ada = try world.signIn()
    let issuer = try world.operatorToken("admin:tokens.issue")
    func issue(_ more: String = "") -> HTTPResponse {
      world.admin(
        "POST", "users/\(ada.user)/tokens", #"{"name":"help","reason":"Ticket 7"\#(more)}"#,
        by: issuer)
    }
    #expect(issue(#","ttl_seconds":59"#).status == 422)
    #expect(issue(#","abilities":["all"]"#).status == 422)
    let made = issue()
    #expect(made.status == 201 && made.json["abilities"] == .array([.string("read")]))
    let token = made.json["access_token"]?.string ?? ""
    func ask(_ method: String, _ path: String, _ token: String) -> HTTPResponse {
      world.http(method, "/api/v1/" + path, "{}", bearer: token, fields: [:])
    }
    #expect(ask("GET", "me", token).json["email"] == .string("ada@example.org"))
    #expect(ask("PATCH", "me", token).code == "insufficient_ability")
    #expect(ask("DELETE", "me", token).status == 403)
    let whole = issue(#","abilities":["*"],"ttl_seconds":60"#).json["access_token"]?.string ?? ""
    #expect(ask("PATCH", "me", whole).status == 200)
    let sessions = ask("GET", "me/sessions", ada.access).json["sessions"]
    guard case .array(let list)? = sessions else { throw Problem(.conflict, "no list") }
    #expect(list.compactMap { $0["device"]?["name"]?.string } == ["help", "help"])
    world.pass(60_000)
    #expect(ask("GET", "me", whole).code == "token_expired")
    world.pass(840_000)
    #expect(ask("GET", "me", token).status == 401)
    #expect(
      try world.integer("select count(*) from audit_events where action = 'token.issue'") == 2)
  }

  @Test("an admin token may ask 300 times a minute", arguments: TestDatabase.here)
  func rate(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let token = try world.operatorToken()
    var last = HTTPResponse(0)
    for _ in 0..<300 { last = world.admin("GET", "whoami", by: token) }
    #expect(last.status == 200 && last.field("X-RateLimit-Remaining") == "0")
    #expect(world.admin("GET", "whoami", by: token).status == 429)
    #expect(world.admin("GET", "whoami", by: try world.operatorToken()).status == 200)
  }
}
