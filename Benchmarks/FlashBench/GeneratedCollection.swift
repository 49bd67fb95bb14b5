import FlashModel
import FlashSQL
import FlashScheduler
import FlashStore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A collection made for measuring: one deck, short cards.
enum GeneratedCollection {
  /// 2026-11-30T12:00:00Z, the moment that everything is measured at.
  static let now = Timestamp(milliseconds: 1_796_040_000_000)
  static let rules = StudyRules(calendar: StudyCalendar(zone: .utc))

  /// Makes the file anew.
  /// - Parameter due: so many cards are in review and due, each with one review in the log; the
  ///   others are new.
  static func make(_ path: String, due: Int, cards count: Int) throws {
    remove(path)
    let made = now.advanced(by: -60 * Timestamp.millisecondsPerDay)
    let store = try Store(
      path: path, for: .writing, at: made, random: SystemRandomNumberGenerator())
    let deck = try store.addDeck(titled: "Generated", at: made)
    let cards = (0..<count).map {
      NewCard(front: "what is number \($0) of many", back: "it is the answer to number \($0)")
    }
    let ids = try store.addCards(cards, to: deck, at: made)
    for (index, id) in ids.prefix(due).enumerated() {
      _ = try store.record(
        Answer(
          cardID: id, rating: .easy, ratedAt: made.advanced(by: Int64(index) * 1_000),
          durationMilliseconds: 3_000), by: rules)
    }
    store.close()
  }

  /// Copies a collection that nobody has open.
  static func copy(_ path: String, to other: String) throws {
    remove(other)
    let copy = try SQLiteConnection(path: other, access: .write)
    try copy.copy(from: SQLiteConnection(path: path, access: .read))
    try copy.execute("pragma journal_mode = wal")
  }

  static func remove(_ path: String) {
    for suffix in ["", "-wal", "-shm", "-lock"] { unsafe unlink(path + suffix) }
  }
}
