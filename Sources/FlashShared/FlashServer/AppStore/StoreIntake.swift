import FlashAPI
import FlashModel
import FlashSQL

/// Takes in what the store tells: kept at once, applied by a job, so that the store waits for nothing
/// but the keeping.
struct StoreIntake {
  let settings: StoreSettings
  let now: Timestamp
  let random: (Int) -> [UInt8]

  /// - Returns: false if it was received before.
  func keep(_ notification: StoreNotification, in connection: some SQLConnection) throws -> Bool {
    try connection.row(
      """
      insert into store_events (id, notification_uuid, type, subtype, environment, original_id,
        signed_ms, received_ms, outcome, content)
      values ($1, $2, $3, $4, $5, $6, $7, $8, 'pending', $9)
      on conflict (notification_uuid) do nothing returning 1
      """,
      [
        SQLValue(Identifier<StoreEvent>(madeAt: now, random: random)), .text(notification.uuid),
        .text(notification.type), SQLValue(notification.subtype),
        SQLValue(notification.environment), SQLValue(notification.originalID),
        SQLValue(notification.signed), SQLValue(now),
        .text(StoreEntry.text(notification.period, notification.renewal)),
      ]
    ) { _ in true } ?? false
  }

  /// Those whose turn has not come, in the order in which they came.
  static func waiting(
    in connection: some SQLConnection, limit: Int
  ) throws -> [Identifier<StoreEvent>] {
    try connection.rows(
      "select id from store_events where outcome = 'pending' order by id limit $1",
      [.integer(Int64(limit))]
    ) { row -> Identifier<StoreEvent>? in row.identifier(0) }.compactMap { $0 }
  }

  /// Applies one, and mails its account what it has to know.
  func apply(_ id: Identifier<StoreEvent>, in connection: some SQLConnection) throws {
    let found = try connection.row(
      "select type, subtype, original_id from store_events where id = $1 and outcome = 'pending'",
      [SQLValue(id)]
    ) { ($0.text(0), $0.optionalText(1), $0.optionalText(2)) }
    guard let (type, subtype, originalID) = found else { return }
    guard let change = StoreChange(type: type, subtype: subtype), let originalID else {
      return try ignore(id, "notifications of this kind are only written down", in: connection)
    }
    guard try !SpentPurchases.contain(originalID, in: connection) else {
      try connection.run(
        "update store_events set original_id = null, content = '{}' where id = $1", [SQLValue(id)])
      return try ignore(id, StoreRefusal.spent.reason, in: connection)
    }
    let ledger = try StoreLedger(
      of: originalID, settings: settings, now: now, in: connection)
    let settled = try ledger.settle()
    let outcome = try connection.row(
      "select outcome from store_events where id = $1", [SQLValue(id)]
    ) { StoreOutcome(rawValue: $0.text(0)) }
    guard let owner = ledger.owner, let settled, let outcome = outcome ?? nil else { return }
    try EffectivePlan.settle(owner, in: connection, now: now)
    if outcome == .applied {
      try PaymentNotice(change, renewedBy: type, settled.subscription)?
        .send(to: owner, in: connection, now: now, random: random)
    }
    try record(id, type, outcome, of: owner, settled, in: connection)
  }

  /// Puts the subscription of a notification together anew, whatever became of it before; nobody gets
  /// a mail.
  func applyAgain(_ id: Identifier<StoreEvent>, in connection: some SQLConnection) throws {
    let originalID = try connection.row(
      """
      update store_events set outcome = 'failed', detail = null
      where id = $1 and original_id is not null and outcome <> 'ignored' returning original_id
      """, [SQLValue(id)]
    ) { $0.text(0) }
    guard let originalID else { return }
    let ledger = try StoreLedger(
      of: originalID, settings: settings, now: now, in: connection)
    try ledger.settle()
    if let owner = ledger.owner { try EffectivePlan.settle(owner, in: connection, now: now) }
  }

  /// Records what a notification changed, or why it did not.
  private func record<Connection>(
    _ id: Identifier<StoreEvent>, _ type: String, _ outcome: StoreOutcome, of owner: UserID,
    _ settled: StoreLedger<Connection>.Settled, in connection: Connection
  ) throws {
    var entry = AuditEntry(
      action: "subscription.\(type.lowercased())", actor: .apple, user: owner,
      target: id.description)
    switch outcome {
    case .outOfOrder: entry.outcome = "rejected: \(StoreRefusal.outOfOrder.reason)"
    case .failed: entry.outcome = "rejected: \(StoreRefusal.productUnknown.reason)"
    default: break
    }
    if settled.before != settled.after {
      entry.before = settled.before
      entry.after = settled.after
    }
    try entry.write(in: connection, now: now, random: random)
  }

  private func ignore(
    _ id: Identifier<StoreEvent>, _ reason: String, in connection: some SQLConnection
  ) throws {
    try connection.run(
      "update store_events set outcome = 'ignored', detail = $2 where id = $1",
      [SQLValue(id), .text(reason)])
  }
}
