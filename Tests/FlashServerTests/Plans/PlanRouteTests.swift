import FlashAPI
import FlashModel
import FlashTestSupport
import Testing

@testable import FlashServer

@Suite struct PlanRouteTests {
  private let plan = ["plan_key": "team"]
  private let input =
    #"{"label":"Team","rank":20,"public":false,"product_ids":["b.team","a.team"],"entitlements":"#
    + #"{"decks.create":{"type":"max_count","max":7},"images.use":{"type":"boolean","allowed":true}}}"#

  private func put(
    _ world: any SignInService, _ body: String, match: String? = nil, query: [String: String] = [:]
  ) -> HTTPResponse {
    world.send(
      "adminPutPlan",
      TestRequest(
        body: Array(body.utf8), fields: match.map { ["if-match": $0] } ?? [:], query: query,
        parameters: plan))
  }

  @Test(
    "a plan is made, read, edited in its newest version only, and gone",
    arguments: TestDatabase.here)
  func life(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    #expect(world.send("adminGetPlan", parameters: plan).status == 404)
    #expect(put(world, input, match: "*").status == 412, "there is nothing to replace")
    let made = put(world, input)
    #expect(made.status == 201)
    #expect(made.field("ETag") == "\"1\"")
    #expect(made.json["product_ids"] == .array([.string("a.team"), .string("b.team")]))
    #expect(made.json["holders"] == .integer(0))
    let read = world.send("adminGetPlan", parameters: plan)
    #expect(read.json == made.json && read.field("ETag") == "\"1\"")
    #expect(put(world, input, match: "\"7\"").code == "precondition_failed")
    let edited = put(world, input.replacing("\"max\":7", with: "\"max\":null"), match: "\"1\"")
    #expect(edited.status == 200 && edited.json["version"] == .integer(2))
    #expect(edited.json["entitlements"]?["decks.create"]?["max"] == .null)
    #expect(try world.integer("select count(*) from plan_versions where key = 'team'") == 1)
    #expect(world.send("adminDeletePlan", parameters: plan).status == 204)
    #expect(world.send("adminDeletePlan", parameters: plan).status == 404)
    #expect(
      try world.texts("select action from audit_events where target = 'team' order by number")
        == ["plan.create", "plan.update", "plan.delete"])
  }

  @Test(
    "a plan that makes no sense is refused by the field that is wrong",
    arguments: [
      ("label", #"{"label":"","entitlements":{}}"#),
      ("label", #"{"entitlements":{}}"#),
      ("entitlements", #"{"label":"x"}"#),
      (
        "entitlements.decks.create.max",
        #"{"label":"x","entitlements":{"decks.create":{"type":"max_count","max":-1}}}"#
      ),
      ("entitlements.a.type", #"{"label":"x","entitlements":{"a":{"type":"odd"}}}"#),
      ("product_ids", #"{"label":"x","product_ids":["a","a"],"entitlements":{}}"#),
      ("rank", #"{"label":"x","rank":99999999999,"entitlements":{}}"#),
    ])
  func faults(field: String, body: String) throws {
    let world = try makeWorld()
    let answer = put(world, body)
    #expect(answer.status == 422)
    #expect(answer.json["errors"]?[field] != nil, "\(answer.text)")
    #expect(world.send("adminGetPlan", parameters: plan).status == 404)
  }

  @Test("a product is of one plan, and a plan's key is a word")
  func products() throws {
    let world = try makeWorld()
    #expect(put(world, input).status == 201)
    let other = world.send("adminPutPlan", input, parameters: ["plan_key": "other"])
    #expect(other.json["errors"]?["product_ids"] != nil)
    for key in ["Team", "7up", "", "a b", String(repeating: "a", count: 64)] {
      let answer = world.send(
        "adminPutPlan", #"{"label":"x","entitlements":{}}"#, parameters: ["plan_key": key])
      #expect(answer.json["errors"]?["plan_key"] != nil, "\(key)")
    }
  }

  @Test(
    "an edit counts at once, and not for those who keep what they have",
    arguments: TestDatabase.here)
  func editing(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let ada = try world.signIn("ada@example.org")
    let entitle = { (max: Int, query: [String: String]) in
      world.send(
        "adminPutEntitlement",
        TestRequest(
          body: Array(#"{"type":"max_count","max":\#(max)}"#.utf8), query: query,
          parameters: ["plan_key": "free", "entitlement_key": "decks.create"]))
    }
    let limit = { (tokens: SignedIn) in
      world.send("getEntitlements", bearer: tokens.access).json["entitlements"]?["decks.create"]?[
        "max"]?.integer
    }
    #expect(limit(ada) == 5)
    #expect(entitle(6, [:]).json["version"] == .integer(2))
    #expect(limit(ada) == 6)
    #expect(entitle(2, ["keep_holders": "true"]).status == 200)
    let eve = try world.signIn("eve@example.org")
    #expect(limit(ada) == 6)
    #expect(world.send("getEntitlements", bearer: ada.access).json["version"] == .integer(2))
    #expect(limit(eve) == 2)
    let unknown = world.send(
      "adminPutEntitlement", #"{"type":"boolean","allowed":true}"#,
      parameters: ["plan_key": "free", "entitlement_key": "more.of_it"])
    #expect(unknown.status == 404)
  }

  @Test(
    "a plan that somebody has, free, and the plan of everybody stay", arguments: TestDatabase.here)
  func keeping(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let ada = try world.signIn()
    let delete = { (key: String) in
      world.send("adminDeletePlan", parameters: ["plan_key": key]).status
    }
    #expect(delete("free") == 409)
    _ = put(world, input)
    let grant = world.send(
      "adminGrantPlan", #"{"plan_key":"team","reason":"a test"}"#,
      parameters: ["user_id": ada.user])
    #expect(grant.status == 201)
    #expect(delete("team") == 409)
    #expect(world.send("adminListPlans").json["plans"] != nil)
    #expect(
      world.send("adminPutDefaultPlan", #"{"plan_key":"gold"}"#).json["errors"]?["plan_key"] != nil)
    #expect(world.send("adminPutDefaultPlan", #"{"plan_key":"plus"}"#).status == 200)
    #expect(world.send("adminGetDefaultPlan").json["plan_key"] == .string("plus"))
    #expect(delete("plus") == 409)
  }

  @Test(
    "the plan of everybody is that of those there are and of those to come",
    arguments: TestDatabase.here)
  func everybodys(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let ada = try world.signIn("ada@example.org")
    let plan = { (tokens: SignedIn) in
      world.send("getMe", bearer: tokens.access).json["plan_key"]?.string
    }
    #expect(plan(ada) == "free")
    _ = world.send("adminPutDefaultPlan", #"{"plan_key":"plus"}"#)
    let eve = try world.signIn("eve@example.org")
    #expect(plan(ada) == "plus")
    #expect(plan(eve) == "plus")
    #expect(world.send("getMe", bearer: ada.access).json["subscription_status"] == .string("free"))
    _ = world.send("adminPutDefaultPlan", #"{"plan_key":"free"}"#)
    #expect(plan(eve) == "free")
  }

  @Test("everybody sees what is public, and once only", arguments: TestDatabase.here)
  func list(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    _ = put(world, input)
    let list = world.send("listPlans")
    guard case .array(let plans)? = list.json["plans"] else {
      Issue.record("no list")
      return
    }
    #expect(plans.map { $0["key"] } == [.string("free"), .string("plus")])
    let tag = try #require(list.field("ETag"))
    let again = world.send("listPlans", TestRequest(fields: ["if-none-match": "W/\(tag), \"x\""]))
    #expect(again.status == 304 && again.body.isEmpty)
    _ = put(world, input.replacing("\"public\":false", with: "\"public\":true"))
    #expect(world.send("listPlans", TestRequest(fields: ["if-none-match": tag])).status == 200)
  }

  @Test("usage is told beside the limits", arguments: TestDatabase.here)
  func usage(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let ada = try world.signIn()
    #expect(
      world.send("createReminder", #"{"time_local":"08:00"}"#, bearer: ada.access).status == 201)
    let push = world.send(
      "syncPush",
      """
      {"client_clock_ms":0,"records":{"decks":[{"id":"01935d2e-0000-7000-8000-000000000001",
      "title":"A","updated_at_ms":1}],"cards":[{"id":"01935d2e-0000-7000-8000-000000000002",
      "deck_id":"01935d2e-0000-7000-8000-000000000001","front_text":"f","back_text":"b",
      "updated_at_ms":1}]}}
      """, bearer: ada.access)
    #expect(push.json["accepted"] == .integer(2))
    let told = world.send("getEntitlements", bearer: ada.access).json
    #expect(told["plan_key"] == .string("free") && told["version"] == .integer(1))
    for key in ["decks.create", "cards.create_in_deck", "cards.create_total", "reminders.add"] {
      #expect(told["usage"]?[key] == .integer(1), "\(key)")
    }
  }
}
