/// A plan that was given by hand.
public struct PlanGrant: Codable, Sendable, Hashable {
  public var id: String
  public var planKey: String
  /// RFC 3339, as all moments here.
  public var createdAt: String
  /// Nil is no end.
  @Nullable public var expiresAt: String?
  @Nullable public var revokedAt: String?
  public var reason: String
  /// Who gave it, as the audit log names them.
  public var actor: String

  public init(
    id: String, planKey: String, createdAt: String, expiresAt: String?, revokedAt: String?,
    reason: String, actor: String
  ) {
    self.id = id
    self.planKey = planKey
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.revokedAt = revokedAt
    self.reason = reason
    self.actor = actor
  }
}

public struct GrantInput: Codable, Sendable, Hashable {
  public var planKey: String
  /// RFC 3339; nil is no end.
  @Nullable public var expiresAt: String?
  /// 3 to 500 characters.
  public var reason: String

  public init(planKey: String, expiresAt: String?, reason: String) {
    self.planKey = planKey
    self.expiresAt = expiresAt
    self.reason = reason
  }
}

public struct ExtensionInput: Codable, Sendable, Hashable {
  /// 1 to 3,660.
  public var days: Int
  /// 3 to 500 characters.
  public var reason: String

  public init(days: Int, reason: String) {
    self.days = days
    self.reason = reason
  }
}

public struct RevocationInput: Codable, Sendable, Hashable {
  /// Whether the effect of a purchase ends as well; nil is false.
  public var includeStore: Bool?
  /// 3 to 500 characters.
  public var reason: String

  public init(includeStore: Bool? = nil, reason: String) {
    self.includeStore = includeStore
    self.reason = reason
  }
}

/// What the store told about a purchase, and what became of it.
public struct StoreEvent: Codable, Sendable, Hashable {
  public var id: String
  public var notificationUuid: String
  public var notificationType: String
  @Nullable public var subtype: String?
  @Nullable public var environment: String?
  @Nullable public var originalTransactionId: String?
  @Nullable public var userId: String?
  /// RFC 3339, as all moments here.
  public var signedAt: String
  public var receivedAt: String
  /// `pending`, `applied`, `out_of_order`, `unknown_account`, `ignored` or `failed`.
  public var outcome: String
  @Nullable public var detail: String?

  public init(
    id: String, notificationUuid: String, notificationType: String, subtype: String?,
    environment: String?, originalTransactionId: String?, userId: String?, signedAt: String,
    receivedAt: String, outcome: String, detail: String?
  ) {
    self.id = id
    self.notificationUuid = notificationUuid
    self.notificationType = notificationType
    self.subtype = subtype
    self.environment = environment
    self.originalTransactionId = originalTransactionId
    self.userId = userId
    self.signedAt = signedAt
    self.receivedAt = receivedAt
    self.outcome = outcome
    self.detail = detail
  }
}

/// What is behind an account's plan, and how it came about.
public struct SubscriptionHistory: Codable, Sendable, Hashable {
  public var subscription: Subscription
  public var grants: [PlanGrant]
  public var events: [StoreEvent]

  public init(subscription: Subscription, grants: [PlanGrant], events: [StoreEvent]) {
    self.subscription = subscription
    self.grants = grants
    self.events = events
  }
}

public struct StoreEvents: Codable, Sendable, Hashable, Page {
  public var events: [StoreEvent]
  @Nullable public var nextCursor: String?

  public init(events: [StoreEvent], nextCursor: String?) {
    self.events = events
    self.nextCursor = nextCursor
  }

  public var rows: [StoreEvent] { events }
}

public struct StoreEventQuery: PagedQuery {
  public var originalTransactionId: String?
  public var outcome: String?
  public var cursor: String?
  public var limit: Int?

  public init(
    originalTransactionId: String? = nil, outcome: String? = nil, cursor: String? = nil,
    limit: Int? = nil
  ) {
    self.originalTransactionId = originalTransactionId
    self.outcome = outcome
    self.cursor = cursor
    self.limit = limit
  }

  public var query: String {
    var query = QueryText()
    query.add("original_transaction_id", originalTransactionId)
    query.add("outcome", outcome)
    query.add("cursor", cursor)
    query.add("limit", limit)
    return query.text
  }
}
