import FlashAPI
import FlashModel
import FlashSQL

/// How much a plan lets an account hold; nil is any number.
struct PlanLimits: Sendable, Hashable {
  var decks: Int64?
  var cardsInDeck: Int64?
  /// In decks that are not deleted.
  var cards: Int64?

  /// No limits.
  static let none = PlanLimits(decks: nil, cardsInDeck: nil, cards: nil)

  var isNone: Bool { self == .none }
}

extension PlanLimits {
  /// - Parameter plan: nil for no limits.
  init(_ plan: AccountPlan?) {
    guard let entitlements = plan?.entitlements else {
      self = .none
      return
    }
    decks = entitlements.limit(.createDecks).map(Int64.init)
    cardsInDeck = entitlements.limit(.createCardsInDeck).map(Int64.init)
    cards = entitlements.limit(.createCards).map(Int64.init)
  }

  func limit(_ key: EntitlementKey) -> Int64? {
    switch key {
    case .createDecks: decks
    case .createCardsInDeck: cardsInDeck
    case .createCards: cards
    default: nil
    }
  }
}
