/// A card as a file gives it, before anything is decided about it: ranges of bytes in the
/// ``DraftBatch`` it belongs to, cleaned, UTF-8.
///
/// Bytes instead of strings, because most drafts of a re-import are only hashed and compared, and
/// those that are new are bound into a statement as bytes.
public struct CardDraft: Hashable, Sendable {
  /// The physical line it begins at, from 1.
  public var line: Int
  /// The last physical line that belongs to it, as far as its format tells; ids and schedules that
  /// stand behind it included.
  public internal(set) var lastLine: Int
  /// Not empty, at most ``TextLimits/side``.
  public var front: Range<Int>
  /// Not empty, at most ``TextLimits/side``.
  public var back: Range<Int>
  /// The deck's path as the file gives it (``DeckPath`` reads it); empty if it gives none.
  public var deck: Range<Int> = 0..<0
  /// Sub-topics that the file names as such, with ``DraftBatch/separator`` between two.
  public var subTopics: Range<Int> = 0..<0
  /// Tags, with ``DraftBatch/separator`` between two.
  public var tags: Range<Int> = 0..<0
  /// The id that the file gives; empty if it gives none.
  public var sourceID: Range<Int> = 0..<0
  /// The place in the deck that the file gives; nil means file order.
  public var position: Int?
  /// The cloze text that this card and its siblings are rendered from; empty for any other card.
  public var note: Range<Int> = 0..<0
  /// The number of the deletions that this sibling hides, from 1; nil for any other card.
  public var noteOrd: Int?
  /// Whether ``sourceID`` is the card's whole source key, such as `anki:GUID:0`, and no id that is
  /// only this file's.
  public var hasSourceKey = false
  /// What few formats say of a card; an index into ``DraftBatch/details``.
  public internal(set) var detail: Int?

  public init(line: Int, front: Range<Int> = 0..<0, back: Range<Int> = 0..<0) {
    self.line = line
    lastLine = line
    self.front = front
    self.back = back
  }
}

/// A row that makes no card, and why.
public struct RowProblem: Hashable, Sendable {
  /// What can be wrong with a row.
  public enum Reason: Sendable, Hashable, CaseIterable {
    case emptyFront
    case emptyBack
    case frontTooLong
    case backTooLong
    case tooManyColumns
    case recordTooLong
    case noDeletion
    case clozeTooLong
    case noSeparator
    case strayText
    case noNote
    case noNoteType

    /// In words, as reports and `--json` print it.
    public var words: String {
      switch self {
      case .emptyFront: "empty front"
      case .emptyBack: "empty back"
      case .frontTooLong: "front longer than 1 MiB"
      case .backTooLong: "back longer than 1 MiB"
      case .tooManyColumns: "more than 1,000 columns"
      case .recordTooLong: "record longer than 8 MiB"
      case .noDeletion: "cloze text without a deletion"
      case .clozeTooLong: "cloze text longer than 1 MiB over all its cards"
      case .noSeparator: "nothing separates term and definition"
      case .strayText: "text that belongs to no card"
      case .noNote: "its note is missing"
      case .noNoteType: "its note type is missing"
      }
    }
  }

  /// The physical line the row begins at, from 1.
  public let line: Int
  public let reason: Reason

  public init(line: Int, reason: Reason) {
    self.line = line
    self.reason = reason
  }
}

/// What was wrong with a row that makes a card all the same.
public struct RowWarning: Hashable, Sendable {
  public enum Reason: Sendable, Hashable {
    /// Its schedule is not in numbers, or in none that a program writes: the card is new.
    case unreadableSchedule
    /// It is left out.
    case hintTooLong

    /// In words, as reports print it.
    public var words: String {
      switch self {
      case .unreadableSchedule: "a schedule that can't be read; the card is new"
      case .hintTooLong: "a hint longer than 64 KiB; it is left out"
      }
    }
  }

  /// The physical line the row begins at, from 1.
  public let line: Int
  public let reason: Reason
}

/// The drafts of one piece of a file, with the bytes they point into.
public struct DraftBatch: Sendable {
  /// Stands between two tags or sub-topics; clean-up removes it from text, so none contains it.
  public static let separator: UInt8 = 0x1F

  /// What the drafts' ranges point into. There is more in it than the drafts' text.
  public internal(set) var bytes: [UInt8] = []
  /// In file order.
  public internal(set) var drafts: [CardDraft] = []
  /// In file order.
  public internal(set) var problems: [RowProblem] = []
  /// In file order.
  public internal(set) var warnings: [RowWarning] = []
  /// In file order; none unless the file is read for ``ReadingPurpose/checking``.
  public internal(set) var remarks: [RowRemark] = []
  /// What drafts refer to by ``CardDraft/detail``.
  public internal(set) var details: [DraftDetail] = []

  public init() {}

  /// A batch with room for so many bytes and cards.
  public init(bytes: Int, cards: Int) {
    self.bytes.reserveCapacity(bytes)
    drafts.reserveCapacity(cards)
    details.reserveCapacity(cards)
  }

  /// What few formats say of a card.
  public func detail(of draft: CardDraft) -> DraftDetail? { draft.detail.map { details[$0] } }

  /// The text of a range.
  public func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// The parts of a range that ``separator`` separates; none if it is empty.
  public func parts(_ range: Range<Int>) -> [String] {
    bytes[range].split(separator: DraftBatch.separator).map { String(decoding: $0, as: UTF8.self) }
  }
}
