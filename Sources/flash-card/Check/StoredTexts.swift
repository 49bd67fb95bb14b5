import FlashModel
import FlashStore
import FlashText

/// The texts of the cards that were checked so far: finds those that are the same.
struct StoredTexts {
  private struct Text: Hashable {
    let front: String
    let back: String
  }

  private var seen: [Text: CardID] = [:]

  /// What is found if a card has the texts of one before. The other place's file is that card's id.
  mutating func finding(of entry: CardEntry) -> DeckFinding? {
    let text = Text(front: entry.card.front, back: entry.card.back)
    guard let first = seen[text] else {
      seen[text] = entry.card.id
      return nil
    }
    return DeckFinding(
      .duplicate, "the same card as \(first)",
      other: DeckFinding.Place(file: first.description, line: 1))
  }
}
