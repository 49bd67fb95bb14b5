import FlashAPI
import FlashClient
import FlashModel
import FlashTestSupport
import Testing

@testable import flash_admin

@Suite struct ServerCommandTests {
  private typealias Answer = ImitationServer.Answer

  @Test("a new token is all that is on standard output")
  func tokens() throws {
    let home = try AdminHome([
      Answer(
        "POST /api/v1/admin/tokens", 201,
        #"{"id":"t2","name":"desk","abilities":["admin:users.read"],"created_at":"#
          + #""2026-01-02T03:04:05Z","expires_at":"2026-02-01T03:04:05Z","token":"fo_new"}"#),
      Answer("DELETE /api/v1/admin/tokens/t2", 204),
    ])
    #expect(
      home.run("token add desk --ability admin:users.read --life 30d").output == "fo_new\n")
    #expect(home.run("token add desk").code == 64)
    #expect(home.run("token add desk --ability admin:all").code == 64)
    #expect(home.run("token rm t2").output == "ended the token 't2'\n")
    #expect(
      try home.server.requests == [
        #"POST /api/v1/admin/tokens {"name":"desk","abilities":["admin:users.read"],"#
          + #""ttl_seconds":2592000}"#, "DELETE /api/v1/admin/tokens/t2",
      ])
  }

  @Test("figures are shown, and are one object for programs")
  func stats() throws {
    let stats =
      #"{"users":{"total":4,"active_1d":1,"active_7d":2,"active_30d":3,"disabled":0,"#
      + #""pending_deletion":0},"activity":[{"from":"2026-03-01","sign_ups":1,"reviews":50,"#
      + #""sessions":2,"cards_created":20,"active_users":1}],"content":{"cards":80},"#
      + #""subscriptions":{"by_plan":{"free":3,"plus":1},"by_status":{"free":4}}}"#
    let home = try AdminHome([
      Answer("GET /api/v1/admin/stats?from=2026-03-01&bucket=week", 200, stats)
    ])
    let shown = home.run("stats --since 2026-03-01 --step week")
    #expect(shown.output.contains("1 today, 2 in 7 days, 3 in 30"))
    #expect(shown.output.contains("free 3, plus 1"))
    #expect(shown.output.hasSuffix("2026-03-01\t1\t1\t50\t2\t20\n"))
    let object = try home.run("stats --since 2026-03-01 --step week --json").objects().first
    #expect(object?["users"]?["active_7d"] == .integer(2) && object?["sync"] == .null)
  }

  @Test("a job is run, or rehearsed")
  func jobs() throws {
    let home = try AdminHome([
      Answer(
        "POST /api/v1/admin/jobs/prune_tokens/run", 200,
        #"{"name":"prune_tokens","state":"idle","last_result":{"removed":3}}"#)
    ])
    #expect(home.run("jobs run prune_tokens").output == "ran 'prune_tokens': removed=3\n")
    #expect(home.run("jobs run prune_tokens -n").output == "would run 'prune_tokens': removed=3\n")
    #expect(
      try home.server.requests == [
        "POST /api/v1/admin/jobs/prune_tokens/run",
        "POST /api/v1/admin/jobs/prune_tokens/run?dry_run=true",
      ])
  }

  private func event(_ id: String, _ second: Int) -> String {
    #"{"id":"\#(id)","at":"2026-01-02T03:04:0\#(second)Z","actor":"admin:t","action":"user.disable"}"#
  }

  private func page(_ events: String...) -> String {
    #"{"events":[\#(events.joined(separator: ","))],"next_cursor":null}"#
  }

  @Test("who follows the log sees each event once, the oldest first")
  func follows() throws {
    let home = try AdminHome([
      Answer("GET /api/v1/admin/audit-log?limit=10", 200, page(event("b", 2), event("a", 1))),
      Answer("GET /api/v1/admin/audit-log?since", 200, page(event("c", 2), event("b", 2))),
      Answer("GET /api/v1/admin/audit-log?since", 200, page(event("d", 3), event("c", 2))),
      Answer("GET /api/v1/admin/audit-log?since", 200, page(event("d", 3))),
    ])
    let session = try AdminSession(in: home.session.context("flash-admin"))
    var tail = AuditTail(session, AuditQuery())
    #expect(try tail.events(limit: 10).map(\.id) == ["a", "b"])
    #expect(try tail.events(limit: nil).map(\.id) == ["c"])
    #expect(try tail.events(limit: nil).map(\.id) == ["d"])
    #expect(try tail.events(limit: nil).map(\.id) == [])
    #expect(
      try home.server.requests[1]
        == "GET /api/v1/admin/audit-log?since=2026-01-02T03%3A04%3A02Z&limit=500")
  }

  @Test("the log is asked for what is wanted of it")
  func audit() throws {
    let home = try AdminHome([Answer("GET /api/v1/admin/audit-log", 200, page(event("a", 1)))])
    let outcome = home.run(
      "audit --action user. --actor admin:t --user u --limit 1 --json=id,before")
    #expect(outcome.output == "{\"id\":\"a\",\"before\":null}\n")
    #expect(
      try home.server.requests == [
        "GET /api/v1/admin/audit-log?user_id=u&actor=admin%3At&action=user.&limit=1"
      ])
    #expect(home.run("audit --follow --until 2026-01-01").code == 64)
  }
}
