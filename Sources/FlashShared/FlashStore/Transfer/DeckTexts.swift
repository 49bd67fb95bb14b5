internal import FlashModel
internal import FlashSQL

/// The texts of a deck's cards as hashes, in 24 bytes a card: finds the cards that have a front.
///
/// It is read only when a row is not known by its id, so importing a file again does not pay for it.
struct DeckTexts {
  struct Entry {
    fileprivate let front: Int64
    fileprivate let text: Int64
    let key: Int64

    /// Whether front and back seem to be those of a row; the row of the table tells.
    func hasText(of row: ImportRow) -> Bool {
      text == row.textHash
    }
  }

  /// By hash of the front, live cards before removed ones.
  private var entries: [Entry] = []

  init(ofDeck key: Int64, in store: Store) throws(StoreError) {
    entries = try store.rows(
      """
      select key, front_text, back_text from cards where deck_key = $1
      order by deleted_at_ms is not null, key
      """, [.integer(key)]
    ) {
      let front = $0.bytes(1)
      return Entry(
        front: DeckTexts.hash(of: front[...]),
        text: ContentHash(front: front[...], back: $0.bytes(2)[...]).value, key: $0.integer(0))
    }
    // Stable where fronts are equal, because equal ones are told apart by their place.
    let order = entries.indices.sorted {
      (entries[$0].front, $0) < (entries[$1].front, $1)
    }
    entries = order.map { entries[$0] }
  }

  /// The cards whose front has the hash of `front`.
  func entries(front: ArraySlice<UInt8>) -> ArraySlice<Entry> {
    let hash = DeckTexts.hash(of: front)
    var lower = 0
    var upper = entries.count
    while lower < upper {
      let middle = (lower + upper) / 2
      if entries[middle].front < hash { lower = middle + 1 } else { upper = middle }
    }
    var end = lower
    while end < entries.count, entries[end].front == hash { end += 1 }
    return entries[lower..<end]
  }

  private static func hash(of front: ArraySlice<UInt8>) -> Int64 {
    ContentHash(front: front, back: []).value
  }
}
