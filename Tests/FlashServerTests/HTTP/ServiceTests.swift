import FlashAPI
import FlashModel
import FlashSQL
import Testing

@testable import FlashServer

@Suite struct ServiceTests {
  static let signedIn = ["authorization": "Bearer ada"]

  static let routes: [Route<EmbeddedStorage>] = [
    Route(Endpoints.health) { _, _ in .object([.init("status", .string("ok"))]) },
    Route(Endpoints.me.operation) { call, _ in
      HTTPResponse(200, body: Array(try call.account().user.description.utf8))
    },
    Route(Endpoints.patchMe.operation) { _, body in HTTPResponse(200, body: body) },
    Route(Endpoints.deleteMe.operation) { _, _ in HTTPResponse(204) },
    Route(Endpoints.revokeMySession.operation) { call, _ in
      HTTPResponse(200, body: Array((call.parameters["session_id"] ?? "").utf8))
    },
    Route(Endpoints.pull.operation) { call, _ in
      HTTPResponse(200, body: Array((call.head.query("since") ?? "none").utf8))
    },
    Route(Endpoints.signOut.operation) { call, _ in
      HTTPResponse(call.principal == nil ? 204 : 200)
    },
    Route(Endpoints.requestMagicLink) { _, _ in NoBody() },
  ]

  @Test(
    "an operation is found by its path, whatever the slashes and escapes",
    arguments: [
      ("/api/v1/me", 200), ("//api///v1/me", 200), ("/api/v1/me/", 200), ("/api/v1/%6De", 200),
      ("/api/v1/ME", 404), ("/api/v1/me%00", 404), ("/api/v1/me%", 404), ("/api/v1/me%2", 404),
      ("/api/v1/x/../me", 404), ("/api/v1/./me", 404), ("/api%2Fv1%2Fme", 404),
      ("/api/v1/%FF", 404), ("", 404), ("api/v1/me", 404), ("*", 404), ("/", 404),
      ("http://host/api/v1/me", 200), ("http://host", 404), ("/api/v1/me;a=b", 404),
    ])
  func paths(target: String, status: Int) throws {
    let service = try TestService(Self.routes)
    #expect(service.send("GET", target, Self.signedIn).status == status)
  }

  @Test("a part of a path that is a parameter is handed on decoded")
  func parameters() throws {
    let service = try TestService(Self.routes)
    let answer = service.send("DELETE", "/api/v1/me/sessions/a%20b%2F..%2Fc", Self.signedIn)
    #expect(answer.text == "a b/../c")
  }

  @Test(
    "a pull whose question mark was escaped is a pull",
    arguments: ["/api/v1/sync/pull%3Fsince=17&entities=decks", "/api/v1/sync/pull?since=17"])
  func alias(target: String) throws {
    let service = try TestService(Self.routes)
    #expect(service.send("GET", target, Self.signedIn).text == "17")
  }

  @Test("another method is refused, and those there are are named")
  func methods() throws {
    let service = try TestService(Self.routes)
    let answer = service.send("POST", "/api/v1/me", Self.signedIn)
    #expect(answer.status == 405 && answer.field("Allow") == "DELETE, GET, HEAD, PATCH")
    #expect(service.send("HEAD", "/api/v1/me", Self.signedIn).status == 200)
    #expect(service.send("HEAD", "/api/v1/sync/push", Self.signedIn).status == 404)
    #expect(service.send("BREW", "/healthz").status == 405)
  }

  @Test("who has no good token is told so before anything of a body is read")
  func tokens() throws {
    let service = try TestService(Self.routes)
    let length = ["content-length": "100"]
    #expect(try service.refusesUnread("PATCH", "/api/v1/me", length) == 401)
    let plain = service.send("GET", "/api/v1/me")
    #expect(plain.field("WWW-Authenticate") == "Bearer")
    #expect(plain.json["code"] == .string("unauthenticated"))
    let old = service.send("GET", "/api/v1/me", ["authorization": "bearer  old"])
    #expect(old.field("WWW-Authenticate") == "Bearer error=\"invalid_token\"")
    #expect(old.json["code"] == .string("token_expired"))
    #expect(service.send("GET", "/api/v1/me", ["authorization": "Bearer barred"]).status == 403)
    #expect(service.send("GET", "/api/v1/me", ["authorization": "Basic ada"]).status == 401)
    let known = service.send("GET", "/api/v1/me", Self.signedIn)
    #expect(known.text == TestService.ada.description)
  }

  @Test("an operation that needs no token takes one that has ended for none")
  func optionalToken() throws {
    let service = try TestService(Self.routes)
    let path = "/api/v1/auth/sign-out"
    #expect(service.send("POST", path).status == 204)
    #expect(service.send("POST", path, ["authorization": "Bearer old"]).status == 204)
    #expect(service.send("POST", path, Self.signedIn).status == 200)
  }

  @Test("an error is a problem with the members of the older service")
  func problem() throws {
    let service = try TestService(Self.routes)
    let answer = service.send("GET", "/nowhere")
    #expect(answer.field("Content-Type") == "application/problem+json")
    #expect(answer.json["message"] == answer.json["detail"])
    #expect(answer.json["status"] == .integer(404))
    #expect(answer.json["request_id"] == answer.field("X-Request-Id").map { .string($0) })
    let invalid = service.send(
      "POST", "/api/v1/auth/magic-link/request", body: Array("{\"email\":5}".utf8))
    #expect(invalid.status == 422 && invalid.json["errors"]?["email"] != nil)
    let malformed = service.send(
      "POST", "/api/v1/auth/magic-link/request", body: Array("{".utf8))
    #expect(malformed.json["code"] == .string("malformed_json"))
  }

  private struct Secret: Error { let text = "of nobody's business" }

  @Test("what goes wrong inside is written down, and not told")
  func inside() throws {
    let cases: [(any Error, Int, String?)] = [
      (SQLError.busy(path: "/secret"), 503, "1"), (SQLError.diskFull(path: "/secret"), 507, "60"),
      (SQLError.cannotOpen(path: "/secret", reason: "gone"), 503, "5"),
      (SQLError.corrupt(path: "/secret", reason: "bad"), 500, nil), (Secret(), 500, nil),
    ]
    for (error, status, wait) in cases {
      let service = try TestService([Route(Endpoints.health.operation) { _, _ in throw error }])
      let answer = service.send("GET", "/healthz")
      #expect(answer.status == status && answer.field("Retry-After") == wait)
      #expect(!answer.text.contains("secret") && !answer.text.contains("business"))
      let line = try #require(service.log.last)
      #expect(line.level == .error)
      let id = try #require(answer.field("X-Request-Id"))
      let text = String(decoding: line.bytes(at: Timestamp(milliseconds: 0)), as: UTF8.self)
      #expect(text.contains("\"request_id\":\"\(id)\"") && text.contains("\"detail\":"))
    }
  }

  @Test("a line of the log names operation, status and account, and nothing that was sent")
  func log() throws {
    let service = try TestService(Self.routes)
    _ = service.send("DELETE", "/api/v1/me/sessions/private", Self.signedIn)
    let line = try #require(service.log.last)
    let text = String(decoding: line.bytes(at: Timestamp(milliseconds: 0)), as: UTF8.self)
    #expect(
      text == """
        {"at":"1970-01-01T00:00:00Z","level":"info","event":"request",\
        "request_id":"0101010101010101","method":"DELETE","operation":"revokeMySession",\
        "path":"/api/v1/me/sessions/{session_id}","status":200,"ms":0.0,"bytes_in":0,"bytes":7,\
        "user_id":"\(TestService.ada)"}

        """)
  }

  @Test("a request keeps the id that a trusted proxy gave it, and no other")
  func requestID() throws {
    let service = try TestService(Self.routes, trusted: ["10.0.0.0/8"])
    let given = ["x-request-id": "proxy-17"]
    #expect(
      service.send("GET", "/healthz", given, peer: "10.1.2.3").field("X-Request-Id") == "proxy-17")
    #expect(service.send("GET", "/healthz", given).field("X-Request-Id") == "0101010101010101")
    let odd = ["x-request-id": "a\"b"]
    #expect(
      service.send("GET", "/healthz", odd, peer: "10.1.2.3").field("X-Request-Id")
        == "0202020202020202")
  }
}
