/// Which accounts are looked for, and in what order.
public struct UserQuery: PagedQuery {
  /// Part of an address or a name, or the whole of an id or of a store's transaction id.
  public var text: String?
  /// `active`, `disabled` or `pending_deletion`.
  public var status: String?
  public var planKey: String?
  /// `free`, `active`, `in_grace` or `expired`.
  public var subscriptionStatus: String?
  /// `apple` or `email`.
  public var provider: String?
  /// RFC 3339.
  public var createdAfter: String?
  /// RFC 3339.
  public var lastSeenBefore: String?
  /// `created_at`, `email` or `last_seen_at`, with `-` before it for the other way round; nil is
  /// `-created_at`.
  public var sort: String?
  public var cursor: String?
  public var limit: Int?

  public init() {}

  public var query: String {
    var query = QueryText()
    query.add("q", text)
    query.add("status", status)
    query.add("plan_key", planKey)
    query.add("subscription_status", subscriptionStatus)
    query.add("provider", provider)
    query.add("created_after", createdAfter)
    query.add("last_seen_before", lastSeenBefore)
    query.add("sort", sort)
    query.add("cursor", cursor)
    query.add("limit", limit)
    return query.text
  }
}

/// An account that an operator makes.
public struct AdminUserInput: Codable, Sendable, Hashable {
  public var email: String
  public var name: String?
  public var planKey: String?

  public init(email: String, name: String? = nil, planKey: String? = nil) {
    self.email = email
    self.name = name
    self.planKey = planKey
  }
}

/// How an account is removed.
public struct DeletionQuery: EndpointQuery {
  /// Whether it is erased now, rather than in 30 days.
  public var isNow: Bool
  /// The address or id, for what can't be undone.
  public var confirm: String?
  public var reason: String?

  public init(isNow: Bool = false, confirm: String? = nil, reason: String? = nil) {
    self.isNow = isNow
    self.confirm = confirm
    self.reason = reason
  }

  public var query: String {
    var query = QueryText()
    query.add("mode", isNow ? "now" : nil)
    query.add("confirm", confirm)
    query.add("reason", reason)
    return query.text
  }
}

/// Why something was done, for operations without a body.
public struct ReasonQuery: EndpointQuery {
  public var reason: String?

  public init(reason: String? = nil) { self.reason = reason }

  public var query: String {
    var query = QueryText()
    query.add("reason", reason)
    return query.text
  }
}

/// Why something was done; the body may be missing as a whole.
public struct Reason: Codable, Sendable, Hashable {
  /// Up to 500 characters.
  public var reason: String?

  public init(reason: String? = nil) { self.reason = reason }
}

public struct RevokedSessions: Codable, Sendable, Hashable {
  /// How many were.
  public var revoked: Int

  public init(revoked: Int) { self.revoked = revoked }
}

public struct ResyncEpoch: Codable, Sendable, Hashable {
  public var resyncEpoch: Int64

  public init(resyncEpoch: Int64) { self.resyncEpoch = resyncEpoch }
}

/// Which cards' schedules are made anew from their logs: all, a deck's, or some. The body may be
/// missing as a whole.
public struct ReplayInput: Codable, Sendable, Hashable {
  public var deckId: String?
  /// Up to 10,000.
  public var cardIds: [String]?
  /// Whether it is only counted; nil is false.
  public var dryRun: Bool?

  public init(deckId: String? = nil, cardIds: [String]? = nil, dryRun: Bool? = nil) {
    self.deckId = deckId
    self.cardIds = cardIds
    self.dryRun = dryRun
  }
}

public struct ReplayReport: Codable, Sendable, Hashable {
  /// How many are looked at.
  public var cards: Int
  /// How many would change; nil for what is only queued.
  @Nullable public var changed: Int?

  public init(cards: Int, changed: Int?) {
    self.cards = cards
    self.changed = changed
  }
}
