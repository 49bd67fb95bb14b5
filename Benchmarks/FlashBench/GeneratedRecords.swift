import FlashModel

/// Records as an export of a studied deck has them.
enum GeneratedRecords {
  static func card(_ number: Int) -> Card {
    Card(
      id: CardID(high: UInt64(number), low: 7), deckID: DeckID(high: 1, low: 2),
      front: "What is the capital of country number \(number)?", back: "City \(number)",
      position: number, scheduling: scheduling(number), contentUpdatedAt: moment(number),
      schedulingUpdatedAt: moment(number))
  }

  static func review(_ number: Int) -> Review {
    Review(
      id: ReviewID(high: UInt64(number), low: 8), cardID: CardID(high: UInt64(number), low: 7),
      rating: .good, durationMilliseconds: 4_000, ratedAt: moment(number), order: moment(number),
      before: scheduling(number), after: scheduling(number + 1))
  }

  private static func moment(_ number: Int) -> Timestamp {
    Timestamp(milliseconds: 1_700_000_000_000 + Int64(number))
  }

  private static func scheduling(_ number: Int) -> Scheduling {
    Scheduling(
      state: .review,
      memory: MemoryState(
        stability: 1.1 + Double(number) / 7, difficulty: 5 + 1 / Double(number + 1)),
      due: moment(number), lastReviewed: moment(number), lastScheduled: moment(number),
      reps: number % 40, lapses: number % 3)
  }
}
