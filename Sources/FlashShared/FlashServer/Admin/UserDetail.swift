import FlashAPI
import FlashModel
import FlashSQL

/// One account with everything that an operator may see of it, which is no card.
struct UserDetail<Storage: ServerStorage> {
  let call: Call<Storage>
  let user: UserID

  /// - Throws: ``Problem`` `.notFound`.
  func read() throws -> AdminUserDetail {
    let (account, note, isMarketingWelcome, identities, sessions, plan, reminders) =
      try call.storage.readDirectory { connection in
        let account = try UserRow.find(user, in: connection)
        let own = try connection.row(
          "select note, marketing_opt_in from users where id = $1", [SQLValue(user)]
        ) { ($0.optionalText(0), $0.integer(1) == 1) }
        return (
          account, own?.0, own?.1 ?? false,
          try LinkedIdentities.list(of: user, in: connection),
          try SignIns.list(of: user, current: nil, in: connection, now: call.now),
          try AccountPlan.load(of: user, in: connection),
          try StoredReminder.enabledCount(of: user, in: connection)
        )
      }
    let (counts, state, usage) = try call.storage.readAccount(user) { connection in
      (
        try self.counts(in: connection), try AccountState.load(of: user, connection),
        try PlanUsage(of: user, in: connection)
      )
    }
    return AdminUserDetail(
      account,
      AdminUserDetails(
        note: note, marketingOptIn: isMarketingWelcome, identities: identities,
        sessions: sessions, counts: counts, storageBytes: Int(state.size),
        resyncEpoch: Int(state.resyncEpoch),
        entitlements: EntitlementSnapshot(
          planKey: plan.key, version: Int(plan.version), entitlements: plan.entitlements,
          usage: usage.told(reminders: reminders))))
  }

  private func counts(
    in connection: Storage.Connection
  ) throws -> NamedValues<AdminUserDetails.RowCount> {
    var counts: NamedValues<AdminUserDetails.RowCount> = [:]
    for entity in SyncEntity.allCases {
      // An entry of a log is never deleted.
      let deleted = entity == .reviews ? "0" : "count(deleted_at_ms)"
      counts[entity.key] = try connection.row(
        "select count(*), cast(\(deleted) as bigint) from \(entity.key) where user_id = $1",
        [SQLValue(user)]
      ) { row in
        AdminUserDetails.RowCount(
          live: Int(row.integer(0) - row.integer(1)), deleted: Int(row.integer(1)))
      }
    }
    return counts
  }
}
