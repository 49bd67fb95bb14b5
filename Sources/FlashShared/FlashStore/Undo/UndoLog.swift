public import FlashModel
internal import FlashSQL

/// Something that undo would take back.
public struct UndoableAction: Sendable, Hashable {
  /// Such as `card add`, or `answer` for a review.
  public let label: String
  /// When it was done.
  public let at: Timestamp
  /// The card, if it was an answer.
  public let cardID: CardID?
}

extension Store {
  /// What undo would take back, in its order: the newest first.
  public func undoableActions(limit: Int = 20) throws(StoreError) -> [UndoableAction] {
    try rows(
      """
      select label, at_ms, null, seq as place from actions where undone = 0 and is_undo = 0
      union all
      select * from (
        select 'answer', coalesce(r.rated_at_ms, r.order_ms),
          (select id from cards where key = r.card_key), r.change_seq
        from reviews r where \(Store.standingAnswer) order by r.change_seq desc limit $1)
      order by place desc limit $1
      """, [.integer(Int64(limit))]
    ) { UndoableAction(label: $0.text(0), at: $0.timestamp(1), cardID: $0.identifier(2)) }
  }

  /// What redo would do again, in its order: the newest undo first.
  public func redoableActions(limit: Int = 20) throws(StoreError) -> [UndoableAction] {
    try rows(
      """
      select u.label, u.at_ms, case when u.of_seq is null then (
          select c.id from action_rows j join reviews r on r.change_seq = j.first_key
            join cards c on c.key = r.card_key
          where j.action_seq = u.seq and j.entity = $2) end
      from actions u where \(Store.redoable) order by u.seq desc limit $1
      """, [.integer(Int64(limit)), .integer(Int64(SyncEntity.reviews.rawValue))]
    ) { UndoableAction(label: $0.text(0), at: $0.timestamp(1), cardID: $0.identifier(2)) }
  }
}
