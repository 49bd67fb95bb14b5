import FlashCollection
import FlashCommand
import FlashModel
import FlashStore
import FlashText

/// Which cards to list, and in which order.
struct ListOptions: CommandOptions {
  enum State: String, Choice {
    case new, learning, review, relearning

    var state: CardState? { CardState(word: rawValue) }
  }

  enum Order: String, Choice {
    case position, added, updated, due, front, difficulty, stability, lapses

    var order: CardOrder? { CardOrder(rawValue: rawValue) }
  }

  /// What `flash card search` looks for.
  var text = ""
  var cards: [String] = []
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
      "tag", short: "t", named: "TAG", help: "with this tag; 'verbs::*' means all below it",
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

  /// The filter that these options amount to.
  /// - Parameter query: a text to look for; nil for none.
  /// - Throws: ``CardError/queryTooShort(_:)``, `StoreError.notFound` for a deck.
  func filter(
    in store: Store, matching query: String? = nil, at now: Timestamp
  ) throws -> CardFilter {
    var filter = CardFilter()
    if let query = query.map(CardText.cleaned) {
      guard query.count >= 2 else { throw CardError.queryTooShort(query) }
      filter.text = query
    }
    filter.deleted = isRemoved
    if let deck { filter.decks = try store.decks(under: deck, evenRemoved: isRemoved).map(\.id) }
    filter.subTopics = tags.map(CardText.cleaned)
    let states = Set(states.compactMap(\.state))
    if isNew {
      filter.states = states.isEmpty || states.contains(.new) ? [.new] : []
    } else if !states.isEmpty {
      filter.states = CardState.allCases.filter(states.contains)
    }
    if isDue { filter.dueBy = now }
    if isSuspended { filter.isSuspended = true }
    if isBuried { filter.buriedAt = now }
    if isLeech { filter.isLeech = true }
    filter.flag = flag
    filter.order = order.order ?? .position
    filter.isReversed = isReversed
    filter.limit = limit
    return filter
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
