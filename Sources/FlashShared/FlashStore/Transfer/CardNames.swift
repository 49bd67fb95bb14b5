internal import FlashModel
internal import FlashSQL

/// A card of a file that gives it no id, or the siblings of a note: what it may be known by.
public struct UnnamedCard: Sendable {
  /// The title of the deck it goes to.
  public var deck: String
  /// Front and back of each card, cleaned.
  public var sides: [(front: [UInt8], back: [UInt8])]
  /// Whether its cards are siblings, which are known by the id of their note.
  public var isNote: Bool

  public init(deck: String, sides: [(front: [UInt8], back: [UInt8])], isNote: Bool) {
    self.deck = deck
    self.sides = sides
    self.isNote = isNote
  }
}

extension Store {
  /// The ids of the cards, or notes, that an import of these cards would find by their text: those
  /// with an equal front and back first, then those with an equal front.
  ///
  /// With that id in the file, the card is found whatever its text becomes.
  /// - Returns: for each card an id, or nil if none is here; no id twice.
  public func names(of cards: [UnnamedCard]) throws(StoreError) -> [String?] {
    var names = [String?](repeating: nil, count: cards.count)
    var search = try CardNameSearch(self)
    for isExact in [true, false] {
      for (place, card) in cards.enumerated() where names[place] == nil {
        names[place] = try search.name(of: card, isExact: isExact)
      }
    }
    return names
  }
}

/// Finds cards by their text, each once.
private struct CardNameSearch {
  private struct Deck {
    let deck: ImportDeck
    let texts: DeckTexts
  }

  private let store: Store
  private let find: SQLiteStatement
  private var decks: [String: Deck?] = [:]
  private var taken: Set<String> = []

  init(_ store: Store) throws(StoreError) {
    self.store = store
    find = try storing { () throws(SQLError) in
      try store.connection.prepare(StoredCard.sql(by: "key"))
    }
  }

  mutating func name(of card: UnnamedCard, isExact: Bool) throws(StoreError) -> String? {
    guard let found = try deck(titled: card.deck) else { return nil }
    for side in card.sides {
      let row = ImportRow(front: side.front[...], back: side.back[...], deck: found.deck)
      for entry in found.texts.entries(front: row.front) {
        guard let name = try name(of: entry.key, row, isExact: isExact, isNote: card.isNote),
          taken.insert(name).inserted
        else { continue }
        return name
      }
    }
    return nil
  }

  /// The name of a stored card, if it is live and has the texts of the row.
  private func name(
    of key: Int64, _ row: ImportRow, isExact: Bool, isNote: Bool
  ) throws(StoreError) -> String? {
    let id = try storing { () throws(SQLError) -> CardID? in
      find.reset()
      find.bind(key, at: 1)
      guard try find.step() else { return nil }
      let card = StoredCard(find)
      let isMeant = isExact ? card.hasText(of: row) : card.hasFront(of: row)
      return isMeant && card.removal == nil ? card.id : nil
    }
    guard isNote, id != nil else { return id?.description }
    let note = try store.row("select note_id from cards where key = $1", [.integer(key)]) {
      $0.identifier(0) as NoteID?
    }
    return (note ?? nil)?.description
  }

  private mutating func deck(titled title: String) throws(StoreError) -> Deck? {
    if let known = decks[title] { return known }
    var found: Deck?
    let derived = try store.deckID(path: title)
    var id = try store.deck(titled: title)?.id
    // Under another title it was renamed here.
    if id == nil, try store.key(.decks, derived) != nil { id = derived }
    if let id {
      let key = try store.key(of: id)
      found = Deck(
        deck: ImportDeck(
          key: key, id: id, path: Array(title.utf8), isRemoved: false, isFresh: false),
        texts: try DeckTexts(ofDeck: key, in: store))
    }
    decks[title] = .some(found)
    return found
  }
}
