import FlashAPI
import FlashModel
import FlashTestSupport
import Testing

@testable import FlashServer

/// Bodies: how long, and how packed.
@Suite struct BodyTests {
  static let signedIn = ["authorization": "Bearer ada"]

  static func service(_ limits: ServiceLimits = ServiceLimits()) throws -> TestService {
    try TestService(
      [
        Route(Endpoints.push.operation, bodyLimit: 8 << 20) { _, body in
          HTTPResponse(200, body: Array("\(body.count)".utf8))
        },
        Route(Endpoints.patchMe.operation) { _, body in HTTPResponse(200, body: body) },
        Route(Endpoints.requestMagicLink.operation) { _, body in HTTPResponse(200, body: body) },
      ], limits: limits)
  }

  @Test("a body that says it is too long is refused unread, one that turns out so when it does")
  func length() throws {
    let service = try Self.service()
    let long = Self.signedIn.merging(["content-length": "65537"]) { $1 }
    #expect(try service.refusesUnread("PATCH", "/api/v1/me", long) == 413)
    let most = [UInt8](repeating: 0x20, count: 65_536)
    #expect(service.send("PATCH", "/api/v1/me", Self.signedIn, body: most).status == 200)
    let pieces = Self.signedIn.merging(["transfer-encoding": "chunked"]) { $1 }
    #expect(try service.refusesUnread("PATCH", "/api/v1/me", pieces) == nil)
    let head = try HTTPHead(
      method: "PATCH", target: "/api/v1/me", fields: pieces, peer: "192.0.2.7")
    guard case .read(let limit, let answer) = service.server.service(head) else {
      Issue.record("refused")
      return
    }
    #expect(limit == 65_536)
    #expect(answer(most + [0x20]).status == 413)
  }

  @Test("a body of sync may be packed, and counts for what comes out of it")
  func packed() throws {
    var limits = ServiceLimits()
    limits.unpackedBody = 100_000
    limits.packedBody = 50_000
    let service = try Self.service(limits)
    let fields = Self.signedIn.merging(["content-encoding": "gzip"]) { $1 }
    func push(_ count: Int) throws -> HTTPResponse {
      let body = try #require(Gzip.packed([UInt8](repeating: 7, count: count)))
      return service.send("POST", "/api/v1/sync/push", fields, body: body)
    }
    #expect(try push(100_000).text == "100000")
    #expect(try push(100_001).status == 413)
    #expect(try push(50_000_000).status == 413)
    let length = fields.merging(["content-length": "50001"]) { $1 }
    #expect(try service.refusesUnread("POST", "/api/v1/sync/push", length) == 413)
  }

  @Test("a body that is not what its encoding says is a bad request")
  func damaged() throws {
    let service = try Self.service()
    let fields = Self.signedIn.merging(["content-encoding": "gzip"]) { $1 }
    let whole = try #require(Gzip.packed(Array("[1,2,3]".utf8)))
    let push = "/api/v1/sync/push"
    #expect(service.send("POST", push, fields, body: Array("{}".utf8)).status == 400)
    #expect(service.send("POST", push, fields, body: Array(whole.dropLast(3))).status == 400)
    #expect(service.send("POST", push, fields, body: whole + [0]).status == 400)
    #expect(service.send("POST", push, fields, body: whole + whole).text == "14")
  }

  @Test(
    "other encodings are not taken, and none from who has not signed in",
    arguments: ["deflate", "br", "zstd", "gzip, gzip"])
  func encodings(name: String) throws {
    let service = try Self.service()
    let fields = Self.signedIn.merging(["content-encoding": name]) { $1 }
    #expect(service.send("POST", "/api/v1/sync/push", fields).status == 415)
    let link = "/api/v1/auth/magic-link/request"
    #expect(try service.refusesUnread("POST", link, ["content-encoding": "gzip"]) == 415)
    #expect(try service.refusesUnread("POST", link, ["content-encoding": "identity"]) == nil)
  }

  @Test(
    "an answer is packed for who can unpack it",
    arguments: [
      ("gzip", true), ("br, gzip;q=0.5", true), ("*", true), ("gzip;q=0", false),
      ("gzip; q=0.0", false), ("identity", false), ("", false), ("*;q=0", false), ("GZIP", true),
    ])
  func answers(field: String, isPacked: Bool) throws {
    let service = try Self.service()
    let body = [UInt8](repeating: 0x61, count: 10_000)
    let answer = service.send(
      "PATCH", "/api/v1/me", Self.signedIn.merging(["accept-encoding": field]) { $1 }, body: body)
    #expect(answer.field("Content-Encoding") == (isPacked ? "gzip" : nil))
    #expect(answer.field("Vary") == "Accept-Encoding")
    #expect(try (isPacked ? Gzip.unpacked(answer.body, limit: 10_000) : answer.body) == body)
  }

  @Test("unpacking gives back what was packed, of any content")
  func roundTrip() throws {
    var random = SeededRandom(seed: 71)
    for size in [0, 1, 1_000, 65_536, 65_537, 300_000] {
      let bytes = (0..<size).map { _ in UInt8.random(in: 0...3, using: &random) }
      let packed = try #require(Gzip.packed(bytes))
      #expect(try Gzip.unpacked(packed, limit: size) == bytes)
      if size > 0 {
        #expect(throws: Gzip.Failure.tooLarge) { try Gzip.unpacked(packed, limit: size - 1) }
      }
    }
  }

  @Test("no damage to packed bytes does more than fail")
  func hostile() throws {
    var random = SeededRandom(seed: 72)
    let whole = try #require(Gzip.packed(Array("abcabcabc".utf8)))
    for _ in 0..<2_000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      do throws(Gzip.Failure) {
        #expect(try Gzip.unpacked(bytes, limit: 1_000).count <= 1_000)
      } catch {
        #expect(error == .damaged || error == .tooLarge)
      }
    }
  }
}
