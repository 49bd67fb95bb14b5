import FlashAPI
import FlashModel
import FlashSQL
import Testing

@testable import FlashServer

@Suite struct IdempotencyTests {
  /// A service whose profile says how often it was changed.
  static func service(_ outcome: @escaping @Sendable (Int) throws -> HTTPResponse) throws
    -> TestService
  {
    let changes = TestService.Mutexed(0)
    return try TestService([
      Route(Endpoints.patchMe.operation) { _, _ in
        changes.change { $0 += 1 }
        return try outcome(changes.value)
      },
      Route(Endpoints.deleteMe.operation) { _, _ in HTTPResponse(204) },
    ])
  }

  static func patch(_ service: TestService, key: String?, _ body: String = "{}") -> HTTPResponse {
    var fields = ["authorization": "Bearer ada"]
    if let key { fields["idempotency-key"] = key }
    return service.send("PATCH", "/api/v1/me", fields, body: Array(body.utf8))
  }

  @Test("a repeat with the same key gets the first answer, for a day")
  func replay() throws {
    let service = try Self.service { .json(200, .integer(Int64($0))) }
    #expect(Self.patch(service, key: "k").text == "1")
    let repeated = Self.patch(service, key: "k")
    #expect(repeated.text == "1" && repeated.field("Idempotency-Replayed") == "true")
    #expect(repeated.field("Content-Type") == "application/json")
    #expect(Self.patch(service, key: "l").text == "2")
    #expect(Self.patch(service, key: nil).text == "3")
    service.pass(24 * 3_600_000)
    #expect(Self.patch(service, key: "k").text == "4")
  }

  @Test("a key is one request's, of one operation")
  func reuse() throws {
    let service = try Self.service { .json(200, .integer(Int64($0))) }
    #expect(Self.patch(service, key: "k").status == 200)
    let other = Self.patch(service, key: "k", "{\"name\":\"x\"}")
    #expect(other.status == 422 && other.json["code"] == .string("idempotency_key_reuse"))
    let fields = ["authorization": "Bearer ada", "idempotency-key": "k"]
    #expect(service.send("DELETE", "/api/v1/me", fields).status == 204)
  }

  @Test("what failed for a reason of the moment is tried again")
  func failure() throws {
    let service = try Self.service { count in
      if count == 1 { throw SQLError.busy(path: "x") }
      return .json(200, .integer(Int64(count)))
    }
    #expect(Self.patch(service, key: "k").status == 503)
    #expect(Self.patch(service, key: "k").text == "2")
    #expect(Self.patch(service, key: "k").text == "2")
  }

  @Test("a repeat while the first is at work waits, unless the first died")
  func concurrent() throws {
    let inner = TestService.Mutexed(0)
    let holder = TestService.Mutexed<TestService?>(nil)
    let service = try TestService([
      Route(Endpoints.patchMe.operation) { _, _ in
        if let service = holder.value {
          holder.change { $0 = nil }
          let repeated = IdempotencyTests.patch(service, key: "k")
          inner.change { $0 = repeated.status }
          service.pass(60_000)
          let late = IdempotencyTests.patch(service, key: "k")
          return HTTPResponse(late.status)
        }
        return HTTPResponse(201)
      }
    ])
    holder.change { $0 = service }
    #expect(Self.patch(service, key: "k").status == 201)
    #expect(inner.value == 409)
  }

  @Test(
    "a key is visible characters", arguments: ["", "a b", "ä", String(repeating: "k", count: 256)])
  func form(key: String) throws {
    let service = try Self.service { _ in HTTPResponse(200) }
    #expect(Self.patch(service, key: key).status == 422)
  }
}
