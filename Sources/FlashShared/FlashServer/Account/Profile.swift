import FlashAPI
import FlashModel
import FlashSQL

/// The profile of an account, as it is read.
enum Profile {
  private static let columns = """
    email, name, avatar_url, auth_provider, daily_goal_cards, reminder_time_local,
    reminder_enabled, theme_preference, subscription_status, subscription_expires_ms, plan_key,
    marketing_opt_in, scheduled_delete_ms, daily_new_card_limit, timezone, study_timezone,
    study_rollover, study_options, updated_at_ms, created_ms, reminder_mail_token
    """

  /// - Throws: ``Problem`` `.unauthenticated` if the account is gone.
  static func read(_ user: UserID, in connection: some SQLConnection) throws -> Me {
    let me = try connection.row(
      "select \(columns) from users where id = $1", [SQLValue(user)]
    ) { row in
      Me(
        id: user.description, email: row.optionalText(0), name: row.optionalText(1),
        avatarUrl: row.optionalText(2), dailyGoalCards: Int(row.integer(4)),
        reminderTimeLocal: row.optionalText(5), reminderEnabled: row.integer(6) == 1,
        themePreference: row.text(7), subscriptionStatus: row.text(8),
        subscriptionExpiresAt: row.optionalTimestamp(9)?.rfc3339,
        updatedAtMs: row.integer(18), planKey: row.text(10), authProvider: row.text(3),
        marketingOptIn: row.integer(11) == 1,
        scheduledDeleteAt: row.optionalTimestamp(12)?.rfc3339,
        dailyNewCardLimit: Int(row.integer(13)), timezone: row.optionalText(14),
        studyTimezone: row.optionalText(15), studyRollover: row.optionalInteger(16).map { Int($0) },
        studyOptions: row.optionalText(17).flatMap(json), createdAt: row.timestamp(19).rfc3339,
        reminderMail: !row.isNull(20))
    }
    guard let me else { throw Problem(.unauthenticated, "The account is gone.") }
    return me
  }

  private static func json(_ text: String) -> JSONValue? {
    // Only what was read as JSON is ever stored.
    try? JSONValue(parsing: Array(text.utf8))
  }
}
