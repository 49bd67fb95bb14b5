import FlashModel
import FlashTestSupport
import Foundation
import Testing

@testable import flash_serve

/// Buying in the App Store through the program as it is started: only Apple is not Apple.
@Suite struct StoreServerTests {
  private static let now: Int64 = 1_776_800_000_000
  private static let day: Int64 = 86_400_000

  private func period(_ id: String, from day: Int64, until end: Int64) -> JSONValue {
    .object([
      .init("transactionId", .string(id)), .init("originalTransactionId", .string("o1")),
      .init("bundleId", .string("org.example.flash")), .init("productId", .string("monthly")),
      .init("environment", .string("Sandbox")),
      .init("purchaseDate", .integer(Self.now + day * Self.day)),
      .init("expiresDate", .integer(Self.now + end * Self.day)),
      .init("signedDate", .integer(Self.now + day * Self.day)),
    ])
  }

  private func notification(
    _ type: String, on day: Int64, _ period: JSONValue, by shop: TestShop
  ) throws -> String {
    let data = JSONValue.object([
      .init("bundleId", .string("org.example.flash")), .init("environment", .string("Sandbox")),
      .init("signedTransactionInfo", .string(try shop.sign(period))),
    ])
    let text = try shop.sign(
      .object([
        .init("notificationType", .string(type)),
        .init("notificationUUID", .string("\(type)-\(day)")),
        .init("signedDate", .integer(Self.now + day * Self.day)), .init("data", data),
      ]))
    return #"{"signedPayload":"\#(text)"}"#
  }

  /// Signs in by the mail that lies in a folder.
  private func access(_ server: RunningServer, _ home: TestHome) throws -> String {
    let type = "Content-Type: application/json\r\n"
    _ = try server.post(
      "/api/v1/auth/magic-link/request", #"{"email":"ada@example.org"}"#, type)
    #expect(try home.run("flash-serve", ["jobs", "run", "send_mail"]).code == 0)
    let folder = home.folder.path(of: "mail")
    let name = try #require(
      FileManager.default.contentsOfDirectory(atPath: folder).first { $0.hasSuffix(".eml") })
    let mail = try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
    let token = try #require(mail.firstMatch(of: /\?t=([0-9a-f]{64})/)).output.1
    let answer = try server.post(
      "/api/v1/auth/magic-link/consume", #"{"token":"\#(token)"}"#, type)
    return try #require(try JSONValue(parsing: answer.body)["access_token"]?.string)
  }

  @Test("a purchase is shown, renewed and refunded, and what is forged changes nothing")
  func life() throws {
    let shop = try TestShop()
    try TestHome.with { home in
      home.environment["FLASH_NOW"] = nil
      try home.folder.write(shop.root.pem, to: "root.pem")
      try home.folder.write("\(Self.now)", to: "clock")
      try home.folder.write(
        """
        [serve]
          apple-root = \(home.folder.path(of: "root.pem"))
          bundle-id = org.example.flash
          store-environments = Sandbox
          store-products = monthly=plus
          jobs = false
          mail = dir:\(home.folder.path(of: "mail"))
          test-clock = \(home.folder.path(of: "clock"))
          access-token-life = 31536000
        """, to: ".config/flash/config")
      let server = try RunningServer(in: home)
      let fields =
        "Content-Type: application/json\r\nAuthorization: Bearer \(try access(server, home))\r\n"
      func standing() throws -> String {
        let answer = try server.get("/api/v1/subscriptions/current", fields)
        let json = try JSONValue(parsing: answer.body)
        return "\(json["plan_key"]?.string ?? "") \(json["status"]?.string ?? "")"
      }
      func tell(_ body: String) throws {
        #expect(try server.post("/api/v1/webhooks/app-store", body).status == 200)
        #expect(try home.run("flash-serve", ["jobs", "run", "apply_store_events"]).code == 0)
      }
      let first = period("t1", from: 0, until: 30)
      let forger = try TestShop()
      func show(_ text: String) throws -> RawAnswer {
        try server.post("/api/v1/subscriptions/verify", #"{"jws":"\#(text)"}"#, fields)
      }
      #expect(try show(forger.sign(first)).status == 422)
      #expect(try standing() == "free free")
      let answer = try show(shop.sign(first))
      #expect(answer.status == 200 && answer.text.contains(#""plan_key":"plus""#))
      let second = period("t2", from: 30, until: 60)
      try home.folder.write("\(Self.now + 31 * Self.day)", to: "clock")
      try tell(notification("DID_RENEW", on: 30, second, by: shop))
      #expect(try standing() == "plus active")
      try tell(notification("REFUND", on: 31, second, by: forger))
      #expect(try standing() == "plus active")
      try tell(notification("REFUND", on: 31, second, by: shop))
      #expect(try standing() == "free expired")
    }
  }
}
