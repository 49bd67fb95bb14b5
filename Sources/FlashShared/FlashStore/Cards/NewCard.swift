public import FlashModel

/// A card that is to be made.
public struct NewCard: Sendable, Hashable {
  /// Markdown, cleaned: NFC, no control characters, trimmed.
  public var front: String
  public var back: String
  public var kind: CardKind
  public var hint: String?
  /// Shared by siblings.
  public var noteID: NoteID?
  /// Cloze number, or the direction of a reversed pair from 0.
  public var noteOrd: Int?
  /// What the siblings of a cloze note are rendered from.
  public var noteText: String?
  public var subTopics: [String]
  public var flag: Int
  public var isSuspended: Bool

  public init(
    front: String, back: String, kind: CardKind = .basic, hint: String? = nil,
    noteID: NoteID? = nil, noteOrd: Int? = nil, noteText: String? = nil, subTopics: [String] = [],
    flag: Int = 0, isSuspended: Bool = false
  ) {
    self.front = front
    self.back = back
    self.kind = kind
    self.hint = hint
    self.noteID = noteID
    self.noteOrd = noteOrd
    self.noteText = noteText
    self.subTopics = subTopics
    self.flag = flag
    self.isSuspended = isSuspended
  }
}

/// New cards, and the deck they go to.
public struct DeckAddition: Sendable, Hashable {
  public enum Target: Sendable, Hashable {
    case existing(DeckID)
    /// A deck of that path, which is made with them.
    case new(String)
  }

  public var target: Target
  public var cards: [NewCard]

  public init(to target: Target, _ cards: [NewCard]) {
    self.target = target
    self.cards = cards
  }
}

/// What is to change of a card's content; nil leaves a part as it is.
public struct CardEdit: Sendable, Hashable {
  public var front: String?
  public var back: String?
  /// An empty text removes the hint.
  public var hint: String?
  public var kind: CardKind?
  /// 0 to 7.
  public var flag: Int?
  public var isSuspended: Bool?
  /// The card is not shown before this moment.
  public var buriedUntil: Timestamp??
  public var noteText: String?

  public init() {}
}

extension Store {
  /// The longest side of a card, in bytes of UTF-8.
  public static let longestSide = 1 << 20

  /// - Throws: `.invalid` if a side is blank or too long.
  func check(front: String?, back: String?, kind: CardKind) throws(StoreError) {
    for (field, text) in [("front", front), ("back", back)] {
      guard let text else { continue }
      guard text.utf8.count <= Store.longestSide else {
        throw .invalid(field: field, reason: "longer than 1 MiB")
      }
      // The answer of a cloze card stands in its front.
      if trimmed(text).isEmpty, field == "front" || kind != .cloze {
        throw .invalid(field: field, reason: "is empty")
      }
    }
  }

  func check(flag: Int?) throws(StoreError) {
    guard let flag, !(0...7).contains(flag) else { return }
    throw .invalid(field: "flag", reason: "0 to 7 expected")
  }
}
