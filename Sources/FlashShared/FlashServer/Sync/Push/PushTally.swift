import FlashAPI
import FlashModel

/// The answer to a push while it is made.
struct PushTally {
  private(set) var response: PushResponse

  init(now: Timestamp, skew: Int64?) {
    response = PushResponse(serverClockMs: now.milliseconds, clockSkewMs: skew)
  }

  /// Whether every row was taken, with its own clock.
  var isAsSent: Bool { response.rejected.isEmpty && response.adjusted.isEmpty }

  /// Tells the sender where it stands.
  mutating func place(_ place: SyncPlace?) { response.nextSince = place?.since }

  /// Tells the newest stamp of the account.
  mutating func tell(_ stamp: Int64) { response.arrivedMs = stamp }

  mutating func accept() { response.accepted += 1 }

  mutating func leave() { response.unchanged += 1 }

  mutating func adjust(_ entity: SyncEntity, _ id: RowID, _ clock: Timestamp) {
    response.adjusted.append(
      AdjustedRow(entity: entity.key, id: id.description, updatedAtMs: clock.milliseconds))
  }

  mutating func reject(
    _ entity: SyncEntity, _ id: String, _ reason: RejectReason, field: String? = nil,
    clock: Timestamp? = nil
  ) {
    response.rejected.append(
      RejectedRow(
        id: id, reason: reason.rawValue, entity: entity.key, retryable: reason.isRetryable,
        field: field, serverUpdatedAtMs: clock?.milliseconds))
  }

  /// Rejects a row that the plan has no room for.
  mutating func reject(
    _ entity: SyncEntity, _ id: RowID, _ key: EntitlementKey, _ limits: PlanLimits
  ) {
    response.rejected.append(
      RejectedRow(
        id: id.description, reason: key.rawValue, entity: entity.key, retryable: false,
        limit: limits.limit(key).flatMap { Int(exactly: $0) }))
  }

  /// Takes back an acceptance: the database refused the row after all.
  mutating func refuse(_ entity: SyncEntity, _ id: RowID) {
    response.accepted -= 1
    reject(entity, id.description, .invalid)
  }
}
