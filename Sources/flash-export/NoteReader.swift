import FlashModel
import FlashStore

/// Reads cards note by note: those that were made from one note stand together, where the last of
/// them stands.
struct NoteReader {
  private let store: Store
  private let scope: CardFilter
  /// The cards and notes that are meant; nil means all of the scope.
  private var chosen: (cards: Set<CardID>, notes: Set<NoteID>)?
  /// How many cards a note has.
  private var sizes: [NoteID: Int] = [:]
  /// The titles of the decks that have a card, in order.
  private(set) var decks: [String] = []

  /// - Parameters:
  ///   - filter: the cards that are meant; a note is read whole if one of its cards is.
  ///   - isQuery: whether it says more than which decks.
  init(_ filter: CardFilter, isQuery: Bool, of store: Store) throws {
    self.store = store
    guard isQuery else {
      scope = filter
      try count()
      return
    }
    var scope = CardFilter()
    scope.decks = filter.decks
    scope.deleted = filter.deleted
    self.scope = scope
    var found: (cards: Set<CardID>, notes: Set<NoteID>) = ([], [])
    try store.forEachCard(filter) { entry in
      found.cards.insert(entry.card.id)
      if let note = entry.card.noteID { found.notes.insert(note) }
      return true
    }
    chosen = found
    try count()
  }

  private mutating func count() throws {
    try store.forEachCard(scope) { entry in
      guard isChosen(entry) else { return true }
      if decks.last != entry.deckTitle { decks.append(entry.deckTitle) }
      if let note = entry.card.noteID { sizes[note, default: 0] += 1 }
      return true
    }
  }

  private func isChosen(_ entry: CardEntry) -> Bool {
    guard let chosen else { return true }
    return chosen.cards.contains(entry.card.id)
      || entry.card.noteID.map { chosen.notes.contains($0) } ?? false
  }

  /// Calls `body` with the cards of each note, in the order of their numbers; a card without a note
  /// is one.
  func forEachNote(check: () throws -> Void, _ body: ([CardEntry]) throws -> Void) throws {
    var waiting: [NoteID: [CardEntry]] = [:]
    var count = 0
    try store.forEachCard(scope) { entry in
      count += 1
      if count.isMultiple(of: 256) { try check() }
      guard isChosen(entry) else { return true }
      guard let note = entry.card.noteID, sizes[note, default: 1] > 1 else {
        try body([entry])
        return true
      }
      waiting[note, default: []].append(entry)
      if let cards = waiting[note], cards.count == sizes[note] {
        waiting[note] = nil
        try body(NoteReader.sorted(cards))
      }
      return true
    }
    // Another process took the last sibling away meanwhile.
    for (_, cards) in waiting.sorted(by: { $0.key.description < $1.key.description }) {
      try body(NoteReader.sorted(cards))
    }
  }

  private static func sorted(_ cards: [CardEntry]) -> [CardEntry] {
    cards.sorted { ($0.card.noteOrd ?? 0) < ($1.card.noteOrd ?? 0) }
  }
}

/// What the cards of one note are together.
enum NoteShape: Hashable {
  /// All are rendered from this text.
  case cloze(String)
  /// The second is the first with its sides exchanged.
  case reversed
  case separate

  /// - Parameter cards: in the order of their numbers.
  init(_ cards: [CardEntry]) {
    if let first = cards.first?.card, first.kind == .cloze, let text = first.noteText,
      cards.allSatisfy({ $0.card.noteText == text && $0.card.noteOrd != nil })
    {
      self = .cloze(text)
      return
    }
    guard cards.count == 2, case let (first, second) = (cards[0], cards[1]),
      cards.allSatisfy({ $0.card.kind == .basic && $0.card.noteText == nil }),
      first.card.noteOrd == 0, second.card.noteOrd == 1, first.deckTitle == second.deckTitle,
      first.card.front == second.card.back, first.card.back == second.card.front
    else {
      self = .separate
      return
    }
    self = .reversed
  }
}
