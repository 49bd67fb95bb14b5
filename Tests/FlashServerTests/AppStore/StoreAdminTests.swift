import FlashAPI
import FlashModel
import FlashTestSupport
import Testing

@testable import FlashServer

@Suite struct StoreAdminTests {
  private func events(
    _ world: StoreWorld, _ token: String, _ query: String = ""
  ) -> (types: [String], next: String?) {
    let answer = world.service.http(
      "GET", "/api/v1/admin/store-events" + query, "", bearer: token, fields: [:])
    guard case .array(let rows)? = answer.json["events"] else { return ([answer.text], nil) }
    return (rows.map { $0["notification_type"]?.string ?? "" }, answer.json["next_cursor"]?.string)
  }

  @Test(
    "operators list what the store told, a page at a time, and by what became of it",
    arguments: TestDatabase.here)
  func lists(database: TestDatabase) throws {
    let world = try StoreWorld(on: database)
    let ada = try world.service.signIn()
    #expect(try world.show(.init(), as: ada).status == 200)
    let token = try world.service.adminToken(["admin:billing.read"], life: 3_600).token
    for type in ["SUBSCRIBED", "PRICE_INCREASE", "DID_CHANGE_RENEWAL_STATUS"] {
      try world.notify(.init(type: type, day: 0))
    }
    let other = StoreWorld.Period(id: "t9", original: "o9")
    try world.notify(.init(type: "EXPIRED", day: 0, period: other))
    #expect(
      events(world, token).types == [
        "EXPIRED", "DID_CHANGE_RENEWAL_STATUS", "PRICE_INCREASE", "SUBSCRIBED",
      ])
    let first = events(world, token, "?limit=3")
    #expect(first.types.count == 3)
    let rest = events(world, token, "?limit=3&cursor=\(first.next ?? "")")
    #expect(rest.types == ["SUBSCRIBED"] && rest.next == nil)
    #expect(events(world, token, "?outcome=ignored").types == ["PRICE_INCREASE"])
    #expect(events(world, token, "?outcome=unknown_account").types == ["EXPIRED"])
    #expect(events(world, token, "?original_transaction_id=o9").types == ["EXPIRED"])
    for query in ["?outcome=lost", "?cursor=x", "?limit=0"] {
      #expect(events(world, token, query).types.first?.contains("validation_failed") == true)
    }
    #expect(events(world, ada.access).types.first?.contains("unauthenticated") == true)
  }

  @Test(
    "a notification that failed is applied again once its product is known",
    arguments: TestDatabase.here)
  func reprocess(database: TestDatabase) throws {
    let world = try StoreWorld(on: database)
    let ada = try world.service.signIn()
    #expect(try world.show(.init(), as: ada).status == 200)
    let poster = StoreWorld.Period(id: "t2", product: "poster", from: 0, until: 60, signed: 0)
    try world.notify(.init(type: "DID_RENEW", day: 0, period: poster))
    #expect(try world.standing == "free expired")
    let id = try #require(try ids(world).first)
    func ask(_ id: String, _ abilities: [String]) throws -> HTTPResponse {
      let token = try world.service.adminToken(abilities, life: 3_600).token
      return world.service.http(
        "POST", "/api/v1/admin/store-events/\(id)/reprocess", "", bearer: token, fields: [:])
    }
    #expect(try ask(id, ["admin:billing.write"]).json["outcome"] == .string("failed"))
    try world.service.change("insert into plan_products values ('poster', 'plus')")
    #expect(try ask(id, ["admin:billing.read"]).status == 403)
    let answer = try ask(id, ["admin:billing.write"])
    #expect(answer.status == 200 && answer.json["outcome"] == .string("applied"))
    #expect(answer.json["user_id"] == .string(ada.user))
    #expect(try world.standing == "plus active")
    #expect(try ask("none", ["admin:*"]).status == 404)
    #expect(try ask(ada.user, ["admin:*"]).status == 404)
    let recorded = try world.service.texts(
      "select actor from audit_events where action = 'store_event.reprocess'")
    #expect(recorded.count == 2 && recorded.allSatisfy { $0.hasPrefix("admin:") })
  }

  private func ids(_ world: StoreWorld) throws -> [String] {
    let token = try world.service.adminToken(["admin:*"], life: 3_600).token
    let answer = world.service.http(
      "GET", "/api/v1/admin/store-events", "", bearer: token, fields: [:])
    guard case .array(let rows)? = answer.json["events"] else { return [] }
    return rows.compactMap { $0["id"]?.string }
  }

  @Test("an export has what was bought", arguments: TestDatabase.here)
  func export(database: TestDatabase) throws {
    let world = try StoreWorld(on: database)
    let ada = try world.service.signIn()
    #expect(try world.show(.init(), as: ada).status == 200)
    try world.notify(.init(type: "SUBSCRIBED", day: 0))
    let text = String(
      decoding: try world.service.send("exportMe", bearer: ada.access).bytes, as: UTF8.self)
    for entity in ["subscriptions", "store_transactions", "store_events"] {
      #expect(text.contains("{\"entity\":\"\(entity)\",\"row\":{"), "\(entity)")
    }
    #expect(text.contains("\"originalTransactionId\":\"o1\""))
  }
}
