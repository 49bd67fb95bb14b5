import FlashModel
import Foundation
import Testing

@testable import FlashTestSupport

/// The program as it is started.
@Suite struct ServerProcessTests {
  @Test("it answers those who look after it, writes its log, and ends when it is asked to")
  func life() throws {
    try TestHome.with { home in
      let server = try RunningServer(in: home)
      #expect(try server.get("/healthz").text == "{\"status\":\"ok\"}")
      let ready = try server.get("/readyz")
      #expect(ready.status == 200 && ready.text.contains("\"database\":{\"ok\":true"))
      #expect(try server.get("/up").status == 200)
      #expect(try server.get("/metrics").text.contains("flash_requests_total{operation=\"getUp\""))
      // A proxy on this machine hands on what comes from elsewhere.
      for field in ["X-Forwarded-For: 127.0.0.1", "Forwarded: for=127.0.0.1"] {
        #expect(try server.get("/metrics", field + "\r\n").status == 401)
      }
      let link = try server.get("/.well-known/apple-app-site-association")
      #expect(
        link.field("content-type") == "application/json" && link.text.contains("/auth/consume"))
      #expect(try server.get("/nowhere").field("content-type") == "application/problem+json")
      #expect(server.stop() == .uncaughtSignal)
      let lines = try server.lines
      let events = lines.compactMap { $0["event"] }
      #expect(events.first == .string("listening") && events.last == .string("stopped"))
      #expect(events.count { $0 == .string("request") } == 8)
      #expect(lines.allSatisfy { $0["at"] != nil && $0["level"] != nil })
      let folder = home.folder.path(of: ".local/share/flash/server")
      #expect(FileManager.default.fileExists(atPath: folder + "/directory.db"))
      #expect(try home.folder.mode(of: ".local/share/flash/server") == 0o700)
    }
  }

  @Test("a person signs in by the link in a mail, sends a record, and gets it back")
  func firstSync() throws {
    try TestHome.with { home in
      let mails = home.folder.path(of: "mails")
      try home.folder.write("[serve]\n  mail = dir:\(mails)\n", to: ".config/flash/config")
      let server = try RunningServer(in: home)
      let auth = "/api/v1/auth/magic-link"
      let asked = try server.post("\(auth)/request", "{\"email\":\"ada@example.com\"}")
      #expect(asked.status == 204)
      var mail = ""
      for _ in 0..<400 where mail.isEmpty {
        let files = try? FileManager.default.contentsOfDirectory(atPath: mails)
        if let name = files?.first(where: { $0.hasSuffix(".eml") }) {
          mail = try home.folder.text(of: "mails/\(name)")
        } else {
          Thread.sleep(forTimeInterval: 0.05)
        }
      }
      // A line of a mail may be broken in the midst of a link.
      let text = mail.replacing("=\r\n", with: "").replacing("=3D", with: "=")
      let link = try #require(
        text.firstMatch(of: /http:\/\/127\.0\.0\.1:(\d+)\/auth\/consume\?t=([0-9a-f]{64})/))
      #expect(link.1 == "\(server.port)", "a link leads to where the server listens")
      let token = link.2
      let signedIn = try server.post("\(auth)/consume", "{\"token\":\"\(token)\"}")
      #expect(signedIn.status == 200)
      let access = try #require(
        try JSONValue(parsing: signedIn.body)["access_token"]?.string, "\(signedIn.text)")
      let bearer = "Authorization: Bearer \(access)\r\n"
      let me = try server.get("/api/v1/me", bearer)
      #expect(me.status == 200 && me.text.contains("\"email\":\"ada@example.com\""))
      let topic = """
        {"id":"01900000-0000-7000-8000-000000000001","name":"Spanish","color_hint":null,\
        "updated_at_ms":1,"deleted_at_ms":null}
        """
      let pushed = try server.post(
        "/api/v1/sync/push", "{\"client_clock_ms\":0,\"records\":{\"topics\":[\(topic)]}}", bearer)
      #expect(pushed.text.contains("\"accepted\":1"), "\(pushed.text)")
      let pulled = try server.get("/api/v1/sync/pull%3Fsince=0&entities=topics,decks", bearer)
      #expect(pulled.status == 200 && pulled.text.contains("\"name\":\"Spanish\""))
      let out = try server.post("/api/v1/auth/sign-out", "{}", bearer)
      #expect(out.status == 204)
      #expect(try server.get("/api/v1/me", bearer).status == 401)
      #expect(server.stop() == .uncaughtSignal)
      let log = try home.folder.text(of: "log")
      #expect(!log.contains(access) && !log.contains(token) && !log.contains("ada@"))
      #expect(!log.contains("Spanish"))
    }
  }

  @Test("figures are told to everybody only where that is set")
  func openMetrics() throws {
    try TestHome.with { home in
      try home.folder.write("[serve]\n  metrics = open\n", to: ".config/flash/config")
      let server = try RunningServer(in: home)
      let answer = try server.get("/metrics", "X-Forwarded-For: 192.0.2.1\r\n")
      #expect(answer.status == 200 && answer.text.contains("flash_mail_waiting 0"))
    }
  }

  @Test("a socket that was handed over is served, instead of what is set")
  func givenSocket() throws {
    try TestHome.with { home in
      try home.folder.write("[serve]\n  listen = 127.0.0.1:1\n", to: ".config/flash/config")
      let server = try RunningServer(in: home, command: RunningServer.activated)
      #expect(try server.get("/healthz").status == 200)
      #expect(server.stop() == .uncaughtSignal)
      let listening = try #require(try server.lines.first)
      #expect(listening["address"] == .string("127.0.0.1:\(server.port)"))
    }
  }

  @Test("its clock is a file's in tests")
  func clock() throws {
    try TestHome.with { home in
      try home.folder.write("1776800000000\n", to: "clock")
      try home.folder.write(
        "[serve]\n  test-clock = \(home.folder.path(of: "clock"))\n", to: ".config/flash/config")
      let server = try RunningServer(in: home)
      _ = try server.get("/healthz")
      #expect(server.stop() == .uncaughtSignal)
      #expect(try server.lines.allSatisfy { $0["at"] == .string("2026-04-21T19:33:20Z") })
    }
  }

  @Test("it does not start where that would be wrong, and says why")
  func refusals() throws {
    try TestHome.with { home in
      let open = try home.run("flash-serve", ["--listen", "0.0.0.0:0"])
      #expect(open.code == 77)
      #expect(open.errors.contains("nothing would be encrypted"))
      let running = try RunningServer(in: home)
      let taken = try home.run("flash-serve", ["--listen", "127.0.0.1:\(running.port)"])
      #expect(taken.code == 71 && taken.errors.contains("address already in use"))
      #expect(try home.run("flash-serve", ["--listen", "nowhere"]).code == 64)
      #expect(try home.run("flash-serve", ["jobs", "run", "nothing"]).code == 66)
      let migrated = try home.run("flash-serve", ["migrate", "--database", "here/db"])
      #expect(migrated.code == 0 && migrated.output == "the tables are up to date\n")
      let plan = try home.run(
        "flash-serve", ["default-plan", "plus", "--database", "here/db"])
      #expect(plan.code == 0 && plan.output == "accounts that have no other plan have 'plus'\n")
      let none = try home.run(
        "flash-serve", ["default-plan", "gold", "--database", "here/db"])
      #expect(none.code == 66 && none.errors.contains("there are free, plus"))
    }
  }
}
