import FlashAPI
import FlashModel
import FlashSQL

/// One subscription in the database, held so that nobody else changes it meanwhile.
///
/// Whatever changes one begins here: what the store told and what devices showed is kept, and how the
/// subscription stands is put together from all of it each time.
struct StoreLedger<Connection: SQLConnection> {
  let originalID: String
  let settings: StoreSettings
  let now: Timestamp
  let connection: Connection
  /// Whose it is; nil as long as no device has shown it.
  private(set) var owner: UserID?

  /// Takes hold of the subscription until the transaction ends, the first that is heard of it included.
  init(
    of originalID: String, settings: StoreSettings, now: Timestamp, in connection: Connection
  ) throws {
    self.originalID = originalID
    self.settings = settings
    self.now = now
    self.connection = connection
    let owner = try connection.row(
      """
      insert into subscriptions (original_id) values ($1)
      on conflict (original_id) do update set revision = subscriptions.revision + 1
      returning user_id
      """, [.text(originalID)]
    ) { row -> UserID? in row.identifier(0) }
    self.owner = owner ?? nil
  }

  /// Makes it the account's that showed it, unless it is somebody's.
  mutating func claim(for user: UserID) throws {
    guard owner == nil else { return }
    try connection.run(
      "update subscriptions set user_id = $2, claimed_ms = $3 where original_id = $1",
      [.text(originalID), SQLValue(user), SQLValue(now)])
    owner = user
  }

  /// Keeps a period that a device showed; the newest signature of each.
  func keep(_ period: StoreTransaction) throws {
    try connection.run(
      """
      insert into store_transactions (id, original_id, signed_ms, received_ms, content)
      values ($1, $2, $3, $4, $5)
      on conflict (id) do update set signed_ms = excluded.signed_ms,
        received_ms = excluded.received_ms, content = excluded.content
      where excluded.signed_ms > store_transactions.signed_ms
        and excluded.original_id = store_transactions.original_id
      """,
      [
        .text(period.id), .text(originalID), SQLValue(period.signed), SQLValue(now),
        .text(StoreEntry.text(period, nil)),
      ])
  }

  /// What came of putting one together.
  struct Settled: Sendable, Hashable {
    let subscription: StoreSubscription
    /// What the record of events says of it.
    let before: JSONValue
    let after: JSONValue
  }

  /// Puts it together anew and writes down how it stands, and what became of each notification that
  /// was waiting for that.
  /// - Returns: how it stands; nil if nothing that is known names a purchase.
  @discardableResult
  func settle() throws -> Settled? {
    let before = try summary()
    let events = try events()
    let (subscription, effects) = StoreSubscription.fold(events.map(\.entry) + (try shown()))
    let plan = try subscription.flatMap {
      try StoreProducts.plan(
        of: $0.period.productID, originalID: originalID, settings, in: connection)
    }
    let newest = events.filter { $0.outcome == .applied }.map(\.entry.signed).max()
    for (event, effect) in zip(events, effects) {
      try write(outcome(of: event, effect, newest: newest, hasPlan: plan != nil), of: event)
    }
    guard let subscription else { return nil }
    let standing = StoreStanding(
      of: subscription, plan: plan, cut: try cut(), at: now)
    try write(subscription, standing, signed: events.map(\.entry.signed).max())
    return Settled(
      subscription: subscription, before: before, after: try summary())
  }
}

// MARK: - What is kept

extension StoreLedger {
  private struct Event {
    let id: Identifier<StoreEvent>?
    let entry: StoreEntry
    let outcome: StoreOutcome
  }

  private func events() throws -> [Event] {
    try connection.rows(
      """
      select id, notification_uuid, type, subtype, signed_ms, content, outcome from store_events
      where original_id = $1
      """, [.text(originalID)]
    ) { row in
      Event(
        id: row.identifier(0),
        entry: StoreEntry(
          kind: .notified(type: row.text(2), subtype: row.optionalText(3)), id: row.text(1),
          signed: row.timestamp(4), kept: row.text(5)),
        outcome: StoreOutcome(rawValue: row.text(6)) ?? .ignored)
    }
  }

  private func shown() throws -> [StoreEntry] {
    try connection.rows(
      "select id, signed_ms, content from store_transactions where original_id = $1",
      [.text(originalID)]
    ) { row in
      StoreEntry(
        kind: .presented, id: row.text(0), signed: row.timestamp(1), kept: row.text(2))
    }
  }

  private func cut() throws -> Timestamp? {
    try connection.row(
      "select cut_ms from subscriptions where original_id = $1", [.text(originalID)]
    ) { $0.optionalTimestamp(0) } ?? nil
  }
}

// MARK: - What follows

extension StoreLedger {
  private func outcome(
    of event: Event, _ effect: StoreSubscription.Effect, newest: Timestamp?, hasPlan: Bool
  ) -> (StoreOutcome, String?) {
    if case .none(let reason) = effect { return (.ignored, reason) }
    guard owner != nil else { return (.unknownAccount, nil) }
    guard hasPlan else { return (.failed, StoreRefusal.productUnknown.reason) }
    if event.outcome == .pending, let newest, event.entry.signed < newest {
      return (.outOfOrder, StoreRefusal.outOfOrder.reason)
    }
    return (.applied, nil)
  }

  private func summary() throws -> JSONValue {
    try connection.row(
      "select status, plan_key, product_id, ends_ms from subscriptions where original_id = $1",
      [.text(originalID)]
    ) { row in
      .object([
        .init("original_transaction_id", .string(originalID)),
        .init("status", .string(row.text(0))),
        .init("plan_key", row.optionalText(1).map { .string($0) } ?? .null),
        .init("product_id", row.optionalText(2).map { .string($0) } ?? .null),
        .init("ends_at", row.optionalTimestamp(3).map { .string($0.rfc3339) } ?? .null),
      ])
    } ?? .null
  }

  private func write(_ outcome: (StoreOutcome, String?), of event: Event) throws {
    // What was settled once stays as it was told; only what waited for something is told anew.
    guard event.outcome.isOpen, outcome.0 != event.outcome else { return }
    try connection.run(
      "update store_events set outcome = $2, detail = $3 where id = $1",
      [SQLValue(event.id), .text(outcome.0.rawValue), SQLValue(outcome.1)])
  }

  private func write(
    _ subscription: StoreSubscription, _ standing: StoreStanding, signed: Timestamp?
  ) throws {
    try connection.run(
      """
      update subscriptions set plan_key = $2, product_id = $3, environment = $4, status = $5,
        expires_ms = $6, grace_expires_ms = $7, ends_ms = $8, renews = $9, next_product_id = $10,
        in_billing_retry = $11, end_reason = $12, last_signed_ms = $13
      where original_id = $1
      """,
      [
        .text(originalID), SQLValue(standing.planKey), .text(subscription.period.productID),
        .text(subscription.period.environment), .text(standing.status.rawValue),
        SQLValue(subscription.period.expires), SQLValue(subscription.graceExpires),
        SQLValue(standing.ends), SQLValue(subscription.renews.map { $0 ? 1 : 0 }),
        SQLValue(subscription.nextProductID), .integer(subscription.isInBillingRetry ? 1 : 0),
        SQLValue(standing.endReason), SQLValue(signed),
      ])
  }
}
