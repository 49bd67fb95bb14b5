import FlashAPI
import FlashCommand
import FlashModel
import FlashServer
import FlashTestSupport
import Testing

@testable import flash_serve

/// Requests as a client sends them that asks for JSON in no field.
@Suite struct OlderRequestTests {
  /// The service, and what has to live as long.
  private func service(_ limits: [String: Int] = [:]) throws -> (HTTPService, CommandSession) {
    let session = try CommandSession()
    let parts = try ServedOperationsTests.parts(session, limits: limits)
    try parts.server.storage.migrate()
    return (parts.server.service, session)
  }

  private func send(
    _ service: HTTPService, _ operation: Operation, _ body: String, peer: String = "192.0.2.1",
    bearer: String? = nil
  ) throws -> HTTPResponse {
    var fields = ["accept": "*/*", "content-type": "application/json"]
    if !body.isEmpty { fields["content-length"] = "\(body.utf8.count)" }
    if let bearer { fields["authorization"] = "Bearer \(bearer)" }
    let target = operation.path.path([
      "session_id": "1", "provider": "email", "snapshot_id": "1", "part": "1",
      "reminder_id": "1",
    ])
    let head = try HTTPHead(
      method: operation.method.rawValue, target: target, fields: fields, peer: peer)
    switch service(head) {
    case .answer(let response): return response
    case .read(_, let answer): return answer(Array(body.utf8))
    }
  }

  @Test("whoever is not signed in is told so in JSON, and sent nowhere else")
  func guests() throws {
    let (service, keep) = try service()
    for operation in Endpoints.all where operation.access == .account {
      for bearer in [nil, "old"] {
        let answer = try send(service, operation, "", bearer: bearer)
        #expect(answer.status == 401, "\(operation.name)")
        #expect(answer.field("Content-Type") == "application/problem+json", "\(operation.name)")
        #expect(answer.field("Location") == nil)
      }
    }
    withExtendedLifetime(keep) {}
  }

  @Test("what is wrong with a body is told in JSON, and never as a fault of the server")
  func bodies() throws {
    let (service, keep) = try service(["sign-in": 1000])
    for operation in Endpoints.all where operation.path.text.hasPrefix("/api/") {
      for body in ["", "{", "[]", "{}", "7", "null", #"{"email":7,"token":[],"refresh_token":{}}"#]
      {
        let answer = try send(service, operation, body)
        #expect((200..<300).contains(answer.status) || (400..<500).contains(answer.status))
        guard answer.status >= 400 else { continue }
        #expect(
          answer.field("Content-Type") == "application/problem+json", "\(operation.name) \(body)")
      }
    }
    withExtendedLifetime(keep) {}
  }

  @Test("every operation of signing in is counted by address, whatever comes of it")
  func counted() throws {
    for operation in Endpoints.all
    where operation.path.text.contains("/auth/") && operation.access != .account {
      let (service, keep) = try service(["sign-in": 2])
      for expected in [false, false, true] {
        let answer = try send(service, operation, "{}")
        #expect((answer.status == 429) == expected, "\(operation.name) \(answer.status)")
      }
      #expect(try send(service, operation, "{}", peer: "198.51.100.1").status != 429)
      withExtendedLifetime(keep) {}
    }
  }
}
