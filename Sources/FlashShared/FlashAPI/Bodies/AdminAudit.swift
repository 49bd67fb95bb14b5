public import FlashModel

/// One thing that was done to an account or a server, by whom and from where.
public struct AuditEvent: Codable, Sendable, Hashable {
  public var id: String
  /// RFC 3339.
  public var at: String
  /// `user:ID`, `admin:TOKEN_ID`, `system:JOB` or `apple`.
  public var actor: String
  /// Such as `user.disable`.
  public var action: String
  @Nullable public var userId: String?
  /// What else it is about: the key of a plan, the id of a token, the name of a job.
  @Nullable public var target: String?
  @Nullable public var ip: String?
  @Nullable public var requestId: String?
  @Nullable public var reason: String?
  /// What came of it, where it did not just happen.
  @Nullable public var outcome: String?
  /// What was changed, and into what: objects.
  @Nullable public var before: JSONValue?
  @Nullable public var after: JSONValue?
  /// Of the event before, so that a missing one shows.
  public var prevHash: String?

  public init(
    id: String, at: String, actor: String, action: String, userId: String?,
    target: String? = nil, ip: String?, requestId: String?, reason: String?,
    outcome: String? = nil, before: JSONValue?, after: JSONValue?, prevHash: String?
  ) {
    self.id = id
    self.at = at
    self.actor = actor
    self.action = action
    self.userId = userId
    self.target = target
    self.ip = ip
    self.requestId = requestId
    self.reason = reason
    self.outcome = outcome
    self.before = before
    self.after = after
    self.prevHash = prevHash
  }
}

public struct AuditEvents: Codable, Sendable, Hashable, Page {
  /// The newest stands first.
  public var events: [AuditEvent]
  @Nullable public var nextCursor: String?

  public init(events: [AuditEvent], nextCursor: String?) {
    self.events = events
    self.nextCursor = nextCursor
  }

  public var rows: [AuditEvent] { events }
}

public struct AuditQuery: PagedQuery {
  public var userId: String?
  public var actor: String?
  /// One action, or the beginning of several with a dot at its end.
  public var action: String?
  /// RFC 3339, as the other.
  public var since: String?
  public var until: String?
  public var cursor: String?
  public var limit: Int?

  public init() {}

  public var query: String {
    var query = QueryText()
    query.add("user_id", userId)
    query.add("actor", actor)
    query.add("action", action)
    query.add("since", since)
    query.add("until", until)
    query.add("cursor", cursor)
    query.add("limit", limit)
    return query.text
  }
}
