public import FlashModel
internal import FlashSQL
public import FlashText

/// Which cards are meant, and in which order: a query, and what programs add to it.
public struct CardFilter: Sendable {
  /// Only these cards.
  public var ids: [CardID]?
  /// Only cards of these decks.
  public var decks: [DeckID]?
  /// Removed cards, or those of a removed deck: only (true), not at all (false), also (nil).
  public var deleted: Bool? = false
  public var order = CardOrder.position
  public var isReversed = false
  public var limit: Int?
  private let query: CardQuery
  private let moment: StudyMoment?

  /// All live cards.
  public init() {
    query = .all
    moment = nil
  }

  /// The cards that a query is about: live ones alone unless it speaks of removed ones.
  public init(_ query: CardQuery, at moment: StudyMoment) {
    self.query = query
    self.moment = moment
    deleted = query.mentionsRemoved ? nil : false
  }

  /// The condition over `cards c` and `decks d`, and the values it binds.
  func sql(in store: Store) throws(StoreError) -> (String, [SQLValue]) {
    var compiler = QueryCompiler(in: store, at: moment)
    var parts = [query]
    if let ids { parts.append(.term(.ids(ids))) }
    if let decks { parts.append(.term(.deckIDs(decks))) }
    var condition = try compiler.condition(.every(parts))
    switch deleted {
    // The plus keeps SQLite from taking the condition for an order of its own.
    case false: condition += " and +c.deleted_at_ms is null and d.deleted_at_ms is null"
    case true: condition += " and (c.deleted_at_ms is not null or d.deleted_at_ms is not null)"
    case nil: break
    }
    return (condition, compiler.builder.values)
  }

  /// Whether the cards are few and known, so that SQLite had better begin with them.
  var isList: Bool {
    if ids != nil { return true }
    switch query {
    case .term(.ids), .term(.note): return true
    case .and(let parts):
      return parts.contains { part in
        switch part {
        case .term(.ids), .term(.note): true
        default: false
        }
      }
    default: return false
    }
  }
}
