import FlashModel
import FlashSQL

// The tables of a collection and of a server as they stand in the file, read by SQL of their own, so
// that a fault of the product's reading is not shared.

/// The rows of some tables, by `entity/id`.
typealias TableImage = [String: TableRow]

/// What a row holds, as text.
struct TableRow: Hashable {
  /// What a person wrote or decided, and whether the row is alive.
  var content: String
  /// What follows from answers.
  var schedule: String
  /// Clocks by which versions are weighed.
  var clocks: String
  var isAlive: Bool
}

/// A table with the same columns on both sides.
struct TableQuery: Sendable {
  let entity: String
  /// How columns are read: `i` an id, `n` a whole number, `d` a fraction, `t` a text.
  let content: String
  let schedule: String
  let clocks: Int
  let client: String
  let server: String

  /// The id first, then content, schedule, clocks, and when it was removed.
  static let all: [TableQuery] = [
    TableQuery(
      entity: "topics", content: "tt", schedule: "", clocks: 1,
      client: "select id, name, color_hint, updated_at_ms, deleted_at_ms from topics",
      server: "select id, name, color_hint, updated_at_ms, deleted_at_ms from topics"),
    TableQuery(
      entity: "decks", content: "ittttnt", schedule: "", clocks: 1,
      client: """
        select d.id, t.id, title, description, accent_color, default_study_mode,
          last_studied_at_ms, options, d.updated_at_ms, d.deleted_at_ms
        from decks d left join topics t on t.key = d.topic_key
        """,
      server: """
        select id, topic_id, title, description, accent_color, default_study_mode,
          last_studied_at_ms, options, updated_at_ms, deleted_at_ms from decks
        """),
    TableQuery(
      entity: "sub_topics", content: "itnt", schedule: "", clocks: 1,
      client: """
        select s.id, d.id, s.name, s.position, s.color_hint, s.updated_at_ms, s.deleted_at_ms
        from sub_topics s left join decks d on d.key = s.deck_key
        """,
      server: """
        select id, deck_id, name, position, color_hint, updated_at_ms, deleted_at_ms
        from sub_topics
        """),
    TableQuery(
      entity: "cards", content: "inttnnnttt", schedule: "nnddnnnnn", clocks: 2,
      client: """
        select c.id, d.id, c.position, front_text, back_text, suspended, buried_until_ms, flag,
          coalesce(kind, 'basic'), hint, note_text, state, step, stability, difficulty, due_at_ms,
          last_reviewed_at_ms, last_scheduled_at_ms, reps, lapses, content_ms, sched_ms,
          c.deleted_at_ms
        from cards c left join decks d on d.key = c.deck_key
        """,
      server: """
        select id, deck_id, position, front_text, back_text, suspended, buried_until_ms, flag,
          kind, hint, note_text, state, step, stability, difficulty, due_at_ms,
          last_reviewed_at_ms, last_scheduled_at_ms, reps, lapses, content_ms, sched_ms,
          deleted_at_ms
        from cards
        """),
    TableQuery(
      entity: "sessions", content: "itnnndd", schedule: "", clocks: 1,
      client: """
        select n.id, d.id, mode, started_at_ms, ended_at_ms, cards_reviewed, accuracy_pct,
          mastery_delta, n.updated_at_ms, n.deleted_at_ms
        from sessions n join decks d on d.key = n.deck_key
        """,
      server: """
        select id, deck_id, mode, started_at_ms, ended_at_ms, cards_reviewed, accuracy_pct,
          mastery_delta, updated_at_ms, deleted_at_ms from sessions
        """),
    TableQuery(
      entity: "card_sub_topics", content: "ii", schedule: "", clocks: 1,
      client: """
        select l.id, c.id, s.id, l.updated_at_ms, l.deleted_at_ms from card_sub_topics l
        left join cards c on c.key = l.card_key left join sub_topics s on s.key = l.sub_topic_key
        """,
      server: """
        select id, card_id, sub_topic_id, updated_at_ms, deleted_at_ms from card_sub_topics
        """),
    TableQuery(
      entity: "reviews", content: "inninnn", schedule: "", clocks: 0,
      client: """
        select r.id, c.id, r.kind, rating, cancels_id, duration_ms, order_ms,
          coalesce(rated_at_ms, order_ms), null
        from reviews r left join cards c on c.key = r.card_key
        """,
      server: """
        select id, card_id, kind, rating, cancels_id, duration_ms, order_ms, rated_at_ms, null
        from reviews
        """),
  ]

  /// Reads a row of the query.
  func row(_ row: some SQLStatement) -> (key: String, row: TableRow) {
    var column = 1
    func texts(_ kinds: String) -> String {
      var text = ""
      for kind in kinds {
        text += row.isNull(column) ? "-" : TableQuery.text(kind, row, column)
        text += "|"
        column += 1
      }
      return text
    }
    let content = texts(content)
    let schedule = texts(schedule)
    let clocks = texts(String(repeating: "n", count: clocks))
    let isAlive = row.isNull(column)
    return (
      "\(entity)/\(TableQuery.text("i", row, 0))",
      TableRow(
        content: content + (isAlive ? "alive" : "removed"), schedule: schedule, clocks: clocks,
        isAlive: isAlive)
    )
  }

  private static func text(_ kind: Character, _ row: some SQLStatement, _ column: Int) -> String {
    switch kind {
    case "n": return String(row.integer(column))
    case "d": return String(row.double(column))
    case "t": return row.text(column)
    default:
      guard let id: Identifier<TableRow> = row.identifier(column) else { return "?" }
      return id.description
    }
  }
}

/// Reads a collection's file, as often as it has changed.
final class StoreReader {
  private let connection: SQLiteConnection
  private var version: Int64?
  private var newest: TableImage = [:]

  init(_ path: String) throws { connection = try SQLiteConnection(path: path, access: .read) }

  func image() throws -> TableImage {
    let current = try connection.integer("pragma data_version")
    if let current, current == version { return newest }
    newest = [:]
    for query in TableQuery.all {
      for (key, row) in try connection.rows(query.client, [], { query.row($0) }) {
        newest[key] = row
      }
    }
    version = current
    return newest
  }
}
