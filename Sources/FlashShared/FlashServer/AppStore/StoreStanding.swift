import FlashModel

/// What a subscription gives an account at a moment, as it is written down.
struct StoreStanding: Sendable, Hashable {
  let status: StoreSubscription.Status
  /// Nil if the product is of no plan.
  let planKey: String?
  /// When it ends if nothing more is heard, grace included; nil for never.
  let ends: Timestamp?
  /// Why it is over before its time; nil if it is not.
  let endReason: String?

  /// - Parameter cut: what was bought until then does not count, as an operator has said.
  init(
    of subscription: StoreSubscription, plan: String?, cut: Timestamp?, at now: Timestamp
  ) {
    planKey = plan
    if let cut, subscription.period.purchased <= cut {
      status = .expired
      ends = cut
      endReason = "revoked_here"
    } else {
      status = subscription.status(at: now)
      ends = subscription.ends
      endReason = subscription.end?.name
    }
  }
}
