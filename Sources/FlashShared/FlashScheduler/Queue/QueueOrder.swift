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

  private func sorted(_ cards: [QueueCard], by key: (QueueCard) -> Double) -> [QueueCard] {
    let keys = cards.map(key)
    let order = cards.indices.sorted { left, right in
      if keys[left] != keys[right] { return keys[left] < keys[right] }
      let (a, b) = (cards[left], cards[right])
      return (a.deck, a.position, a.key) < (b.deck, b.position, b.key)
    }
    return order.map { cards[$0] }
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
