/// Counts for whoever runs the server.
public struct AdminStats: Codable, Sendable, Hashable {
  public var users: Users
  /// The oldest stands first.
  public var activity: [Activity]
  /// Live rows by entity.
  public var content: NamedValues<Int>
  public var subscriptions: Subscriptions
  public var sync: Sync?

  public init(
    users: Users, activity: [Activity], content: NamedValues<Int>, subscriptions: Subscriptions,
    sync: Sync?
  ) {
    self.users = users
    self.activity = activity
    self.content = content
    self.subscriptions = subscriptions
    self.sync = sync
  }

  public struct Users: Codable, Sendable, Hashable {
    public var total: Int
    public var active1d: Int
    public var active7d: Int
    public var active30d: Int
    public var disabled: Int
    public var pendingDeletion: Int

    public init(
      total: Int, active1d: Int, active7d: Int, active30d: Int, disabled: Int,
      pendingDeletion: Int
    ) {
      self.total = total
      self.active1d = active1d
      self.active7d = active7d
      self.active30d = active30d
      self.disabled = disabled
      self.pendingDeletion = pendingDeletion
    }

    private enum CodingKeys: String, CodingKey {
      case total, disabled, pendingDeletion
      case active1d = "active_1d"
      case active7d = "active_7d"
      case active30d = "active_30d"
    }
  }

  /// What was done in a day, a week or a month.
  public struct Activity: Codable, Sendable, Hashable {
    /// Its first day.
    public var from: String
    public var signUps: Int
    public var reviews: Int
    public var sessions: Int
    public var cardsCreated: Int
    public var activeUsers: Int

    public init(
      from: String, signUps: Int, reviews: Int, sessions: Int, cardsCreated: Int, activeUsers: Int
    ) {
      self.from = from
      self.signUps = signUps
      self.reviews = reviews
      self.sessions = sessions
      self.cardsCreated = cardsCreated
      self.activeUsers = activeUsers
    }
  }

  public struct Subscriptions: Codable, Sendable, Hashable {
    public var byPlan: NamedValues<Int>
    public var byStatus: NamedValues<Int>

    public init(byPlan: NamedValues<Int>, byStatus: NamedValues<Int>) {
      self.byPlan = byPlan
      self.byStatus = byStatus
    }
  }

  public struct Sync: Codable, Sendable, Hashable {
    /// Rows that were pushed within a day.
    public var pushRows24h: Int
    /// Those of them that were not taken, by reason.
    public var rejected24h: NamedValues<Int>
    public var replayQueue: Int

    public init(pushRows24h: Int, rejected24h: NamedValues<Int>, replayQueue: Int) {
      self.pushRows24h = pushRows24h
      self.rejected24h = rejected24h
      self.replayQueue = replayQueue
    }

    private enum CodingKeys: String, CodingKey {
      case replayQueue
      case pushRows24h = "push_rows_24h"
      case rejected24h = "rejected_24h"
    }
  }
}

/// The time that counts are wanted of, and in what steps.
public struct StatsQuery: EndpointQuery {
  /// Days, `YYYY-MM-DD`.
  public var from: String?
  public var to: String?
  /// `day`, `week` or `month`; nil is `day`.
  public var bucket: String?

  public init(from: String? = nil, to: String? = nil, bucket: String? = nil) {
    self.from = from
    self.to = to
    self.bucket = bucket
  }

  public var query: String {
    var query = QueryText()
    query.add("from", from)
    query.add("to", to)
    query.add("bucket", bucket)
    return query.text
  }
}
