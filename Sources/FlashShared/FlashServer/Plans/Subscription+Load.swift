import FlashAPI
import FlashModel
import FlashSQL

extension Subscription {
  /// What is behind the plan of an account: how it comes by it, and what it has bought.
  static func load(
    of user: UserID, in connection: some SQLConnection, now: Timestamp
  ) throws(SQLError) -> Subscription {
    let plan = try EffectivePlan.of(user, in: connection, now: now)
    var told = Subscription(
      planKey: plan.key, status: plan.status, source: plan.source.rawValue,
      expiresAt: plan.expires?.rfc3339)
    _ = try connection.row(
      """
      select s.product_id, s.original_id, s.environment, s.expires_ms, s.grace_expires_ms, s.renews,
        s.in_billing_retry, s.last_signed_ms \(StorePlan.best)
      """, [SQLValue(user)]
    ) { row throws(SQLError) in
      told.productId = row.optionalText(0)
      told.originalTransactionId = row.text(1)
      told.environment = row.optionalText(2)
      if plan.source != .grant { told.expiresAt = row.optionalTimestamp(3)?.rfc3339 }
      told.graceExpiresAt = row.optionalTimestamp(4)?.rfc3339
      told.autoRenew = row.optionalInteger(5).map { $0 == 1 }
      told.inBillingRetry = row.integer(6) == 1
      told.lastEventAt = row.optionalTimestamp(7)?.rfc3339
    }
    return told
  }
}
