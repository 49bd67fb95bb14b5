import FlashAPI
import FlashModel
import FlashTestSupport
import Testing

@testable import FlashServer

@Suite struct GrantRouteTests {
  private func send(
    _ world: any SignInService, _ operation: String, _ body: String, to user: String
  ) -> HTTPResponse {
    world.send(operation, body, parameters: ["user_id": user])
  }

  private func plan(_ world: any SignInService, _ tokens: SignedIn) -> [String?] {
    let me = world.send("getMe", bearer: tokens.access).json
    return [me["plan_key"]?.string, me["subscription_status"]?.string]
  }

  @Test("a plan is granted, made longer, and taken back", arguments: TestDatabase.here)
  func life(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let ada = try world.signIn()
    let end = world.now.advanced(by: Timestamp.millisecondsPerDay)
    let grant = send(
      world, "adminGrantPlan",
      #"{"plan_key":"plus","expires_at":"\#(end.rfc3339)","reason":"a prize"}"#, to: ada.user)
    #expect(grant.status == 201)
    #expect(grant.json["expires_at"] == .string(end.rfc3339))
    #expect(grant.json["revoked_at"] == .null)
    #expect(plan(world, ada) == ["plus", "active"])
    let longer = send(
      world, "adminExtendPlan", #"{"days":2,"reason":"one more"}"#, to: ada.user)
    let later = end.advanced(by: 2 * Timestamp.millisecondsPerDay)
    #expect(longer.json["expires_at"] == .string(later.rfc3339))
    #expect(longer.json["id"] == grant.json["id"])
    let history = world.send("adminGetSubscription", parameters: ["user_id": ada.user]).json
    #expect(history["subscription"]?["source"] == .string("grant"))
    #expect(history["subscription"]?["expires_at"] == .string(later.rfc3339))
    #expect(history["grants"] == .array([longer.json]))
    let after = send(world, "adminRevokePlan", #"{"reason":"no more"}"#, to: ada.user)
    #expect(after.json["plan_key"] == .string("free") && after.json["source"] == .string("none"))
    #expect(plan(world, ada) == ["free", "expired"])
    #expect(
      try world.texts(
        "select action from audit_events where action like 'subscription.%' order by number")
        == ["subscription.grant", "subscription.extend", "subscription.revoke"])
    #expect(
      try world.texts("select reason from audit_events where action = 'subscription.grant'")
        == ["a prize"])
  }

  @Test("a grant that has ended is taken back by the job", arguments: TestDatabase.here)
  func ending(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let ada = try world.signIn()
    let end = world.now.advanced(by: 60_000)
    _ = send(
      world, "adminGrantPlan",
      #"{"plan_key":"plus","expires_at":"\#(end.rfc3339)","reason":"a minute"}"#, to: ada.user)
    #expect(try world.runJob("end_grants") == "0 settled")
    world.pass(60_000)
    #expect(try world.runJob("end_grants") == "1 settled")
    #expect(plan(world, ada) == ["free", "expired"])
    #expect(try world.runJob("end_grants") == "0 settled")
  }

  @Test("what makes no sense is refused, and changes nothing", arguments: TestDatabase.here)
  func faults(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let ada = try world.signIn()
    for (body, field) in [
      (#"{"plan_key":"gold","reason":"for it"}"#, "plan_key"),
      (#"{"plan_key":"plus","reason":"no"}"#, "reason"), (#"{"plan_key":"plus"}"#, "reason"),
      (#"{"plan_key":"plus","reason":"for it","expires_at":"tomorrow"}"#, "expires_at"),
      (#"{"plan_key":"plus","reason":"for it","expires_at":"2001-01-01T00:00:00Z"}"#, "expires_at"),
    ] {
      let answer = send(world, "adminGrantPlan", body, to: ada.user)
      #expect(answer.status == 422 && answer.json["errors"]?[field] != nil, "\(body)")
    }
    for days in [0, 3_661] {
      let answer = send(
        world, "adminExtendPlan", #"{"days":\#(days),"reason":"for it"}"#, to: ada.user)
      #expect(answer.json["errors"]?["days"] != nil)
    }
    let none = send(world, "adminExtendPlan", #"{"days":1,"reason":"for it"}"#, to: ada.user)
    #expect(none.status == 404, "there is nothing with an end")
    for user in ["01935d2e-0000-7000-8000-000000000001", "x"] {
      let body = #"{"plan_key":"plus","reason":"for it"}"#
      #expect(send(world, "adminGrantPlan", body, to: user).status == 404)
      #expect(world.send("adminGetSubscription", parameters: ["user_id": user]).status == 404)
    }
    #expect(try world.integer("select count(*) from plan_grants") == 0)
    #expect(plan(world, ada) == ["free", "free"])
  }
}
