import FlashScheduler
import FlashStore

/// How the cards of one sub-topic do.
struct SubTopicFigures: Sendable, Hashable {
  var label: SubTopicLabel
  var cards = 0
  /// Lapses of its cards, all together.
  var lapses = 0
  /// Of each card at most the latest 20 answers of the last 30 days.
  var reviews = 0
  var right = 0
  var again = 0

  /// Answers rated Good or Easy.
  var accuracy: Share { Share(right, of: reviews) }

  /// The sub-topics with cards that were counted, by deck and place.
  static func all(
    in store: Store, history: ReviewHistory, cards: CardStatistics
  ) throws -> [SubTopicFigures] {
    let labels = try store.subTopicLabels()
    var areas = labels.map { SubTopicFigures(label: $0.label) }
    var places: [Int64: Int] = [:]
    for (place, label) in labels.enumerated() { places[label.key] = place }
    try store.forEachSubTopicLink { subTopic, card in
      guard let place = places[subTopic], let lapses = cards.lapses(ofCard: card) else { return }
      let recent = history.recentRatings(ofCard: card)
      areas[place].cards += 1
      areas[place].lapses += lapses
      areas[place].reviews += recent.reviews
      areas[place].right += recent.right
      areas[place].again += recent.again
    }
    return areas.filter { $0.cards > 0 }
  }

  /// The three lowest accuracies below 70 %, of sub-topics with 5 answers or more.
  static func weak(_ areas: [SubTopicFigures]) -> [SubTopicFigures] {
    let weak = areas.filter { $0.reviews >= 5 && $0.accuracy.percent < 70 }
    return ordered(weak) { $0.accuracy.percent < $1.accuracy.percent }.prefix(3).map { $0 }
  }

  /// The ten sub-topics with the most lapses.
  static func lapsed(_ areas: [SubTopicFigures]) -> [SubTopicFigures] {
    ordered(areas.filter { $0.lapses > 0 }) { $0.lapses > $1.lapses }.prefix(10).map { $0 }
  }

  /// Sorted, equals in the order they come in.
  private static func ordered(
    _ areas: [SubTopicFigures], by precedes: (SubTopicFigures, SubTopicFigures) -> Bool
  ) -> [SubTopicFigures] {
    areas.enumerated().sorted { left, right in
      if precedes(left.element, right.element) { return true }
      return !precedes(right.element, left.element) && left.offset < right.offset
    }.map(\.element)
  }
}
