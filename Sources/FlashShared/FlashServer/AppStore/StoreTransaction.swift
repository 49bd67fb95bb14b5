import FlashModel

/// A purchase, or a period of a subscription, as the App Store signs it; what we use of it.
///
/// - Source: Apple, App Store Server API, `JWSTransactionDecodedPayload`.
struct StoreTransaction: Sendable, Hashable {
  let id: String
  /// The same for all periods of a subscription.
  let originalID: String
  let productID: String
  let bundleID: String
  let environment: String
  let purchased: Timestamp
  /// Nil for what has no end.
  let expires: Timestamp?
  let signed: Timestamp
  /// When the store took it back.
  let revoked: Timestamp?
  /// Whether another subscription took its place.
  let isUpgraded: Bool
  /// The account that the app says it was bought for.
  let account: UserID?

  /// - Returns: nil if something is missing.
  init?(_ claims: JSONValue) {
    guard let id = claims.storeName("transactionId"),
      let originalID = claims.storeName("originalTransactionId"),
      let productID = claims.storeName("productId"), let bundleID = claims.storeName("bundleId"),
      let environment = claims.storeName("environment"),
      let purchased = claims.storeMoment("purchaseDate"),
      let signed = claims.storeMoment("signedDate")
    else { return nil }
    self.id = id
    self.originalID = originalID
    self.productID = productID
    self.bundleID = bundleID
    self.environment = environment
    self.purchased = purchased
    self.signed = signed
    expires = claims.storeMoment("expiresDate")
    revoked = claims.storeMoment("revocationDate")
    isUpgraded = claims["isUpgraded"] == .bool(true)
    account = claims["appAccountToken"]?.string.flatMap { UserID($0) }
  }

  /// What is kept of it, by the store's names. Not whom it was bought for: that matters once.
  var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("transactionId", .string(id)), .init("originalTransactionId", .string(originalID)),
      .init("productId", .string(productID)), .init("bundleId", .string(bundleID)),
      .init("environment", .string(environment)),
      .init("purchaseDate", .integer(purchased.milliseconds)),
      .init("signedDate", .integer(signed.milliseconds)),
    ]
    for (name, moment) in [("expiresDate", expires), ("revocationDate", revoked)] {
      if let moment { members.append(.init(name, .integer(moment.milliseconds))) }
    }
    if isUpgraded { members.append(.init("isUpgraded", .bool(true))) }
    return .object(members)
  }
}

/// How a subscription is to go on, as the App Store signs it; what we use of it.
///
/// - Source: Apple, App Store Server API, `JWSRenewalInfoDecodedPayload`.
struct StoreRenewal: Sendable, Hashable {
  let originalID: String
  let environment: String
  let signed: Timestamp
  let renews: Bool?
  let nextProductID: String?
  /// Until when the store tries to be paid without taking the subscription away.
  let graceExpires: Timestamp?

  /// - Returns: nil if something is missing.
  init?(_ claims: JSONValue) {
    guard let originalID = claims.storeName("originalTransactionId"),
      let environment = claims.storeName("environment"),
      let signed = claims.storeMoment("signedDate")
    else { return nil }
    self.originalID = originalID
    self.environment = environment
    self.signed = signed
    renews = claims["autoRenewStatus"]?.integer.map { $0 == 1 }
    nextProductID = claims.storeName("autoRenewProductId")
    graceExpires = claims.storeMoment("gracePeriodExpiresDate")
  }

  /// What is kept of it, by the store's names.
  var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("originalTransactionId", .string(originalID)),
      .init("environment", .string(environment)),
      .init("signedDate", .integer(signed.milliseconds)),
    ]
    if let renews { members.append(.init("autoRenewStatus", .integer(renews ? 1 : 0))) }
    if let nextProductID {
      members.append(.init("autoRenewProductId", .string(nextProductID)))
    }
    if let graceExpires {
      members.append(.init("gracePeriodExpiresDate", .integer(graceExpires.milliseconds)))
    }
    return .object(members)
  }
}

extension JSONValue {
  /// A word of the store's: 1 to 255 visible characters.
  func storeName(_ key: String) -> String? {
    guard let text = self[key]?.string, (1...255).contains(text.utf8.count),
      text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    return text
  }

  /// A moment of the store's: milliseconds since 1970, not before and not after the year 9999.
  func storeMoment(_ key: String) -> Timestamp? {
    guard let number = self[key]?.double, number >= 0, number < 253_402_300_800_000 else {
      return nil
    }
    return Timestamp(milliseconds: Int64(number))
  }
}
