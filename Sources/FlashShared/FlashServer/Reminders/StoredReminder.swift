import FlashAPI
import FlashModel
import FlashSQL

typealias ReminderID = Identifier<Reminder>

/// A time of day at which an account is reminded.
struct StoredReminder: Sendable, Hashable {
  let id: ReminderID
  let user: UserID
  var time: TimeOfDay
  var isEnabled: Bool
  var updated: Timestamp
  let created: Timestamp

  /// Reminders that an account may have, switched on or off.
  static let most = 20

  private static let columns = "id, user_id, time_local, enabled, updated_at_ms, created_ms"

  /// By time of day.
  static func all(
    of user: UserID, in connection: some SQLConnection
  ) throws(SQLError) -> [StoredReminder] {
    try connection.rows(
      "select \(columns) from reminders where user_id = $1 order by time_local, id",
      [SQLValue(user)]
    ) { StoredReminder($0) }
  }

  private init(_ row: some SQLStatement) {
    id = row.identifier(0) ?? .nothing
    user = row.identifier(1) ?? .nothing
    // Only what was read as a time is ever stored.
    time = TimeOfDay(row.text(2)) ?? TimeOfDay(minute: 0)
    isEnabled = row.integer(3) == 1
    updated = row.timestamp(4)
    created = row.timestamp(5)
  }

  init(id: ReminderID, user: UserID, time: TimeOfDay, isEnabled: Bool, at now: Timestamp) {
    self.id = id
    self.user = user
    self.time = time
    self.isEnabled = isEnabled
    (updated, created) = (now, now)
  }

  static func enabledCount(
    of user: UserID, in connection: some SQLConnection
  ) throws(SQLError) -> Int {
    try connection.row(
      "select count(*) from reminders where user_id = $1 and enabled = 1", [SQLValue(user)]
    ) { Int($0.integer(0)) } ?? 0
  }

  func save(in connection: some SQLConnection) throws(SQLError) {
    try connection.run(
      """
      insert into reminders (id, user_id, time_local, enabled, updated_at_ms, created_ms)
      values ($1, $2, $3, $4, $5, $6)
      on conflict (id) do update set time_local = excluded.time_local,
        enabled = excluded.enabled, updated_at_ms = excluded.updated_at_ms
      """,
      [
        SQLValue(id), SQLValue(user), .text(time.text), .integer(isEnabled ? 1 : 0),
        SQLValue(updated), SQLValue(created),
      ])
  }

  func remove(in connection: some SQLConnection) throws(SQLError) {
    try connection.run("delete from reminders where id = $1", [SQLValue(id)])
  }

  var told: Reminder {
    Reminder(
      id: id.description, userId: user.description, timeLocal: time.text, enabled: isEnabled,
      updatedAtMs: updated.milliseconds, createdAt: created.rfc3339, updatedAt: updated.rfc3339)
  }
}

/// A time of day on the clock on the wall, to the minute.
struct TimeOfDay: Sendable, Hashable {
  /// 0 to 1,439.
  let minute: Int

  init(minute: Int) { self.minute = minute }

  /// - Returns: nil unless it is `HH:MM`.
  init?(_ text: String) {
    let digits = Array(text.utf8)
    guard digits.count == 5, digits[2] == UInt8(ascii: ":"),
      digits.enumerated().allSatisfy({ $0 == 2 || (48...57).contains($1) })
    else { return nil }
    let hour = (Int(digits[0]) - 48) * 10 + Int(digits[1]) - 48
    let rest = (Int(digits[3]) - 48) * 10 + Int(digits[4]) - 48
    guard hour < 24, rest < 60 else { return nil }
    minute = hour * 60 + rest
  }

  var text: String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(two(minute / 60)):\(two(minute % 60))"
  }
}
