import FlashAPI
import FlashModel
import FlashSQL

extension Subscription {
  /// What is behind the plan of an account.
  static func load(
    of user: UserID, in connection: some SQLConnection, now: Timestamp
  ) throws(SQLError) -> Subscription {
    let plan = try EffectivePlan.of(user, in: connection, now: now)
    return Subscription(
      planKey: plan.key, status: plan.status, source: plan.source.rawValue,
      expiresAt: plan.expires?.rfc3339)
  }
}
