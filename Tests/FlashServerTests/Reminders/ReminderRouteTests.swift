import FlashAPI
import FlashModel
import FlashTestSupport
import Testing

@testable import FlashServer

@Suite struct ReminderRouteTests {
  private func add(
    _ world: any SignInService, _ tokens: SignedIn, _ body: String
  ) -> HTTPResponse { world.send("createReminder", body, bearer: tokens.access) }

  private func patch(
    _ world: any SignInService, _ tokens: SignedIn, _ id: String, _ body: String
  ) -> HTTPResponse {
    world.send("updateReminder", body, bearer: tokens.access, parameters: ["reminder_id": id])
  }

  @Test(
    "so many reminders are on as the plan allows, by whatever way", arguments: TestDatabase.here)
  func gate(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let ada = try world.signIn()
    let first = add(world, ada, #"{"time_local":"20:15"}"#)
    #expect(first.status == 201)
    #expect(first.json["time_local"] == .string("20:15") && first.json["enabled"] == .bool(true))
    #expect(first.json["user_id"] == .string(ada.user))
    let second = add(world, ada, #"{"time_local":"25:00"}"#)
    #expect(second.status == 402, "the plan is asked before the body is looked at")
    #expect(second.json["reason"] == .string("reminders.add"))
    #expect(second.json["limit"] == .integer(1))
    let id = first.json["id"]?.string ?? ""
    #expect(patch(world, ada, id, #"{"enabled":false}"#).status == 200)
    let other = add(world, ada, #"{"time_local":"07:00","enabled":false}"#)
    #expect(other.json["enabled"] == .bool(false))
    #expect(patch(world, ada, id, #"{"enabled":true}"#).status == 200)
    let otherID = other.json["id"]?.string ?? ""
    #expect(patch(world, ada, otherID, #"{"enabled":true}"#).status == 402)
    #expect(patch(world, ada, otherID, #"{"time_local":"07:30"}"#).status == 200)
    #expect(patch(world, ada, id, #"{"enabled":true,"time_local":"21:00"}"#).status == 200)
    guard
      case .array(let list)? = world.send("listReminders", bearer: ada.access).json["reminders"]
    else {
      Issue.record("no list")
      return
    }
    #expect(list.map { $0["time_local"] } == [.string("07:30"), .string("21:00")])
    try world.change("update users set plan_key = 'plus'")
    #expect(patch(world, ada, otherID, #"{"enabled":true}"#).status == 200)
  }

  @Test("a time is one of a clock, and reminders are nobody else's", arguments: TestDatabase.here)
  func faults(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let ada = try world.signIn("ada@example.org")
    let eve = try world.signIn("eve@example.org")
    for time in ["24:00", "7:30", "07:60", "", "07:30:00"] {
      let answer = add(world, ada, #"{"time_local":"\#(time)"}"#)
      #expect(answer.status == 422 && answer.json["errors"]?["time_local"] != nil, "\(time)")
    }
    #expect(add(world, ada, "{}").json["errors"]?["time_local"] != nil)
    let mine = add(world, ada, #"{"time_local":"07:30"}"#).json["id"]?.string ?? ""
    for id in [mine, "x", "01935d2e-0000-7000-8000-000000000001"] {
      #expect(patch(world, eve, id, #"{"enabled":false}"#).status == 404)
      let delete = world.send(
        "deleteReminder", bearer: eve.access, parameters: ["reminder_id": id])
      #expect(delete.status == 404)
    }
    let before = world.send("listReminders", bearer: ada.access).json
    let delete = {
      world.send("deleteReminder", bearer: ada.access, parameters: ["reminder_id": mine]).status
    }
    #expect(patch(world, ada, mine, #"{"time_local":"noon"}"#).status == 422)
    #expect(world.send("listReminders", bearer: ada.access).json == before)
    #expect(delete() == 204)
    #expect(delete() == 404)
  }

  @Test("an account has at most 20 reminders, of which most are off")
  func cap() throws {
    let world = try makeWorld()
    let ada = try world.signIn()
    for _ in 0..<20 {
      #expect(add(world, ada, #"{"time_local":"07:30","enabled":false}"#).status == 201)
    }
    #expect(add(world, ada, #"{"time_local":"07:30","enabled":false}"#).status == 422)
  }
}
