import FlashModel
import FlashTestSupport
import Testing

@testable import flash_admin

@Suite struct PlanCommandTests {
  private typealias Answer = ImitationServer.Answer
  private let plans = "/api/v1/admin/plans"
  private let matrix =
    #"{"decks.create":{"type":"max_count","max":5},"study.smart":{"type":"boolean","allowed":true}}"#

  @Test("a plan is changed in what was named, if it is what it was")
  func change() throws {
    let home = try AdminHome([
      Answer("GET \(plans)/plus", 200, AdminHome.plan("plus", version: 3)),
      Answer("PUT \(plans)/plus", 200, AdminHome.plan("plus", version: 4)),
    ])
    #expect(
      home.run("plan set plus --rank 7 --public no").output
        == "the plan 'plus' is at version 4\n")
    #expect(
      try home.server.requests.last == #"PUT \#(plans)/plus {"label":"Label","rank":7,"#
        + #""public":false,"product_ids":["p"],"entitlements":\#(matrix)} if "3""#)
  }

  @Test("a new plan begins with what another one allows")
  func new() throws {
    let home = try AdminHome([
      Answer("GET \(plans)/free", 200, AdminHome.plan("free", version: 1)),
      Answer("PUT \(plans)/school", 201, AdminHome.plan("school", version: 1)),
    ])
    #expect(home.run("plan set school --label School").code == 0)
    #expect(
      try home.server.requests.last
        == #"PUT \#(plans)/school {"label":"School","entitlements":\#(matrix)}"#)
  }

  @Test("what one server shows another one takes")
  func whole() throws {
    let home = try AdminHome([
      Answer("GET \(plans)/plus", 200, AdminHome.plan("plus", version: 3)),
      Answer("GET \(plans)/other", 404, #"{"code":"not_found","message":"No plan."}"#),
      Answer("PUT \(plans)/other", 201, AdminHome.plan("other", version: 1)),
    ])
    let shown = home.run("plan show plus --json")
    #expect(home.run("plan set other -", input: shown.output).code == 0)
    #expect(
      try home.server.requests.last == #"PUT \#(plans)/other {"label":"Label","rank":1,"#
        + #""public":true,"product_ids":["p"],"entitlements":\#(matrix)}"#)
    #expect(home.run("plan set other -", input: "{}").code == 65)
    #expect(home.run("plan set other missing.json").code == 65)
  }

  @Test(
    "one thing that a plan allows is set by a word or a number",
    arguments: [
      ("yes", #"{"type":"boolean","allowed":true}"#),
      ("no", #"{"type":"boolean","allowed":false}"#),
      ("10", #"{"type":"max_count","max":10}"#), ("unlimited", #"{"type":"max_count","max":null}"#),
    ])
  func entitle(_ value: String, body: String) throws {
    let home = try AdminHome([
      Answer("PUT \(plans)/free/entitlements/decks.create", 200, AdminHome.plan("free", version: 2))
    ])
    #expect(home.run("plan entitle free decks.create \(value)").code == 0)
    #expect(
      try home.server.requests == ["PUT \(plans)/free/entitlements/decks.create \(body)"])
  }

  @Test("a value that is none of these is wrong usage, and is not sent")
  func badValue() throws {
    let home = try AdminHome([])
    for value in ["-1", "many", "1.5", ""] {
      #expect(home.run("plan entitle free decks.create -- '\(value)'").code == 64)
    }
    #expect(try home.server.requests == [])
  }

  @Test("a plan is removed by its name, and the default is told and set")
  func removalAndDefault() throws {
    let home = try AdminHome([
      Answer("DELETE \(plans)/old", 204),
      Answer("GET /api/v1/admin/default-plan", 200, #"{"plan_key":"free"}"#),
      Answer("PUT /api/v1/admin/default-plan", 200, #"{"plan_key":"plus"}"#),
    ])
    #expect(home.run("plan rm old").code == 64)
    #expect(home.run("plan rm old --confirm old").output == "removed the plan 'old'\n")
    #expect(home.run("plan default").output == "free\n")
    #expect(home.run("plan default -n plus").output == "would make 'plus' the default plan\n")
    #expect(
      home.run("plan default plus").output == "accounts without a plan have 'plus' now\n")
    #expect(
      try home.server.requests == [
        "DELETE \(plans)/old", "GET /api/v1/admin/default-plan",
        #"PUT /api/v1/admin/default-plan {"plan_key":"plus"}"#,
      ])
  }
}
