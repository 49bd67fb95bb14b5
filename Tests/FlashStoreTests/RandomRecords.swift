import FlashModel
import FlashStore
import FlashTestSupport

/// A whole collection of records, each property set or not, at random.
enum RandomRecords {
  static func collection(_ random: inout SeededRandom) -> [StoredRecord] {
    let topics = (0..<2).map { _ in
      Topic(
        id: id(&random), name: text(&random), colorHint: maybe(&random, text),
        updatedAt: time(&random), deletedAt: maybe(&random, time))
    }
    let decks = (0..<4).map { _ in deck(&random, topics) }
    let subTopics = (0..<5).map { _ in
      SubTopic(
        id: id(&random), deckID: pick(decks, &random).id, name: text(&random),
        position: count(&random), colorHint: maybe(&random, text), updatedAt: time(&random),
        deletedAt: maybe(&random, time))
    }
    let cards = (0..<8).map { _ in card(&random, decks) }
    let sessions = (0..<3).map { _ in
      StudySession(
        id: id(&random), deckID: pick(decks, &random).id, mode: pick(StudyMode.allCases, &random),
        startedAt: time(&random), endedAt: maybe(&random, time), cardsReviewed: count(&random),
        accuracyPercent: number(&random), masteryDelta: -number(&random),
        updatedAt: time(&random), deletedAt: maybe(&random, time))
    }
    let links = cards.map { card in
      CardSubTopic(
        id: id(&random), cardID: card.id, subTopicID: pick(subTopics, &random).id,
        updatedAt: time(&random), deletedAt: maybe(&random, time))
    }
    var records: [StoredRecord] = [
      .setting(StoredSetting(name: "a", value: text(&random), updatedAt: time(&random))),
      .setting(StoredSetting(name: "b", value: text(&random), updatedAt: time(&random))),
    ]
    records += topics.map(StoredRecord.topic) + decks.map(StoredRecord.deck)
    records += subTopics.map(StoredRecord.subTopic) + cards.map(StoredRecord.card)
    records += sessions.map(StoredRecord.session) + links.map(StoredRecord.link)
    for card in cards { records += log(of: card, sessions, &random).map(StoredRecord.review) }
    return records
  }

  /// A log whose entries follow one another, or do not, with undone and imported ones.
  private static func log(
    of card: Card, _ sessions: [StudySession], _ random: inout SeededRandom
  ) -> [Review] {
    var told = Scheduling.new
    var order = time(&random)
    var ids: [ReviewID] = []
    return (0..<Int.random(in: 0...9, using: &random)).map { _ in
      order = order.advanced(by: Int64.random(in: 1...100_000_000, using: &random))
      var review = Review(
        id: id(&random), cardID: card.id, rating: .good, ratedAt: order, order: order,
        before: nil, after: nil)
      review.kind = pick(ReviewKind.allCases, &random)
      if review.kind == .undo {
        review.cancelsID = ids.randomElement(using: &random) ?? id(&random)
      }
      review.rating = review.kind == .review ? pick(Rating.allCases, &random) : nil
      review.durationMilliseconds = count(&random)
      review.sessionID = Bool.random(using: &random) ? pick(sessions, &random).id : nil
      if Bool.random(using: &random) { review.ratedAt = time(&random) }
      if Bool.random(using: &random) { review.schedulerVersion = text(&random) }
      switch Int.random(in: 0..<4, using: &random) {
      case 0: break
      case 1: review.before = scheduling(&random)
      default:
        review.before = Bool.random(using: &random) ? told : scheduling(&random)
        var after = scheduling(&random)
        if Bool.random(using: &random) { after.lastReviewed = review.ratedAt }
        if Bool.random(using: &random) { after.lastScheduled = review.ratedAt }
        review.after = after
      }
      told = review.after ?? told
      ids.append(review.id)
      return review
    }
  }

  private static func deck(_ random: inout SeededRandom, _ topics: [Topic]) -> Deck {
    var options = StudyOptions()
    options.desiredRetention = maybe(&random) { Double.random(in: 0.7...0.99, using: &$0) }
    options.learningSteps = maybe(&random) { [1, Int.random(in: 1...86_400, using: &$0)] }
    options.relearningSteps = maybe(&random) { _ in [] }
    options.burySiblings = maybe(&random) { Bool.random(using: &$0) }
    options.reviewOrder = maybe(&random) { pick(ReviewOrder.allCases, &$0) }
    return Deck(
      id: id(&random), topicID: maybe(&random) { pick(topics, &$0).id }, title: text(&random),
      description: maybe(&random, text), accentColor: text(&random),
      mode: pick(StudyMode.allCases, &random), lastStudiedAt: maybe(&random, time),
      options: options, updatedAt: time(&random), deletedAt: maybe(&random, time))
  }

  private static func card(_ random: inout SeededRandom, _ decks: [Deck]) -> Card {
    Card(
      id: id(&random), deckID: pick(decks, &random).id, front: text(&random), back: text(&random),
      frontImageAssetID: maybe(&random, id), backImageAssetID: maybe(&random, id),
      position: count(&random), kind: pick(CardKind.allCases, &random),
      hint: maybe(&random, text), isSuspended: Bool.random(using: &random),
      buriedUntil: maybe(&random, time), flag: Int.random(in: 0...7, using: &random),
      noteID: maybe(&random, id), noteOrd: maybe(&random, count), noteText: maybe(&random, text),
      sourceKey: maybe(&random, text), scheduling: scheduling(&random),
      contentUpdatedAt: time(&random), schedulingUpdatedAt: time(&random),
      deletedAt: maybe(&random, time))
  }

  private static func scheduling(_ random: inout SeededRandom) -> Scheduling {
    Scheduling(
      state: pick(CardState.allCases, &random), step: maybe(&random, count),
      memory: maybe(&random) {
        MemoryState(stability: number(&$0), difficulty: Double.random(in: 1...10, using: &$0))
      },
      due: maybe(&random, time), lastReviewed: maybe(&random, time),
      lastScheduled: maybe(&random, time), reps: count(&random), lapses: count(&random))
  }

  private static func maybe<Value>(
    _ random: inout SeededRandom, _ make: (inout SeededRandom) -> Value
  ) -> Value? {
    Bool.random(using: &random) ? make(&random) : nil
  }

  private static func pick<Value>(_ values: [Value], _ random: inout SeededRandom) -> Value {
    values[Int.random(in: 0..<values.count, using: &random)]
  }

  private static func id<Entity>(_ random: inout SeededRandom) -> Identifier<Entity> {
    Identifier(high: random.next(), low: random.next())
  }

  /// Moments before 1970, too, and some that no calendar reaches.
  private static func time(_ random: inout SeededRandom) -> Timestamp {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: Timestamp(milliseconds: -Int64.random(in: 0...4_000_000_000_000, using: &random))
    case 1: Timestamp(milliseconds: Int64.random(in: 0...(1 << 60), using: &random))
    default: Timestamp(milliseconds: Int64.random(in: 0...4_000_000_000_000, using: &random))
    }
  }

  private static func count(_ random: inout SeededRandom) -> Int {
    Int.random(in: 0...Int(Int32.max), using: &random)
  }

  /// A number whose every bit matters, as memory states have them.
  private static func number(_ random: inout SeededRandom) -> Double {
    Double(
      bitPattern: UInt64.random(in: 0x3F50_0000_0000_0000...0x40E1_D580_0000_0000, using: &random))
  }

  private static func text(_ random: inout SeededRandom) -> String {
    let pieces = ["a", "é", "日", "👍", "\"", "\\", "\n", "\u{1}", "\u{7F}", "\u{2028}", " ", "{}"]
    return (0..<Int.random(in: 0...8, using: &random)).map { _ in pick(pieces, &random) }.joined()
  }
}
