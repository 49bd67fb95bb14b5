/// The log of a large package of Anki, in the order of time: each round goes through all cards in
/// another order, so that the entries of a card lie scattered.
struct GeneratedAnkiLog {
  struct Entry {
    let card: Int
    /// Milliseconds since 1970.
    let moment: Int64
    let round: Int64
    /// 1 Again to 4 Easy.
    let ease: Int64
  }

  /// What Anki keeps of a card's schedule.
  struct State {
    /// 0 new, 2 review.
    let type: Int64
    /// A place among new cards, or days since the collection was made.
    let due: Int64
    let interval: Int64
    let reps: Int64
    let data: String

    static func new(_ position: Int) -> State {
      State(type: 0, due: Int64(position), interval: 0, reps: 0, data: "{}")
    }
  }

  private let cards: Int
  private let count: Int
  /// By card.
  private var newest: [Entry?]

  /// From 2023 on.
  private static let start: Int64 = 1_672_531_200_000
  private static let span: Int64 = 700 * 86_400_000

  /// - Parameters:
  ///   - cards: numbers of cards are below.
  ///   - count: of entries.
  init(cards: Int, count: Int) {
    self.cards = cards
    self.count = cards == 0 ? 0 : count
    newest = Array(repeating: nil, count: cards)
    for entry in entries { newest[entry.card] = entry }
  }

  var entries: some Sequence<Entry> {
    (0..<count).lazy.map { [cards, count] number in
      let round = number / cards
      return Entry(
        card: (number % cards * 7_919 + round * 31) % cards,
        moment: GeneratedAnkiLog.start + Int64(number) * (GeneratedAnkiLog.span / Int64(count)),
        round: Int64(round), ease: [3, 3, 3, 4, 2, 1][number % 6])
    }
  }

  /// The state of a card after its newest entry.
  /// - Parameter position: that it had when it was new.
  func state(_ card: Int, position: Int) -> State {
    guard let entry = newest[card] else { return .new(position) }
    let interval = Int64(4) << entry.round
    let day = (entry.moment / 1_000 - GeneratedAnki.created) / 86_400
    return State(
      type: 2, due: day + interval, interval: interval, reps: entry.round + 1,
      data: """
        {"pos":\(position),"s":\(interval).\(100 + position % 900),"d":\(2 + position % 8).\
        \(100 + card % 900),"dr":0.9,"decay":0.154,"lrt":\(entry.moment / 1_000)}
        """)
  }
}
