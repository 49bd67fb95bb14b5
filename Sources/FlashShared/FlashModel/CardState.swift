/// Where a card stands in learning.
///
/// The raw number is what the store keeps; ``word`` is what the wire and `--json` carry.
public enum CardState: Int, Sendable, CaseIterable {
  case new = 0
  case learning = 1
  case review = 2
  case relearning = 3

  public var word: String {
    switch self {
    case .new: "new"
    case .learning: "learning"
    case .review: "review"
    case .relearning: "relearning"
    }
  }

  public init?(word: some StringProtocol) {
    guard let state = CardState.allCases.first(where: { $0.word == word }) else { return nil }
    self = state
  }
}

/// How a deck is studied: scheduled by the memory model, or simply from front to back.
public enum StudyMode: String, Sendable, CaseIterable {
  case smart
  case basic
}

/// What a card is made of.
public enum CardKind: String, Sendable, CaseIterable {
  case basic
  case cloze
  /// The answer is typed before it is shown.
  case typeIn = "type_in"
}

/// What an entry of the review log is; only `review` counts in statistics.
public enum ReviewKind: Int, Sendable, CaseIterable {
  case review = 0
  /// Cancels the entry it names.
  case undo = 1
  /// Takes the card back to new.
  case reset = 2
  /// Sets the schedule to its `state_after`.
  case manual = 3

  public var word: String {
    switch self {
    case .review: "review"
    case .undo: "undo"
    case .reset: "reset"
    case .manual: "manual"
    }
  }

  public init?(word: some StringProtocol) {
    guard let kind = ReviewKind.allCases.first(where: { $0.word == word }) else { return nil }
    self = kind
  }
}
