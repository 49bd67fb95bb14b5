import FlashModel
import FlashScheduler
import FlashSQL
import FlashStore

/// A collection with years of reviews, made for measuring: the same for the same numbers.
///
/// Rows are written straight into the tables, as answering a million times takes minutes; they are
/// those that answering would have left, in the order of time, so that the entries of a card lie
/// scattered over the log.
enum GeneratedHistory {
  /// Makes the file anew.
  /// - Parameter reviews: in all; each card gets as many as the others, or one more.
  static func make(_ path: String, cards count: Int, reviews: Int) throws {
    try GeneratedCollection.make(path, due: 0, cards: count)
    let connection = try SQLiteConnection(path: path, access: .write)
    let scheduler = try Scheduler(
      parameters: StudyParameters(), calendar: GeneratedCollection.rules.calendar)
    var cards = try ids(connection).map { HistoryCard(id: $0, scheduling: .new) }
    var change = try connection.integer("select change_seq from store") ?? 0
    try connection.execute("begin")
    let log = try ReviewInsert(connection)
    var random = SplitMix(state: 20_261_130)
    let start = GeneratedCollection.now.advanced(by: -1_400 * Timestamp.millisecondsPerDay)
    for number in 0..<reviews {
      // A permutation of all cards in each round.
      let round = number / count
      let index = (number % count * 7_919 + round * 31) % count
      let moment = start.advanced(by: Int64(number) * 1_200 * 100_000 / Int64(reviews) * 1_000)
      let rating = Rating(rawValue: [3, 3, 3, 4, 2, 1][Int(random.next() % 6)]) ?? .good
      let after = scheduler.schedule(
        cards[index].scheduling, card: cards[index].id, rated: rating, at: moment)
      change += 2
      let id = ReviewID(
        high: UInt64(moment.milliseconds) << 16 | 0x7000 | random.next() & 0xFFF,
        low: random.next() >> 2 | 1 << 63)
      try log.run(change, id, cardKey: Int64(index + 1), moment, rating, after)
      cards[index].scheduling = after
    }
    try store(cards, connection, change)
    try connection.execute("commit")
    _ = try connection.checkpoint()
  }

  private struct HistoryCard {
    let id: CardID
    var scheduling: Scheduling
  }

  private static func ids(_ connection: SQLiteConnection) throws -> [CardID] {
    let statement = try connection.statement("select id from cards order by key")
    var ids: [CardID] = []
    while try statement.step() {
      ids.append(statement.identifier(0) ?? CardID(high: 0, low: 0))
    }
    return ids
  }

  private static func store(
    _ cards: [HistoryCard], _ connection: SQLiteConnection, _ change: Int64
  ) throws {
    let update = try connection.prepare(
      """
      update cards set state = $1, step = $2, stability = $3, difficulty = $4, due_at_ms = $5,
        last_reviewed_at_ms = $6, last_scheduled_at_ms = $7, reps = $8, lapses = $9, sched_ms = $6
      where key = $10
      """)
    for (index, card) in cards.enumerated() where card.scheduling.reps > 0 {
      let state = card.scheduling
      update.bind(Int64(state.state.rawValue), at: 1)
      update.bind(state.step, at: 2)
      update.bind(state.memory?.stability, at: 3)
      update.bind(state.memory?.difficulty, at: 4)
      update.bind(state.due, at: 5)
      update.bind(state.lastReviewed, at: 6)
      update.bind(state.lastScheduled, at: 7)
      update.bind(Int64(state.reps), at: 8)
      update.bind(Int64(state.lapses), at: 9)
      update.bind(Int64(index + 1), at: 10)
      try update.run()
    }
    try connection.run("update store set change_seq = $1", .integer(change))
  }
}

/// Puts entries into the log.
private struct ReviewInsert {
  private let statement: SQLiteStatement

  init(_ connection: SQLiteConnection) throws {
    statement = try connection.prepare(
      """
      insert into reviews (
        change_seq, id, card_key, order_ms, kind, rating, duration_ms, state, step, stability,
        difficulty, due_at_ms, reps, lapses)
      values ($1, $2, $3, $4, 0, $5, 4000, $6, $7, $8, $9, $10, $11, $12)
      """)
  }

  func run(
    _ change: Int64, _ id: ReviewID, cardKey: Int64, _ moment: Timestamp, _ rating: Rating,
    _ after: Scheduling
  ) throws {
    statement.bind(change, at: 1)
    statement.bind(id, at: 2)
    statement.bind(cardKey, at: 3)
    statement.bind(moment, at: 4)
    statement.bind(Int64(rating.rawValue), at: 5)
    statement.bind(Int64(after.state.rawValue), at: 6)
    statement.bind(after.step, at: 7)
    statement.bind(after.memory?.stability, at: 8)
    statement.bind(after.memory?.difficulty, at: 9)
    statement.bind(after.due, at: 10)
    statement.bind(Int64(after.reps), at: 11)
    statement.bind(Int64(after.lapses), at: 12)
    try statement.run()
  }
}

/// - Source: Sebastiano Vigna, SplitMix64.
private struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
