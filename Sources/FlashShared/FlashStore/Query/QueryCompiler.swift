internal import FlashModel
internal import FlashScheduler
internal import FlashSQL
internal import FlashText

/// Makes a condition over `cards c` and `decks d` of a query.
///
/// What depends on few rows (which decks, which tags) is decided here and becomes a list of keys;
/// what depends on each card becomes SQL, or a call of a function of ours.
///
/// A condition may be null where a card lacks a value, which counts as false; so a negated one is
/// made false first. Negations are moved inwards to single terms: SQLite's parser keeps only 100
/// symbols that are still open.
struct QueryCompiler {
  let store: Store
  let moment: StudyMoment?
  var builder = ConditionBuilder()
  private var recallNumber: Int?

  init(in store: Store, at moment: StudyMoment?) {
    self.store = store
    self.moment = moment
  }

  /// - Parameter isNegated: whether the opposite is meant.
  mutating func condition(
    _ query: CardQuery, isNegated: Bool = false
  ) throws(StoreError) -> String {
    switch query {
    case .all: return isNegated ? "false" : "true"
    case .term(let term):
      let condition = try condition(term)
      return isNegated ? "not ifnull(\(condition), 0)" : condition
    case .not(let part): return try condition(part, isNegated: !isNegated)
    case .and(let parts):
      return try joined(parts, by: isNegated ? " or " : " and ", isNegated: isNegated)
    case .or(let parts):
      return try joined(parts, by: isNegated ? " and " : " or ", isNegated: isNegated)
    }
  }

  private mutating func joined(
    _ parts: [CardQuery], by word: String, isNegated: Bool
  ) throws(StoreError) -> String {
    var conditions: [String] = []
    for part in parts { conditions.append(try condition(part, isNegated: isNegated)) }
    return "(\(conditions.joined(separator: word)))"
  }

  private mutating func condition(_ term: CardTerm) throws(StoreError) -> String {
    switch term {
    case .text(let text): return try self.text(text)
    case .side(let side, let text): return try occurs(text, in: side.column)
    case .pattern(let pattern):
      let number = builder.bind(try store.queryFunctions().number(of: pattern))
      return "(flash_matches(\(number), c.front_text) or flash_matches(\(number), c.back_text))"
    case .deck(let path):
      return builder.bind("d.key", in: try deckKeys(QueryTextMatcher(path, at: .path)))
    case .deckIDs(let ids): return builder.bind("d.key", in: try keys(.decks, ids))
    case .tag(let name): return try tagged(name)
    case .untagged:
      return """
        not exists (
          select 1 from card_sub_topics l join sub_topics s on s.key = l.sub_topic_key
          where l.card_key = c.key and l.deleted_at_ms is null and s.deleted_at_ms is null)
        """
    case .mark(let mark): return try self.mark(mark)
    case .property(let property, let comparison, let number):
      return try self.property(property, comparison, number)
    case .rated(let days, let rating):
      return try reviewed(since: required().start(ofLast: days), rating: rating)
    case .introduced(let days): return try introduced(since: required().start(ofLast: days))
    case .added(let days): return "c.added_ms >= \(builder.bind(required().start(ofLast: days)))"
    case .edited(let days): return "c.content_ms >= \(builder.bind(required().start(ofLast: days)))"
    case .flag(let flag): return "c.flag = \(builder.bind(flag))"
    case .kind(let kind):
      guard let stored = kind.stored else { return "c.kind is null" }
      return "c.kind = \(builder.bind(.text(stored)))"
    case .note(let id): return "c.note_id = \(builder.bind(SQLValue(id)))"
    case .ids(let ids): return builder.bind("c.key", in: try keys(.cards, ids))
    case .source(let key): return try matches(key, at: .beginning, "c.source_key")
    }
  }

  /// The moment, without which a query that asks for one can't be made.
  func required() -> StudyMoment {
    guard let moment else { preconditionFailure("a filter with a query has a moment") }
    return moment
  }

  /// The number by which SQL names the moment and its schedulers.
  mutating func recall() throws(StoreError) -> String {
    if let recallNumber { return builder.bind(recallNumber) }
    let number = try store.queryFunctions().number(of: try store.recall(at: required()))
    recallNumber = number
    return builder.bind(number)
  }

  private func keys<Entity>(
    _ entity: SyncEntity, _ ids: [Identifier<Entity>]
  ) throws(StoreError) -> [Int64] {
    var keys: [Int64] = []
    for id in ids { if let key = try store.key(entity, id) { keys.append(key) } }
    return keys
  }
}

// MARK: - Texts

extension QueryCompiler {
  /// Text on a side, or in the path of the deck.
  private mutating func text(_ text: QueryText) throws(StoreError) -> String {
    let decks = try deckKeys(QueryTextMatcher(text, at: .within))
    let inDeck = decks.isEmpty ? "" : " or " + builder.bind("d.key", in: decks)
    let front = try occurs(text, in: "c.front_text")
    return "(\(front) or \(try occurs(text, in: "c.back_text"))\(inDeck))"
  }

  private mutating func occurs(
    _ text: QueryText, in column: String
  ) throws(StoreError) -> String {
    guard let literal = text.literal else { return try matches(text, at: .within, column) }
    return "flash_contains(\(column), \(builder.bind(.text(literal.lowercased()))))"
  }

  private mutating func matches(
    _ text: QueryText, at place: QueryTextPlace, _ column: String
  ) throws(StoreError) -> String {
    let number = builder.bind(try store.queryFunctions().number(of: text, at: place))
    return "flash_matches(\(number), \(column))"
  }

  private func deckKeys(_ matcher: QueryTextMatcher) throws(StoreError) -> [Int64] {
    try store.rows("select key, title from decks") { (key: $0.integer(0), title: $0.text(1)) }
      .filter { matcher.matches($0.title) }.map(\.key)
  }

  private mutating func tagged(_ name: QueryText) throws(StoreError) -> String {
    let matcher = QueryTextMatcher(name, at: .path)
    let known = try store.rows("select key, name from sub_topics where deleted_at_ms is null") {
      (key: $0.integer(0), name: $0.text(1))
    }
    let keys = known.filter { matcher.matches($0.name) }.map(\.key)
    guard !keys.isEmpty else { return "false" }
    return """
      c.key in (
        select l.card_key from card_sub_topics l
        where l.deleted_at_ms is null and \(builder.bind("l.sub_topic_key", in: keys)))
      """
  }
}

extension CardSide {
  fileprivate var column: String {
    switch self {
    case .front: "c.front_text"
    case .back: "c.back_text"
    case .hint: "c.hint"
    }
  }
}
