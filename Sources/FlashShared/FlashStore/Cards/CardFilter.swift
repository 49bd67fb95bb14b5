public import FlashModel
internal import FlashSQL

/// Which cards are meant. Every member that is set narrows; the default means all live cards.
public struct CardFilter: Sendable {
  public var ids: [CardID]?
  public var decks: [DeckID]?
  /// Cards that have every one of these sub-topics or tags, compared without case. One that ends in
  /// `::*` means that name and what lies below it.
  public var subTopics: [String] = []
  public var states: [CardState]?
  public var isSuspended: Bool?
  /// Buried at this moment.
  public var buriedAt: Timestamp?
  /// Due by this moment, in any state but new, and neither suspended nor buried.
  public var dueBy: Timestamp?
  /// 0 (none) to 7.
  public var flag: Int?
  public var isLeech: Bool?
  /// A substring of front, back or deck path, in any case.
  public var text: String?
  /// Removed cards, or those of a removed deck: only (true), not at all (false), also (nil).
  public var deleted: Bool? = false
  public var order = CardOrder.position
  public var isReversed = false
  public var limit: Int?

  public init() {}

  /// The condition over `cards c` and `decks d`, and the values it binds.
  func sql(in store: Store) throws(StoreError) -> (String, [SQLValue]) {
    var builder = ConditionBuilder()
    if let ids { builder.add("c.id", in: ids.map { SQLValue($0) }) }
    if let decks { builder.add("d.id", in: decks.map { SQLValue($0) }) }
    if let states { builder.add("c.state", in: states.map { .integer(Int64($0.rawValue)) }) }
    if let isSuspended { builder.add("c.suspended = ?", .integer(isSuspended ? 1 : 0)) }
    if let buriedAt { builder.add("c.buried_until_ms > ?", SQLValue(buriedAt)) }
    if let dueBy {
      builder.add("c.due_at_ms <= ?", SQLValue(dueBy))
      builder.add("c.state > 0 and c.suspended = 0")
      builder.add("coalesce(c.buried_until_ms, 0) <= ?", SQLValue(dueBy))
    }
    if let flag { builder.add("c.flag = ?", .integer(Int64(flag))) }
    if let isLeech {
      let threshold = StudyParameters(try store.defaultOptions()).leechThreshold
      builder.add(
        """
        (c.lapses >= coalesce(json_extract(d.options, '$.leech_threshold'), \(threshold))) \
        = \(isLeech ? 1 : 0)
        """)
    }
    if let text {
      let query = text.lowercased()
      // Decks are looked at once, not once a card.
      let decks = try store.rows(
        "select key from decks where flash_contains(title, $1)", [.text(query)]
      ) { String($0.integer(0)) }
      let inDecks = decks.isEmpty ? "" : "d.key in (\(decks.joined(separator: ", "))) or "
      builder.add(
        "(\(inDecks)flash_contains(c.front_text, ?) or flash_contains(c.back_text, ?))",
        .text(query))
    }
    for name in subTopics { builder.add(subTopic: name) }
    switch deleted {
    // The plus keeps SQLite from taking the condition for an order of its own.
    case false: builder.add("+c.deleted_at_ms is null and d.deleted_at_ms is null")
    case true: builder.add("(c.deleted_at_ms is not null or d.deleted_at_ms is not null)")
    case nil: break
    }
    return (builder.condition, builder.values)
  }
}

/// Puts a condition together, giving each value a number.
private struct ConditionBuilder {
  private var parts: [String] = []
  private(set) var values: [SQLValue] = []

  var condition: String { parts.isEmpty ? "true" : parts.joined(separator: " and ") }

  mutating func add(_ part: String) { parts.append(part) }

  /// Adds a condition whose every `?` stands for the one value.
  mutating func add(_ part: String, _ value: SQLValue) {
    values.append(value)
    let mark = "$\(values.count)"
    parts.append(
      part.split(separator: "?", omittingEmptySubsequences: false).joined(separator: mark))
  }

  /// Adds `column in (…)`. A long list of ids goes through one array, because SQLite limits the
  /// number of parameters.
  mutating func add(_ column: String, in list: [SQLValue]) {
    if list.count <= 500 {
      let marks = list.indices.map { "$\(values.count + $0 + 1)" }
      values += list
      parts.append("\(column) in (\(marks.joined(separator: ", ")))")
    } else {
      values.append(.text(String(decoding: ConditionBuilder.array(list).bytes, as: UTF8.self)))
      // unhex() is newer than the SQLite we build with, so digits are compared.
      parts.append("hex(\(column)) in (select value from json_each($\(values.count)))")
    }
  }

  mutating func add(subTopic name: String) {
    let isTree = name.hasSuffix("::*")
    values.append(.text((isTree ? String(name.dropLast(3)) : name).lowercased()))
    let wanted = "$\(values.count)"
    var match = "flash_lower(s.name) = \(wanted)"
    if isTree {
      match +=
        " or substr(flash_lower(s.name), 1, length(\(wanted)) + 2) = \(wanted) || '::'"
    }
    parts.append(
      """
      c.key in (
        select l.card_key from card_sub_topics l join sub_topics s on s.key = l.sub_topic_key
        where l.deleted_at_ms is null and s.deleted_at_ms is null and (\(match)))
      """)
  }

  private static func array(_ list: [SQLValue]) -> JSONValue {
    .array(
      list.map { value in
        guard case .blob(let bytes) = value else { return JSONValue(sql: value) }
        let digits = bytes.map {
          ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true)
        }
        return .string(digits.joined())
      })
  }
}
