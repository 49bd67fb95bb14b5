/// A question and its answer, with the schedule that its review log has led to.
///
/// Content and scheduling have a clock each, so that a rating here never undoes an edit made on
/// another device.
public struct Card: Hashable, Sendable {
  public var id: CardID
  public var deckID: DeckID
  /// Markdown, at most 1 MiB of UTF-8.
  public var front: String
  /// Markdown, at most 1 MiB of UTF-8.
  public var back: String
  public var frontImageAssetID: AssetID?
  public var backImageAssetID: AssetID?
  /// From 0 within the deck.
  public var position: Int
  public var kind: CardKind
  public var hint: String?
  public var isSuspended: Bool
  /// Not shown before this moment.
  public var buriedUntil: Timestamp?
  /// 0 (none) to 7.
  public var flag: Int
  /// Siblings made from one note share it.
  public var noteID: NoteID?
  /// Which sibling this is: cloze number or template, from 1 for cloze.
  public var noteOrd: Int?
  /// What all siblings of a cloze note are rendered from.
  public var noteText: String?
  /// Identity at import, such as `anki:GUID:ORD`; at most 512 bytes.
  public var sourceKey: String?
  public var scheduling: Scheduling
  /// When content last changed.
  public var contentUpdatedAt: Timestamp
  /// When the schedule last changed.
  public var schedulingUpdatedAt: Timestamp
  /// Set on a tombstone.
  public var deletedAt: Timestamp?

  public init(
    id: CardID, deckID: DeckID, front: String, back: String, frontImageAssetID: AssetID? = nil,
    backImageAssetID: AssetID? = nil, position: Int = 0, kind: CardKind = .basic,
    hint: String? = nil, isSuspended: Bool = false, buriedUntil: Timestamp? = nil, flag: Int = 0,
    noteID: NoteID? = nil, noteOrd: Int? = nil, noteText: String? = nil, sourceKey: String? = nil,
    scheduling: Scheduling = .new, contentUpdatedAt: Timestamp, schedulingUpdatedAt: Timestamp,
    deletedAt: Timestamp? = nil
  ) {
    self.id = id
    self.deckID = deckID
    self.front = front
    self.back = back
    self.frontImageAssetID = frontImageAssetID
    self.backImageAssetID = backImageAssetID
    self.position = position
    self.kind = kind
    self.hint = hint
    self.isSuspended = isSuspended
    self.buriedUntil = buriedUntil
    self.flag = flag
    self.noteID = noteID
    self.noteOrd = noteOrd
    self.noteText = noteText
    self.sourceKey = sourceKey
    self.scheduling = scheduling
    self.contentUpdatedAt = contentUpdatedAt
    self.schedulingUpdatedAt = schedulingUpdatedAt
    self.deletedAt = deletedAt
  }

  /// The clock the wire carries: the later of both.
  public var updatedAt: Timestamp { max(contentUpdatedAt, schedulingUpdatedAt) }
}
