import FlashModel

/// Who gets into a queue: daily limits and siblings.
struct QueueSelection {
  private(set) var buried: [Int64] = []
  private var decks: [QueueDeck]
  private var claimed: Set<Int64> = []

  init(decks: [QueueDeck]) { self.decks = decks }

  /// Lets a card in whatever the limits say, and keeps its siblings out.
  mutating func claim(_ card: QueueCard) {
    if let note = card.note { claimed.insert(note) }
  }

  /// Of `cards`, those in review or new, the ones that get in, in their order.
  mutating func admit(_ cards: [QueueCard]) -> [QueueCard] {
    var admitted: [QueueCard] = []
    admitted.reserveCapacity(cards.count)
    for card in cards {
      if let note = card.note, claimed.contains(note), decks[card.deck].buriesSiblings {
        buried.append(card.key)
      } else if takePlace(of: card) {
        claim(card)
        admitted.append(card)
      }
    }
    return admitted
  }

  private mutating func takePlace(of card: QueueCard) -> Bool {
    if card.state == .new {
      guard decks[card.deck].newLeft > 0 else { return false }
      decks[card.deck].newLeft -= 1
    } else if let left = decks[card.deck].reviewsLeft {
      guard left > 0 else { return false }
      decks[card.deck].reviewsLeft = left - 1
    }
    return true
  }
}
