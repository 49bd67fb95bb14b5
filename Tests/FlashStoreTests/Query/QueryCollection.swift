import FlashModel
import FlashScheduler
import FlashStore
import FlashTestSupport
import FlashText

/// A collection at random whose values lie close to what random queries ask for, and such queries.
struct QueryCollection {
  let moment: StudyMoment
  private(set) var records: [StoredRecord] = []
  private var random: SeededRandom
  private var decks: [Deck] = []
  private var cards: [Card] = []

  /// - Parameter zone: days begin at four in it.
  init(seed: UInt64, zone: TimeZoneRules) {
    random = SeededRandom(seed: seed)
    moment = StudyMoment(
      monday.advanced(by: Int64.random(in: 0...(400 * day), using: &random)),
      by: StudyRules(calendar: StudyCalendar(zone: zone), isFuzzed: false))
    for title in ["A", "A::B", "a::b::C", "Été", "Spanish::Verbs", "A"] { addDeck(title) }
    var subTopics: [SubTopic] = []
    for deck in decks {
      for (position, name) in ["verbs", "Verbs::ser", "none", "é"].enumerated() where oneIn(2) {
        subTopics.append(
          SubTopic(
            id: id(), deckID: deck.id, name: name, position: position, updatedAt: moment.now,
            deletedAt: maybe(1, in: 8) { _ in monday }))
      }
    }
    records = decks.map(StoredRecord.deck) + subTopics.map(StoredRecord.subTopic)
    for _ in 0..<40 { addCard() }
    for card in cards {
      for subTopic in subTopics where subTopic.deckID == card.deckID && oneIn(3) {
        records.append(
          .link(
            CardSubTopic(
              id: id(), cardID: card.id, subTopicID: subTopic.id, updatedAt: moment.now,
              deletedAt: maybe(1, in: 6) { _ in monday })))
      }
    }
    for card in cards { addLog(of: card) }
  }

  mutating func query(depth: Int = 3) -> CardQuery {
    switch depth == 0 ? 0 : Int.random(in: 0..<8, using: &random) {
    case 0...3: .term(term())
    case 4: .not(query(depth: depth - 1))
    case 5, 6: .every((0..<2).map { _ in query(depth: depth - 1) })
    default: .any((0..<2).map { _ in query(depth: depth - 1) })
    }
  }

  private mutating func addDeck(_ title: String) {
    var options = StudyOptions()
    options.leechThreshold = maybe(1, in: 2) { .random(in: 1...6, using: &$0.random) }
    options.fsrsWeights = maybe(1, in: 3) { collection in
      FSRS6Weights.standard.values.map { $0 * .random(in: 0.8...1.2, using: &collection.random) }
    }
    decks.append(
      Deck(
        id: id(), title: title, accentColor: "amber", options: options, updatedAt: moment.now,
        deletedAt: maybe(1, in: 6) { _ in monday }))
  }

  private mutating func addCard() {
    var scheduling = Scheduling.new
    scheduling.state = pick(CardState.allCases)
    if scheduling.state != .new || oneIn(5) {
      scheduling.due = maybe(9, in: 10) { $0.time() }
      scheduling.memory = maybe(4, in: 5) {
        MemoryState(stability: $0.number(), difficulty: .random(in: 1...10, using: &$0.random))
      }
      scheduling.lastReviewed = maybe(4, in: 5) { $0.time() }
      scheduling.lastScheduled = maybe(3, in: 4) { $0.time() }
      scheduling.reps = .random(in: 0...8, using: &random)
      scheduling.lapses = .random(in: 0...8, using: &random)
    }
    let card = Card(
      id: cardID(), deckID: pick(decks).id, front: text(), back: text(),
      position: .random(in: 0...20, using: &random), kind: pick(CardKind.allCases),
      hint: maybe(1, in: 2) { $0.text() }, isSuspended: oneIn(4),
      buriedUntil: maybe(1, in: 3) { $0.time() }, flag: .random(in: 0...7, using: &random),
      noteID: maybe(1, in: 2) { $0.id() },
      sourceKey: maybe(1, in: 2) { $0.pick(["anki:a:0", "anki:A:1", "text:x", ""]) },
      scheduling: scheduling, contentUpdatedAt: time(), schedulingUpdatedAt: time(),
      deletedAt: maybe(1, in: 6) { _ in monday })
    cards.append(card)
    records.append(.card(card))
  }

  /// Reviews, some imported, some taken back, some of these put back.
  private mutating func addLog(of card: Card) {
    var order = time().advanced(by: -5 * day)
    var ids: [ReviewID] = []
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      order = order.advanced(by: .random(in: 1...(2 * day), using: &random))
      let kind =
        ids.isEmpty ? ReviewKind.review : pick([.review, .review, .undo, .undo, .reset, .manual])
      var review = Review(
        id: id(), cardID: card.id, kind: kind,
        rating: kind == .review ? pick(Rating.allCases) : nil,
        ratedAt: time(), order: order, before: nil,
        after: kind == .review && oneIn(4) ? nil : card.scheduling)
      if kind == .undo { review.cancelsID = pick(ids) }
      ids.append(review.id)
      records.append(.review(review))
    }
  }

  private mutating func term() -> CardTerm {
    switch Int.random(in: 0..<20, using: &random) {
    case 0: .text(queryText())
    case 1: .side(pick(CardSide.allCases), queryText())
    case 2: .pattern(pick(QueryCollection.patterns))
    case 3: .deck(pick(["a", "A::B", "*b", "a*", "é*", "spanish", "x"].map(glob)))
    case 4: .deckIDs([pick(decks).id, pick(decks).id])
    case 5, 6: .tag(pick(["verbs", "*ser", "none", "V*", "É", "x"].map(glob)))
    case 7: .untagged
    case 8, 9: .mark(pick(CardMark.allCases))
    case 10...12: property()
    case 13, 14: .rated(days: days(), oneIn(2) ? nil : pick(Rating.allCases))
    case 15: .introduced(days: days())
    case 16: pick([.added(days: days()), .edited(days: days())])
    case 17: pick([.flag(Int.random(in: 0...7, using: &random)), .kind(pick(CardKind.allCases))])
    case 18: oneIn(2) ? .note(pick(cards).noteID ?? id()) : .ids([pick(cards).id, pick(cards).id])
    default: .source(pick(["anki:a", "anki:", "*A", "text:*x", "*"].map(glob)))
    }
  }

  private mutating func property() -> CardTerm {
    let comparison = pick(Comparison.allCases)
    // Often a number that some card has.
    let card = pick(cards)
    let some = Double(Int.random(in: -4...8, using: &random))
    switch pick(CardProperty.allCases) {
    case .stability:
      return .property(.stability, comparison, card.scheduling.memory?.stability ?? 1)
    case .difficulty:
      return .property(.difficulty, comparison, card.scheduling.memory?.difficulty ?? 5)
    case .retrievability:
      // To the last bit: whoever reckons otherwise than the scheduler is found out.
      let known = Scheduling(
        memory: MemoryState(stability: card.scheduling.memory?.stability ?? 3, difficulty: 5),
        lastScheduled: card.scheduling.lastScheduled ?? card.scheduling.lastReviewed)
      let scheduler = try? Scheduler(
        parameters: StudyParameters(
          decks.first { $0.id == card.deckID }?.options ?? StudyOptions()),
        calendar: moment.rules.calendar, fuzz: false)
      return .property(
        .retrievability, comparison, scheduler?.retrievability(of: known, at: moment.now) ?? 0.9)
    case let whole: return .property(whole, comparison, some)
    }
  }

  private static let patterns = ["a.*b", "^b", #"\bdog\b"#, "[^é]$", "(a|É)+", ""].compactMap {
    try? TextPattern($0)
  }

  private mutating func queryText() -> QueryText {
    pick(["a", "B", "DOG", "é", "É*a", "a*b", "g c", "日", "verbs", "x*"].map(glob))
  }

  private func glob(_ text: String) -> QueryText {
    QueryText(pieces: text.split(separator: "*", omittingEmptySubsequences: false).map(String.init))
  }

  private mutating func text() -> String {
    (0..<Int.random(in: 0...5, using: &random)).map { _ in
      pick(["a", "B", "dog", " ", "é", "É", "日", "\n", "Verbs", "cat"])
    }.joined()
  }

  /// A moment a few days from now, often at the very edge of a study day.
  private mutating func time() -> Timestamp {
    let calendar = moment.rules.calendar
    let today = calendar.day(of: moment.now)
    let start = calendar.start(of: today.advanced(by: .random(in: -6...6, using: &random)))
    return start.advanced(by: oneIn(3) ? pick([-1, 0, 1]) : .random(in: 0..<day, using: &random))
  }

  private mutating func number() -> Double { .random(in: 0.001...60, using: &random) }
  private mutating func days() -> Int { .random(in: 1...8, using: &random) }

  /// Of version 7 or of another.
  private mutating func cardID() -> CardID {
    guard oneIn(2) else { return id() }
    return CardID(
      high: UInt64(time().milliseconds) << 16 | 0x7000, low: random.next() >> 2 | 1 << 63)
  }

  private mutating func id<Entity>() -> Identifier<Entity> {
    Identifier(high: random.next() & ~0xF000 | 0x5000, low: random.next())
  }

  private mutating func oneIn(_ count: Int) -> Bool {
    Int.random(in: 0..<count, using: &random) == 0
  }

  private mutating func maybe<Value>(
    _ count: Int, in all: Int, _ make: (inout Self) -> Value
  ) -> Value? {
    Int.random(in: 0..<all, using: &random) < count ? make(&self) : nil
  }

  private mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: 0..<values.count, using: &random)]
  }
}
