import FlashCrypto
import FlashModel
import FlashTestSupport

@testable import FlashServer

/// A service that takes purchases, and the shop that they are made in.
struct StoreWorld {
  let service: any SignInService
  let shop: TestShop
  /// When everything begins; days are counted from it.
  let start: Timestamp

  static let bundle = "org.example.flash"
  static let plans = ["monthly": "plus", "annual": "plus"]

  static func settings(_ shop: TestShop) throws -> StoreSettings {
    StoreSettings(
      roots: Certificate(shop.root.bytes).map { [$0] } ?? [], bundleID: bundle,
      environments: ["Production", "Sandbox"], plans: plans)
  }

  init(on database: TestDatabase) throws {
    shop = try TestShop()
    // Tokens that outlive the subscriptions of a test.
    let settings = SignInSettings(
      publicURL: "https://flash.example", accessTokenLife: 365 * 86_400)
    service = try makeWorld(
      on: database, settings: settings, store: StoreWorld.settings(shop))
    start = service.now
  }

  func at(_ day: Int64) -> Timestamp {
    start.advanced(by: day * Timestamp.millisecondsPerDay)
  }

  /// Lets days go by, up to that one.
  func pass(to day: Int64) { service.pass(at(day).milliseconds - service.now.milliseconds) }

  /// A period of a subscription.
  struct Period {
    var id = "t1"
    var original = "o1"
    var product = "monthly"
    var from: Int64 = 0
    var until: Int64? = 30
    /// When it was signed, as a day; nil for when it begins.
    var signed: Int64?
    /// Members that differ from what they usually are; null takes one out.
    var changes: [String: JSONValue] = [:]
  }

  func claims(_ period: Period) -> JSONValue {
    var members: [String: JSONValue] = [
      "transactionId": .string(period.id), "originalTransactionId": .string(period.original),
      "productId": .string(period.product), "bundleId": .string(StoreWorld.bundle),
      "environment": .string("Production"), "type": .string("Auto-Renewable Subscription"),
      "purchaseDate": .integer(at(period.from).milliseconds),
      "signedDate": .integer(at(period.signed ?? period.from).milliseconds),
    ]
    if let until = period.until { members["expiresDate"] = .integer(at(until).milliseconds) }
    return object(members, period.changes)
  }

  /// A notification.
  struct Notification {
    var type: String
    var subtype: String?
    var day: Int64
    var uuid: String?
    var period: Period? = Period()
    var renews = true
    var next = "monthly"
    /// Until when, as a day, grace goes.
    var grace: Int64?
    var changes: [String: JSONValue] = [:]
    var dataChanges: [String: JSONValue] = [:]
  }

  func signed(_ notification: Notification) throws -> String {
    let moment = JSONValue.integer(at(notification.day).milliseconds)
    var data: [String: JSONValue] = [
      "bundleId": .string(StoreWorld.bundle), "environment": .string("Production"),
    ]
    if let period = notification.period {
      data["signedTransactionInfo"] = .string(try shop.sign(claims(period)))
      var renewal: [String: JSONValue] = [
        "originalTransactionId": .string(period.original), "environment": .string("Production"),
        "signedDate": moment, "autoRenewStatus": .integer(notification.renews ? 1 : 0),
        "autoRenewProductId": .string(notification.next),
      ]
      if let grace = notification.grace {
        renewal["gracePeriodExpiresDate"] = .integer(at(grace).milliseconds)
      }
      data["signedRenewalInfo"] = .string(try shop.sign(object(renewal)))
    }
    var members: [String: JSONValue] = [
      "notificationType": .string(notification.type), "signedDate": moment,
      "notificationUUID": .string(notification.uuid ?? "\(notification.type)-\(notification.day)"),
      "data": object(data, notification.dataChanges),
    ]
    if let subtype = notification.subtype { members["subtype"] = .string(subtype) }
    return try shop.sign(object(members, notification.changes))
  }

  private func object(
    _ members: [String: JSONValue], _ changes: [String: JSONValue] = [:]
  ) -> JSONValue {
    .object(
      members.merging(changes) { $1 }.filter { $0.value != .null }.sorted { $0.key < $1.key }
        .map { .init($0.key, $0.value) })
  }
}

extension StoreWorld {
  /// Shows a purchase.
  func show(text: String, as person: SignedIn) -> HTTPResponse {
    service.send("verifySubscription", #"{"jws":"\#(text)"}"#, bearer: person.access)
  }

  func show(_ period: Period, as person: SignedIn) throws -> HTTPResponse {
    show(text: try shop.sign(claims(period)), as: person)
  }

  /// Sends a notification and applies it.
  @discardableResult
  func notify(_ text: String) throws -> Int {
    // So that what comes later has a later id.
    service.pass(1)
    let answer = service.send("appStoreNotification", #"{"signedPayload":"\#(text)"}"#)
    _ = try service.runJob("apply_store_events")
    return answer.status
  }

  @discardableResult
  func notify(_ notification: Notification) throws -> Int { try notify(signed(notification)) }

  /// Plan and status of the only account.
  var standing: String {
    get throws {
      try service.texts("select plan_key || ' ' || subscription_status from users").joined(
        separator: ", ")
    }
  }

  /// What became of the notifications, in the order in which they came.
  var outcomes: [String] {
    get throws { try service.texts("select outcome from store_events order by id") }
  }

  /// Why things were refused, in that order.
  var refusals: [String] {
    get throws {
      try service.texts(
        "select outcome from audit_events where outcome like 'rejected: %' order by number"
      ).map { String($0.dropFirst(10)) }
    }
  }
}
