/// A key as a program sees it.
public enum Key: Sendable, Hashable {
  /// A typed or pasted character; one Unicode scalar, so that a text grows by appending them.
  case character(Character)
  case enter, tab, backTab, backspace, delete, insert, escape
  case up, down, left, right, home, end, pageUp, pageDown
  /// F1 to F12.
  case function(Int)
  /// Control and a lower-case letter or one of `@ \ ] ^ _`.
  case control(Character)
  /// Alt, or escape just before the character.
  case alt(Character)
}
