import FlashModel
import FlashScheduler

/// What a session wants done outside of its model.
enum SessionEffect: Sendable, Hashable {
  /// Read the card as it is now.
  case load(QueueCard)
  /// Forget keys that were typed before the screen could be read.
  case forgetTypedKeys
  case record(ShownCard, Rating, at: Timestamp)
  /// Take back the newest answer.
  case undo(at: Timestamp)
  case setAside(ShownCard, SetAside, at: Timestamp)
  /// Take back that a card was set aside.
  case restore(QueueCard, CardID, SetAside, at: Timestamp)
  /// Let the person edit the card.
  case edit(Card, at: Timestamp)
  /// Close the books.
  case end([GivenAnswer], at: Timestamp)
}
