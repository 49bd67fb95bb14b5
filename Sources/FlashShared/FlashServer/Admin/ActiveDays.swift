import FlashModel
import FlashSQL

/// What accounts did on each day: by it an operator sees how the service is used without looking
/// into anybody's collection. It goes with the account.
enum ActiveDays {
  /// What a push added.
  struct Gains: Sendable, Hashable {
    var reviews: Int64
    var sessions: Int64
    var cards: Int64

    static let none = Gains(reviews: 0, sessions: 0, cards: 0)

    private init(reviews: Int64, sessions: Int64, cards: Int64) {
      self.reviews = reviews
      self.sessions = sessions
      self.cards = cards
    }

    init(from before: AccountState, to after: AccountState, sessions: Int) {
      self.init(
        reviews: max(0, after.reviews - before.reviews), sessions: Int64(sessions),
        cards: max(0, after.cards - before.cards))
    }
  }

  /// The day of a moment, counted from 1970, in UTC.
  static func day(of moment: Timestamp) -> Int64 {
    moment.milliseconds.flooredQuotient(by: Timestamp.millisecondsPerDay)
  }

  static func note(
    _ gains: Gains, of user: UserID, in connection: some SQLConnection, now: Timestamp
  ) throws(SQLError) {
    try connection.run(
      """
      insert into active_days (day, user_id, reviews, sessions, cards)
      select cast($1 as bigint), id, cast($3 as bigint), cast($4 as bigint), cast($5 as bigint)
      from users where id = $2
      on conflict (day, user_id) do update set reviews = active_days.reviews + excluded.reviews,
        sessions = active_days.sessions + excluded.sessions,
        cards = active_days.cards + excluded.cards
      """,
      [
        .integer(day(of: now)), SQLValue(user), .integer(gains.reviews), .integer(gains.sessions),
        .integer(gains.cards),
      ])
  }
}
