import FlashModel
import FlashSQL

/// The jobs of the service.
public enum Jobs {
  /// All of them.
  /// - Parameters:
  ///   - sender: nil where no mail is sent: then mails wait.
  ///   - zones: of the machine the server runs on; without them every day is one of UTC.
  public static func all<Storage: ServerStorage>(
    settings: SignInSettings, store: StoreSettings = StoreSettings(), sender: (any MailSender)?,
    zones: @escaping ZoneFinder = { _ in nil }
  ) -> [Job<Storage>] {
    var jobs: [Job<Storage>] = []
    if let sender { jobs.append(sendMail(through: sender)) }
    return jobs + [
      reminderMails(settings, zones: zones), endGrants(), deletionNotices(settings),
      hardDeleteUsers(), pruneTokens(), pruneMagicLinks(), purgeTombstones(), refreshCounts(),
      verifyIntegrity(),
    ] + StoreJobs.all(store)
  }

  /// Runs what is due, one after the other; for a thread that asks every second.
  /// - Parameter report: told of each job that ran, or failed.
  public static func runDue<Storage: ServerStorage>(
    _ jobs: [Job<Storage>], on server: Server<Storage>,
    report: (_ name: String, Result<String, any Error>) -> Void
  ) {
    for job in jobs {
      do {
        if case .done(let line) = try job.run(on: server, onlyIfDue: true) {
          report(job.name, .success(line))
        }
      } catch {
        report(job.name, .failure(error))
      }
    }
  }

  /// Accounts after which a job says that it is still at it.
  private static let renewEvery = 50
  private static let hour = 3_600
  private static let day = 86_400
  private static let dayInMilliseconds: Int64 = 86_400_000

  private static func sendMail<Storage: ServerStorage>(
    through sender: any MailSender
  ) -> Job<Storage> {
    Job("send_mail", "send the mails of the outbox", period: 1) { server in
      try server.storage.readDirectory { try Outbox.hasDue(in: $0, now: server.clock()) }
    } work: { server, _ in
      let (sent, failed) = try Outbox.send(through: sender, from: server)
      return "\(sent) sent, \(failed) failed"
    }
  }

  /// Settles the plans of accounts whose grants have ended.
  private static func endGrants<Storage: ServerStorage>() -> Job<Storage> {
    Job("end_grants", "take back plans whose grant has ended", period: 60) { server in
      try server.storage.readDirectory {
        try !PlanGrants.ended(in: $0, now: server.clock()).isEmpty
      }
    } work: { server, _ in
      let now = server.clock()
      let ended = try server.storage.directory { connection in
        let users = try PlanGrants.ended(in: connection, now: now)
        for user in users {
          let plan = try EffectivePlan.settle(user, in: connection, now: now)
          try AuditEntry(
            action: "subscription.grant_ended", actor: .system("end_grants"), user: user,
            after: plan.recorded
          ).write(in: connection, now: now, random: server.random)
        }
        return users.count
      }
      return "\(ended) settled"
    }
  }

  /// Tells people three days before their account goes.
  private static func deletionNotices<Storage: ServerStorage>(
    _ settings: SignInSettings
  ) -> Job<Storage> {
    Job("deletion_notices", "remind people of deletions three days ahead", period: hour) {
      server, _ in
      let now = server.clock()
      let noticed = try server.storage.directory { connection in
        let leaving = try connection.rows(
          """
          update users set deletion_noticed_ms = $1
          where scheduled_delete_ms <= $2 and deletion_noticed_ms is null and email is not null
          returning id, email, scheduled_delete_ms
          """, [SQLValue(now), SQLValue(now.advanced(by: 3 * dayInMilliseconds))]
        ) { row -> (UserID?, String, Timestamp) in
          (row.identifier(0), row.text(1), row.timestamp(2))
        }
        for (user, email, end) in leaving {
          guard let user, end > now else { continue }
          try AccountDeletion.notice(
            to: email, of: user, end: end, isReminder: true, settings: settings, in: connection,
            now: now, random: server.random)
        }
        return leaving.count
      }
      return "\(noticed) reminded"
    }
  }

  /// Deletes the accounts whose day has come.
  private static func hardDeleteUsers<Storage: ServerStorage>() -> Job<Storage> {
    Job("hard_delete_users", "delete the accounts whose day has come", period: hour) {
      server, lease in
      let now = server.clock()
      let leaving = try server.storage.readDirectory { connection in
        try connection.rows(
          "select id from users where scheduled_delete_ms <= $1", [SQLValue(now)]
        ) { row -> UserID? in row.identifier(0) }.compactMap { $0 }
      }
      for user in leaving {
        _ = try server.storage.directory {
          try AccountDeletion.remove(
            user, by: .system("hard_delete_users"), in: $0, now: now, random: server.random)
        }
        guard try lease.renew() else { break }
      }
      // Also those whose erasing was cut short.
      let erasures = try server.storage.readDirectory { connection in
        try connection.rows("select user_id from erasures") { row -> UserID? in
          row.identifier(0)
        }.compactMap { $0 }
      }
      for user in erasures {
        try server.storage.erase(user)
        try server.storage.directory { try AccountDeletion.erased(user, in: $0) }
        guard try lease.renew() else { break }
      }
      return "\(erasures.count) deleted"
    }
  }

  /// Forgets tokens, sign-ins and what else of the directory is over.
  private static func pruneTokens<Storage: ServerStorage>() -> Job<Storage> {
    Job("prune_tokens", "forget tokens, sign-ins and keys that are over", period: hour) {
      server, _ in
      let now = server.clock()
      try server.storage.directory { connection in
        for (sql, age) in [
          // A refresh token is kept to its end even when it was used, so that a copy shows.
          ("delete from tokens where expires_ms <= $1", Int64(0)),
          ("delete from sign_ins where ends_ms <= $1", 0),
          ("delete from sign_ins where ended_ms <= $1", 7 * dayInMilliseconds),
          ("delete from apple_tokens where expires_ms <= $1", 3_600_000),
          ("delete from idempotency_keys where created_ms <= $1", dayInMilliseconds),
          ("delete from buckets where began_ms <= $1", dayInMilliseconds),
          ("delete from mails where sent_ms <= $1", 30 * dayInMilliseconds),
        ] {
          try connection.run(sql, [SQLValue(now.advanced(by: -age))])
        }
      }
      return "done"
    }
  }

  private static func pruneMagicLinks<Storage: ServerStorage>() -> Job<Storage> {
    Job("prune_magic_links", "forget links that have run out", period: hour) { server, _ in
      let end = server.clock().advanced(by: -3_600_000)
      try server.storage.directory { connection in
        try connection.run("delete from magic_links where expires_ms <= $1", [SQLValue(end)])
      }
      return "done"
    }
  }

  private static func purgeTombstones<Storage: ServerStorage>() -> Job<Storage> {
    Job("purge_tombstones", "purge what was deleted over 90 days ago", period: day) {
      server, lease in
      var purged = 0
      var seen = 0
      for user in try Users(server.storage) {
        purged += try TombstonePurge.run(of: user, in: server.storage, at: server.clock())
        try SnapshotPrune.run(of: user, in: server.storage, at: server.clock())
        try ToldStamps.prune(of: user, in: server.storage, at: server.clock())
        seen += 1
        guard try seen % renewEvery != 0 || lease.renew() else { break }
      }
      return "\(purged) purged"
    }
  }

  /// Looks whether an entry of the record of events was altered or taken out.
  private static func verifyIntegrity<Storage: ServerStorage>() -> Job<Storage> {
    Job("verify_integrity", "check that the record of events is whole", period: day) { server, _ in
      if let number = try server.storage.readDirectory({ try AuditChain.firstBreak(in: $0) }) {
        throw AuditChain.Break(number: number)
      }
      return "whole"
    }
  }

  private static func refreshCounts<Storage: ServerStorage>() -> Job<Storage> {
    Job("refresh_counts", "count what each account holds, for lists and limits", period: day) {
      server, lease in
      var counted = 0
      for user in try Users(server.storage) {
        let counts = try server.storage.readAccount(user) { try AccountCounts(user, in: $0) }
        try server.storage.account(user) { try counts.writeSize(of: user, in: $0) }
        try server.storage.directory { try counts.write(to: user, in: $0) }
        counted += 1
        guard try counted % renewEvery != 0 || lease.renew() else { break }
      }
      return "\(counted) counted"
    }
  }
}
