import FlashModel
import FlashScheduler
import FlashStore
import FlashTerminal

/// Where a session stands. Everything that is shown is made from it.
struct SessionModel: Sendable {
  let decks: [Deck]
  let mode: StudyMode
  var queue: StudyQueue
  /// The session ends after so many answers; nil for no limit.
  var limit: Int?
  var goal: DailyGoal?
  var size: TerminalSize
  var phase = Phase.loading
  /// What was done, the newest last; what was taken back is not in it.
  var history: [SessionStep] = []
  /// What a person has typed for a card that asks for it.
  var typed = ""
  var isTyping = false
  var showsHint = false
  var showsHelp = false
  /// Lines of the card that have scrolled past the top.
  var scroll = 0
  /// What is told until the next key.
  var notice: Notice?
  /// The figures of the end.
  var result: SessionResult?

  enum Phase: Sendable, Hashable {
    case loading
    case question(ShownCard)
    case answer(ShownCard)
    /// The daily goal has been reached: go on?
    case goal
    case over
  }

  struct Notice: Sendable, Hashable {
    var text: String
    var isWarning = false
  }

  init(plan: StudyPlan, mode: StudyMode, size: TerminalSize) {
    decks = plan.decks
    self.mode = mode
    queue = plan.queue
    self.size = size
  }

  /// The card on the screen.
  var shown: ShownCard? {
    switch phase {
    case .question(let card), .answer(let card): card
    case .loading, .goal, .over: nil
    }
  }

  var answers: [GivenAnswer] {
    history.compactMap { step in
      if case .answered(let answer) = step { answer } else { nil }
    }
  }

  /// What is left, the card on the screen included.
  var counts: QueueCounts {
    var counts = queue.counts
    switch shown?.queued.state {
    case .new: counts.new += 1
    case .learning, .relearning: counts.learning += 1
    case .review: counts.due += 1
    case nil: break
    }
    return counts
  }
}

/// A card as it is asked, with what its ratings would lead to.
struct ShownCard: Sendable, Hashable {
  let queued: QueueCard
  var card: Card
  /// The last rating before this one.
  let previous: Rating?
  /// The interval of each rating, again first; none in Basic mode.
  let labels: [String]
  /// When the question came up, or the person came back to it.
  var since: Timestamp
}

/// An answer that was recorded in this session.
struct GivenAnswer: Sendable, Hashable {
  let reviewID: ReviewID
  let cardID: CardID
  let deckID: DeckID
  let rating: Rating
  /// The last rating before this session.
  let previous: Rating?
  let before: CardState
  let after: CardState
  let durationMilliseconds: Int
}

/// Something that `u` takes back.
enum SessionStep: Sendable, Hashable {
  case answered(GivenAnswer)
  case setAside(QueueCard, CardID, SetAside)
}

/// How a card is kept out without an answer.
enum SetAside: Sendable, Hashable {
  /// Until the next study day.
  case buried
  case suspended
}

/// Reviews of the day, in all decks, and how many there should be.
struct DailyGoal: Sendable, Hashable {
  /// 1 to 500.
  let cards: Int
  var done: Int
}

/// What is known once the session has ended.
struct SessionResult: Sendable, Hashable {
  /// Of the decks in which something was answered.
  var mastery: Share
  /// When the next card of the studied decks falls due; nil if none will.
  var nextDue: Timestamp?
  var endedAt: Timestamp
}
