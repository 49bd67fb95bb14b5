import FlashModel
import FlashSQL

extension Deck: RowRecord {
  var rowID: RowID { id.row }
  var clock: Timestamp {
    get { updatedAt }
    set { updatedAt = newValue }
  }
  /// Its topic is none: a deck whose topic is not the account's stands without one.
  var parents: [Parent] { [] }
  var mentions: [Parent] { topicID.map { [Parent(entity: .topics, id: $0.row)] } ?? [] }

  mutating func forget(where isUnknown: (Parent) -> Bool) {
    if let topic = mentions.first, isUnknown(topic) { topicID = nil }
  }

  static let columns: [SQLTable.Column] = [
    .init("id", .id), .init("topic_id", .id), .init("title", .text), .init("description", .text),
    .init("accent_color", .text), .init("default_study_mode", .text),
    .init("last_studied_at_ms", .integer), .init("options", .text),
    .init("updated_at_ms", .integer), .init("deleted_at_ms", .integer),
  ]

  static func read(_ row: some SQLStatement, from first: Int) -> Deck {
    Deck(
      id: row.id(first), topicID: row.identifier(first + 1), title: row.text(first + 2),
      description: row.optionalText(first + 3), accentColor: row.text(first + 4),
      mode: row.word(first + 5, .smart), lastStudiedAt: row.optionalTimestamp(first + 6),
      options: StudyOptions(stored: row.optionalText(first + 7)),
      updatedAt: row.timestamp(first + 8), deletedAt: row.optionalTimestamp(first + 9))
  }

  var values: [SQLValue] {
    [
      SQLValue(id), SQLValue(topicID), .text(title), SQLValue(description), .text(accentColor),
      .text(mode.rawValue), SQLValue(lastStudiedAt), SQLValue(options.stored),
      SQLValue(updatedAt), SQLValue(deletedAt),
    ]
  }
}

extension StudyOptions {
  /// Reads what ``stored`` made.
  init(stored text: String?) {
    self.init()
    // What we wrote ourselves reads; anything else counts as no options.
    if let text, let json = try? JSONValue(parsing: Array(text.utf8)),
      let options = try? StudyOptions(json: json)
    {
      self = options
    }
  }

  /// As tables keep them; nil if there are none.
  var stored: String? { isEmpty ? nil : String(decoding: json.bytes, as: UTF8.self) }
}
