public import FlashModel

/// The cards of a study session, in the order they are shown.
///
/// First the learning cards that have fallen due, then the due reviews, then the new ones; when
/// nothing else is left, learning cards that fall due within twenty minutes. What is answered leaves
/// the queue, and a card in learning comes back when it is due.
public struct StudyQueue: Sendable {
  /// How far ahead a learning card is shown when nothing else is left, in milliseconds.
  public static let learnAhead: Int64 = 20 * 60_000

  /// Most cards of a Basic session.
  public static let basicLimit = 1_000

  /// Cards kept out because a sibling is in: they are not to be shown today.
  public private(set) var buried: [Int64] = []

  private let endOfDay: Timestamp
  /// Reviews and new cards, in order.
  private var main: [QueueCard] = []
  private var position = 0
  /// The next to fall due last, so that it is popped.
  private var learning: [QueueCard] = []
  /// Taken back answers, the newest last.
  private var returned: [QueueCard] = []

  /// A Smart session.
  /// - Parameters:
  ///   - cards: live, neither suspended nor buried; those that are not to be shown are left out here.
  ///   - decks: what ``QueueCard/deck`` counts in.
  public init(
    _ cards: [QueueCard], decks: [QueueDeck], reviewOrder: ReviewOrder, newOrder: NewOrder,
    calendar: StudyCalendar, at now: Timestamp
  ) {
    let day = calendar.day(of: now)
    endOfDay = calendar.end(of: day)
    let order = QueueOrder(day: day, now: now)
    var selection = QueueSelection(decks: decks)
    var reviews: [QueueCard] = []
    var new: [QueueCard] = []
    for card in cards where decks.indices.contains(card.deck) {
      let isDue = Scheduling.isDue(card.due, lastScheduled: card.lastScheduled, at: now)
      switch card.state {
      case .new: new.append(card)
      case .review: if isDue { reviews.append(card) }
      case .learning, .relearning:
        guard let due = card.due, isDue || due < endOfDay else { continue }
        selection.claim(card)
        var card = card
        // Due by the clock that ran ahead: it is shown now.
        if isDue { card.due = min(due, now) }
        learning.append(card)
      }
    }
    learning.sort { StudyQueue.fallsDueLater($0, $1) }
    main = selection.admit(order.sorted(reviews: reviews, by: reviewOrder))
    main += selection.admit(order.sorted(new: new, by: newOrder))
    buried = selection.buried
  }

  /// A Basic session: the first cards by position, whatever their schedule.
  public init(basic cards: [QueueCard]) {
    endOfDay = Timestamp(milliseconds: .min)
    let order = QueueOrder(day: StudyDay(number: 0), now: endOfDay)
    main = Array(order.sorted(new: cards, by: .position).prefix(StudyQueue.basicLimit))
  }

  /// Takes the card that is to be shown at `now`; nil if there is none (any more, or not yet: see
  /// ``nextLearningDue``).
  public mutating func next(at now: Timestamp) -> QueueCard? {
    if let card = returned.popLast() { return card }
    if isLearningDue(by: now) { return learning.popLast() }
    if position < main.count {
      position += 1
      return main[position - 1]
    }
    if isLearningDue(by: now.advanced(by: StudyQueue.learnAhead)) { return learning.popLast() }
    return nil
  }

  /// Takes in what an answer led to: a card in learning comes back if it is due in this study day.
  /// - Parameter card: as ``next(at:)`` gave it.
  public mutating func answered(_ card: QueueCard, with scheduling: Scheduling) {
    let next = card.scheduled(scheduling)
    guard next.isLearning, let due = next.due, due < endOfDay else { return }
    var low = 0
    var high = learning.count
    while low < high {
      let middle = (low + high) / 2
      if StudyQueue.fallsDueLater(learning[middle], next) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    learning.insert(next, at: low)
  }

  /// Shows a card again at once: its answer was taken back.
  /// - Parameter card: as ``next(at:)`` gave it.
  public mutating func putBack(_ card: QueueCard) {
    learning.removeAll { $0.key == card.key }
    returned.append(card)
  }

  /// Drops cards that were deleted, suspended or buried meanwhile.
  public mutating func remove(_ keys: Set<Int64>) {
    learning.removeAll { keys.contains($0.key) }
    returned.removeAll { keys.contains($0.key) }
    main.removeSubrange(..<position)
    position = 0
    main.removeAll { keys.contains($0.key) }
  }

  /// When the next learning card falls due; nil if none does in this study day.
  public var nextLearningDue: Timestamp? { learning.last?.due }

  /// What is left.
  public var counts: QueueCounts {
    var counts = QueueCounts(new: 0, learning: learning.count, due: 0)
    for card in main[position...] + returned {
      if card.isLearning {
        counts.learning += 1
      } else if card.state == .new {
        counts.new += 1
      } else {
        counts.due += 1
      }
    }
    return counts
  }

  private func isLearningDue(by moment: Timestamp) -> Bool {
    guard let due = learning.last?.due else { return false }
    return due <= moment
  }

  private static func fallsDueLater(_ left: QueueCard, _ right: QueueCard) -> Bool {
    let (first, second) = (left.due?.milliseconds ?? .max, right.due?.milliseconds ?? .max)
    return (first, left.key) > (second, right.key)
  }
}
