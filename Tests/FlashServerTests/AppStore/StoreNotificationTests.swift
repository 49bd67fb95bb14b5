import FlashModel
import FlashTestSupport
import Testing

@testable import FlashServer

/// What the App Store tells.
@Suite struct StoreNotificationTests {
  private typealias Notification = StoreWorld.Notification

  private func world(_ database: TestDatabase) throws -> (StoreWorld, SignedIn) {
    let world = try StoreWorld(on: database)
    let ada = try world.service.signIn()
    #expect(try world.show(.init(), as: ada).status == 200)
    return (world, ada)
  }

  @Test("a subscription goes its way by what the store tells", arguments: TestDatabase.here)
  func life(database: TestDatabase) throws {
    let (world, ada) = try world(database)
    func step(_ notification: Notification, _ standing: String) throws {
      world.pass(to: notification.day)
      #expect(try world.notify(notification) == 200)
      #expect(try world.standing == standing, "\(notification.type)")
      _ = try world.service.runJob("send_mail")
    }
    let second = StoreWorld.Period(id: "t2", from: 30, until: 60)
    let third = StoreWorld.Period(id: "t3", from: 66, until: 96)
    try step(.init(type: "SUBSCRIBED", subtype: "INITIAL_BUY", day: 0), "plus active")
    try step(.init(type: "DID_RENEW", day: 30, period: second), "plus active")
    try step(
      .init(
        type: "DID_FAIL_TO_RENEW", subtype: "GRACE_PERIOD", day: 60, period: second, grace: 76),
      "plus in_grace")
    let current = world.service.send("getSubscription", bearer: ada.access).json
    #expect(current["grace_expires_at"] == .string(world.at(76).rfc3339))
    #expect(current["in_billing_retry"] == .bool(true) && current["auto_renew"] == .bool(true))
    try step(
      .init(type: "DID_RENEW", subtype: "BILLING_RECOVERY", day: 66, period: third), "plus active")
    try step(
      .init(
        type: "DID_CHANGE_RENEWAL_STATUS", subtype: "AUTO_RENEW_DISABLED", day: 70, period: third,
        renews: false), "plus active")
    try step(.init(type: "PRICE_INCREASE", day: 71, period: third), "plus active")
    try step(.init(type: "EXPIRED", subtype: "VOLUNTARY", day: 96, period: third), "free expired")
    #expect(
      try world.outcomes == [
        "applied", "applied", "applied", "applied", "applied", "ignored", "applied",
      ])
    #expect(
      world.service.mailbox.mails.map(\.subject).filter { !$0.contains("link") } == [
        "Your subscription to Flash was renewed", "A payment for Flash did not go through",
        "Your subscription to Flash was renewed",
      ])
    let payment = world.service.mailbox.mails.first { $0.subject.contains("payment") }
    let day = world.at(76).rfc3339.prefix(10)
    #expect(payment?.body.contains("until \(day).") == true)
  }

  @Test(
    "a notification that comes again, or late, does not turn time back",
    arguments: TestDatabase.here)
  func repeatsAndDelays(database: TestDatabase) throws {
    let (world, _) = try world(database)
    world.pass(to: 40)
    let second = StoreWorld.Period(id: "t2", from: 30, until: 60)
    let renewed = try world.signed(.init(type: "DID_RENEW", day: 30, period: second))
    try world.notify(renewed)
    try world.notify(renewed)
    #expect(try world.notify(.init(type: "EXPIRED", subtype: "VOLUNTARY", day: 20)) == 200)
    // The same id with another content is the same notification.
    try world.notify(
      .init(type: "REFUND", day: 35, uuid: "did_RENEW-30", period: second))
    #expect(try world.standing == "plus active")
    #expect(try world.outcomes == ["applied", "out_of_order"])
    #expect(
      try world.refusals == [
        "the notification was received before",
        "the notification is older than what was applied",
        "the notification was received before",
      ])
    _ = try world.service.runJob("send_mail")
    #expect(world.service.mailbox.mails.filter { $0.subject.contains("renewed") }.count == 1)
  }

  @Test(
    "a payload that cannot be believed is answered 200 and changes nothing",
    arguments: TestDatabase.here)
  func refused(database: TestDatabase) throws {
    let (world, _) = try world(database)
    let shop = world.shop
    let stranger = try TestShop()
    let expired = Notification(type: "EXPIRED", subtype: "VOLUNTARY", day: 0)
    let good = try world.signed(expired)
    func with(_ name: String, _ value: JSONValue) throws -> String {
      try world.signed(.init(type: "EXPIRED", day: 0, dataChanges: [name: value]))
    }
    let plain = world.claims(.init())
    let cases: [(String, String)] = [
      ("", "the notification is no signed token"),
      (
        good.split(separator: ".").dropLast().joined(separator: ".") + ".",
        "the notification was not signed by its certificate"
      ),
      (
        try stranger.sign(.object([])), "the notification ends in a root that is not trusted"
      ),
      (
        try shop.sign(.object([]), algorithm: "none"), "the notification is not signed by ES256"
      ),
      (
        try with("bundleId", .string("org.example.other")), "the notification is of another app"
      ),
      (
        try with("environment", .string("Xcode")),
        "the notification is of an environment that is not taken"
      ),
      (try with("environment", .string("Sandbox")), "the transaction is of another purchase"),
      (
        try with("signedTransactionInfo", .string(stranger.sign(plain))),
        "the transaction ends in a root that is not trusted"
      ),
      (
        try with(
          "signedTransactionInfo",
          .string(
            shop.sign(world.claims(.init(changes: ["bundleId": .string("org.example.other")]))))),
        "the transaction is of another app"
      ),
      (
        try with("signedTransactionInfo", .string(shop.sign(world.claims(.init(original: "o9"))))),
        "the renewal is of another purchase"
      ),
      (
        try with("signedRenewalInfo", .string(stranger.sign(plain))),
        "the renewal ends in a root that is not trusted"
      ),
      (
        try world.signed(.init(type: "EXPIRED", day: 2)),
        "the notification was signed in the future"
      ),
      (
        try world.signed(.init(type: "EXPIRED", day: 0, changes: ["notificationUUID": .null])),
        "the notification lacks a member"
      ),
      (
        try world.signed(.init(type: "EXPIRED", day: 0, changes: ["data": .null])),
        "the notification lacks a member"
      ),
      // A purchase is no notification.
      (try shop.sign(plain), "the notification lacks a member"),
    ]
    for (text, reason) in cases {
      #expect(try world.notify(text) == 200, "\(reason)")
      #expect(try world.refusals.last == reason)
    }
    for body in ["", "[]", "{", #"{"signedPayload":7}"#] {
      #expect(world.service.send("appStoreNotification", body).status == 200)
    }
    #expect(try world.outcomes == [] && world.standing == "plus active")
    // What is refused of one sender is recorded sixty times an hour, not for ever.
    for _ in 0..<60 { try world.notify("") }
    #expect(try world.refusals.count == 60)
    #expect(try world.notify(good) == 200)
    #expect(try world.standing == "free expired", "the one that is the store's")
  }

  @Test(
    "what is told before anybody shows the purchase waits for them", arguments: TestDatabase.here)
  func unknownAccount(database: TestDatabase) throws {
    let world = try StoreWorld(on: database)
    let ada = try world.service.signIn()
    world.pass(to: 31)
    let second = StoreWorld.Period(id: "t2", from: 30, until: 60)
    try world.notify(.init(type: "DID_RENEW", day: 30, period: second))
    try world.notify(.init(type: "SUBSCRIBED", subtype: "INITIAL_BUY", day: 0))
    try world.notify(.init(type: "TEST", day: 1, period: nil))
    #expect(try world.outcomes == ["unknown_account", "unknown_account", "ignored"])
    #expect(try world.standing == "free free")
    // The device shows the first period, which is over; the store has told of the second.
    let answer = try world.show(.init(), as: ada)
    #expect(answer.json["expires_at_ms"] == .integer(world.at(60).milliseconds))
    #expect(answer.json["subscription_status"] == .string("active"))
    #expect(try world.outcomes == ["applied", "applied", "ignored"])
    _ = try world.service.runJob("send_mail")
    #expect(!world.service.mailbox.mails.contains { $0.subject.contains("renewed") })
  }

  @Test("a product of no plan gives none, until it is said which", arguments: TestDatabase.here)
  func unknownProduct(database: TestDatabase) throws {
    let (world, ada) = try world(database)
    let poster = StoreWorld.Period(id: "t2", product: "poster", from: 1, until: 60)
    world.pass(to: 1)
    try world.notify(
      .init(type: "DID_CHANGE_RENEWAL_PREF", subtype: "UPGRADE", day: 1, period: poster))
    #expect(try world.outcomes == ["failed"] && world.standing == "free expired")
    #expect(try world.refusals == ["the product is of no plan"])
    try world.service.change("insert into plan_products values ('poster', 'plus')")
    let current = world.service.send("getSubscription", bearer: ada.access).json
    #expect(current["plan_key"] == .string("plus"), "it holds at once")
  }

  @Test(
    "a subscription of which nothing is heard ends a day after its end, grace included",
    arguments: TestDatabase.here)
  func silence(database: TestDatabase) throws {
    let (world, _) = try world(database)
    world.pass(to: 30)
    try world.notify(
      .init(type: "DID_FAIL_TO_RENEW", subtype: "GRACE_PERIOD", day: 30, grace: 46))
    for (day, standing) in [
      (31, "plus in_grace"), (46, "plus in_grace"), (47, "free expired"), (48, "free expired"),
    ] {
      world.pass(to: Int64(day))
      _ = try world.service.runJob("expire_subscriptions")
      #expect(try world.standing == standing, "\(day)")
    }
    // The word was only late.
    try world.notify(
      .init(
        type: "DID_RENEW", subtype: "BILLING_RECOVERY", day: 47,
        period: .init(id: "t2", from: 47, until: 77)))
    #expect(try world.standing == "plus active")
  }
}
