/// What became of a batch.
public struct PushResponse: Codable, Sendable, Hashable {
  /// Rows that were written.
  public var accepted: Int
  public var rejected: [RejectedRow]
  public var serverClockMs: Int64
  /// Rows that said what was stored already.
  public var unchanged: Int
  /// Rows whose clock was set back to the server's.
  public var adjusted: [AdjustedRow]
  /// The client's clock less the server's; nil if the client told none.
  public var clockSkewMs: Int64?
  /// The stamp up to which the client has everything now, this push included: nothing else has arrived
  /// since its `since`, and what was written is what it sent. Nil says that there may be something to
  /// fetch.
  public var nextSince: Int64?
  /// The newest arrival stamp of the account, after this push.
  public var arrivedMs: Int64?

  public init(
    accepted: Int = 0, rejected: [RejectedRow] = [], serverClockMs: Int64, unchanged: Int = 0,
    adjusted: [AdjustedRow] = [], clockSkewMs: Int64? = nil, nextSince: Int64? = nil,
    arrivedMs: Int64? = nil
  ) {
    self.accepted = accepted
    self.rejected = rejected
    self.serverClockMs = serverClockMs
    self.unchanged = unchanged
    self.adjusted = adjusted
    self.clockSkewMs = clockSkewMs
    self.nextSince = nextSince
    self.arrivedMs = arrivedMs
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    accepted = try members.decode(Int.self, forKey: .accepted)
    rejected = try members.decode([RejectedRow].self, forKey: .rejected)
    serverClockMs = try members.decode(Int64.self, forKey: .serverClockMs)
    // The older service has none of these.
    unchanged = try members.decodeIfPresent(Int.self, forKey: .unchanged) ?? 0
    adjusted = try members.decodeIfPresent([AdjustedRow].self, forKey: .adjusted) ?? []
    clockSkewMs = try members.decodeIfPresent(Int64.self, forKey: .clockSkewMs)
    nextSince = try members.decodeIfPresent(Int64.self, forKey: .nextSince)
    arrivedMs = try members.decodeIfPresent(Int64.self, forKey: .arrivedMs)
  }
}

/// A row that was not taken, and why.
public struct RejectedRow: Codable, Sendable, Hashable {
  /// As it was sent; empty if there was none.
  public var id: String
  /// A ``RejectReason``, or the key of the entitlement that is used up.
  public var reason: String
  public var entity: String?
  public var retryable: Bool?
  /// The entitlement's limit.
  public var limit: Int?
  /// The member that is not valid.
  public var field: String?
  /// The clock of what is stored, for `stale`.
  public var serverUpdatedAtMs: Int64?

  public init(
    id: String, reason: String, entity: String?, retryable: Bool?, limit: Int? = nil,
    field: String? = nil, serverUpdatedAtMs: Int64? = nil
  ) {
    self.id = id
    self.reason = reason
    self.entity = entity
    self.retryable = retryable
    self.limit = limit
    self.field = field
    self.serverUpdatedAtMs = serverUpdatedAtMs
  }
}

/// Why a row was not taken, where it is not a plan's limit.
public enum RejectReason: String, Sendable, CaseIterable {
  case missingID = "missing_id"
  /// A parent is missing or not the account's; the two are not told apart.
  case forbidden
  /// What is stored is newer.
  case stale
  /// A review that is stored already, with other content.
  case duplicate
  case invalid
  /// A record that was purged after its tombstone ran out.
  case gone
  case unknown

  /// Whether it may be taken later: the parent may still arrive.
  public var isRetryable: Bool { self == .forbidden }
}

/// A row whose clock was ahead of the server's.
public struct AdjustedRow: Codable, Sendable, Hashable {
  public var entity: String
  public var id: String
  public var updatedAtMs: Int64

  public init(entity: String, id: String, updatedAtMs: Int64) {
    self.entity = entity
    self.id = id
    self.updatedAtMs = updatedAtMs
  }
}
