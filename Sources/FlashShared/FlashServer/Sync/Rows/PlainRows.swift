import FlashModel
import FlashSQL

extension Topic: RowRecord {
  var rowID: RowID { id.row }
  var clock: Timestamp {
    get { updatedAt }
    set { updatedAt = newValue }
  }
  var parents: [Parent] { [] }

  static let columns: [SQLTable.Column] = [
    .init("id", .id), .init("name", .text), .init("color_hint", .text),
    .init("updated_at_ms", .integer), .init("deleted_at_ms", .integer),
  ]

  static func read(_ row: some SQLStatement, from first: Int) -> Topic {
    Topic(
      id: row.id(first), name: row.text(first + 1), colorHint: row.optionalText(first + 2),
      updatedAt: row.timestamp(first + 3), deletedAt: row.optionalTimestamp(first + 4))
  }

  var values: [SQLValue] {
    [SQLValue(id), .text(name), SQLValue(colorHint), SQLValue(updatedAt), SQLValue(deletedAt)]
  }
}

extension SubTopic: RowRecord {
  var rowID: RowID { id.row }
  var clock: Timestamp {
    get { updatedAt }
    set { updatedAt = newValue }
  }
  var parents: [Parent] { [Parent(entity: .decks, id: deckID.row)] }

  static let columns: [SQLTable.Column] = [
    .init("id", .id), .init("deck_id", .id), .init("name", .text), .init("position", .integer),
    .init("color_hint", .text), .init("updated_at_ms", .integer), .init("deleted_at_ms", .integer),
  ]

  static func read(_ row: some SQLStatement, from first: Int) -> SubTopic {
    SubTopic(
      id: row.id(first), deckID: row.id(first + 1), name: row.text(first + 2),
      position: row.int(first + 3), colorHint: row.optionalText(first + 4),
      updatedAt: row.timestamp(first + 5), deletedAt: row.optionalTimestamp(first + 6))
  }

  var values: [SQLValue] {
    [
      SQLValue(id), SQLValue(deckID), .text(name), SQLValue(position), SQLValue(colorHint),
      SQLValue(updatedAt), SQLValue(deletedAt),
    ]
  }
}

extension CardSubTopic: RowRecord {
  var rowID: RowID { id.row }
  var clock: Timestamp {
    get { updatedAt }
    set { updatedAt = newValue }
  }
  var parents: [Parent] {
    [Parent(entity: .cards, id: cardID.row), Parent(entity: .subTopics, id: subTopicID.row)]
  }

  static let columns: [SQLTable.Column] = [
    .init("id", .id), .init("card_id", .id), .init("sub_topic_id", .id),
    .init("updated_at_ms", .integer), .init("deleted_at_ms", .integer),
  ]

  static func read(_ row: some SQLStatement, from first: Int) -> CardSubTopic {
    CardSubTopic(
      id: row.id(first), cardID: row.id(first + 1), subTopicID: row.id(first + 2),
      updatedAt: row.timestamp(first + 3), deletedAt: row.optionalTimestamp(first + 4))
  }

  var values: [SQLValue] {
    [
      SQLValue(id), SQLValue(cardID), SQLValue(subTopicID), SQLValue(updatedAt),
      SQLValue(deletedAt),
    ]
  }
}

extension StudySession: RowRecord {
  var rowID: RowID { id.row }
  var clock: Timestamp {
    get { updatedAt }
    set { updatedAt = newValue }
  }
  var parents: [Parent] { [Parent(entity: .decks, id: deckID.row)] }

  static let columns: [SQLTable.Column] = [
    .init("id", .id), .init("deck_id", .id), .init("mode", .text),
    .init("started_at_ms", .integer), .init("ended_at_ms", .integer),
    .init("cards_reviewed", .integer), .init("accuracy_pct", .double),
    .init("mastery_delta", .double), .init("updated_at_ms", .integer),
    .init("deleted_at_ms", .integer),
  ]

  static func read(_ row: some SQLStatement, from first: Int) -> StudySession {
    StudySession(
      id: row.id(first), deckID: row.id(first + 1), mode: row.word(first + 2, .smart),
      startedAt: row.timestamp(first + 3), endedAt: row.optionalTimestamp(first + 4),
      cardsReviewed: row.int(first + 5), accuracyPercent: row.double(first + 6),
      masteryDelta: row.double(first + 7), updatedAt: row.timestamp(first + 8),
      deletedAt: row.optionalTimestamp(first + 9))
  }

  var values: [SQLValue] {
    [
      SQLValue(id), SQLValue(deckID), .text(mode.rawValue), SQLValue(startedAt),
      SQLValue(endedAt), SQLValue(cardsReviewed), .double(accuracyPercent), .double(masteryDelta),
      SQLValue(updatedAt), SQLValue(deletedAt),
    ]
  }
}
