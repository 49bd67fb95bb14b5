import FlashCollection
import FlashCommand
import FlashModel
import FlashStore

/// What a command of `flash study` works on: the collection, how it is studied, and which decks.
struct StudyScope {
  let store: Store
  var rules: StudyRules
  /// By path.
  let decks: [Deck]
  /// No other cards than these; nil means all of the decks.
  var filter: CardFilter?

  /// - Parameters:
  ///   - path: takes the deck of that path and those below it; nil takes all.
  ///   - query: takes no other cards than it finds.
  /// - Throws: as `openStore(for:)`; `StoreError.notFound` for a path without a deck; `QueryError`.
  init(
    _ path: String?, query: String? = nil, for purpose: Store.Purpose, in context: CommandContext
  ) throws {
    let store = try context.openStore(for: purpose)
    self.init(
      store: store, rules: try context.studyRules(store),
      decks: try path.map { path throws(StoreError) in try store.decks(under: path) }
        ?? store.decks())
    filter = try query.map { try context.filter(query: $0, in: store) }
  }

  init(store: Store, rules: StudyRules, decks: [Deck]) {
    self.store = store
    self.rules = rules
    self.decks = decks
  }

  /// The decks that one session can take together, and its mode.
  ///
  /// A mode that was asked for is that of all decks. Otherwise decks are studied by their own; where
  /// both meet, the Basic ones stay out, for nothing in them is ever due.
  func together(_ mode: StudyMode?) -> (decks: [Deck], mode: StudyMode) {
    if let mode { return (decks, mode) }
    let smart = decks.filter { $0.mode == .smart }
    return smart.isEmpty ? (decks, decks.first?.mode ?? .smart) : (smart, .smart)
  }
}
