import FlashModel

/// Ids that are read easily in a failure.
func id<Entity>(_ number: UInt64) -> Identifier<Entity> {
  Identifier(high: 0x0193_5D2E_0000_7000, low: 0x8000_0000_0000_0000 | number)
}

func time(_ milliseconds: Int64) -> Timestamp { Timestamp(milliseconds: milliseconds) }

func deck(_ number: UInt64 = 1, _ title: String = "Deck", at clock: Int64 = 1_000) -> Deck {
  Deck(id: id(number), title: title, updatedAt: time(clock))
}

func card(
  _ number: UInt64 = 10, deck: UInt64 = 1, _ front: String = "front", at clock: Int64 = 1_000
) -> Card {
  Card(
    id: id(number), deckID: id(deck), front: front, back: "back", contentUpdatedAt: time(clock),
    schedulingUpdatedAt: time(clock))
}

/// A state after some reviews, told apart by its numbers.
func state(_ reps: Int, due: Int64, at moment: Int64) -> Scheduling {
  Scheduling(
    state: .review, memory: MemoryState(stability: Double(reps) * 3, difficulty: 5),
    due: time(due), lastReviewed: time(moment), lastScheduled: time(moment), reps: reps)
}

func review(
  _ number: UInt64, card: UInt64 = 10, at moment: Int64, from before: Scheduling = .new,
  to after: Scheduling?, rating: Rating = .good
) -> Review {
  Review(
    id: id(number), cardID: id(card), rating: rating, ratedAt: time(moment), order: time(moment),
    before: before, after: after)
}

func subTopic(_ number: UInt64, deck: UInt64 = 1, at clock: Int64 = 1_000) -> SubTopic {
  SubTopic(id: id(number), deckID: id(deck), name: "tag \(number)", updatedAt: time(clock))
}

func link(_ number: UInt64, card: UInt64, subTopic: UInt64, at clock: Int64 = 1_000) -> CardSubTopic
{
  CardSubTopic(id: id(number), cardID: id(card), subTopicID: id(subTopic), updatedAt: time(clock))
}
