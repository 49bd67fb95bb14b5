import FlashModel
import FlashTestSupport
import Testing

@testable import flash_admin

@Suite struct SubscriptionCommandTests {
  private typealias Answer = ImitationServer.Answer
  private let users = "/api/v1/admin/users"
  private let grant =
    #"{"id":"g","plan_key":"plus","created_at":"2026-01-02T03:04:05Z","expires_at":null,"#
    + #""revoked_at":null,"reason":"prize","actor":"admin:t"}"#

  @Test("a plan is given to several, each with the reason")
  func grants() throws {
    let home = try AdminHome([
      Answer("POST \(users)/a/subscription/grant", 201, grant),
      Answer("POST \(users)/b/subscription/grant", 201, grant),
    ])
    let outcome = home.run(
      "subscription grant plus a b --until 2027-01-01 --reason 'a prize' --json=id,plan_key")
    #expect(outcome.lines == Array(repeating: #"{"id":"g","plan_key":"plus"}"#, count: 2))
    #expect(
      try home.server.requests.first == #"POST \#(users)/a/subscription/grant {"plan_key":"plus","#
        + #""expires_at":"2027-01-01T00:00:00Z","reason":"a prize"}"#)
  }

  @Test(
    "nothing is given or taken without a reason",
    arguments: ["grant plus a", "extend a", "revoke a"])
  func reasons(_ command: String) throws {
    let home = try AdminHome([])
    #expect(home.run("subscription \(command)").code == 64)
    #expect(home.run("subscription \(command) --reason x").code == 64)
    #expect(try home.server.requests == [])
  }

  @Test("an end is moved, and a gift taken back")
  func changes() throws {
    let free =
      #"{"plan_key":"free","status":"free","source":"none","product_id":null,"#
      + #""original_transaction_id":null}"#
    let home = try AdminHome([
      Answer("POST \(users)/a/subscription/extend", 200, grant),
      Answer("POST \(users)/a/subscription/revoke", 200, free),
    ])
    #expect(home.run("subscription extend a --days 30 --reason late").code == 0)
    #expect(
      home.run("subscription revoke a --include-store --reason fraud").output.hasPrefix(
        "a has 'free' now"))
    #expect(
      try home.server.requests == [
        #"POST \#(users)/a/subscription/extend {"days":30,"reason":"late"}"#,
        #"POST \#(users)/a/subscription/revoke {"include_store":true,"reason":"fraud"}"#,
      ])
  }

  @Test("what the store told is listed by outcome, and applied again")
  func events() throws {
    let event =
      #"{"id":"e1","notification_uuid":"n","notification_type":"DID_RENEW","#
      + #""signed_at":"2026-01-02T03:04:05Z","received_at":"2026-01-02T03:04:06Z","outcome":"failed"}"#
    let home = try AdminHome([
      Answer(
        "GET /api/v1/admin/store-events?outcome=failed", 200,
        #"{"events":[\#(event)],"next_cursor":null}"#),
      Answer(
        "POST /api/v1/admin/store-events/e1/reprocess", 200,
        event.replacing("failed", with: "applied")),
    ])
    let failed = home.run("subscription events --outcome failed --json=id")
    #expect(failed.output == "{\"id\":\"e1\"}\n")
    #expect(
      home.run("subscription reprocess -", input: failed.output).output == "'e1' was applied\n")
  }
}
