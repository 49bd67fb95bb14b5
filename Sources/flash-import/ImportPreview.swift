import FlashTerminal
import FlashText

/// The first cards of a file, as a dry run shows them.
struct ImportPreview {
  private struct Card {
    let front: String
    let back: String
    let deck: String
    let labels: [String]
  }

  private var cards: [Card] = []
  private static let limit = 5
  /// Longer sides are cut before anything is made of them.
  private static let longestSide = 2_000

  mutating func add(
    _ draft: CardDraft, of batch: DraftBatch, deck: String, labels: [String]
  ) {
    guard cards.count < ImportPreview.limit else { return }
    func text(_ range: Range<Int>) -> String {
      batch.text(range.prefix(ImportPreview.longestSide)).printable(.line)
    }
    cards.append(
      Card(front: text(draft.front), back: text(draft.back), deck: deck, labels: labels))
  }

  /// A line for each card.
  /// - Parameter columns: the window's width.
  func lines(columns: Int) -> [StyledLine] {
    cards.map { card in
      let labels = card.labels.isEmpty ? "" : "; \(card.labels.joined(separator: ", "))"
      return StyledLine(
        "    \(card.front) | \(card.back) (\(card.deck)\(labels))".printable(.line)
          .truncated(to: max(20, columns)))
    }
  }
}
