public import FlashModel

/// The tables of a snapshot: an account's rows as one SQLite file, packed by zstd on its way.
///
/// Columns are those of a collection, so that rows can be copied without being looked at one by one;
/// the checks are those of the wire. Rows are keyed by whole numbers from 1, by which they name each
/// other. There is no index: whoever takes the rows in makes its own, and those would be a third of
/// what travels. A file is only read if its tables are these, letter by letter.
public enum SnapshotSchema {
  /// `FLSN` in ASCII marks the file.
  public static let applicationID: Int64 = 0x464C_534E
  /// Raised with any change of the tables.
  public static let format = 1
  /// The greatest key: what rows of a century are far away from.
  public static let largestKey: Int64 = 1 << 40

  /// A table with what makes it.
  public struct Table: Sendable, Hashable {
    public let name: String
    public let columns: [String]
    let sql: String

    /// The names of the columns after the key, with commas between, each behind `prefix`.
    public func list(_ prefix: String = "") -> String {
      columns.map { prefix + $0 }.joined(separator: ", ")
    }
  }

  /// Parents first.
  public static let tables = [
    topics, decks, subTopics, cards, sessions, cardSubTopics, reviews,
  ]

  public static func table(_ entity: SyncEntity) -> Table { tables[entity.rawValue] }

  /// - Parameter columns: each with its definition.
  private static func table(
    _ name: String, _ columns: KeyValuePairs<String, String>, check: String = ""
  ) -> Table {
    let lines = columns.map { ",\n\($0.key) \($0.value)" }.joined()
    let key = "key integer primary key check (key between 1 and \(largestKey))"
    let end = check.isEmpty ? "" : ",\ncheck (\(check))"
    return Table(
      name: name, columns: columns.map(\.key),
      sql: "CREATE TABLE \(name) (\n\(key)\(lines)\(end)\n) strict")
  }

  /// A text without the character 0, of at most so many bytes.
  private static func text(_ column: String, _ most: Int, isNeeded: Bool = false) -> String {
    "text\(isNeeded ? " not null" : "") check (length(cast(\(column) as blob)) <= \(most) "
      + "and instr(cast(\(column) as blob), x'00') = 0)"
  }

  private static func name(_ column: String) -> String {
    "text not null check (length(\(column)) <= 255 and instr(cast(\(column) as blob), x'00') = 0)"
  }

  private static func id(_ column: String, isNeeded: Bool = false) -> String {
    "blob\(isNeeded ? " not null" : "") check (length(\(column)) = 16)"
  }

  private static func count(_ column: String, isNeeded: Bool = true) -> String {
    "integer\(isNeeded ? " not null" : "") check (\(column) between 0 and \(Int32.max))"
  }

  /// A clock of a record: a moment from 1970 on that a double holds exactly.
  private static func clock(_ column: String) -> String {
    "integer not null check (\(column) between 0 and \(1 << 53))"
  }

  private static let moment = "integer"
  private static let key = "integer"

  private static let topics = table(
    "topics",
    [
      "id": id("id", isNeeded: true), "name": name("name"),
      "color_hint": text("color_hint", 255), "updated_at_ms": clock("updated_at_ms"),
      "deleted_at_ms": moment,
    ])

  private static let decks = table(
    "decks",
    [
      "id": id("id", isNeeded: true), "topic_key": key, "title": name("title"),
      "description": text("description", 1 << 20),
      "accent_color": text("accent_color", 255, isNeeded: true),
      "default_study_mode":
        "text not null check (default_study_mode in ('smart', 'basic'))",
      "last_studied_at_ms": moment, "options": text("options", 1 << 16),
      "updated_at_ms": clock("updated_at_ms"), "deleted_at_ms": moment,
    ])

  private static let subTopics = table(
    "sub_topics",
    [
      "id": id("id", isNeeded: true), "deck_key": "integer not null", "name": name("name"),
      "position": count("position"), "color_hint": text("color_hint", 255),
      "updated_at_ms": clock("updated_at_ms"), "deleted_at_ms": moment,
    ])

  private static let cards = table(
    "cards",
    [
      "id": id("id", isNeeded: true), "deck_key": "integer not null",
      "position": count("position"),
      "state": "integer not null check (state between 0 and 3)",
      "step": count("step", isNeeded: false), "stability": "real check (stability > 0)",
      "difficulty": "real check (difficulty between 1 and 10)", "due_at_ms": moment,
      "last_reviewed_at_ms": moment, "last_scheduled_at_ms": moment, "reps": count("reps"),
      "lapses": count("lapses"), "suspended": "integer not null check (suspended in (0, 1))",
      "buried_until_ms": moment, "flag": "integer not null check (flag between 0 and 7)",
      "kind": "text check (kind in ('cloze', 'type_in'))", "note_id": id("note_id"),
      "note_ord": count("note_ord", isNeeded: false), "content_ms": clock("content_ms"),
      "sched_ms": clock("sched_ms"), "deleted_at_ms": moment,
      "diverged": "integer not null check (diverged in (0, 1))",
      "added_ms": "integer not null", "source_key": text("source_key", 512),
      "front_text": text("front_text", 1 << 20, isNeeded: true),
      "back_text": text("back_text", 1 << 20, isNeeded: true), "hint": text("hint", 1 << 16),
      "front_image_asset_id": id("front_image_asset_id"),
      "back_image_asset_id": id("back_image_asset_id"), "note_text": text("note_text", 1 << 20),
    ], check: "(stability is null) = (difficulty is null)")

  // Without a deck: only the id is known, from a log entry.
  private static let sessions = table(
    "sessions",
    [
      "id": id("id", isNeeded: true), "deck_key": key,
      "mode": "text not null check (mode in ('smart', 'basic'))",
      "started_at_ms": "integer not null", "ended_at_ms": moment,
      "cards_reviewed": count("cards_reviewed"), "accuracy_pct": "real not null",
      "mastery_delta": "real not null", "updated_at_ms": clock("updated_at_ms"),
      "deleted_at_ms": moment,
    ])

  private static let cardSubTopics = table(
    "card_sub_topics",
    [
      "id": id("id", isNeeded: true), "card_key": "integer not null",
      "sub_topic_key": "integer not null", "updated_at_ms": clock("updated_at_ms"),
      "deleted_at_ms": moment,
    ])

  // What is absent is as in a collection: see docs/schema.md.
  private static let reviews = table(
    "reviews",
    [
      "id": id("id", isNeeded: true), "card_key": "integer not null",
      "order_ms": "integer not null", "kind": "integer not null check (kind between 0 and 3)",
      "rating": "integer check (rating between 1 and 4)", "duration_ms": count("duration_ms"),
      "state": "integer check (state between 0 and 3)", "step": count("step", isNeeded: false),
      "stability": "real check (stability > 0)",
      "difficulty": "real check (difficulty between 1 and 10)", "due_at_ms": moment,
      "reps": count("reps", isNeeded: false), "lapses": count("lapses", isNeeded: false),
      "session_key": key, "rated_at_ms": moment, "last_reviewed_ms": moment,
      "last_scheduled_ms": moment, "cancels_id": id("cancels_id"),
      "state_before": text("state_before", 1_024), "scheduler": text("scheduler", 256),
    ],
    check: """
      (kind = 0) = (rating is not null) and (kind = 1) = (cancels_id is not null)
      and (stability is null) = (difficulty is null)
      and coalesce(rated_at_ms, order_ms) between 0 and \(1 << 53)
      """)
}
