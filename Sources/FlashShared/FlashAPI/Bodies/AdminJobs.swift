public import FlashModel

/// Something that the server does from time to time.
public struct JobReport: Codable, Sendable, Hashable {
  public var name: String
  /// `idle`, `running` or `failed`.
  public var state: String
  /// When it is done, in words.
  @Nullable public var schedule: String?
  /// RFC 3339, as the other.
  @Nullable public var lastRunAt: String?
  @Nullable public var lastDurationMs: Int?
  /// An object.
  @Nullable public var lastResult: JSONValue?
  @Nullable public var nextRunAt: String?

  public init(
    name: String, state: String, schedule: String?, lastRunAt: String?, lastDurationMs: Int?,
    lastResult: JSONValue?, nextRunAt: String?
  ) {
    self.name = name
    self.state = state
    self.schedule = schedule
    self.lastRunAt = lastRunAt
    self.lastDurationMs = lastDurationMs
    self.lastResult = lastResult
    self.nextRunAt = nextRunAt
  }
}

public struct JobReports: Codable, Sendable, Hashable {
  public var jobs: [JobReport]

  public init(jobs: [JobReport]) { self.jobs = jobs }
}

public struct JobRunQuery: EndpointQuery {
  /// Whether it only says what it would do.
  public var isDryRun: Bool

  public init(isDryRun: Bool = false) { self.isDryRun = isDryRun }

  public var query: String { isDryRun ? "dry_run=true" : "" }
}
