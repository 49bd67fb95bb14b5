import FlashCrypto
import FlashModel

/// Tells what the store signed for us from everything else.
struct StoreVerifier: Sendable {
  let settings: StoreSettings

  /// Bytes of a purchase or of how it goes on; and of a notification, which has both in it.
  static let largestPart = 65_536
  static let largestNotification = 262_144
  /// Milliseconds by which the store's clock may be ahead of ours.
  private static let leeway: Int64 = 300_000

  /// - Throws: whatever is wrong but its product, and whether it was taken back.
  func transaction(
    _ text: String, now: Timestamp
  ) throws(StoreRefusal) -> StoreTransaction {
    let claims = try claims(of: text, .transaction, limit: Self.largestPart, now: now)
    guard let transaction = StoreTransaction(claims) else { throw .incomplete(.transaction) }
    try check(transaction.bundleID, transaction.environment, .transaction)
    return transaction
  }

  /// - Source: Apple, App Store Server Notifications V2, `responseBodyV2DecodedPayload`.
  func notification(
    _ text: String, now: Timestamp
  ) throws(StoreRefusal) -> StoreNotification {
    let claims = try claims(
      of: text, .notification, limit: Self.largestNotification, now: now)
    guard let id = claims.storeName("notificationUUID"),
      let type = claims.storeName("notificationType"), let signed = claims.storeMoment("signedDate")
    else { throw .incomplete(.notification) }
    guard let data = claims["data"] ?? claims["summary"] else {
      // Of a purchase elsewhere there is a token and nothing else; nothing follows from one.
      guard claims["externalPurchaseToken"]?.storeName("bundleId") == settings.bundleID else {
        throw .incomplete(.notification)
      }
      return StoreNotification(uuid: id.lowercased(), type: type, signed: signed)
    }
    let environment = data.storeName("environment")
    try check(data.storeName("bundleId"), environment, .notification)
    let period: StoreTransaction? =
      if let text = data["signedTransactionInfo"]?.string {
        try transaction(text, now: now)
      } else { nil }
    let renewal: StoreRenewal? =
      if let text = data["signedRenewalInfo"]?.string {
        try self.renewal(text, of: period, now: now)
      } else { nil }
    if let period, period.environment != environment { throw .mixed(.transaction) }
    return StoreNotification(
      uuid: id.lowercased(), type: type, subtype: claims.storeName("subtype"), signed: signed,
      environment: environment, period: period, renewal: renewal)
  }

  private func renewal(
    _ text: String, of period: StoreTransaction?, now: Timestamp
  ) throws(StoreRefusal) -> StoreRenewal {
    let claims = try claims(of: text, .renewal, limit: Self.largestPart, now: now)
    guard let renewal = StoreRenewal(claims) else { throw .incomplete(.renewal) }
    guard settings.environments.contains(renewal.environment) else {
      throw .otherEnvironment(.renewal)
    }
    guard period.map({ $0.originalID == renewal.originalID }) ?? true else {
      throw .mixed(.renewal)
    }
    return renewal
  }

  private func claims(
    of text: String, _ part: StoreRefusal.Part, limit: Int, now: Timestamp
  ) throws(StoreRefusal) -> JSONValue {
    guard let tokens = settings.tokens else { throw .switchedOff }
    let claims: JSONValue
    do throws(TokenFault) {
      claims = try tokens.claims(of: text, limit: limit) { $0.storeMoment("signedDate") }
    } catch {
      throw .token(part, error)
    }
    guard let signed = claims.storeMoment("signedDate"),
      signed.milliseconds(since: now) <= Self.leeway
    else { throw .fromTheFuture(part) }
    return claims
  }

  private func check(
    _ bundleID: String?, _ environment: String?, _ part: StoreRefusal.Part
  ) throws(StoreRefusal) {
    guard bundleID == settings.bundleID else { throw .otherApp(part) }
    guard let environment, settings.environments.contains(environment) else {
      throw .otherEnvironment(part)
    }
  }
}

/// A notification of the store's that is known to be one, and to be for us.
struct StoreNotification: Sendable, Hashable {
  /// In lower case.
  let uuid: String
  let type: String
  var subtype: String?
  let signed: Timestamp
  var environment: String?
  var period: StoreTransaction?
  var renewal: StoreRenewal?

  /// Which purchase it is about, if it is about one.
  var originalID: String? { period?.originalID ?? renewal?.originalID }
}

extension StoreNotification {
  private static let known: Set = [
    "SUBSCRIBED", "DID_RENEW", "DID_FAIL_TO_RENEW", "GRACE_PERIOD_EXPIRED", "EXPIRED", "REFUND",
    "REVOKE", "REFUND_REVERSED", "DID_CHANGE_RENEWAL_STATUS", "DID_CHANGE_RENEWAL_PREF",
    "OFFER_REDEEMED", "RENEWAL_EXTENDED", "PRICE_INCREASE", "CONSUMPTION_REQUEST",
    "REFUND_DECLINED", "RENEWAL_EXTENSION", "ONE_TIME_CHARGE", "EXTERNAL_PURCHASE_TOKEN", "TEST",
  ]

  /// What it is counted under: a word of ours, whatever was sent.
  var label: String { Self.known.contains(type) ? type.lowercased() : "other" }
}
