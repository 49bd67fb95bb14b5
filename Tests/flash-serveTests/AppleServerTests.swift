import FlashCrypto
import FlashModel
import FlashServer
import FlashTestSupport
import Foundation
import Synchronization
import Testing

@testable import flash_serve

/// Signing in with Apple through the programs as they are started: only Apple is not Apple.
@Suite struct AppleServerTests {
  /// Where keys are fetched from: a set of one key, which can be changed.
  private final class KeyServer: Sendable {
    private final class Shared: Sendable {
      let set = Mutex((keys: "", fetches: 0))
    }
    private let shared: Shared
    private let daemon: TestDaemon

    init(_ key: SigningKey, _ id: String) throws {
      let shared = Shared()
      self.shared = shared
      daemon = try TestDaemon { _ in
        .read(limit: 0) { _ in
          let keys = shared.set.withLock { set in
            set.fetches += 1
            return set.keys
          }
          return HTTPResponse(
            200,
            fields: [("Content-Type", "application/json"), ("Cache-Control", "max-age=3600")],
            body: Array(keys.utf8))
        }
      }
      change(key, id)
    }

    var address: String { "http://127.0.0.1:\(daemon.port)/auth/keys" }
    var fetches: Int { shared.set.withLock { $0.fetches } }
    func change(_ key: SigningKey, _ id: String) {
      shared.set.withLock { $0.keys = "{\"keys\":[\(key.entry(id))]}" }
    }
  }

  private static let web = "org.example.web"

  /// What Apple says of somebody; `changes` are JSON by claim.
  private func token(
    _ key: SigningKey, _ id: String, _ changes: [String: String] = [:]
  ) throws -> String {
    let second = Int64(Date().timeIntervalSince1970)
    var claims = [
      "iss": "\"https://appleid.apple.com\"", "aud": "\"\(Self.web)\"", "exp": "\(second + 600)",
      "iat": "\(second)", "sub": "\"001.ada\"", "email": "\"ada@example.org\"",
      "email_verified": "\"true\"",
    ]
    claims.merge(changes) { $1 }
    let body = claims.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }
    return try key.token(
      header: #"{"alg":"\#(key.algorithm.rawValue)","kid":"\#(id)"}"#,
      claims: "{\(body.joined(separator: ","))}")
  }

  /// Goes through the pages as a browser does.
  /// - Returns: the short code of the last one.
  private func code(
    _ server: RunningServer, _ key: SigningKey, _ id: String
  ) throws -> String {
    let page = try server.get("/auth/apple")
    let cookie = try #require(page.field("set-cookie")).prefix { $0 != ";" }
    let state = try #require(page.text.firstMatch(of: /state=([0-9a-f]{64})/)).output.1
    let nonce = try #require(page.text.firstMatch(of: /nonce=([0-9a-f]{64})/)).output.1
    let token = try token(key, id, ["nonce": "\"\(nonce)\""])
    let answer = try server.post(
      "/auth/apple", "state=\(state)&id_token=\(token)&code=c",
      "Cookie: \(cookie)\r\nContent-Type: application/x-www-form-urlencoded\r\n")
    #expect(answer.status == 200)
    return try #require(answer.text.firstMatch(of: /[0-9A-Z]{5}-[0-9A-Z]{5}/)).output.description
  }

  @Test("a terminal signs in with Apple, and a phone into the same account, also with a new key")
  func signsIn() throws {
    let first = try SigningKey(.rs256)
    let keys = try KeyServer(first, "k1")
    try TestHome.with { home in
      home.environment["FLASH_NOW"] = nil
      try home.folder.write(
        """
        [serve]
          apple-jwks-url = \(keys.address)
          apple-client-ids = org.example.flash
          apple-web-client-id = \(Self.web)
          test-clock = \(home.folder.path(of: "clock"))
        """, to: ".config/flash/config")
      let now = Int64(Date().timeIntervalSince1970 * 1_000)
      try home.folder.write("\(now)", to: "clock")
      let server = try RunningServer(in: home)
      let typed = try code(server, first, "k1")
      let login = try home.run(
        "flash-sync", ["login", "--apple", "--server=http://127.0.0.1:\(server.port)"],
        input: .text("\(typed)\n"))
      #expect(login.output == "signed in at 127.0.0.1:\(server.port) as ada@example.org\n")
      #expect(login.code == 0, "\(login.errors)")
      #expect(try home.run("flash-deck", ["add", "Spanish"]).code == 0)
      #expect(try home.run("flash-sync", []).output == "sent 1, received 0\n")

      // Apple has changed its keys, and nobody has told. They are not fetched every second.
      let second = try SigningKey(.es256)
      keys.change(second, "k2")
      try home.folder.write("\(now + 61_000)", to: "clock")
      func phone(_ token: String) throws -> RawAnswer {
        try server.post(
          "/api/v1/auth/apple", #"{"identity_token":"\#(token)"}"#,
          "Content-Type: application/json\r\n")
      }
      let app = ["aud": "\"org.example.flash\""]
      let answer = try phone(token(second, "k2", app))
      #expect(answer.status == 200 && answer.text.contains(#""created":false"#))
      #expect(keys.fetches == 2)
      // A key that is Apple's no more, somebody else's app, and a token that was used.
      #expect(try phone(token(first, "k2", app)).status == 401)
      #expect(try phone(token(second, "k2", ["aud": "\"org.example.other\""])).status == 401)
      let access = try #require(
        try JSONValue(parsing: answer.body)["access_token"]?.string)
      let decks = try server.get(
        "/api/v1/sync/pull?since=0&entities=decks", "Authorization: Bearer \(access)\r\n")
      #expect(decks.text.contains(#""title":"Spanish""#))
    }
  }

  @Test("keys that can't be had are told in the log, by what was in the way")
  func noKeys() throws {
    try TestHome.with { home in
      home.environment["FLASH_NOW"] = nil
      // Nobody listens at port 1.
      try home.folder.write(
        """
        [serve]
          apple-jwks-url = http://127.0.0.1:1/auth/keys
          apple-client-ids = org.example.flash
        """, to: ".config/flash/config")
      let server = try RunningServer(in: home)
      let key = try SigningKey(.es256)
      let token = try token(key, "k1", ["aud": "\"org.example.flash\""])
      let answer = try server.post(
        "/api/v1/auth/apple", #"{"identity_token":"\#(token)"}"#,
        "Content-Type: application/json\r\n")
      #expect(answer.status == 503 && answer.text.contains("apple_keys_unavailable"))
      let line = try #require(try server.lines.first { $0["event"] == .string("apple_keys") })
      #expect(line["level"] == .string("error"))
      let detail = line["detail"]?.string ?? ""
      #expect(detail.hasPrefix("cannot fetch from '127.0.0.1"), "\(detail)")
    }
  }
}
