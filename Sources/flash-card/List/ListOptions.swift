import FlashCollection
import FlashCommand
import FlashModel
import FlashStore
import FlashText

/// Which cards to list, and in which order.
struct ListOptions: CommandOptions {
  enum State: String, Choice {
    case new, learning, review, relearning

    /// That state alone: `is:learning` is about relearning, too.
    var query: CardQuery {
      switch self {
      case .new: .term(.mark(.new))
      case .learning: .every([.term(.mark(.learning)), .not(.term(.mark(.relearning)))])
      case .review: .term(.mark(.review))
      case .relearning: .term(.mark(.relearning))
      }
    }
  }

  enum Order: String, Choice {
    case position, added, updated, due, front, difficulty, stability, lapses

    var order: CardOrder? { CardOrder(rawValue: rawValue) }
  }

  /// What `flash card search` looks for.
  var text = ""
  /// A query in words, and ids.
  var words: [String] = []
  var deck: String?
  var tags: [String] = []
  var states: [State] = []
  var isDue = false
  var isNew = false
  var isSuspended = false
  var isBuried = false
  var isLeech = false
  var flag: Int?
  var isRemoved = false
  var order = Order.position
  var isReversed = false
  var limit: Int?

  static let options: [CommandOption<Self>] = [
    .value(
      "deck", short: "d", named: "DECK", help: "of this deck and those below it", into: \.deck,
      completion: .decks),
    .values(
      "tag", short: "t", named: "TAG", help: "with this tag, or one below it",
      into: \.tags, completion: .supplied(CollectionCompletion.tags)),
    .values("state", help: "in this state; more than one may be given", into: \.states),
    .flag("due", help: "due now", into: \.isDue),
    .flag("new", help: "never studied", into: \.isNew),
    .flag("suspended", help: "suspended", into: \.isSuspended),
    .flag("buried", help: "buried now", into: \.isBuried),
    .flag("leech", help: "that keep being forgotten", into: \.isLeech),
    .value("flag", named: "N", in: 0...7, help: "with this flag; 0 is none", into: \.flag),
    .flag("removed", help: "removed cards instead, and those of removed decks", into: \.isRemoved),
    .value("sort", help: "what to sort by", into: \.order),
    .flag("reverse", help: "the other way round", into: \.isReversed),
    .value("limit", named: "N", in: 1...1_000_000_000, help: "at most so many", into: \.limit),
  ]

  /// The filter that these options and a query amount to.
  /// - Throws: `StoreError.notFound` for a deck.
  func filter(
    _ query: CardQuery, in store: Store, _ context: CommandContext
  ) throws -> CardFilter {
    var filter = CardFilter(
      .every([query] + conditions), at: try context.studyMoment(store))
    if isRemoved { filter.deleted = true }
    if let deck { filter.decks = try store.decks(under: deck, evenRemoved: isRemoved).map(\.id) }
    filter.order = order.order ?? .position
    filter.isReversed = isReversed
    filter.limit = limit
    return filter
  }

  private var conditions: [CardQuery] {
    // `verbs::*` is how lists of tags are often written.
    var conditions = tags.map(CardText.cleaned).map { name in
      CardQuery.term(.tag(QueryText(name.hasSuffix("::*") ? String(name.dropLast(3)) : name)))
    }
    if !states.isEmpty { conditions.append(.any(states.map(\.query))) }
    if isNew { conditions.append(.term(.mark(.new))) }
    if isDue { conditions.append(.term(.mark(.due))) }
    if isSuspended { conditions.append(.term(.mark(.suspended))) }
    if isBuried { conditions.append(.term(.mark(.buried))) }
    if isLeech { conditions.append(.term(.mark(.leech))) }
    if let flag { conditions.append(.term(.flag(flag))) }
    return conditions
  }
}

extension Store {
  /// The decks whose path is `name` or begins with `name::`.
  /// - Parameter evenRemoved: removed ones too.
  fileprivate func decks(under name: String, evenRemoved: Bool) throws(StoreError) -> [Deck] {
    guard evenRemoved else { return try decks(under: name) }
    let removed = try decks(deleted: true).filter {
      $0.title == name || $0.title.hasPrefix(name + "::")
    }
    if removed.isEmpty { return try decks(under: name) }
    let live = try decks().filter { $0.title == name || $0.title.hasPrefix(name + "::") }
    return removed + live
  }
}
