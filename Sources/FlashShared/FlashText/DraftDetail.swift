public import FlashModel

/// What only some formats say of a card.
public struct DraftDetail: Hashable, Sendable {
  /// What the siblings of one note have in common: the note's id, or its text. Empty where only the
  /// cloze text tells.
  public var noteKey: Range<Int> = 0..<0
  /// `.cloze` needs no word of it: it follows from the cloze text.
  public var kind = CardKind.basic
  public var isSuspended = false
  /// Nil for a card that is new.
  public var schedule: ForeignSchedule?

  public init() {}
}
