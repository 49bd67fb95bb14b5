import FlashModel
import FlashTestSupport
import Testing

@testable import FlashServer

/// Purchases that devices show.
@Suite struct PresentedPurchaseTests {
  @Test("a purchase gives its plan until its date, and says so", arguments: TestDatabase.here)
  func live(database: TestDatabase) throws {
    let world = try StoreWorld(on: database)
    let ada = try world.service.signIn()
    let before = world.service.send("getSubscription", bearer: ada.access).json
    #expect(before["plan_key"] == .string("free") && before["source"] == .string("none"))
    let answer = try world.show(.init(), as: ada)
    #expect(answer.status == 200, "\(answer.text)")
    #expect(answer.json["plan_key"] == .string("plus"))
    #expect(answer.json["subscription_status"] == .string("active"))
    #expect(answer.json["subscription_expires_at"] == .null)
    #expect(answer.json["expires_at_ms"] == .integer(world.at(30).milliseconds))
    #expect(answer.json["subscription_expires_at_iso"] == .string(world.at(30).rfc3339))
    let current = world.service.send("getSubscription", bearer: ada.access).json
    #expect(current["source"] == .string("app_store"))
    #expect(current["product_id"] == .string("monthly"))
    #expect(current["original_transaction_id"] == .string("o1"))
    #expect(current["expires_at"] == .string(world.at(30).rfc3339))
    #expect(try world.show(.init(), as: ada).status == 200, "again is harmless")
    #expect(try world.service.integer("select count(*) from store_transactions") == 1)
    #expect(try world.refusals == [])
  }

  @Test("a purchase of the past is kept, and gives nothing", arguments: TestDatabase.here)
  func past(database: TestDatabase) throws {
    let world = try StoreWorld(on: database)
    let ada = try world.service.signIn()
    let answer = try world.show(.init(from: -60, until: -30), as: ada)
    #expect(answer.status == 200)
    #expect(answer.json["subscription_status"] == .string("expired"))
    #expect(answer.json["plan_key"] == .string("free"))
    let endless = try world.show(.init(id: "t2", original: "o2", until: nil), as: ada)
    #expect(endless.json["expires_at_ms"] == .integer(0))
    #expect(endless.json["subscription_status"] == .string("active"))
  }

  @Test(
    "what is not the shop's, or not for us, changes nothing and says why",
    arguments: TestDatabase.here)
  func refused(database: TestDatabase) throws {
    let world = try StoreWorld(on: database)
    let ada = try world.service.signIn()
    let shop = world.shop
    let stranger = try TestShop()
    let plain = world.claims(.init())
    let old = try TestShop(
      leaf: .init(
        "Leaf", isAuthority: false, marks: [TestShop.leafMark],
        until: Timestamp(milliseconds: 1_700_000_000_000)), root: shop.root)
    let good = try shop.sign(plain).split(separator: ".")
    let swapped = [stranger.leaf.bytes, shop.issuer.bytes, shop.root.bytes]
    let foreign = [stranger.leaf.bytes, stranger.issuer.bytes, shop.root.bytes]
    func changed(_ name: String, _ value: JSONValue) throws -> String {
      try shop.sign(world.claims(.init(changes: [name: value])))
    }
    let cases: [(String, String)] = [
      ("bm90aGluZw", "the transaction is no signed token"),
      (String(good[1]), "the transaction is no signed token"),
      ("\(good[0]).\(good[1]).", "the transaction was not signed by its certificate"),
      (try shop.sign(plain, algorithm: "none"), "the transaction is not signed by ES256"),
      (try shop.sign(plain, algorithm: "HS256"), "the transaction is not signed by ES256"),
      (try stranger.sign(plain), "the transaction ends in a root that is not trusted"),
      (
        try shop.sign(plain, key: stranger.leaf.key),
        "the transaction was not signed by its certificate"
      ),
      (
        try stranger.sign(plain, chain: swapped),
        "the transaction has a leaf certificate that does not belong to the next one"
      ),
      (
        try stranger.sign(plain, chain: foreign),
        "the transaction has an intermediate certificate that does not belong to the next one"
      ),
      (
        try old.sign(plain),
        "the transaction has a leaf certificate that had run out when it was signed"
      ),
      (try changed("bundleId", .string("org.example.other")), "the transaction is of another app"),
      (
        try changed("environment", .string("Xcode")),
        "the transaction is of an environment that is not taken"
      ),
      (try changed("productId", .string("poster")), "the product is of no plan"),
      (try changed("originalTransactionId", .null), "the transaction lacks a member"),
      (
        try changed("signedDate", .integer(world.at(1).milliseconds)),
        "the transaction was signed in the future"
      ),
      (
        try changed("revocationDate", .integer(world.at(0).milliseconds)),
        "the store took the purchase back"
      ),
    ]
    for (text, reason) in cases {
      let answer = world.show(text: text, as: ada)
      #expect(answer.status == 422 && answer.code == "transaction_invalid", "\(reason)")
      #expect(answer.json["error"]?.string?.lowercased() == "\(reason).".lowercased())
    }
    #expect(world.service.send("verifySubscription", "{}", bearer: ada.access).status == 422)
    #expect(try world.refusals == cases.map(\.1) + ["the transaction lacks a member"])
    #expect(try world.standing == "free free")
    #expect(try world.service.integer("select count(*) from subscriptions") == 0)
  }

  @Test("a purchase is one account's, whoever shows it later", arguments: TestDatabase.here)
  func claimed(database: TestDatabase) throws {
    let world = try StoreWorld(on: database)
    let ada = try world.service.signIn("ada@example.org")
    let eve = try world.service.signIn("eve@example.org")
    #expect(try world.show(.init(), as: ada).status == 200)
    let answer = try world.show(.init(id: "t2", from: 30, until: 60, signed: 0), as: eve)
    #expect(answer.status == 409 && answer.code == "transaction_claimed")
    // Bought for Ada's account, and shown by Eve first.
    let named = StoreWorld.Period(
      id: "t5", original: "o5", changes: ["appAccountToken": .string(ada.user)])
    #expect(try world.show(named, as: eve).code == "transaction_claimed")
    #expect(try world.show(named, as: ada).status == 200)
    // Not even for whom it was bought is it taken away.
    let late = StoreWorld.Period(changes: ["appAccountToken": .string(eve.user)])
    #expect(try world.show(late, as: eve).code == "transaction_claimed")
    #expect(
      try world.service.texts(
        "select plan_key from users where subscription_status = 'active'") == ["plus"])
    #expect(try world.refusals.allSatisfy { $0 == "the purchase belongs to another account" })
    #expect(try world.refusals.count == 3)
  }

  @Test("of many accounts that show one purchase at once, one has it", arguments: TestDatabase.here)
  func race(database: TestDatabase) throws {
    let world = try StoreWorld(on: database)
    let people = try (0..<8).map { try world.service.signIn("p\($0)@example.org") }
    let text = try world.shop.sign(world.claims(.init()))
    let service = world.service
    let answers = atOnce(people.count) { index in
      service.send("verifySubscription", #"{"jws":"\#(text)"}"#, bearer: people[index].access)
    }
    #expect(answers.filter { $0.status == 200 }.count == 1)
    #expect(answers.filter { $0.code == "transaction_claimed" }.count == 7)
    #expect(
      try service.integer("select count(*) from users where plan_key = 'plus'") == 1)
  }

  @Test(
    "a purchase of an account that is gone is not used again, nor kept",
    arguments: TestDatabase.here)
  func spent(database: TestDatabase) throws {
    let world = try StoreWorld(on: database)
    let ada = try world.service.signIn()
    #expect(try world.show(.init(until: 300), as: ada).status == 200)
    try world.notify(.init(type: "SUBSCRIBED", subtype: "INITIAL_BUY", day: 0))
    #expect(world.service.send("deleteMe", bearer: ada.access).status == 204)
    world.pass(to: 31)
    _ = try world.service.runJob("hard_delete_users")
    for table in ["subscriptions", "store_transactions", "store_events", "users"] {
      #expect(try world.service.integer("select count(*) from \(table)") == 0, "\(table)")
    }
    let again = try world.service.signIn()
    let answer = try world.show(.init(until: 300), as: again)
    #expect(answer.status == 409 && answer.code == "transaction_claimed")
    try world.notify(
      .init(type: "DID_RENEW", day: 31, period: .init(id: "t2", from: 30, until: 60)))
    #expect(try world.outcomes == ["ignored"])
    #expect(
      try world.service.integer("select count(*) from store_events where original_id is null") == 1)
    #expect(try world.standing == "free free")
    #expect(try world.show(.init(original: "o2", until: 300), as: again).status == 200)
  }
}
