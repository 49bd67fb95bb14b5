public import FlashModel

/// What an import does with a card that is here already with other text.
public enum DuplicatePolicy: String, Sendable, CaseIterable {
  /// The text follows the file, unless it was edited here since the last import.
  case update
  /// The card stays as it is.
  case skip
  /// The row becomes a card of its own.
  case keep
  /// The import ends, and nothing of it stays.
  case fail
}

/// One row of a file, cleaned.
public struct ImportRow: Sendable {
  /// UTF-8: NFC, no control characters, trimmed, not empty.
  public var front: ArraySlice<UInt8>
  public var back: ArraySlice<UInt8>
  public var deck: ImportDeck
  /// Names of sub-topics and tags.
  public var subTopics: [String]
  /// Identity that the file gives; empty if it gives none.
  public var sourceID: ArraySlice<UInt8>
  /// The place in the deck that the file gives.
  public var position: Int?
  /// The cloze text that front and back are rendered from; empty for a card of two sides.
  public var note: ArraySlice<UInt8>
  /// The number of the deletions that are hidden, from 1; nil for a card of two sides.
  public var noteOrd: Int?
  /// Its place in the file, for what is told of it.
  public var line: Int
  /// What few rows say, and what follows from the row; nil if there is neither.
  let facts: RowFacts?

  public init(
    front: ArraySlice<UInt8>, back: ArraySlice<UInt8>, deck: ImportDeck, subTopics: [String] = [],
    sourceID: ArraySlice<UInt8> = [], position: Int? = nil, note: ArraySlice<UInt8> = [],
    noteOrd: Int? = nil, detail: ImportDetail? = nil
  ) {
    self.init(
      front: front, back: back, deck: deck, subTopics: subTopics, sourceID: sourceID,
      position: position, note: note, noteOrd: noteOrd, line: 0,
      facts: detail.map { RowFacts(detail: $0, derived: nil) })
  }

  public init(
    front: ArraySlice<UInt8>, back: ArraySlice<UInt8>, deck: ImportDeck, subTopics: [String],
    sourceID: ArraySlice<UInt8>, position: Int?, note: ArraySlice<UInt8>, noteOrd: Int?, line: Int,
    facts: RowFacts?
  ) {
    self.front = front
    self.back = back
    self.deck = deck
    self.subTopics = subTopics
    self.sourceID = sourceID
    self.position = position
    self.note = note
    self.noteOrd = noteOrd
    self.line = line
    self.facts = facts
  }

  /// What few rows say.
  var detail: ImportDetail? { facts?.detail }

  /// What follows from the row; nil if it is still to be worked out.
  var derived: RowDerivation? { facts?.derived }

  /// The hash of front and back.
  var textHash: Int64 { derived?.text ?? ContentHash(front: front, back: back).value }
}

/// What comes with a row and is large: rows are handed on often, and this never changes.
public final class RowFacts: Sendable {
  let detail: ImportDetail?
  let derived: RowDerivation?

  init(detail: ImportDetail?, derived: RowDerivation?) {
    self.detail = detail
    self.derived = derived
  }
}

/// What few rows of a file say of their card.
public struct ImportDetail: Sendable, Hashable {
  /// Whether the row's `sourceID` is its whole source key, such as `anki:GUID:0`.
  public var hasSourceKey: Bool
  /// What the siblings of one note have in common: its id in the source, or its text. Empty where the
  /// row's note is all there is.
  public var noteKey: ArraySlice<UInt8>
  public var kind: CardKind
  public var isSuspended: Bool
  /// 0 (none) to 7.
  public var flag = 0
  /// When it was put aside until the next study day; nil if it was not.
  public var buriedAt: Timestamp?
  /// When it was made; nil if that is not told.
  public var madeAt: Timestamp?
  /// UTF-8, empty if there is none; nil where the file does not tell.
  public var hint: [UInt8]?
  public var schedule: ForeignSchedule?
  /// Its log in that program, in order.
  public var reviews: [ForeignReview] = []

  public init(
    hasSourceKey: Bool = false, noteKey: ArraySlice<UInt8> = [], kind: CardKind = .basic,
    isSuspended: Bool = false, schedule: ForeignSchedule? = nil
  ) {
    self.hasSourceKey = hasSourceKey
    self.noteKey = noteKey
    self.kind = kind
    self.isSuspended = isSuspended
    self.schedule = schedule
  }
}

/// A deck that rows go to, found or made once.
public struct ImportDeck: Sendable, Hashable {
  let key: Int64
  let id: DeckID
  /// The path as the file gives it, which its cards' ids derive from.
  let path: [UInt8]
  /// It was removed here, and stays so: its rows are only counted.
  public let isRemoved: Bool
  /// It had no card, live or removed, when the import first came to it.
  let isFresh: Bool
}

/// What became of a row.
public enum ImportOutcome: Sendable, Hashable, CaseIterable {
  case added
  case updated
  case unchanged
  /// The same front and back stood earlier in the file.
  case duplicate
  /// Edited here since the last import: the local text stays.
  case conflicting
  /// Removed here, and not brought back.
  case removedHere
}

/// How many rows became what.
public struct ImportCounts: Sendable, Hashable {
  public var decks = 0
  public var added = 0
  public var updated = 0
  public var unchanged = 0
  public var duplicates = 0
  public var conflicting = 0
  public var removedHere = 0
  /// Cards that came with the schedule of another program.
  public var scheduled = 0
  /// Files that the collection did not have.
  public var media = 0
  /// Answers that came with the log of another program.
  public var reviews = 0
  /// The imported cards of the file's decks that no row of it is about any more, by position; only
  /// if that was asked.
  public var missing: [CardID] = []
  /// The titles of decks that have more than ``mostSubTopics`` now.
  public var crowdedDecks: [String] = []

  /// How many sub-topics and tags of a deck are worth no word.
  public static let mostSubTopics = 500

  mutating func count(_ outcome: ImportOutcome) {
    switch outcome {
    case .added: added += 1
    case .updated: updated += 1
    case .unchanged: unchanged += 1
    case .duplicate: duplicates += 1
    case .conflicting: conflicting += 1
    case .removedHere: removedHere += 1
    }
  }
}
