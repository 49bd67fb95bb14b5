public import FlashModel

/// One condition on a card. Days are study days, today being the first.
public enum CardTerm: Hashable, Sendable {
  /// On the front, on the back or in the deck's path.
  case text(QueryText)
  case side(CardSide, QueryText)
  /// On the front or on the back.
  case pattern(TextPattern)
  /// The deck of that path, or one below it.
  case deck(QueryText)
  case deckIDs([DeckID])
  /// The tag of that name, or one below it.
  case tag(QueryText)
  case untagged
  case mark(CardMark)
  case property(CardProperty, Comparison, Double)
  /// Reviewed in the last so many days, with that rating if one is given.
  case rated(days: Int, Rating?)
  /// Came into the collection in the last so many days.
  case added(days: Int)
  /// Content, tags apart, changed in the last so many days.
  case edited(days: Int)
  /// First reviewed in the last so many days.
  case introduced(days: Int)
  /// 0 (none) to 7.
  case flag(Int)
  case kind(CardKind)
  case note(NoteID)
  case ids([CardID])
  /// Where an import has the card from: what its source key begins with, case counting.
  case source(QueryText)
}

/// A text that a card has.
public enum CardSide: String, Sendable, CaseIterable {
  case front
  case back
  case hint
}

/// What `is:` can say of a card.
public enum CardMark: String, Sendable, CaseIterable {
  case new
  /// In the steps, for the first time or again.
  case learning
  case review
  case relearning
  /// Due by now, not new, and neither suspended nor buried.
  case due
  case suspended
  /// Not shown before some moment that has not come yet.
  case buried
  /// Its lapses have reached the deck's threshold.
  case leech
  /// With any flag but none.
  case flagged
  /// Removed, or in a removed deck.
  case deleted
}

/// A number that a card has, or has not: then no comparison holds.
public enum CardProperty: String, Sendable, CaseIterable {
  /// Study days from today until the card falls due, negative if that is past.
  case due
  /// Days.
  case stability = "s"
  case difficulty = "d"
  /// The probability of recall now.
  case retrievability = "r"
  case reps
  case lapses
  /// Study days that a card in review was last scheduled for.
  case interval = "ivl"
  case position

  /// Whether it is compared with whole numbers only.
  public var isWhole: Bool {
    switch self {
    case .stability, .difficulty, .retrievability: false
    case .due, .reps, .lapses, .interval, .position: true
    }
  }

  /// Other names that are understood.
  static let synonyms: [String: CardProperty] = [
    "stability": .stability, "difficulty": .difficulty, "retrievability": .retrievability,
    "interval": .interval, "pos": .position,
  ]
}

/// How two numbers are compared.
public enum Comparison: String, Sendable, CaseIterable {
  case lessOrEqual = "<="
  case greaterOrEqual = ">="
  case notEqual = "!="
  case equal = "="
  case less = "<"
  case greater = ">"

  /// Whether it holds for `left` and `right`.
  public func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
    switch self {
    case .lessOrEqual: left <= right
    case .greaterOrEqual: left >= right
    case .notEqual: left != right
    case .equal: left == right
    case .less: left < right
    case .greater: left > right
    }
  }
}
