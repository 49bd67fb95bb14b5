import FlashModel
import FlashSQL

/// The answers in Mnemosyne's log, by card.
struct MnemosyneLog {
  private struct Entry {
    let moment: Timestamp
    /// The card's row.
    let card: Int64
    let milliseconds: Int32
    let rating: Rating
  }

  private var entries: [Entry] = []
  /// Answers of moments that can't be.
  private(set) var dropped = 0

  /// The number that the log has for an answer.
  private static let repetition = 9
  /// More answers than fit a gibibyte of database are none.
  private static let most = 50_000_000

  /// - Parameters:
  ///   - cards: rows of cards by their ids.
  ///   - now: the clock; later entries than a day ahead are none.
  init(
    of database: PrivateDatabase, _ cards: [String: Int64], at now: Timestamp
  ) throws(PackageError) {
    guard database.has("log") else { return }
    var entries: [Entry] = []
    var dropped = 0
    var last = Int64.min
    let latest = now.advanced(by: Timestamp.millisecondsPerDay)
    try database.forEach(
      """
      select _id, object_id, timestamp, grade, thinking_time from log not indexed
      where event_type = \(MnemosyneLog.repetition) order by _id
      """
    ) { row throws(PackageError) in
      // Pages in a circle would go on for ever.
      guard row.integer(0) > last, entries.count < MnemosyneLog.most else {
        throw .corrupt(reason: "the log is out of order")
      }
      last = row.integer(0)
      // The log tells of cards that are gone as well.
      guard let card = cards[row.text(1)] else { return }
      guard let moment = MnemosyneLearning.moment(row.integer(2)), moment <= latest, !row.isNull(3),
        let rating = MnemosyneLearning.rating(ofGrade: row.integer(3))
      else {
        dropped += 1
        return
      }
      let seconds = min(max(row.integer(4), 0), 86_400)
      entries.append(
        Entry(
          moment: moment, card: card, milliseconds: Int32(seconds * 1_000), rating: rating))
    }
    entries.sort { ($0.card, $0.moment) < ($1.card, $1.moment) }
    self.entries = entries
    self.dropped = dropped
  }

  /// The answers of a card, in order; each at a moment of its own, by which it is known.
  func reviews(of card: Int64) -> [ForeignReview] {
    var (lower, upper) = (0, entries.count)
    while lower < upper {
      let middle = (lower + upper) / 2
      if entries[middle].card < card { lower = middle + 1 } else { upper = middle }
    }
    var reviews: [ForeignReview] = []
    while lower < entries.count, entries[lower].card == card {
      let entry = entries[lower]
      let earliest = reviews.last?.moment.advanced(by: 1) ?? entry.moment
      reviews.append(
        ForeignReview(
          .review(entry.rating), at: max(entry.moment, earliest),
          durationMilliseconds: Int(entry.milliseconds)))
      lower += 1
    }
    return reviews
  }
}
