import FlashModel
import FlashSQL

extension Card: RowRecord {
  var rowID: RowID { id.row }
  var clock: Timestamp {
    get { updatedAt }
    set {
      contentUpdatedAt = newValue
      schedulingUpdatedAt = newValue
    }
  }
  var parents: [Parent] { [Parent(entity: .decks, id: deckID.row)] }

  static let columns: [SQLTable.Column] = [
    .init("id", .id), .init("deck_id", .id), .init("position", .integer),
    .init("state", .integer), .init("step", .integer), .init("stability", .double),
    .init("difficulty", .double), .init("due_at_ms", .integer),
    .init("last_reviewed_at_ms", .integer), .init("last_scheduled_at_ms", .integer),
    .init("reps", .integer), .init("lapses", .integer), .init("suspended", .integer),
    .init("buried_until_ms", .integer), .init("flag", .integer), .init("kind", .text),
    .init("note_id", .id), .init("note_ord", .integer), .init("content_ms", .integer),
    .init("sched_ms", .integer), .init("deleted_at_ms", .integer),
    .init("front_image_asset_id", .id), .init("back_image_asset_id", .id),
    .init("source_key", .text), .init("hint", .text), .init("front_text", .text),
    .init("back_text", .text), .init("note_text", .text),
  ]

  static func read(_ row: some SQLStatement, from first: Int) -> Card {
    Card(
      id: row.id(first), deckID: row.id(first + 1), front: row.text(first + 25),
      back: row.text(first + 26), frontImageAssetID: row.identifier(first + 21),
      backImageAssetID: row.identifier(first + 22), position: row.int(first + 2),
      kind: row.word(first + 15, .basic), hint: row.optionalText(first + 24),
      isSuspended: row.integer(first + 12) != 0,
      buriedUntil: row.optionalTimestamp(first + 13), flag: row.int(first + 14),
      noteID: row.identifier(first + 16), noteOrd: row.optionalInteger(first + 17).map(Int.init),
      noteText: row.optionalText(first + 27), sourceKey: row.optionalText(first + 23),
      scheduling: scheduling(row, from: first + 3),
      contentUpdatedAt: row.timestamp(first + 18), schedulingUpdatedAt: row.timestamp(first + 19),
      deletedAt: row.optionalTimestamp(first + 20))
  }

  private static func scheduling(_ row: some SQLStatement, from first: Int) -> Scheduling {
    var memory: MemoryState?
    if let stability = row.optionalDouble(first + 2),
      let difficulty = row.optionalDouble(first + 3)
    {
      memory = MemoryState(stability: stability, difficulty: difficulty)
    }
    return Scheduling(
      state: CardState(rawValue: row.int(first)) ?? .new,
      step: row.optionalInteger(first + 1).map(Int.init), memory: memory,
      due: row.optionalTimestamp(first + 4), lastReviewed: row.optionalTimestamp(first + 5),
      lastScheduled: row.optionalTimestamp(first + 6), reps: row.int(first + 7),
      lapses: row.int(first + 8))
  }

  /// The columns that a review changes.
  static let scheduleColumns: [SQLTable.Column] =
    columns.filter { scheduleNames.contains($0.name) }

  private static let scheduleNames: Set = [
    "state", "step", "stability", "difficulty", "due_at_ms", "last_reviewed_at_ms",
    "last_scheduled_at_ms", "reps", "lapses", "sched_ms",
  ]

  /// What is written to ``scheduleColumns``.
  var scheduleValues: [SQLValue] {
    [
      SQLValue(scheduling.state.rawValue), SQLValue(scheduling.step),
      SQLValue(scheduling.memory?.stability), SQLValue(scheduling.memory?.difficulty),
      SQLValue(scheduling.due), SQLValue(scheduling.lastReviewed),
      SQLValue(scheduling.lastScheduled), SQLValue(scheduling.reps), SQLValue(scheduling.lapses),
      SQLValue(schedulingUpdatedAt),
    ]
  }

  var values: [SQLValue] {
    [
      SQLValue(id), SQLValue(deckID), SQLValue(position), SQLValue(scheduling.state.rawValue),
      SQLValue(scheduling.step), SQLValue(scheduling.memory?.stability),
      SQLValue(scheduling.memory?.difficulty), SQLValue(scheduling.due),
      SQLValue(scheduling.lastReviewed), SQLValue(scheduling.lastScheduled),
      SQLValue(scheduling.reps), SQLValue(scheduling.lapses), .integer(isSuspended ? 1 : 0),
      SQLValue(buriedUntil), SQLValue(flag), .text(kind.rawValue), SQLValue(noteID),
      SQLValue(noteOrd), SQLValue(contentUpdatedAt), SQLValue(schedulingUpdatedAt),
      SQLValue(deletedAt), SQLValue(frontImageAssetID), SQLValue(backImageAssetID),
      SQLValue(sourceKey), SQLValue(hint), .text(front), .text(back), SQLValue(noteText),
    ]
  }
}
