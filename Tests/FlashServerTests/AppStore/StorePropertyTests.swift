import FlashModel
import FlashTestSupport
import Testing

@testable import FlashServer

/// Whatever way notifications take, a subscription ends as the store's own order of them says.
@Suite struct StorePropertyTests {
  /// What a subscriber's months bring, told by the store, each at a day of its own.
  private func history(_ random: inout SeededRandom) -> [StoreWorld.Notification] {
    var told: [StoreWorld.Notification] = []
    var period = StoreWorld.Period()
    var day: Int64 = 0
    func tell(
      _ type: String, _ subtype: String? = nil, grace: Int64? = nil, renews: Bool = true,
      of other: StoreWorld.Period? = nil
    ) {
      var shown = other ?? period
      shown.signed = day
      told.append(
        .init(
          type: type, subtype: subtype, day: day, uuid: "n\(told.count)", period: shown,
          renews: renews, grace: grace))
      day += Int64.random(in: 1...4, using: &random)
    }
    func renew() {
      let earlier = period
      period = .init(id: "t\(told.count + 10)", from: day, until: day + 30)
      if Bool.random(using: &random) { period.product = "annual" }
      tell("DID_RENEW")
      if Int.random(in: 0..<4, using: &random) == 0 { tell("REFUND", of: earlier) }
    }
    tell("SUBSCRIBED", "INITIAL_BUY")
    for _ in 0..<Int.random(in: 2...7, using: &random) {
      switch Int.random(in: 0..<9, using: &random) {
      case 0: tell("DID_FAIL_TO_RENEW", "GRACE_PERIOD", grace: day + 16)
      case 1: tell("DID_FAIL_TO_RENEW")
      case 2: tell("EXPIRED", "VOLUNTARY")
      case 3: tell("REFUND")
      case 4: tell("REFUND_REVERSED")
      case 5: tell("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED", renews: false)
      case 6: tell("PRICE_INCREASE")
      default: renew()
      }
    }
    return told
  }

  /// How a subscription stands that was told all of it in order: a plain reading of the table.
  private struct Model {
    var until: Int64 = 0
    var grace: Int64?
    var period = ""
    var isFailing = false
    var isOver = false

    mutating func hear(_ told: StoreWorld.Notification) {
      guard let new = told.period else { return }
      switch told.type {
      case "SUBSCRIBED", "DID_RENEW":
        self = Model(until: new.until ?? 0, period: new.id)
      case "DID_FAIL_TO_RENEW":
        isFailing = true
        grace = told.grace
      case "EXPIRED": (isOver, grace, isFailing) = (true, nil, false)
      case "REFUND": if new.id == period { (isOver, grace) = (true, nil) }
      case "REFUND_REVERSED": isOver = false
      default: break
      }
    }

    func status(on day: Int64) -> String {
      if isOver { return "free expired" }
      if let grace, day < grace { return "plus in_grace" }
      if until <= day { return "free expired" }
      return isFailing ? "plus in_grace" : "plus active"
    }
  }

  @Test(
    "any order and repetition of notifications ends as the newest of them says",
    arguments: TestDatabase.here)
  func anyOrder(database: TestDatabase) throws {
    let world = try StoreWorld(on: database)
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededRandom(seed: seed)
    let last: Int64 = 60
    world.pass(to: last)
    for round in 0..<(database == .sqlite ? 16 : 8) {
      let person = try world.service.signIn("p\(round)@example.org")
      let told = history(&random).map { told in
        var own = told
        own.uuid = "\(round)-\(told.uuid ?? "")"
        own.period?.original = "o\(round)"
        own.period?.id += "-\(round)"
        return own
      }
      var model = Model()
      for one in told { model.hear(one) }
      let texts = try told.map(world.signed)
      // The device shows its purchase some time, and everything comes once or more, in any order.
      let shownAt = Int.random(in: 0...texts.count, using: &random)
      for (index, text) in (texts + texts.filter { _ in Bool.random(using: &random) })
        .shuffled(using: &random).enumerated()
      {
        if index == shownAt { _ = try world.show(#require(told[0].period), as: person) }
        try world.notify(text)
      }
      _ = try world.show(#require(told[0].period), as: person)
      let standing = try world.service.texts(
        """
        select plan_key || ' ' || subscription_status from users where email = 'p\(round)@example.org'
        """)
      #expect(
        standing == [model.status(on: last)],
        "seed \(seed), round \(round): \(told.map { "\($0.type) \($0.day) \($0.period?.id ?? "")" })"
      )
    }
  }
}
