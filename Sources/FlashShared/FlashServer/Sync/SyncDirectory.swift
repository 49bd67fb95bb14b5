public import FlashModel
import FlashScheduler
import FlashSQL

// What sync needs of the directory.

/// Finds the rules of a time zone by its name, such as `Europe/Berlin`; nil if there is none.
public typealias ZoneFinder = @Sendable (String) -> TimeZoneRules?

extension StudySettings {
  /// What an account has set; without a time zone its days are those of UTC.
  static func load(
    of user: UserID, _ connection: some SQLConnection, zones: ZoneFinder
  ) throws(SQLError) -> StudySettings {
    try connection.row(
      "select study_options, study_timezone, study_rollover from users where id = $1",
      [SQLValue(user)]
    ) { row throws(SQLError) in
      var settings = StudySettings(
        options: StudyOptions(stored: row.optionalText(0)),
        calendar: StudyCalendar(
          zone: row.optionalText(1).flatMap(zones) ?? .utc,
          rolloverHour: row.optionalInteger(2).map(Int.init) ?? 4))
      let set =
        (0..<2).map { row.optionalText($0) ?? "" } + [
          row.optionalInteger(2).map { "\($0)" } ?? ""
        ]
      if set.contains(where: { !$0.isEmpty }) { settings.mark = set.joined(separator: "\n") }
      return settings
    } ?? StudySettings(calendar: StudyCalendar(zone: .utc))
  }
}

extension SQLConnection {
  /// Which of `users` have an account.
  func known(_ users: Set<UserID>) throws(SQLError) -> Set<UserID> {
    var known: Set<UserID> = []
    try forEachRow("select id from users where id {ids}", [], of: users.sorted()) {
      row throws(SQLError) in known.insert(row.id(0))
    }
    return known
  }

  /// Keeps what lists of accounts and figures of the service show.
  func note(
    _ account: AccountState, _ gains: ActiveDays.Gains, of principal: Principal, at now: Timestamp
  ) throws(SQLError) {
    try ActiveDays.note(gains, of: principal.user, in: self, now: now)
    try run(
      """
      update users set deck_count = $2, card_count = $3, review_count = $4, last_seen_ms = $5
      where id = $1
      """,
      [
        SQLValue(principal.user), .integer(account.decks), .integer(account.cards),
        .integer(account.reviews), SQLValue(now),
      ])
    try run(
      "update sign_ins set last_push_ms = $2 where id = $1",
      [SQLValue(principal.signIn), SQLValue(now)])
  }
}
