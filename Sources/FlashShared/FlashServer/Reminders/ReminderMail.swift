import FlashCrypto
import FlashModel
import FlashSQL

/// Mails that remind an account, if it has asked for them, of what is due.
///
/// When each reminder's next mail is to be written stands with it, worked out anew when the reminder,
/// the consent or the time zone changes. A day on the clock on the wall has at most one for each.
enum ReminderMail {
  /// After so many milliseconds a mail would come at another time than was asked for.
  static let longestDelay: Int64 = 3 * 3_600_000

  // MARK: Consent

  /// Whether an account gets mails.
  static func isOn(
    for user: UserID, in connection: some SQLConnection
  ) throws(SQLError) -> Bool {
    try connection.row(
      "select 1 from users where id = $1 and reminder_mail_token is not null",
      [SQLValue(user)]
    ) { _ in true } ?? false
  }

  /// Switches them on or off. The token in the links of the mails is kept as it is: whoever reads it
  /// can but end them.
  static func set(
    _ isOn: Bool, for user: UserID, in connection: some SQLConnection, zones: ZoneFinder,
    now: Timestamp, random: (Int) -> [UInt8]
  ) throws {
    if isOn {
      try connection.run(
        """
        update users set reminder_mail_token = $2 where id = $1 and reminder_mail_token is null
        """, [SQLValue(user), .text(Secret(link: random(32)).text)])
    } else {
      try connection.run(
        "update users set reminder_mail_token = null where id = $1", [SQLValue(user)])
    }
    try plan(of: user, in: connection, zones: zones, now: now)
  }

  /// Ends the mails of the account that a link is of.
  /// - Returns: whether there was one.
  static func unsubscribe(_ token: String, in connection: some SQLConnection) throws -> UserID? {
    let user: UserID? = try connection.identifier(
      "select id from users where reminder_mail_token = $1", [.text(token)])
    guard let user else { return nil }
    try connection.run(
      "update users set reminder_mail_token = null where id = $1", [SQLValue(user)])
    try connection.run(
      "update reminders set next_mail_ms = null where user_id = $1", [SQLValue(user)])
    return user
  }

  // MARK: Turns

  /// Works out when the next mails of an account are to be written.
  static func plan(
    of user: UserID, in connection: some SQLConnection, zones: ZoneFinder, now: Timestamp
  ) throws(SQLError) {
    let isOn = try isOn(for: user, in: connection)
    let zone = try zone(of: user, in: connection, zones)
    let turns = try connection.rows(
      "select id, time_local, enabled, mailed_day from reminders where user_id = $1",
      [SQLValue(user)]
    ) { row in
      (
        id: row.identifier(0) ?? ReminderID.nothing, time: TimeOfDay(row.text(1)),
        isEnabled: row.integer(2) == 1, mailed: row.optionalInteger(3)
      )
    }
    for turn in turns {
      var next: Timestamp?
      if isOn, turn.isEnabled, let time = turn.time {
        next = self.next(time, in: zone, after: now, mailed: turn.mailed)
      }
      try connection.run(
        "update reminders set next_mail_ms = $2 where id = $1", [SQLValue(turn.id), SQLValue(next)])
    }
  }

  /// The first moment after `moment` at which the clock on the wall shows a time, of a day that has had
  /// no mail. Where clocks are put forward over it, it is the moment at which they are; where they are
  /// put back, the first of the two.
  static func next(
    _ time: TimeOfDay, in zone: TimeZoneRules, after moment: Timestamp, mailed: Int64?
  ) -> Timestamp {
    var day = max(self.day(of: moment, in: zone), mailed.map { $0 + 1 } ?? .min)
    while true {
      let next = zone.firstMoment(
        showing: day * Timestamp.millisecondsPerDay + Int64(time.minute) * 60_000)
      if next > moment { return next }
      day += 1
    }
  }

  static func day(of moment: Timestamp, in zone: TimeZoneRules) -> Int64 {
    zone.localMilliseconds(at: moment).flooredQuotient(by: Timestamp.millisecondsPerDay)
  }

  /// Where the account is, as far as it says: else where its study days begin.
  static func zone(
    of user: UserID, in connection: some SQLConnection, _ zones: ZoneFinder
  ) throws(SQLError) -> TimeZoneRules {
    let name = try connection.row(
      "select coalesce(timezone, study_timezone) from users where id = $1", [SQLValue(user)]
    ) { $0.optionalText(0) }
    return (name ?? nil).flatMap(zones) ?? .utc
  }
}
