import FlashAPI
import FlashCollection
import FlashCommand
import FlashModel

/// How accounts are listed.
enum UserListing {
  static let listing = Listing<AdminUser>(
    [
      ("id", .string), ("email", .string), ("name", .string), ("providers", .strings),
      ("status", .string), ("plan_key", .string), ("subscription_status", .string),
      ("subscription_expires_at", .time), ("scheduled_delete_at", .time), ("disabled_at", .time),
      ("disabled_reason", .string), ("created_at", .time), ("last_seen_at", .time),
    ],
    [
      .init(.whole("ID")) { $0.id },
      .init(.text("ADDRESS", minimumWidth: 16)) { Shown.text($0.email) },
      .init(.text("STATUS")) { $0.status },
      .init(.text("PLAN", minimumWidth: 4)) { $0.planKey },
      .init(.text("MADE", minimumWidth: 10)) { Shown.moment($0.createdAt) },
      .init(.text("LAST SEEN", minimumWidth: 10)) { Shown.moment($0.lastSeenAt) },
    ])

  /// The same with what is behind the plan.
  static let subscriptions = Listing<AdminUser>(
    listing.fields.specifications.map { ($0.name, $0.type) },
    [
      .init(.whole("ID")) { $0.id },
      .init(.text("ADDRESS", minimumWidth: 16)) { Shown.text($0.email) },
      .init(.text("PLAN", minimumWidth: 4)) { $0.planKey },
      .init(.text("STATE")) { $0.subscriptionStatus },
      .init(.text("UNTIL", minimumWidth: 10)) { Shown.moment($0.subscriptionExpiresAt) },
    ])
}
