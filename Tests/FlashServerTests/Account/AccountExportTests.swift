import FlashModel
import FlashTestSupport
import Testing

@testable import FlashServer

@Suite struct AccountExportTests {
  @Test("an export has everything that is held, a line each", arguments: TestDatabase.here)
  func everything(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let ada = try world.signIn("ada@example.org")
    let eve = try world.signIn("eve@example.org")
    let push = { (tokens: SignedIn, name: String, id: String) in
      world.send(
        "syncPush",
        """
        {"client_clock_ms":\(world.now.milliseconds),"records":{"topics":[{"id":"\(id)",\
        "name":"\(name)","color_hint":null,"updated_at_ms":1776800000000,"deleted_at_ms":null}]}}
        """, bearer: tokens.access)
    }
    let id = "01935d2e-0000-7000-8000-000000000001"
    #expect(push(ada, "Verbs", id).json["accepted"] == .integer(1))
    #expect(push(eve, "Secrets", id).json["accepted"] == .integer(1))
    let answer = world.send("exportMe", bearer: ada.access)
    #expect(answer.status == 200 && answer.field("content-type") == "application/jsonl")
    let lines = try answer.text.split(separator: "\n").map {
      try JSONValue(parsing: Array($0.utf8))
    }
    #expect(
      lines.compactMap { $0["entity"]?.string } == [
        "header", "users", "identities", "auth_sessions", "topics", "end",
      ])
    #expect(lines.first?["format"] == .string("flash-export"))
    #expect(lines[1]["row"]?["email"] == .string("ada@example.org"))
    #expect(lines[4]["row"]?["name"] == .string("Verbs"))
    #expect(lines.last?["count"] == .integer(4))
    #expect(!answer.text.contains("Secrets") && !answer.text.contains("eve@"))
  }

  @Test(
    "tombstones are purged 90 days after they came, and not before", arguments: TestDatabase.here)
  func purging(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let ada = try world.signIn()
    let body = """
      {"client_clock_ms":\(world.now.milliseconds),"records":{"topics":[\
      {"id":"01935d2e-0000-7000-8000-000000000001","name":"Verbs","color_hint":null,\
      "updated_at_ms":1776800000000,"deleted_at_ms":1}]}}
      """
    #expect(world.send("syncPush", body, bearer: ada.access).json["accepted"] == .integer(1))
    let day: Int64 = 86_400_000
    world.pass(90 * day)
    #expect(try world.runJob("purge_tombstones") == "0 purged")
    world.pass(1)
    #expect(try world.runJob("purge_tombstones") == "1 purged")
    #expect(try world.runJob("purge_tombstones") == "0 purged", "twice does no harm")
  }
}
