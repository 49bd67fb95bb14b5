/// A time of day at which an account wants to be reminded.
public struct Reminder: Codable, Sendable, Hashable {
  public var id: String
  public var userId: String
  /// `HH:MM`, possibly with seconds behind.
  public var timeLocal: String
  public var enabled: Bool
  public var updatedAtMs: Int64
  /// RFC 3339.
  public var createdAt: String?
  public var updatedAt: String?

  public init(
    id: String, userId: String, timeLocal: String, enabled: Bool, updatedAtMs: Int64,
    createdAt: String?, updatedAt: String?
  ) {
    self.id = id
    self.userId = userId
    self.timeLocal = timeLocal
    self.enabled = enabled
    self.updatedAtMs = updatedAtMs
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}

public struct Reminders: Codable, Sendable, Hashable {
  /// By time of day.
  public var reminders: [Reminder]

  public init(reminders: [Reminder]) { self.reminders = reminders }
}

/// A reminder that is to be.
public struct ReminderInput: Codable, Sendable, Hashable {
  /// `HH:MM`.
  public var timeLocal: String
  /// Nil is true.
  public var enabled: Bool?

  public init(timeLocal: String, enabled: Bool? = nil) {
    self.timeLocal = timeLocal
    self.enabled = enabled
  }
}

/// What of a reminder is to change; nil stays as it is.
public struct ReminderChange: Codable, Sendable, Hashable {
  /// `HH:MM`.
  public var timeLocal: String?
  public var enabled: Bool?

  public init(timeLocal: String? = nil, enabled: Bool? = nil) {
    self.timeLocal = timeLocal
    self.enabled = enabled
  }
}
