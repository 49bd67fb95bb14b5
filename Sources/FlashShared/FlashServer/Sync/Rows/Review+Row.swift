import FlashModel
import FlashScheduler
import FlashSQL

extension Review: RowRecord {
  var rowID: RowID { id.row }
  /// An entry of the log never changes, so none is later than another.
  var clock: Timestamp {
    get { ratedAt }
    set { ratedAt = newValue }
  }
  var parents: [Parent] { [Parent(entity: .cards, id: cardID.row)] }

  private static let usualScheduler = "fsrs-6"

  static let columns: [SQLTable.Column] = [
    .init("id", .id), .init("card_id", .id), .init("order_ms", .integer),
    .init("rated_at_ms", .integer), .init("kind", .integer), .init("rating", .integer),
    .init("duration_ms", .integer), .init("session_id", .id), .init("cancels_id", .id),
    .init("state_before", .blob), .init("state_after", .blob), .init("scheduler", .text),
  ]

  static func read(_ row: some SQLStatement, from first: Int) -> Review {
    Review(
      id: row.id(first), cardID: row.id(first + 1), sessionID: row.identifier(first + 7),
      kind: ReviewKind(rawValue: row.int(first + 4)) ?? .review,
      cancelsID: row.identifier(first + 8),
      rating: row.optionalInteger(first + 5).flatMap { Rating(rawValue: Int($0)) },
      durationMilliseconds: row.int(first + 6), ratedAt: row.timestamp(first + 3),
      order: row.timestamp(first + 2), before: state(row, first + 9, row.timestamp(first + 3)),
      after: state(row, first + 10, row.timestamp(first + 3)),
      schedulerVersion: row.optionalText(first + 11) ?? usualScheduler)
  }

  private static func state(
    _ row: some SQLStatement, _ column: Int, _ rated: Timestamp
  ) -> Scheduling? {
    row.isNull(column) ? nil : Scheduling(packed: row.bytes(column), near: rated)
  }

  var values: [SQLValue] { Array(row(arrived: 0, of: .null).dropFirst(2)) }

  /// What is written to ``RowRecord/table(_:)``.
  func row(arrived stamp: Int64, of user: SQLValue) -> [SQLValue] {
    [
      .integer(stamp), user, SQLValue(id), SQLValue(cardID), SQLValue(order), SQLValue(ratedAt),
      SQLValue(kind.rawValue), SQLValue(rating?.rawValue), SQLValue(durationMilliseconds),
      SQLValue(sessionID), SQLValue(cancelsID),
      before.map { .blob($0.packed(near: ratedAt)) } ?? .null,
      after.map { .blob($0.packed(near: ratedAt)) } ?? .null,
      schedulerVersion == Review.usualScheduler ? .null : .text(schedulerVersion),
    ]
  }
}
