import FlashAPI
import FlashModel
import FlashTestSupport
import Testing

@testable import FlashServer

@Suite struct AdminUserTests {
  private func emails(_ answer: HTTPResponse) -> [String] {
    guard case .array(let users)? = answer.json["users"] else { return ["\(answer.status)"] }
    return users.map { $0["email"]?.string ?? "-" }
  }

  @Test(
    "lists go page by page through everybody, once, in every order", arguments: TestDatabase.here)
  func paging(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let token = try world.operatorToken("admin:users.read", "admin:users.write")
    for name in ["d", "b", "e", "a", "c"] {
      let made = world.admin("POST", "users", #"{"email":"\#(name)@example.org"}"#, by: token)
      #expect(made.status == 201 && made.json["providers"] == .array([.string("email")]))
      world.pass(name == "b" ? 0 : 5)
    }
    let byAddress = ["a", "b", "c", "d", "e"].map { "\($0)@example.org" }
    for (sort, expected) in [("email", byAddress), ("-email", byAddress.reversed())] {
      #expect(walk("sort=\(sort)", world, token) == expected)
    }
    let ages = walk("", world, token)
    #expect(ages.first == "c@example.org" && ages.last == "d@example.org" && Set(ages).count == 5)
    #expect(walk("sort=created_at", world, token) == ages.reversed())
    #expect(Set(walk("sort=-last_seen_at", world, token)).count == 5)
    let first = world.admin("GET", "users?limit=2", by: token).json
    #expect(first["total"] == .integer(5))
    let cursor = first["next_cursor"]?.string ?? ""
    #expect(world.admin("GET", "users?sort=email&cursor=\(cursor)", by: token).status == 422)
    #expect(world.admin("GET", "users?cursor=zzz", by: token).status == 422)
    #expect(world.admin("GET", "users?limit=501", by: token).status == 422)
    #expect(world.admin("GET", "users?sort=name", by: token).status == 422)
  }

  private func walk(_ query: String, _ world: any SignInService, _ token: String) -> [String] {
    var found: [String] = []
    var cursor = ""
    for _ in 0..<9 {
      let page = world.admin("GET", "users?limit=2&\(query)\(cursor)", by: token)
      found += emails(page)
      guard let next = page.json["next_cursor"]?.string else { break }
      cursor = "&cursor=\(next)"
    }
    return found
  }

  @Test(
    "accounts are found by parts of what they are, and by nothing else",
    arguments: TestDatabase.here)
  func filters(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let token = try world.operatorToken()
    let ada = try world.signIn("ada@example.org")
    let made = world.admin(
      "POST", "users", #"{"email":"bob_x@example.org","name":"Bob 100% Smith"}"#, by: token)
    let bob = made.json["id"]?.string ?? ""
    func found(_ query: String) -> [String] {
      emails(world.admin("GET", "users?\(query)", by: token))
    }
    #expect(found("q=ADA@") == ["ada@example.org"])
    #expect(found("q=smith") == ["bob_x@example.org"])
    #expect(found("q=100%25%20s") == ["bob_x@example.org"])
    #expect(found("q=b_b") == [], "what stands for anything stands for itself")
    #expect(found("q=\(bob)") == ["bob_x@example.org"])
    #expect(found("provider=apple") == [])
    #expect(found("plan_key=free").count == 2)
    #expect(found("subscription_status=active") == [])
    #expect(world.admin("GET", "users?status=gone", by: token).status == 422)
    _ = world.admin("POST", "users/\(bob)/disable", by: token)
    _ = world.admin("DELETE", "users/\(ada.user)", by: token)
    #expect(found("status=disabled") == ["bob_x@example.org"])
    #expect(found("status=pending_deletion") == ["ada@example.org"])
    #expect(found("status=active") == [])
    #expect(found("created_after=2000-01-01T00:00:00Z").count == 2)
    #expect(found("last_seen_before=2000-01-01T00:00:00Z").count == 2)
    #expect(world.admin("GET", "users?created_after=today", by: token).status == 422)
  }

  @Test("one account shows what there is of it", arguments: TestDatabase.here)
  func detail(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let token = try world.operatorToken("admin:users.read")
    let ada = try world.signIn()
    let topic = #"{"id":"01935d2e-0000-7000-8000-000000000001","name":"n","color_hint":null"#
    _ = world.send(
      "syncPush",
      #"{"client_clock_ms":1,"records":{"topics":[\#(topic),"updated_at_ms":1,"deleted_at_ms":null}]}}"#,
      bearer: ada.access)
    let user = world.admin("GET", "users/\(ada.user)", by: token)
    #expect(user.status == 200 && user.json["status"] == .string("active"))
    #expect(user.json["counts"]?["topics"]?["live"] == .integer(1))
    #expect(user.json["counts"]?["reviews"]?["deleted"] == .integer(0))
    #expect(user.json["resync_epoch"] == .integer(1))
    #expect(user.json["last_seen_at"] == .string(world.now.rfc3339))
    #expect(user.json["entitlements"]?["plan_key"] == .string("free"))
    for member in ["identities", "sessions"] {
      guard case .array(let list)? = user.json[member] else { throw Problem(.conflict, member) }
      #expect(list.count == 1)
    }
    #expect(!user.text.contains(ada.access))
    #expect(world.admin("GET", "users/nobody", by: token).status == 404)
    #expect(
      world.admin("GET", "users/01935d2e-0000-7000-8000-000000000009", by: token).status == 404)
  }

  @Test(
    "an address that is corrected opens the account, and the old one does not",
    arguments: TestDatabase.here)
  func correction(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let token = try world.operatorToken("admin:users.write", "admin:audit.read")
    let ada = try world.signIn("adda@example.org")
    _ = try world.signIn("eve@example.org")
    let old = try world.link(to: "adda@example.org")
    func patch(_ json: String) -> HTTPResponse {
      world.admin("PATCH", "users/\(ada.user)", json, by: token)
    }
    #expect(patch(#"{"email":"eve@example.org"}"#).code == "email_in_use")
    #expect(patch(#"{"email":"no"}"#).status == 422)
    #expect(patch(#"{"marketing_opt_in":1}"#).status == 422)
    let answer = patch(#"{"email":"ada@example.org","name":"Ada","note":"rang up"}"#)
    #expect(answer.status == 200 && answer.json["email"] == .string("ada@example.org"))
    #expect(answer.json["note"] == .string("rang up") && answer.json["name"] == .string("Ada"))
    #expect(world.send("consumeMagicLink", #"{"token":"\#(old)"}"#).status == 410)
    #expect(try world.signIn("ada@example.org").user == ada.user)
    #expect(try world.signIn("adda@example.org").user != ada.user)
    #expect(patch(#"{"name":null}"#).json["name"] == .null)
    let log = world.admin("GET", "audit-log?action=user.update", by: token).json["events"]
    guard case .array(let events)? = log else { throw Problem(.conflict, "no log") }
    #expect(events.count == 2)
    #expect(events.last?["before"]?["email"] == .string("adda@example.org"))
    #expect(events.last?["after"]?["email"] == .string("ada@example.org"))
    #expect(events.last?["user_id"] == .string(ada.user))
    #expect(!"\(events)".contains("rang up"))
  }

  @Test(
    "a disabled account is signed out everywhere and stays out until it is enabled",
    arguments: TestDatabase.here)
  func disabling(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let token = try world.operatorToken()
    let ada = try world.signIn()
    let link = try world.link(to: "ada@example.org")
    let answer = world.admin(
      "POST", "users/\(ada.user)/disable", #"{"reason":"abuse"}"#, by: token)
    #expect(answer.json["status"] == .string("disabled"))
    #expect(answer.json["disabled_reason"] == .string("abuse"))
    #expect(world.send("getMe", bearer: ada.access).status == 401)
    #expect(world.refresh(ada.refresh).status == 401)
    let signIn = world.send("consumeMagicLink", #"{"token":"\#(link)"}"#)
    #expect(signIn.status == 403 && signIn.code == "account_disabled")
    #expect(world.admin("POST", "users/\(ada.user)/magic-link", by: token).status == 409)
    #expect(
      world.admin("POST", "users/\(ada.user)/tokens", #"{"name":"n","reason":"why"}"#, by: token)
        .status == 422)
    #expect(
      world.admin("POST", "users/\(ada.user)/enable", by: token).json["status"] == .string("active")
    )
    #expect(world.send("getMe", bearer: ada.access).status == 401, "sessions stay ended")
    #expect(try world.signIn().user == ada.user)
  }

  @Test(
    "a deletion is scheduled and taken back, or done at once by whoever confirms it",
    arguments: TestDatabase.here)
  func deletion(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let token = try world.operatorToken()
    let ada = try world.signIn()
    #expect(world.admin("POST", "users/\(ada.user)/restore", by: token).code == "not_scheduled")
    #expect(world.admin("DELETE", "users/\(ada.user)?reason=asked", by: token).status == 204)
    #expect(world.send("getMe", bearer: ada.access).status == 401)
    #expect(try world.lastMail()?.subject == "Your Flash account is to be deleted")
    let restored = world.admin("POST", "users/\(ada.user)/restore", by: token)
    #expect(restored.status == 200 && restored.json["scheduled_delete_at"] == .null)
    let path = "users/\(ada.user)?mode=now"
    #expect(world.admin("DELETE", path, by: token).status == 422)
    #expect(world.admin("DELETE", path + "&confirm=eve@example.org", by: token).status == 422)
    #expect(world.admin("DELETE", path + "&confirm=Ada@example.org", by: token).status == 204)
    #expect(world.admin("GET", "users/\(ada.user)", by: token).status == 404)
    #expect(try world.integer("select count(*) from erasures") == 0)
    #expect(
      try world.texts("select action from audit_events where user_id is not null order by number")
        == ["user.delete_scheduled", "user.restore", "user.deleted"])
    #expect(
      try world.integer(
        "select count(*) from audit_events where actor like 'admin:%' and user_id is not null") == 3
    )
    let left = try world.texts(
      "select reason from audit_events where user_id is not null and reason is not null")
    #expect(left == [], "what might name a person goes with the account")
  }

  @Test("sessions are listed and ended, one or all", arguments: TestDatabase.here)
  func sessions(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let token = try world.operatorToken()
    let devices = try (0..<3).map { _ in try world.signIn() }
    let user = devices[0].user
    let path = "users/\(user)/sessions"
    guard case .array(let list)? = world.admin("GET", path, by: token).json["sessions"] else {
      throw Problem(.conflict, "no list")
    }
    #expect(list.count == 3 && list.allSatisfy { $0["current"] == .bool(false) })
    #expect(world.admin("DELETE", "\(path)/\(devices[0].session)", by: token).status == 204)
    #expect(world.admin("DELETE", "\(path)/\(devices[0].session)", by: token).status == 404)
    #expect(world.send("getMe", bearer: devices[0].access).status == 401)
    #expect(world.send("getMe", bearer: devices[1].access).status == 200)
    #expect(world.admin("DELETE", path, by: token).json["revoked"] == .integer(2))
    #expect(world.admin("DELETE", path, by: token).json["revoked"] == .integer(0))
    #expect(world.send("getMe", bearer: devices[1].access).status == 401)
  }

  @Test(
    "a link that an operator sends does not count against the address", arguments: TestDatabase.here
  )
  func magicLink(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let token = try world.operatorToken("admin:users.write", "admin:mail.read")
    let user = try world.signIn().user
    for _ in 0..<8 {
      world.pass(1_000)
      let answer = world.admin("POST", "users/\(user)/magic-link", by: token)
      #expect(answer.status == 202 && answer.json["state"] == .string("queued"))
      #expect(answer.json["to"] == .string("ada@example.org"))
    }
    let link = try world.token(in: world.lastMail())
    #expect(world.send("consumeMagicLink", #"{"token":"\#(link)"}"#).status == 200)
    let mails = world.admin("GET", "mail?limit=3&state=sent", by: token)
    guard case .array(let list)? = mails.json["mail"] else { throw Problem(.conflict, "no list") }
    #expect(list.count == 3 && list.allSatisfy { $0["kind"] == .string("magic_link") })
    #expect(!mails.text.contains("consume"))
    let next = mails.json["next_cursor"]?.string ?? ""
    #expect(world.admin("GET", "mail?cursor=\(next)", by: token).status == 200)
    #expect(world.admin("GET", "mail?state=lost", by: token).status == 422)
  }

  @Test(
    "an export by an operator is the account's own, and is recorded", arguments: TestDatabase.here)
  func export(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let ada = try world.signIn()
    let token = try world.operatorToken("admin:users.export")
    let answer = world.admin("GET", "users/\(ada.user)/export?reason=asked", by: token)
    #expect(answer.status == 200 && answer.field("content-type") == "application/jsonl")
    let text = String(decoding: try answer.bytes, as: UTF8.self)
    #expect(text.contains("ada@example.org") && !text.contains(ada.access))
    #expect(
      try world.texts("select reason from audit_events where action = 'user.export'") == ["asked"])
  }
}
