import FlashModel
import FlashStore
import FlashTestSupport

/// Days of use of a collection, made up from a seed: everything that leaves a trace in a record.
struct RandomHistory {
  private var random: SeededRandom
  private let steps: Int
  private let answersOnly: Bool
  private var now = monday

  init(seed: UInt64, steps: Int = 120, answersOnly: Bool = false) {
    random = SeededRandom(seed: seed)
    self.steps = steps
    self.answersOnly = answersOnly
  }

  func play(in store: Store) throws {
    if !answersOnly {
      for title in ["A::B", "A::C", "D"] {
        let deck = try store.addDeck(titled: title, at: monday)
        try store.addCards(
          (0..<4).map { NewCard(front: "\(title) \($0)", back: "b", subTopics: ["t\($0 % 2)"]) },
          to: deck, at: monday)
      }
      try store.setSetting("study.rollover", to: "5", at: monday)
    }
    try go(on: store)
  }

  /// Uses a collection that has decks already.
  func go(on store: Store) throws {
    var copy = self
    for _ in 0..<steps { try copy.step(in: store) }
  }

  private mutating func step(in store: Store) throws {
    // The clock is set back now and then, and stands still at times.
    now = now.advanced(by: Int64.random(in: -3_600_000...40_000_000, using: &random))
    let cards = try store.cards().map(\.card.id)
    guard let card = cards.randomElement(using: &random) else { return }
    let kind = answersOnly ? 0 : Int.random(in: 0..<16, using: &random)
    switch kind {
    case 0...8: try answer(card, in: store)
    // There may be nothing to take back; then this step does nothing.
    case 9: _ = try? store.undo(by: rules, at: now)
    case 10: try store.resetCards([card], at: now)
    case 11: try store.removeCards([card], at: now)
    case 12: try store.tagCards([card], with: ["x", "T1"], at: now)
    case 13: try store.untagCards([card], from: ["t0", "x"], at: now)
    case 14:
      var edit = CardEdit()
      edit.front = "edited \(Int.random(in: 0..<100, using: &random))"
      edit.flag = 3
      edit.hint = "h"
      try store.editCards([card], edit, at: now)
    default:
      let deck = try store.deck(named: "D")
      if var options = Optional(StudyOptions()) {
        options.newPerDay = Int.random(in: 1...9, using: &random)
        _ = try store.setOptions(options, of: deck, by: rules, at: now)
      }
    }
  }

  private mutating func answer(_ card: CardID, in store: Store) throws {
    var session: StudySession?
    if Int.random(in: 0..<4, using: &random) == 0 {
      session = try store.beginSession(
        over: store.card(card).card.deckID, mode: .smart, at: now)
    }
    let rating = Rating.allCases[Int.random(in: 0..<4, using: &random)]
    let answer = Answer(
      cardID: card, rating: rating, ratedAt: now, durationMilliseconds: 900,
      sessionID: session?.id, mode: Int.random(in: 0..<6, using: &random) == 0 ? .basic : .smart)
    _ = try store.record(answer, by: rules)
    if let session { try store.endSession(session, at: now) }
  }
}
