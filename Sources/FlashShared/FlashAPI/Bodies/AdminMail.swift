/// A mail that was sent, or is to be, without what it says.
public struct MailReceipt: Codable, Sendable, Hashable {
  public var id: String
  /// Such as `magic_link`.
  public var kind: String
  public var to: String
  /// `queued`, `sent` or `failed`.
  public var state: String
  /// RFC 3339, as the other.
  public var queuedAt: String
  @Nullable public var sentAt: String?
  public var attempts: Int
  @Nullable public var lastError: String?

  public init(
    id: String, kind: String, to: String, state: String, queuedAt: String, sentAt: String?,
    attempts: Int, lastError: String?
  ) {
    self.id = id
    self.kind = kind
    self.to = to
    self.state = state
    self.queuedAt = queuedAt
    self.sentAt = sentAt
    self.attempts = attempts
    self.lastError = lastError
  }
}

public struct MailReceipts: Codable, Sendable, Hashable, Page {
  public var mail: [MailReceipt]
  @Nullable public var nextCursor: String?

  public init(mail: [MailReceipt], nextCursor: String?) {
    self.mail = mail
    self.nextCursor = nextCursor
  }

  public var rows: [MailReceipt] { mail }
}

public struct MailQuery: PagedQuery {
  /// `queued`, `sent` or `failed`.
  public var state: String?
  public var cursor: String?
  public var limit: Int?

  public init(state: String? = nil, cursor: String? = nil, limit: Int? = nil) {
    self.state = state
    self.cursor = cursor
    self.limit = limit
  }

  public var query: String {
    var query = QueryText()
    query.add("state", state)
    query.add("cursor", cursor)
    query.add("limit", limit)
    return query.text
  }
}
