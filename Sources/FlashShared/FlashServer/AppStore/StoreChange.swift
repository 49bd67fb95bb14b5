/// What a notification of the store does to a subscription.
///
/// - Source: Apple, App Store Server Notifications, `notificationType` and `subtype`.
enum StoreChange: Sendable, Hashable {
  /// A period begins, or is there: it counts as long as its dates say.
  case begins
  /// As `begins`, for an offer that may be of the past.
  case isOffered
  /// A payment failed; `hasGrace` if the subscription goes on meanwhile.
  case failsToRenew(hasGrace: Bool)
  case losesGrace
  case expires(reason: String?)
  /// A payment was given back.
  case isRefunded
  /// A payment that was given back was taken again.
  case isRefundedNoMore
  /// The family's share ended.
  case isRevoked
  /// It will or will not go on, or as something else.
  case changesRenewal
  /// The store gave it more time.
  case isExtended

  /// - Returns: nil for what is only written down.
  init?(type: String, subtype: String?) {
    switch type {
    case "SUBSCRIBED", "DID_RENEW": self = .begins
    case "OFFER_REDEEMED": self = .isOffered
    case "DID_FAIL_TO_RENEW": self = .failsToRenew(hasGrace: subtype == "GRACE_PERIOD")
    case "GRACE_PERIOD_EXPIRED": self = .losesGrace
    case "EXPIRED": self = .expires(reason: subtype)
    case "REFUND": self = .isRefunded
    case "REFUND_REVERSED": self = .isRefundedNoMore
    case "REVOKE": self = .isRevoked
    case "DID_CHANGE_RENEWAL_STATUS": self = .changesRenewal
    case "DID_CHANGE_RENEWAL_PREF": self = subtype == "UPGRADE" ? .begins : .changesRenewal
    case "RENEWAL_EXTENDED": self = .isExtended
    default: return nil
    }
  }
}
