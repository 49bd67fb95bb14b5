import FlashModel
import FlashScheduler
import FlashTerminal

typealias SessionEvent = Event<SessionMessage>

/// What an effect of the session answers.
enum SessionMessage: Sendable, Hashable {
  case loaded(ShownCard)
  /// The card is not to be studied any more: removed, suspended or buried by another process.
  case gone
  /// Another process answered the card, which then has this schedule.
  case answeredElsewhere(QueueCard, Scheduling)
  case recorded(QueueCard, GivenAnswer, Scheduling, isLeech: Bool, front: String)
  /// An answer was taken back; the card is nil if it has been removed.
  case undone(ReviewID, QueueCard?, reviewsToday: Int)
  case nothingToUndo
  case setAside(QueueCard, CardID, SetAside)
  case restored(QueueCard)
  case edited(Card)
  case told(String)
  case ended(SessionResult)
}
