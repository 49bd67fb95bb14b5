public import FlashModel

/// Records with every property set or not, at random.
public enum RandomRecords {
  public static func topic(_ random: inout SeededRandom) -> Topic {
    Topic(
      id: id(&random), name: text(&random), colorHint: maybe(&random, text),
      updatedAt: time(&random), deletedAt: maybe(&random, time))
  }

  public static func subTopic(_ random: inout SeededRandom) -> SubTopic {
    SubTopic(
      id: id(&random), deckID: id(&random), name: text(&random), position: count(&random),
      colorHint: maybe(&random, text), updatedAt: time(&random), deletedAt: maybe(&random, time))
  }

  public static func cardSubTopic(_ random: inout SeededRandom) -> CardSubTopic {
    CardSubTopic(
      id: id(&random), cardID: id(&random), subTopicID: id(&random), updatedAt: time(&random),
      deletedAt: maybe(&random, time))
  }

  public static func session(_ random: inout SeededRandom) -> StudySession {
    StudySession(
      id: id(&random), deckID: id(&random), mode: pick(StudyMode.allCases, &random),
      startedAt: time(&random), endedAt: maybe(&random, time), cardsReviewed: count(&random),
      accuracyPercent: number(&random), masteryDelta: -number(&random),
      updatedAt: time(&random), deletedAt: maybe(&random, time))
  }

  public static func deck(_ random: inout SeededRandom) -> Deck {
    var options = StudyOptions()
    options.desiredRetention = maybe(&random, { Double.random(in: 0.7...0.99, using: &$0) })
    options.newPerDay = maybe(&random, { Int.random(in: 0...9_999, using: &$0) })
    options.reviewsPerDay = maybe(&random, { Int.random(in: 0...9_999, using: &$0) })
    options.learningSteps = maybe(
      &random, { [1, Int.random(in: StudyOptions.stepRange, using: &$0)] })
    options.relearningSteps = maybe(&random, { _ in [] })
    options.maxIntervalDays = maybe(&random, { Int.random(in: 1...36_500, using: &$0) })
    options.leechThreshold = maybe(&random, { Int.random(in: 1...99, using: &$0) })
    options.burySiblings = maybe(&random, { Bool.random(using: &$0) })
    options.newOrder = maybe(&random, { pick(NewOrder.allCases, &$0) })
    options.reviewOrder = maybe(&random, { pick(ReviewOrder.allCases, &$0) })
    options.fsrsWeights = maybe(&random, { generator in (0..<21).map { _ in number(&generator) } })
    return Deck(
      id: id(&random), topicID: maybe(&random, id), title: text(&random),
      description: maybe(&random, text), accentColor: text(&random),
      mode: pick(StudyMode.allCases, &random), lastStudiedAt: maybe(&random, time),
      options: options, updatedAt: time(&random), deletedAt: maybe(&random, time))
  }

  public static func card(_ random: inout SeededRandom) -> Card {
    Card(
      id: id(&random), deckID: id(&random), front: text(&random), back: text(&random),
      frontImageAssetID: maybe(&random, id), backImageAssetID: maybe(&random, id),
      position: count(&random), kind: pick(CardKind.allCases, &random),
      hint: maybe(&random, text), isSuspended: Bool.random(using: &random),
      buriedUntil: maybe(&random, time), flag: Int.random(in: 0...7, using: &random),
      noteID: maybe(&random, id), noteOrd: maybe(&random, count), noteText: maybe(&random, text),
      sourceKey: maybe(&random, text), scheduling: scheduling(&random),
      contentUpdatedAt: time(&random), schedulingUpdatedAt: time(&random),
      deletedAt: maybe(&random, time))
  }

  public static func review(_ random: inout SeededRandom) -> Review {
    let rated = time(&random)
    return Review(
      id: id(&random), cardID: id(&random), sessionID: maybe(&random, id),
      kind: pick(ReviewKind.allCases, &random), cancelsID: maybe(&random, id),
      rating: maybe(&random, { pick(Rating.allCases, &$0) }),
      durationMilliseconds: count(&random), ratedAt: rated,
      order: maybe(&random, time) ?? rated, before: maybe(&random, scheduling),
      after: maybe(&random, scheduling), schedulerVersion: text(&random))
  }

  public static func scheduling(_ random: inout SeededRandom) -> Scheduling {
    Scheduling(
      state: pick(CardState.allCases, &random), step: maybe(&random, count),
      memory: maybe(
        &random,
        { MemoryState(stability: number(&$0), difficulty: Double.random(in: 1...10, using: &$0)) }),
      due: maybe(&random, time), lastReviewed: maybe(&random, time),
      lastScheduled: maybe(&random, time), reps: count(&random), lapses: count(&random))
  }

  public static func maybe<Value>(
    _ random: inout SeededRandom, _ make: (inout SeededRandom) -> Value
  ) -> Value? {
    Bool.random(using: &random) ? make(&random) : nil
  }

  public static func pick<Value>(_ values: [Value], _ random: inout SeededRandom) -> Value {
    values[Int.random(in: 0..<values.count, using: &random)]
  }

  public static func id<Entity>(_ random: inout SeededRandom) -> Identifier<Entity> {
    Identifier(high: random.next(), low: random.next())
  }

  /// Moments before 1970, too, and some that no calendar reaches.
  public static func time(_ random: inout SeededRandom) -> Timestamp {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: Timestamp(milliseconds: -Int64.random(in: 0...4_000_000_000_000, using: &random))
    case 1: Timestamp(milliseconds: Int64.random(in: 0...(1 << 60), using: &random))
    default: Timestamp(milliseconds: Int64.random(in: 0...4_000_000_000_000, using: &random))
    }
  }

  public static func count(_ random: inout SeededRandom) -> Int {
    Int.random(in: 0...Int(Int32.max), using: &random)
  }

  /// A number whose every bit matters, as memory states have them.
  private static func number(_ random: inout SeededRandom) -> Double {
    Double(
      bitPattern: UInt64.random(in: 0x3F50_0000_0000_0000...0x40E1_D580_0000_0000, using: &random))
  }

  public static func text(_ random: inout SeededRandom) -> String {
    let pieces = [
      "a", "é", "日", "👍", "\"", "\\", "\n", "\u{1}", "\u{7F}", "/", "\u{2028}", " ", "{}",
    ]
    return (0..<Int.random(in: 0...8, using: &random)).map { _ in pick(pieces, &random) }.joined()
  }
}
