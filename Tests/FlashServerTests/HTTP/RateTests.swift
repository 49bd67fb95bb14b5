import FlashAPI
import FlashModel
import Testing

@testable import FlashServer

@Suite struct RateTests {
  static let signedIn = ["authorization": "Bearer ada"]

  static let routes: [Route<EmbeddedStorage>] = [
    Route(Endpoints.health.operation) { _, _ in HTTPResponse(200) },
    Route(Endpoints.me.operation) { _, _ in HTTPResponse(200) },
    Route(Endpoints.exportMe.operation) { _, _ in HTTPResponse(200) },
    Route(Endpoints.requestMagicLink.operation) { _, _ in HTTPResponse(204) },
    Route(Endpoints.manifest.operation) { _, _ in HTTPResponse(200) },
  ]

  @Test("an account has so many requests a minute, and is told when it has more again")
  func account() throws {
    var limits = ServiceLimits()
    limits.account = .init(3, each: 60)
    let service = try TestService(Self.routes, limits: limits)
    for left in [2, 1, 0] {
      let answer = service.send("GET", "/api/v1/me", Self.signedIn)
      #expect(answer.status == 200)
      #expect(answer.field("X-RateLimit-Limit") == "3")
      #expect(answer.field("X-RateLimit-Remaining") == "\(left)")
      #expect(answer.field("X-RateLimit-Reset") == nil)
    }
    service.pass(18_500)
    let refused = service.send("GET", "/api/v1/me", Self.signedIn, peer: "192.0.2.99")
    #expect(refused.status == 429 && refused.json["code"] == .string("rate_limited"))
    #expect(refused.field("Retry-After") == "42")
    #expect(refused.field("X-RateLimit-Remaining") == "0")
    #expect(refused.field("X-RateLimit-Reset") == "1776800060")
    service.pass(41_500)
    #expect(service.send("GET", "/api/v1/me", Self.signedIn).status == 200)
  }

  @Test("what needs no account is limited by address, and looking after the service is not")
  func address() throws {
    var limits = ServiceLimits()
    limits.signIn = .init(2, each: 60)
    let service = try TestService(Self.routes, limits: limits, trusted: ["10.0.0.1"])
    let link = "/api/v1/auth/magic-link/request"
    #expect(service.send("POST", link).status == 204)
    #expect(service.send("POST", link).status == 204)
    #expect(service.send("POST", link).status == 429)
    #expect(service.send("POST", link, peer: "192.0.2.8").status == 204)
    // Behind a proxy that is trusted it is the address that the proxy tells.
    let forwarded = ["x-forwarded-for": "198.51.100.4, 192.0.2.7"]
    #expect(service.send("POST", link, forwarded, peer: "10.0.0.1").status == 429)
    let other = ["x-forwarded-for": "192.0.2.7, 198.51.100.4"]
    #expect(service.send("POST", link, other, peer: "10.0.0.1").status == 204)
    for _ in 0..<100 { #expect(service.send("GET", "/healthz").status == 200) }
  }

  @Test("tokens that are refused are counted by address")
  func refusals() throws {
    var limits = ServiceLimits()
    limits.signIn = .init(2, each: 60)
    let service = try TestService(Self.routes, limits: limits)
    let guess = ["authorization": "Bearer guess"]
    #expect(service.send("GET", "/api/v1/me", guess).status == 401)
    #expect(service.send("GET", "/api/v1/me", guess).status == 401)
    #expect(service.send("GET", "/api/v1/me", guess).status == 429)
    // Nobody else at that address is kept out by it.
    #expect(service.send("GET", "/api/v1/me", Self.signedIn).status == 200)
  }

  @Test("requests of sync are counted apart from the others of an account")
  func sync() throws {
    var limits = ServiceLimits()
    limits.account = .init(1, each: 60)
    limits.sync = .init(2, each: 60)
    let service = try TestService(Self.routes, limits: limits)
    #expect(service.send("GET", "/api/v1/me", Self.signedIn).status == 200)
    #expect(service.send("GET", "/api/v1/me", Self.signedIn).status == 429)
    let first = service.send("GET", "/api/v1/sync/manifest", Self.signedIn)
    #expect(first.status == 200 && first.field("X-RateLimit-Limit") == "2")
    #expect(service.send("GET", "/api/v1/sync/manifest", Self.signedIn).status == 200)
    #expect(service.send("GET", "/api/v1/sync/manifest", Self.signedIn).status == 429)
    #expect(ServiceLimits().sync.count >= 10 * ServiceLimits().account.count)
  }

  @Test("an export may be made twice an hour")
  func export() throws {
    let service = try TestService(Self.routes)
    let path = "/api/v1/me/export"
    #expect(service.send("GET", path, Self.signedIn).status == 200)
    #expect(service.send("GET", path, Self.signedIn).status == 200)
    #expect(service.send("GET", path, Self.signedIn).status == 429)
    #expect(service.send("GET", "/api/v1/me", Self.signedIn).status == 200)
    service.pass(3_600_000)
    #expect(service.send("GET", path, Self.signedIn).status == 200)
  }

  @Test("windows that have ended make room, and a clock that was set back begins a new one")
  func windows() {
    let buckets = RateBuckets()
    let rate = ServiceLimits.Rate(1, each: 60)
    func take(_ address: String, _ milliseconds: Int64) -> Bool {
      buckets.take(.address(address), rate, at: Timestamp(milliseconds: milliseconds)).isAllowed
    }
    #expect(take("a", 1_000_000) && !take("a", 1_059_999) && take("a", 1_060_000))
    #expect(take("a", 5_000) && !take("a", 6_000))
    for number in 0..<200_000 { _ = take("\(number)", 2_000_000 + Int64(number)) }
    #expect(buckets.count < 150_000)
  }
}
