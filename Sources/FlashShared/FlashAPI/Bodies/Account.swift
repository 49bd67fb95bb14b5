public import FlashModel

/// The profile of an account.
public struct Me: Codable, Sendable, Hashable {
  public var id: String
  public var email: String?
  public var name: String?
  public var avatarUrl: String?
  /// 1 to 500.
  public var dailyGoalCards: Int
  /// `HH:MM`, possibly with seconds behind.
  public var reminderTimeLocal: String?
  public var reminderEnabled: Bool
  /// `system`, `light` or `dark`.
  public var themePreference: String
  /// `free`, `active`, `in_grace` or `expired`.
  public var subscriptionStatus: String
  /// RFC 3339.
  public var subscriptionExpiresAt: String?
  public var updatedAtMs: Int64
  public var planKey: String?
  public var authProvider: String?
  public var marketingOptIn: Bool?
  /// RFC 3339.
  public var scheduledDeleteAt: String?
  /// 1 to 50.
  public var dailyNewCardLimit: Int?
  /// An IANA name.
  public var timezone: String?
  /// An IANA name: where the study days of all devices begin.
  public var studyTimezone: String?
  /// The hour at which they do, 0 to 23.
  public var studyRollover: Int?
  /// What decks without options of their own are studied with, as ``StudyOptions`` writes it.
  public var studyOptions: JSONValue?
  /// RFC 3339.
  public var createdAt: String?
  /// Whether reminders come by mail, too.
  public var reminderMail: Bool?

  public init(
    id: String, email: String?, name: String?, avatarUrl: String?, dailyGoalCards: Int,
    reminderTimeLocal: String?, reminderEnabled: Bool, themePreference: String,
    subscriptionStatus: String, subscriptionExpiresAt: String?, updatedAtMs: Int64,
    planKey: String?, authProvider: String?, marketingOptIn: Bool?, scheduledDeleteAt: String?,
    dailyNewCardLimit: Int?, timezone: String?, studyTimezone: String? = nil,
    studyRollover: Int? = nil, studyOptions: JSONValue? = nil, createdAt: String?,
    reminderMail: Bool? = nil
  ) {
    self.id = id
    self.email = email
    self.name = name
    self.avatarUrl = avatarUrl
    self.dailyGoalCards = dailyGoalCards
    self.reminderTimeLocal = reminderTimeLocal
    self.reminderEnabled = reminderEnabled
    self.themePreference = themePreference
    self.subscriptionStatus = subscriptionStatus
    self.subscriptionExpiresAt = subscriptionExpiresAt
    self.updatedAtMs = updatedAtMs
    self.planKey = planKey
    self.authProvider = authProvider
    self.marketingOptIn = marketingOptIn
    self.scheduledDeleteAt = scheduledDeleteAt
    self.dailyNewCardLimit = dailyNewCardLimit
    self.timezone = timezone
    self.studyTimezone = studyTimezone
    self.studyRollover = studyRollover
    self.studyOptions = studyOptions
    self.createdAt = createdAt
    self.reminderMail = reminderMail
  }

  /// Every member is written, null where there is nothing: clients of the older service count on it.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(id, forKey: .id)
    try members.encode(email, forKey: .email)
    try members.encode(name, forKey: .name)
    try members.encode(avatarUrl, forKey: .avatarUrl)
    try members.encode(dailyGoalCards, forKey: .dailyGoalCards)
    try members.encode(reminderTimeLocal, forKey: .reminderTimeLocal)
    try members.encode(reminderEnabled, forKey: .reminderEnabled)
    try members.encode(themePreference, forKey: .themePreference)
    try members.encode(subscriptionStatus, forKey: .subscriptionStatus)
    try members.encode(subscriptionExpiresAt, forKey: .subscriptionExpiresAt)
    try members.encode(updatedAtMs, forKey: .updatedAtMs)
    try members.encodeIfPresent(planKey, forKey: .planKey)
    try members.encodeIfPresent(authProvider, forKey: .authProvider)
    try members.encodeIfPresent(marketingOptIn, forKey: .marketingOptIn)
    try members.encode(scheduledDeleteAt, forKey: .scheduledDeleteAt)
    try members.encodeIfPresent(dailyNewCardLimit, forKey: .dailyNewCardLimit)
    try members.encode(timezone, forKey: .timezone)
    try members.encode(studyTimezone, forKey: .studyTimezone)
    try members.encode(studyRollover, forKey: .studyRollover)
    try members.encode(studyOptions, forKey: .studyOptions)
    try members.encodeIfPresent(createdAt, forKey: .createdAt)
    try members.encodeIfPresent(reminderMail, forKey: .reminderMail)
  }
}

/// A device that is signed in: a token family, not a study session.
public struct AuthSession: Codable, Sendable, Hashable {
  public var id: String
  public var device: DeviceInfo?
  /// RFC 3339, as all moments here.
  public var createdAt: String
  public var lastUsedAt: String?
  public var lastIp: String?
  public var userAgent: String?
  public var expiresAt: String
  public var hasPushToken: Bool
  public var lastPullAt: String?
  public var lastPushAt: String?
  /// Whether it is the one that asks.
  public var current: Bool

  public init(
    id: String, device: DeviceInfo?, createdAt: String, lastUsedAt: String?, lastIp: String?,
    userAgent: String?, expiresAt: String, hasPushToken: Bool, lastPullAt: String?,
    lastPushAt: String?, current: Bool
  ) {
    self.id = id
    self.device = device
    self.createdAt = createdAt
    self.lastUsedAt = lastUsedAt
    self.lastIp = lastIp
    self.userAgent = userAgent
    self.expiresAt = expiresAt
    self.hasPushToken = hasPushToken
    self.lastPullAt = lastPullAt
    self.lastPushAt = lastPushAt
    self.current = current
  }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(id, forKey: .id)
    try members.encodeIfPresent(device, forKey: .device)
    try members.encode(createdAt, forKey: .createdAt)
    try members.encode(lastUsedAt, forKey: .lastUsedAt)
    try members.encode(lastIp, forKey: .lastIp)
    try members.encode(userAgent, forKey: .userAgent)
    try members.encode(expiresAt, forKey: .expiresAt)
    try members.encode(hasPushToken, forKey: .hasPushToken)
    try members.encode(lastPullAt, forKey: .lastPullAt)
    try members.encode(lastPushAt, forKey: .lastPushAt)
    try members.encode(current, forKey: .current)
  }
}

public struct AuthSessions: Codable, Sendable, Hashable {
  /// The one that was used last stands first.
  public var sessions: [AuthSession]

  public init(sessions: [AuthSession]) { self.sessions = sessions }
}

/// A way to sign in.
public struct Identity: Codable, Sendable, Hashable {
  /// `apple` or `email`.
  public var provider: String
  public var email: String?
  /// RFC 3339.
  public var createdAt: String
  public var lastUsedAt: String?

  public init(provider: String, email: String?, createdAt: String, lastUsedAt: String?) {
    self.provider = provider
    self.email = email
    self.createdAt = createdAt
    self.lastUsedAt = lastUsedAt
  }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(provider, forKey: .provider)
    try members.encode(email, forKey: .email)
    try members.encode(createdAt, forKey: .createdAt)
    try members.encode(lastUsedAt, forKey: .lastUsedAt)
  }
}

public struct Identities: Codable, Sendable, Hashable {
  public var identities: [Identity]

  public init(identities: [Identity]) { self.identities = identities }
}

/// Proof of an Apple identity or of an address, to link it to an account.
public struct IdentityLink: Codable, Sendable, Hashable {
  public var provider: String
  public var identityToken: String?
  public var nonce: String?
  public var magicLinkToken: String?

  public init(
    provider: String, identityToken: String? = nil, nonce: String? = nil,
    magicLinkToken: String? = nil
  ) {
    self.provider = provider
    self.identityToken = identityToken
    self.nonce = nonce
    self.magicLinkToken = magicLinkToken
  }
}

public struct DeviceToken: Codable, Sendable, Hashable {
  public var deviceToken: String

  public init(deviceToken: String) { self.deviceToken = deviceToken }
}
