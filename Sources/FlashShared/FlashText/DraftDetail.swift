public import FlashModel

/// What only some formats say of a card.
public struct DraftDetail: Hashable, Sendable {
  /// What the siblings of one note have in common: the note's id, or its text. Empty where only the
  /// cloze text tells.
  public var noteKey: Range<Int> = 0..<0
  /// `.cloze` needs no word of it: it follows from the cloze text.
  public var kind = CardKind.basic
  public var isSuspended = false
  /// 0 (none) to 7.
  public var flag = 0
  /// When it was put aside until the next study day; nil if it was not.
  public var buriedAt: Timestamp?
  /// When it was made; nil if that is not told.
  public var madeAt: Timestamp?
  /// Cleaned, empty if there is none; nil where the file has no place for hints.
  public var hint: Range<Int>?
  /// Nil for a card that is new.
  public var schedule: ForeignSchedule?
  /// Its log in the other program, in order.
  public var reviews: [ForeignReview] = []

  public init() {}
}
