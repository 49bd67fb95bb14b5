import FlashModel

/// The order cards of one kind are shown in: ascending keys, ties by deck, position and number.
struct QueueOrder {
  private let day: StudyDay
  private let now: Timestamp

  init(day: StudyDay, now: Timestamp) {
    self.day = day
    self.now = now
  }

  func sorted(reviews: [QueueCard], by order: ReviewOrder) -> [QueueCard] {
    switch order {
    case .overdue: sorted(reviews) { -overdueness($0) }
    case .due: sorted(reviews) { Double($0.due?.milliseconds ?? .max) }
    case .retrievability: sorted(reviews) { -decay($0) }
    case .random: sorted(reviews, by: lot)
    }
  }

  func sorted(new cards: [QueueCard], by order: NewOrder) -> [QueueCard] {
    switch order {
    case .position: sorted(cards) { _ in 0 }
    case .random: sorted(cards, by: lot)
    }
  }

  /// What decides about a card's place, apart from the card, which is large to move.
  private struct Place {
    let key: Double
    let deck: Int
    let position: Int
    let number: Int64
    let index: Int
  }

  private func sorted(_ cards: [QueueCard], by key: (QueueCard) -> Double) -> [QueueCard] {
    var places = cards.indices.map { index in
      let card = cards[index]
      return Place(
        key: key(card), deck: card.deck, position: card.position, number: card.key, index: index)
    }
    places.sort { left, right in
      if left.key != right.key { return left.key < right.key }
      return (left.deck, left.position, left.number) < (right.deck, right.position, right.number)
    }
    return places.map { cards[$0.index] }
  }

  /// Time since the last review in intervals: 1 when it falls due, 2 when as much again has passed.
  private func overdueness(_ card: QueueCard) -> Double {
    guard let due = card.due else { return 0 }
    let late = Double(now.milliseconds(since: due))
    let interval =
      card.lastScheduled.map { Double(due.milliseconds(since: $0)) }
      ?? (card.stability ?? 1) * Double(Timestamp.millisecondsPerDay)
    guard interval > 0, late > -interval else { return 1 }
    return 1 + late / interval
  }

  /// Time since the last review in stabilities: with the same weights, the probability of recall
  /// falls as it rises.
  private func decay(_ card: QueueCard) -> Double {
    guard let last = card.lastScheduled, let stability = card.stability, stability > 0 else {
      return 0
    }
    return Double(max(0, now.milliseconds(since: last))) / stability
  }

  /// A card's lot of the day: the same for every session of a study day.
  private func lot(_ card: QueueCard) -> Double {
    let seed = Fuzz.mix(UInt64(bitPattern: Int64(day.number)))
    return Double(Fuzz.mix(seed ^ UInt64(bitPattern: card.key)) >> 11)
  }
}
