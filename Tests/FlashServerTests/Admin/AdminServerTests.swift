import FlashAPI
import FlashModel
import FlashTestSupport
import Testing

@testable import FlashServer

@Suite struct AdminServerTests {
  private func list(_ answer: HTTPResponse, _ member: String) throws -> [JSONValue] {
    guard case .array(let values)? = answer.json[member] else {
      throw Problem(.conflict, answer.text)
    }
    return values
  }

  private func push(_ world: any SignInService, _ user: SignedIn, card: Int) {
    let deck = "01935d2e-0000-7000-8000-0000000000d1"
    let id = "01935d2e-0000-7000-8000-00000000000\(card)"
    _ = world.send(
      "syncPush",
      """
      {"client_clock_ms":\(world.now.milliseconds),"records":{"decks":[{"id":"\(deck)","title":"d","topic_id":null,"description":null,\
      "accent_color":"amber","default_study_mode":"smart","last_studied_at_ms":null,\
      "updated_at_ms":1,"deleted_at_ms":null}],
      "cards":[{"id":"\(id)","deck_id":"\(deck)","front_text":"f","back_text":"b","position":0,\
      "state":"new","reps":0,"lapses":0,"stability":null,"difficulty":null,"due_at_ms":null,\
      "last_reviewed_at_ms":null,"front_image_asset_id":null,"back_image_asset_id":null,\
      "updated_at_ms":1,"deleted_at_ms":null}],
      "reviews":[{"id":"01935d2e-0000-7000-8000-0000000001\(card)0","card_id":"\(id)",\
      "user_id":"\(user.user)","session_id":null,"rating":3,"rated_at_ms":\(world.now.milliseconds),\
      "review_duration_ms":5,"state_before":null,"state_after":null,"scheduler_version":"x"}]}}
      """, bearer: user.access)
  }

  @Test(
    "figures count accounts and what they did, by day, week and month", arguments: TestDatabase.here
  )
  func stats(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let token = try world.operatorToken("admin:stats.read")
    let ada = try world.signIn("ada@example.org")
    let eve = try world.signIn("eve@example.org")
    push(world, ada, card: 1)
    push(world, eve, card: 1)
    push(world, ada, card: 2)
    let figures = world.admin("GET", "stats", by: token).json
    #expect(figures["users"]?["total"] == .integer(2))
    #expect(figures["users"]?["active_1d"] == .integer(2))
    #expect(figures["users"]?["disabled"] == .integer(0))
    #expect(figures["content"]?["cards"] == .integer(3))
    #expect(figures["content"]?["reviews"] == .integer(3))
    #expect(figures["subscriptions"]?["by_plan"]?["free"] == .integer(2))
    #expect(figures["subscriptions"]?["by_status"]?["free"] == .integer(2))
    for (bucket, count) in [("day", 30), ("week", nil), ("month", nil)] as [(String, Int?)] {
      let answer = world.admin("GET", "stats?bucket=\(bucket)", by: token)
      let activity = try list(answer, "activity")
      if let count { #expect(activity.count == count) }
      let last = try #require(activity.last)
      #expect(last["sign_ups"] == .integer(2), "\(bucket)")
      #expect(last["reviews"] == .integer(3) && last["cards_created"] == .integer(3))
      #expect(last["active_users"] == .integer(2), "each once")
      #expect(activity.dropLast().allSatisfy { $0["reviews"] == .integer(0) })
    }
    let week = try list(world.admin("GET", "stats?bucket=week", by: token), "activity")
    // The clock stands at Tuesday the 21st of April 2026.
    #expect(week.last?["from"] == .string("2026-04-20"))
    let month = try list(world.admin("GET", "stats?bucket=month", by: token), "activity")
    #expect(month.last?["from"] == .string("2026-04-01"))
    for query in ["bucket=year", "from=yesterday", "from=2026-02-01&to=2026-01-01"] {
      #expect(world.admin("GET", "stats?\(query)", by: token).status == 422, "\(query)")
    }
  }

  @Test(
    "the log of events is read by who, what, whom and when, the newest first",
    arguments: TestDatabase.here)
  func auditLog(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let token = try world.adminToken(["admin:*"], life: 86_400)
    let users = try ["a", "b"].map { try world.signIn("\($0)@example.org").user }
    for user in users {
      for action in ["disable", "enable"] {
        world.pass(1_000)
        _ = world.admin("POST", "users/\(user)/\(action)", #"{"reason":"r"}"#, by: token.token)
      }
    }
    func actions(_ query: String) throws -> [String] {
      try list(world.admin("GET", "audit-log?\(query)", by: token.token), "events").compactMap {
        $0["action"]?.string
      }
    }
    #expect(
      try actions("") == [
        "user.enable", "user.disable", "user.enable", "user.disable", "token.create",
      ])
    #expect(try actions("user_id=\(users[0])") == ["user.enable", "user.disable"])
    #expect(try actions("action=user.disable").count == 2)
    #expect(try actions("action=user.").count == 4)
    #expect(try actions("action=use").isEmpty)
    #expect(try actions("actor=system:host") == ["token.create"])
    #expect(try actions("actor=admin:\(token.facts.id)").count == 4)
    #expect(try actions("since=\(world.now.rfc3339)") == ["user.enable"])
    #expect(try actions("until=\(world.now.rfc3339)").count == 4)
    let page = world.admin("GET", "audit-log?limit=2", by: token.token)
    let cursor = page.json["next_cursor"]?.string ?? ""
    #expect(try actions("limit=500&cursor=\(cursor)").count == 3)
    let event = try #require(try list(page, "events").first)
    #expect(event["ip"] == .string("192.0.2.7") && event["reason"] == .string("r"))
    #expect(event["before"]?["status"] == .string("disabled"))
    #expect(event["after"]?["status"] == .string("active"))
    #expect(event["prev_hash"]?.string?.utf8.count == 64)
    #expect(event["request_id"]?.string?.isEmpty == false)
    #expect(world.admin("GET", "audit-log?user_id=me", by: token.token).status == 422)
  }

  @Test("jobs are listed, run, and recorded", arguments: TestDatabase.here)
  func jobs(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let token = try world.operatorToken("admin:jobs.read", "admin:jobs.write")
    let jobs = try list(world.admin("GET", "jobs", by: token), "jobs")
    #expect(jobs.count > 5 && jobs.allSatisfy { $0["state"] == .string("idle") })
    #expect(
      jobs.first { $0["name"] == .string("prune_tokens") }?["schedule"] == .string("every hour"))
    #expect(world.admin("POST", "jobs/prune_tokens/run?dry_run=true", by: token).status == 200)
    #expect(try world.integer("select count(*) from jobs") == 0)
    let run = world.admin("POST", "jobs/prune_tokens/run", by: token)
    #expect(run.status == 200 && run.json["last_run_at"] == .string(world.now.rfc3339))
    #expect(run.json["last_result"]?["detail"] == .string("done"))
    #expect(run.json["last_duration_ms"] == .integer(0))
    #expect(world.admin("POST", "jobs/nothing/run", by: token).status == 404)
    try world.change(
      "update jobs set held_until_ms = \(world.now.advanced(by: 1_000).milliseconds)")
    #expect(world.admin("POST", "jobs/prune_tokens/run", by: token).status == 409)
    #expect(
      try list(world.admin("GET", "jobs", by: token), "jobs").contains {
        $0["state"] == .string("running")
      })
    #expect(
      try world.texts("select target from audit_events where action = 'job.run'") == [
        "prune_tokens"
      ])
  }

  @Test("a log that was altered makes the job for it fail", arguments: TestDatabase.here)
  func integrity(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let token = try world.operatorToken("admin:jobs.write")
    #expect(try world.runJob("verify_integrity") == "whole")
    _ = try world.operatorToken()
    try world.change("update audit_events set actor = 'apple' where number = 1")
    let run = world.admin("POST", "jobs/verify_integrity/run", by: token)
    #expect(run.status == 200 && run.json["state"] == .string("failed"))
    #expect(run.text.contains("event 2 of the audit log"))
  }

  @Test("a resync makes every client begin anew", arguments: TestDatabase.here)
  func resync(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let token = try world.operatorToken("admin:sync.write")
    let ada = try world.signIn()
    push(world, ada, card: 1)
    let answer = world.admin("POST", "users/\(ada.user)/resync", by: token)
    #expect(answer.status == 200 && answer.json["resync_epoch"] == .integer(2))
    let pull = world.http(
      "GET", "/api/v1/sync/pull?since=99999999999999&epoch=1&entities=cards", "",
      bearer: ada.access, fields: [:])
    #expect(pull.json["resync_epoch"] == .integer(2))
    #expect(
      world.admin("POST", "users/01935d2e-0000-7000-8000-000000000009/resync", by: token).status
        == 404)
  }

  @Test(
    "a replay makes schedules follow their logs again, and tells clients what changed",
    arguments: TestDatabase.here)
  func replay(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let token = try world.operatorToken("admin:sync.write")
    let ada = try world.signIn()
    push(world, ada, card: 1)
    push(world, ada, card: 2)
    func pull(since: Int64) -> JSONValue {
      world.http(
        "GET", "/api/v1/sync/pull?since=\(since)&epoch=1&entities=cards", "", bearer: ada.access,
        fields: [:]
      ).json
    }
    func replay(_ json: String = "") -> (cards: Int64?, changed: Int64?) {
      let answer = world.admin("POST", "users/\(ada.user)/replay", json, by: token)
      return (answer.json["cards"]?.integer, answer.json["changed"]?.integer)
    }
    let whole = try list(HTTPResponse(200, body: pull(since: 0)["records"]?.bytes ?? []), "cards")
    let since = pull(since: 0)["next_since"]?.integer ?? 0
    #expect(whole.count == 2 && whole.allSatisfy { $0["reps"] == .integer(1) })
    #expect(replay() == (2, 0))
    try world.changeAccount(
      ada.user, "update cards set reps = 99, due_at_ms = 5 where user_id = $1")
    #expect(replay(#"{"dry_run":true}"#) == (2, 2))
    #expect(replay(#"{"dry_run":true}"#) == (2, 2), "nothing was done")
    #expect(replay(#"{"card_ids":["01935d2e-0000-7000-8000-000000000002"]}"#) == (1, 1))
    #expect(replay(#"{"deck_id":"01935d2e-0000-7000-8000-0000000000d2"}"#) == (0, 0))
    #expect(replay(#"{"deck_id":"01935d2e-0000-7000-8000-0000000000d1"}"#) == (2, 1))
    #expect(replay() == (2, 0))
    let news = try list(
      HTTPResponse(200, body: pull(since: since)["records"]?.bytes ?? []), "cards")
    #expect(news.count == 2 && news.allSatisfy { $0["reps"] == .integer(1) })
    #expect(
      world.admin("POST", "users/\(ada.user)/replay", #"{"card_ids":["x"]}"#, by: token).status
        == 422)
    #expect(
      try world.integer("select count(*) from audit_events where action = 'sync.replay'") == 5)
  }
}
