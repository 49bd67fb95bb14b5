import FlashModel
import FlashTestSupport
import Testing

@testable import FlashServer

@Suite struct ProfileTests {
  @Test(
    "a new account has the defaults, and every member the older client looks for",
    arguments: TestDatabase.here)
  func defaults(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let tokens = try world.signIn()
    let me = world.send("getMe", bearer: tokens.access).json
    #expect(me["id"] == .string(tokens.user))
    #expect(me["email"] == .string("ada@example.org"))
    #expect(me["daily_goal_cards"] == .integer(20))
    #expect(me["daily_new_card_limit"] == .integer(10))
    #expect(me["theme_preference"] == .string("system"))
    #expect(me["subscription_status"] == .string("free"))
    for name in [
      "name", "avatar_url", "reminder_time_local", "subscription_expires_at",
      "scheduled_delete_at", "timezone", "study_timezone", "study_rollover", "study_options",
    ] {
      #expect(me[name] == .null, "\(name) is there, and null")
    }
    #expect(world.send("getRawUser", bearer: tokens.access).json == me)
  }

  @Test(
    "a change keeps what it does not name, and its clock is later than before",
    arguments: TestDatabase.here)
  func change(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let tokens = try world.signIn()
    let patch = { (body: String) in world.send("patchMe", body, bearer: tokens.access) }
    let first = patch(#"{"name":"Ada","reminder_time_local":"07:30","id":"x","plan_key":"plus"}"#)
    #expect(first.status == 200)
    #expect(first.json["name"] == .string("Ada"))
    #expect(first.json["plan_key"] == .string("free"))
    let second = patch(#"{"daily_goal_cards":500,"theme_preference":"dark"}"#)
    #expect(second.json["name"] == .string("Ada"))
    #expect(second.json["reminder_time_local"] == .string("07:30"))
    #expect(second.json["daily_goal_cards"] == .integer(500))
    #expect(
      second.json["updated_at_ms"]?.integer ?? 0 > first.json["updated_at_ms"]?.integer ?? 0,
      "also within one millisecond")
    #expect(patch(#"{"reminder_time_local":""}"#).json["reminder_time_local"] == .null)
  }

  @Test(
    "what is out of bounds is refused by name, and nothing is changed",
    arguments: [
      ("name", "\"\""), ("name", "null"), ("name", "7"), ("daily_goal_cards", "0"),
      ("daily_goal_cards", "501"), ("daily_goal_cards", "\"20\""), ("daily_goal_cards", "1.5"),
      ("reminder_time_local", "\"24:00\""), ("reminder_time_local", "\"7:30\""),
      ("reminder_time_local", "\"07:60\""), ("reminder_enabled", "1"),
      ("theme_preference", "\"blue\""), ("marketing_opt_in", "null"),
      ("daily_new_card_limit", "0"), ("daily_new_card_limit", "51"), ("timezone", "\"a b\""),
      ("timezone", "\"../etc/passwd\""), ("study_rollover", "24"), ("study_options", "[]"),
      ("study_options", #"{"desired_retention":2}"#),
    ])
  func bounds(field: String, value: String) throws {
    let world = try makeWorld()
    let tokens = try world.signIn()
    let before = world.send("getMe", bearer: tokens.access).json
    let answer = world.send(
      "patchMe", #"{"theme_preference":"dark","\#(field)":\#(value)}"#, bearer: tokens.access)
    #expect(answer.status == 422)
    #expect(answer.json["errors"]?[field] != nil)
    #expect(world.send("getMe", bearer: tokens.access).json == before)
  }

  @Test("the name may have 200 characters of any script", arguments: TestDatabase.here)
  func longName(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let tokens = try world.signIn()
    let patch = { (count: Int) in
      let name = String(repeating: "ж", count: count)
      return world.send("patchMe", #"{"name":"\#(name)"}"#, bearer: tokens.access).status
    }
    #expect(patch(200) == 200)
    #expect(patch(201) == 422)
  }

  @Test(
    "study options travel with the profile, and more new cards than ten need a plan",
    arguments: TestDatabase.here)
  func study(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let tokens = try world.signIn()
    let patch = { (body: String) in world.send("patchMe", body, bearer: tokens.access) }
    let options = #"{"desired_retention":0.85,"new_per_day":20}"#
    let answer = patch(
      #"{"study_options":\#(options),"study_timezone":"Europe/Berlin","study_rollover":4}"#)
    #expect(answer.json["study_options"]?["new_per_day"] == .integer(20))
    #expect(answer.json["study_options"]?["desired_retention"] == .double(0.85))
    #expect(answer.json["study_timezone"] == .string("Europe/Berlin"))
    #expect(answer.json["study_rollover"] == .integer(4))
    #expect(patch(#"{"study_options":null}"#).json["study_options"] == .null)
    let more = patch(#"{"daily_new_card_limit":11}"#)
    #expect(more.status == 402)
    #expect(more.json["reason"] == .string("new_card_limit.above_10"))
    #expect(more.json["limit"] == .integer(10))
    try world.change("update users set plan_key = 'plus'")
    #expect(patch(#"{"daily_new_card_limit":50}"#).status == 200)
  }

  @Test(
    "somebody who takes over a phone gets no notices of the person before",
    arguments: TestDatabase.here)
  func pushTokens(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let ada = try world.signIn("ada@example.org")
    let eve = try world.signIn("eve@example.org")
    let register = { (tokens: SignedIn, token: String) in
      world.send("registerDeviceToken", #"{"device_token":"\#(token)"}"#, bearer: tokens.access)
        .status
    }
    let owner = { try world.texts("select user_agent from sign_ins where push_token = 'aa'").count }
    #expect(register(ada, "aa") == 204)
    #expect(register(ada, "aa") == 204, "repeating is harmless")
    #expect(register(eve, "aa") == 204)
    #expect(try owner() == 1)
    let list = world.send("listMySessions", bearer: ada.access).json["sessions"]
    guard case .array(let sessions)? = list else {
      Issue.record("no list")
      return
    }
    #expect(sessions.map { $0["has_push_token"] } == [.bool(false)])
    #expect(world.send("signOut", bearer: eve.access).status == 204)
    #expect(try owner() == 0, "signing out forgets it")
    #expect(register(ada, "") == 422)
    #expect(register(ada, String(repeating: "a", count: 256)) == 422)
    #expect(register(ada, "bb") == 204)
    #expect(world.send("deleteDeviceToken", bearer: ada.access).status == 204)
    #expect(try world.integer("select count(*) from sign_ins where push_token is not null") == 0)
  }

  @Test("the only way to sign in can't be unlinked", arguments: TestDatabase.here)
  func identities(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let tokens = try world.signIn()
    let unlink = { (provider: String) in
      world.send("unlinkIdentity", bearer: tokens.access, parameters: ["provider": provider])
    }
    #expect(unlink("apple").status == 404)
    #expect(unlink("email").code == "last_identity")
    let list = world.send("listMyIdentities", bearer: tokens.access).json["identities"]
    guard case .array(let identities)? = list else {
      Issue.record("no list")
      return
    }
    #expect(identities.map { $0["provider"] } == [.string("email")])
    #expect(identities.map { $0["email"] } == [.string("ada@example.org")])
  }

  @Test("an address of somebody else can't be linked", arguments: TestDatabase.here)
  func linkingTaken(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let ada = try world.signIn("ada@example.org")
    _ = try world.signIn("eve@example.org")
    try world.change(
      "update identities set provider = 'apple', subject = 's' where email = 'ada@example.org'")
    let link = { (address: String) in
      let token = try world.link(to: address)
      return world.send(
        "linkIdentity", #"{"provider":"email","magic_link_token":"\#(token)"}"#,
        bearer: ada.access)
    }
    #expect(try link("eve@example.org").code == "email_in_use")
    let linked = try link("ada@example.org")
    #expect(linked.json["provider"] == .string("email"))
    #expect(try link("more@example.org").code == "identity_in_use")
    let wrong = world.send(
      "linkIdentity", #"{"provider":"email","magic_link_token":"x"}"#, bearer: ada.access)
    #expect(wrong.status == 422)
    #expect(world.send("linkIdentity", #"{"provider":"x"}"#, bearer: ada.access).status == 422)
  }
}
