import FlashModel
import FlashStore
import FlashTestSupport

@testable import flash_card

/// A collection with a deck, and `flash-card` to work on it.
final class CardCommands {
  let session: CommandSession
  let store: Store
  let deck: Deck

  init() throws {
    session = try CommandSession()
    let path = session.folder.path + "/collection.db"
    session.variables["FLASH_STORE"] = path
    store = try Store(
      path: path, for: .writing, at: session.now, random: SeededRandom(seed: 7))
    deck = try store.addDeck(titled: "Spanish", at: session.now)
  }

  func run(_ arguments: String..., input: String = "") -> CommandSession.Outcome {
    session.run(FlashCard.self, "flash-card", arguments, input: input)
  }

  /// Cards `front 0`, `front 1` and so on.
  func cards(_ count: Int) throws -> [String] {
    let cards = (0..<count).map { NewCard(front: "front \($0)", back: "back \($0)") }
    return try store.addCards(cards, to: deck, at: session.now).map(\.description)
  }

  /// The fronts of all cards, in order.
  func fronts() throws -> [String] { try store.cards().map(\.card.front) }

  func card(_ id: String) throws -> CardEntry? {
    try CardID(id).flatMap { try store.card($0, evenDeleted: true) }
  }
}
