import FlashModel
import Testing

@testable import FlashServer

/// Every type of notification, and what it makes of a subscription. Days are counted from the moment
/// at which all of it begins; a period is 30 of them.
@Suite struct StoreSubscriptionTests {
  private func at(_ day: Int64) -> Timestamp {
    Timestamp(milliseconds: 1_776_800_000_000 + day * Timestamp.millisecondsPerDay)
  }

  private func period(
    _ id: String = "t1", from day: Int64 = 0, until end: Int64? = 30, product: String = "monthly",
    _ more: [JSONValue.Member] = []
  ) throws -> StoreTransaction {
    var members: [JSONValue.Member] = [
      .init("transactionId", .string(id)), .init("originalTransactionId", .string("o")),
      .init("productId", .string(product)), .init("bundleId", .string("b")),
      .init("environment", .string("Production")),
      .init("purchaseDate", .integer(at(day).milliseconds)),
      .init("signedDate", .integer(at(day).milliseconds)),
    ]
    if let end { members.append(.init("expiresDate", .integer(at(end).milliseconds))) }
    return try #require(StoreTransaction(.object(members + more)))
  }

  private func renewal(
    renews: Bool = true, next: String = "monthly", grace day: Int64? = nil
  ) throws -> StoreRenewal {
    var members: [JSONValue.Member] = [
      .init("originalTransactionId", .string("o")), .init("environment", .string("Production")),
      .init("signedDate", .integer(0)), .init("autoRenewStatus", .integer(renews ? 1 : 0)),
      .init("autoRenewProductId", .string(next)),
    ]
    if let day { members.append(.init("gracePeriodExpiresDate", .integer(at(day).milliseconds))) }
    return try #require(StoreRenewal(.object(members)))
  }

  private func told(
    _ type: String, _ subtype: String? = nil, day: Int64, _ period: StoreTransaction?,
    _ renewal: StoreRenewal? = nil
  ) -> StoreEntry {
    StoreEntry(
      kind: .notified(type: type, subtype: subtype), id: "\(type) \(day)", signed: at(day),
      period: period, renewal: renewal)
  }

  private func begun() throws -> StoreEntry {
    told("SUBSCRIBED", "INITIAL_BUY", day: 0, try period(), try renewal())
  }

  private func fold(_ entries: StoreEntry...) throws -> StoreSubscription {
    try #require(StoreSubscription.fold(entries).0)
  }

  @Test(
    "what begins a period makes it count until its date",
    arguments: [
      ("SUBSCRIBED", "INITIAL_BUY"), ("SUBSCRIBED", "RESUBSCRIBE"), ("DID_RENEW", nil),
      ("DID_RENEW", "BILLING_RECOVERY"), ("OFFER_REDEEMED", "INITIAL_BUY"), ("OFFER_REDEEMED", nil),
      ("OFFER_REDEEMED", "UPGRADE"), ("DID_CHANGE_RENEWAL_PREF", "UPGRADE"),
    ])
  func begins(type: String, subtype: String?) throws {
    let next = try period("t2", from: 30, until: 60, product: "annual")
    for earlier in [
      told("DID_FAIL_TO_RENEW", "GRACE_PERIOD", day: 29, try period(), try renewal(grace: 46)),
      told("EXPIRED", "VOLUNTARY", day: 29, try period()), told("REFUND", day: 29, try period()),
    ] {
      let state = try fold(begun(), earlier, told(type, subtype, day: 30, next))
      #expect(state.period == next && state.ends == at(60))
      #expect(state.status(at: at(31)) == .active && state.status(at: at(60)) == .expired)
      #expect(!state.isInBillingRetry && state.graceExpires == nil && state.end == nil)
    }
    #expect(try fold(told(type, subtype, day: 30, next)).status(at: at(31)) == .active)
  }

  @Test("a payment that fails with grace keeps the plan until grace is over")
  func grace() throws {
    let state = try fold(
      begun(),
      told("DID_FAIL_TO_RENEW", "GRACE_PERIOD", day: 30, try period(), try renewal(grace: 46)))
    #expect(state.status(at: at(31)) == .inGrace && state.status(at: at(45)) == .inGrace)
    #expect(state.status(at: at(46)) == .expired && state.ends == at(46) && state.isInBillingRetry)
    let over = try fold(
      begun(),
      told("DID_FAIL_TO_RENEW", "GRACE_PERIOD", day: 30, try period(), try renewal(grace: 46)),
      told("GRACE_PERIOD_EXPIRED", day: 40, try period(), try renewal()))
    #expect(over.status(at: at(41)) == .expired && over.isInBillingRetry && over.end == .graceOver)
  }

  @Test("a payment that fails without grace keeps the plan while it is paid for")
  func noGrace() throws {
    let state = try fold(
      begun(), told("DID_FAIL_TO_RENEW", day: 29, try period(), try renewal(grace: 46)))
    #expect(state.status(at: at(29)) == .inGrace && state.status(at: at(30)) == .expired)
    #expect(state.isInBillingRetry && state.graceExpires == nil)
  }

  @Test(
    "what expires is over, and why is kept",
    arguments: ["VOLUNTARY", "BILLING_RETRY", "PRICE_INCREASE", "PRODUCT_NOT_FOR_SALE"])
  func expires(subtype: String) throws {
    let state = try fold(begun(), told("EXPIRED", subtype, day: 10, try period()))
    #expect(state.status(at: at(11)) == .expired)
    #expect(state.end == .expired(reason: subtype) && state.end?.name == subtype.lowercased())
  }

  @Test("a refund ends the plan if it is of the newest period, and only then")
  func refunds() throws {
    let second = told("DID_RENEW", day: 30, try period("t2", from: 30, until: 60))
    let state = try fold(
      begun(), second, told("REFUND", day: 31, try period("t2", from: 30, until: 60)))
    #expect(state.status(at: at(32)) == .expired && state.end == .refunded)
    let other = try fold(begun(), second, told("REFUND", day: 31, try period()))
    #expect(other.status(at: at(32)) == .active && other.end == nil)
    let back = try fold(
      begun(), told("REFUND", day: 5, try period()), told("REFUND_REVERSED", day: 9, try period()))
    #expect(back.status(at: at(10)) == .active && back.status(at: at(30)) == .expired)
  }

  @Test("what a family shares no more is over")
  func revokes() throws {
    let state = try fold(begun(), told("REVOKE", day: 5, try period()))
    #expect(state.status(at: at(6)) == .expired && state.end == .revoked)
    // The word for it was lost; the next thing that is told says so too.
    let revoked = try period("t1", [.init("revocationDate", .integer(at(5).milliseconds))])
    let later = told("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED", day: 6, revoked)
    #expect(try fold(begun(), later).status(at: at(7)) == .expired)
  }

  @Test("how it goes on changes nothing of how it stands")
  func renewalChanges() throws {
    for (subtype, renews) in [("AUTO_RENEW_DISABLED", false), ("AUTO_RENEW_ENABLED", true)] {
      let state = try fold(
        begun(),
        told(
          "DID_CHANGE_RENEWAL_STATUS", subtype, day: 3, try period(), try renewal(renews: renews)))
      #expect(state.renews == renews && state.status(at: at(4)) == .active)
    }
    let down = told(
      "DID_CHANGE_RENEWAL_PREF", "DOWNGRADE", day: 3, try period(), try renewal(next: "annual"))
    #expect(try fold(begun(), down).nextProductID == "annual")
    #expect(try fold(begun(), down).period.productID == "monthly")
    let kept = told("DID_CHANGE_RENEWAL_PREF", day: 4, try period(), try renewal())
    #expect(try fold(begun(), down, kept).nextProductID == nil)
    // Disabled while a payment is missing: grace goes on.
    let failing = told(
      "DID_FAIL_TO_RENEW", "GRACE_PERIOD", day: 30, try period(), try renewal(grace: 46))
    let disabled = told(
      "DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED", day: 31, try period(),
      try renewal(renews: false))
    #expect(try fold(begun(), failing, disabled).status(at: at(32)) == .inGrace)
  }

  @Test("more time is more time")
  func extended() throws {
    let state = try fold(begun(), told("RENEWAL_EXTENDED", day: 3, try period(until: 44)))
    #expect(state.ends == at(44) && state.status(at: at(43)) == .active)
  }

  @Test("an offer of the past begins nothing")
  func oldOffer() throws {
    let state = try fold(
      begun(), told("EXPIRED", "VOLUNTARY", day: 31, try period()),
      told("OFFER_REDEEMED", day: 33, try period()))
    #expect(state.status(at: at(33)) == .expired && state.end == .expired(reason: "VOLUNTARY"))
  }

  @Test(
    "all other types are only written down",
    arguments: [
      "PRICE_INCREASE", "CONSUMPTION_REQUEST", "REFUND_DECLINED", "RENEWAL_EXTENSION",
      "ONE_TIME_CHARGE", "EXTERNAL_PURCHASE_TOKEN", "TEST", "METADATA_UPDATE", "did_renew", "",
    ])
  func others(type: String) throws {
    let entries = [try begun(), told(type, day: 9, try period("t9", from: 9, until: 99))]
    let (state, effects) = StoreSubscription.fold(entries)
    #expect(state?.ends == at(30) && effects[0] == .applied && effects[1] != .applied)
    #expect(StoreSubscription.fold([entries[1]]).0 == nil)
  }

  @Test("what a device shows counts by its dates, unless something newer is known")
  func presented() throws {
    func shown(_ period: StoreTransaction, day: Int64) -> StoreEntry {
      StoreEntry(kind: .presented, id: period.id, signed: at(day), period: period, renewal: nil)
    }
    #expect(try fold(shown(period(), day: 0)).status(at: at(1)) == .active)
    #expect(try fold(shown(period(), day: 0)).status(at: at(30)) == .expired)
    #expect(try fold(shown(period(until: nil), day: 0)).status(at: at(9_999)) == .active)
    let replaced = try period("t1", [.init("isUpgraded", .bool(true))])
    #expect(try fold(shown(replaced, day: 0)).status(at: at(1)) == .expired)
    let second = told("DID_RENEW", day: 30, try period("t2", from: 30, until: 60))
    #expect(try fold(second, shown(period(), day: 35)).ends == at(60))
    // An old signature says nothing of a refund; a new one without a word of it does.
    let refund = told("REFUND", day: 5, try period())
    #expect(try fold(refund, shown(period(), day: 1)).status(at: at(6)) == .expired)
    #expect(try fold(refund, shown(period(), day: 6)).status(at: at(7)) == .active)
    let failing = told(
      "DID_FAIL_TO_RENEW", "GRACE_PERIOD", day: 30, try period(), try renewal(grace: 46))
    #expect(try fold(failing, shown(period(), day: 31)).status(at: at(32)) == .inGrace)
  }

  @Test("what an operator cut does not count, and what is bought later does")
  func cut() throws {
    func standing(_ state: StoreSubscription, cut day: Int64?) -> StoreStanding {
      StoreStanding(of: state, plan: "plus", cut: day.map(at), at: at(31))
    }
    let state = try fold(
      begun(), told("DID_RENEW", day: 30, try period("t2", from: 30, until: 60)))
    #expect(standing(state, cut: nil).status == .active)
    #expect(standing(state, cut: 3).status == .active)
    #expect(standing(state, cut: 30).status == .expired && standing(state, cut: 30).ends == at(30))
  }
}
