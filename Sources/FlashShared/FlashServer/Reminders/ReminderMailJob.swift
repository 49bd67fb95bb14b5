import FlashModel
import FlashSQL

extension Jobs {
  /// Writes the reminders whose time has come.
  static func reminderMails<Storage: ServerStorage>(
    _ settings: SignInSettings, zones: @escaping ZoneFinder
  ) -> Job<Storage> {
    Job("reminder_mails", "remind people of what is due, if they asked for it", period: 30) {
      server in
      try server.storage.readDirectory { try !DueReminder.all(in: $0, now: server.clock()).isEmpty }
    } work: { server, lease in
      var (sent, seen) = (0, 0)
      let now = server.clock()
      while true {
        let due = try server.storage.readDirectory { try DueReminder.all(in: $0, now: now) }
        for reminder in due {
          if try reminder.settle(on: server, settings, zones: zones, now: now) { sent += 1 }
        }
        seen += due.count
        guard !due.isEmpty, try lease.renew() else { break }
      }
      return "\(sent) written, \(seen - sent) passed over"
    }
  }
}

/// A reminder whose time has come.
private struct DueReminder {
  let id: ReminderID
  let user: UserID
  let time: TimeOfDay
  let turn: Timestamp
  let email: String?
  let token: String?
  /// Whether the account is not disabled, nor about to be deleted.
  let isInUse: Bool

  private static let pageSize = 200

  static func all(
    in connection: some SQLConnection, now: Timestamp
  ) throws(SQLError) -> [DueReminder] {
    try connection.rows(
      """
      select r.id, r.user_id, r.time_local, r.next_mail_ms, u.email, u.reminder_mail_token,
        u.disabled_ms, u.scheduled_delete_ms
      from reminders r join users u on u.id = r.user_id
      where r.next_mail_ms <= $1 order by r.next_mail_ms, r.id limit \(pageSize)
      """, [SQLValue(now)]
    ) { row in
      DueReminder(
        id: row.identifier(0) ?? .nothing, user: row.identifier(1) ?? .nothing,
        time: TimeOfDay(row.text(2)) ?? TimeOfDay(minute: 0), turn: row.timestamp(3),
        email: row.optionalText(4), token: row.optionalText(5),
        isInUse: row.isNull(6) && row.isNull(7))
    }
  }

  /// Writes the mail, unless there is nothing to remind of, and notes when the next one is to be.
  /// - Returns: whether it was written.
  func settle<Storage: ServerStorage>(
    on server: Server<Storage>, _ settings: SignInSettings, zones: ZoneFinder, now: Timestamp
  ) throws -> Bool {
    var count: Int64 = 0
    if isInUse, email != nil, token != nil,
      now.milliseconds(since: turn) < ReminderMail.longestDelay
    {
      count = try server.storage.readAccount(user) {
        try DueReminder.dueCount(of: user, in: $0, now: now)
      }
    }
    return try server.storage.directory { connection in
      let zone = try ReminderMail.zone(of: user, in: connection, zones)
      let day = ReminderMail.day(of: turn, in: zone)
      let next = ReminderMail.next(time, in: zone, after: now, mailed: day)
      // Whoever changed it meanwhile has worked out another turn.
      let isOurs = try connection.row(
        """
        update reminders set next_mail_ms = $3, mailed_day = $4
        where id = $1 and next_mail_ms = $2 returning 1
        """, [SQLValue(id), SQLValue(turn), SQLValue(next), .integer(day)]
      ) { _ in true }
      guard isOurs == true, count > 0, let email, let token else { return false }
      try Outbox.add(
        .reminder(of: count, link: unsubscribing(token, settings)), kind: .reminder, to: email,
        expires: turn.advanced(by: ReminderMail.longestDelay),
        unsubscribe: unsubscribing(token, settings), in: connection, now: now,
        random: server.random)
      return true
    }
  }

  private func unsubscribing(_ token: String, _ settings: SignInSettings) -> String {
    "\(settings.publicURL)/mail/unsubscribe?t=\(token)"
  }

  /// Cards that have been studied before and are due, of all decks.
  private static func dueCount(
    of user: UserID, in connection: some SQLConnection, now: Timestamp
  ) throws(SQLError) -> Int64 {
    try connection.row(
      """
      select count(*) from cards c join decks d on d.user_id = c.user_id and d.id = c.deck_id
      where c.user_id = $1 and c.deleted_at_ms is null and d.deleted_at_ms is null
        and c.state <> 0 and c.suspended = 0 and c.due_at_ms <= $2
        and (c.buried_until_ms is null or c.buried_until_ms <= $2)
      """, [SQLValue(user), SQLValue(now)]
    ) { $0.integer(0) } ?? 0
  }
}
