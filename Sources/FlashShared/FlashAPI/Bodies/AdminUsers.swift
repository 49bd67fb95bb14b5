/// An account, as lists of operators show it.
public struct AdminUser: Codable, Sendable, Hashable {
  public var id: String
  @Nullable public var email: String?
  @Nullable public var name: String?
  /// `apple`, `email`.
  public var providers: [String]?
  /// `active`, `disabled` or `pending_deletion`.
  public var status: String
  public var planKey: String
  /// `free`, `active`, `in_grace` or `expired`.
  public var subscriptionStatus: String
  /// RFC 3339, as all moments here.
  @Nullable public var subscriptionExpiresAt: String?
  @Nullable public var scheduledDeleteAt: String?
  @Nullable public var disabledAt: String?
  @Nullable public var disabledReason: String?
  public var createdAt: String
  @Nullable public var lastSeenAt: String?

  public init(
    id: String, email: String?, name: String?, providers: [String]?, status: String,
    planKey: String, subscriptionStatus: String, subscriptionExpiresAt: String?,
    scheduledDeleteAt: String?, disabledAt: String?, disabledReason: String?, createdAt: String,
    lastSeenAt: String?
  ) {
    self.id = id
    self.email = email
    self.name = name
    self.providers = providers
    self.status = status
    self.planKey = planKey
    self.subscriptionStatus = subscriptionStatus
    self.subscriptionExpiresAt = subscriptionExpiresAt
    self.scheduledDeleteAt = scheduledDeleteAt
    self.disabledAt = disabledAt
    self.disabledReason = disabledReason
    self.createdAt = createdAt
    self.lastSeenAt = lastSeenAt
  }
}

public struct AdminUsers: Codable, Sendable, Hashable, Page {
  public var users: [AdminUser]
  @Nullable public var nextCursor: String?
  /// Of the whole list, where it is cheap to know.
  @Nullable public var total: Int?

  public init(users: [AdminUser], nextCursor: String?, total: Int? = nil) {
    self.users = users
    self.nextCursor = nextCursor
    self.total = total
  }

  public var rows: [AdminUser] { users }
}

/// An account with everything that an operator may see of it.
public struct AdminUserDetail: Codable, Sendable, Hashable {
  public var user: AdminUser
  public var details: AdminUserDetails

  public init(_ user: AdminUser, _ details: AdminUserDetails) {
    self.user = user
    self.details = details
  }

  // The members of both stand side by side.

  public init(from decoder: any Decoder) throws {
    user = try AdminUser(from: decoder)
    details = try AdminUserDetails(from: decoder)
  }

  public func encode(to encoder: any Encoder) throws {
    try user.encode(to: encoder)
    try details.encode(to: encoder)
  }
}

/// What a list of accounts does not show.
public struct AdminUserDetails: Codable, Sendable, Hashable {
  @Nullable public var note: String?
  public var marketingOptIn: Bool
  public var identities: [Identity]
  public var sessions: [AuthSession]
  /// Rows by entity.
  public var counts: NamedValues<RowCount>
  public var storageBytes: Int
  public var resyncEpoch: Int
  public var entitlements: EntitlementSnapshot

  public struct RowCount: Codable, Sendable, Hashable {
    public var live: Int
    public var deleted: Int

    public init(live: Int, deleted: Int) {
      self.live = live
      self.deleted = deleted
    }
  }

  public init(
    note: String?, marketingOptIn: Bool, identities: [Identity], sessions: [AuthSession],
    counts: NamedValues<RowCount>, storageBytes: Int, resyncEpoch: Int,
    entitlements: EntitlementSnapshot
  ) {
    self.note = note
    self.marketingOptIn = marketingOptIn
    self.identities = identities
    self.sessions = sessions
    self.counts = counts
    self.storageBytes = storageBytes
    self.resyncEpoch = resyncEpoch
    self.entitlements = entitlements
  }
}
