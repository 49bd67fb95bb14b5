import FlashCommand
import FlashModel
import FlashStore
import FlashText

/// Finds the decks that new cards go to.
struct TargetDeck {
  let store: Store
  /// `--create-deck`.
  let mayCreate: Bool

  /// The deck for cards that name none: `given`, else the setting `card.deck`, else the only one.
  /// - Throws: ``CardError``, `StoreError.ambiguous`, `ConfigurationError`.
  func standard(_ given: String?, in context: CommandContext) throws -> DeckAddition.Target {
    if let name = try given ?? context.settings.string("card.deck") { return try named(name) }
    let decks = try store.decks()
    guard let only = decks.first else { throw CardError.noDecks }
    guard decks.count == 1 else { throw CardError.whichDeck }
    return .existing(only.id)
  }

  /// The deck of that name.
  func named(_ name: String) throws -> DeckAddition.Target {
    do throws(StoreError) {
      return .existing(try store.deck(named: name).id)
    } catch {
      guard case .notFound(_, _, let near) = error else { throw error }
      guard mayCreate else { throw CardError.unknownDeck(name, near: near) }
      return .new(CardText.cleaned(name))
    }
  }
}
