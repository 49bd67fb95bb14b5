import FlashModel
import FlashSQL
import FlashThreads

/// Anki's review log, 24 bytes an entry, by card.
struct AnkiReviewLog {
  private struct Entry {
    let moment: Int64
    let card: Int64
    let duration: Int32
    let ease: Int8
    let type: Int8
    let hasFactor: Bool
  }

  private var entries: [Entry] = []
  /// Rows of cards that are not here, or of moments that can't be.
  private(set) var dropped = 0
  private let hasOldScheduler: Bool

  private static let day: Int64 = 86_400_000
  /// The first of January of 2000; flashcards by computer scheduled in milliseconds are younger.
  private static let earliest: Int64 = 946_684_800_000

  /// - Parameters:
  ///   - database: nil for one without a log.
  ///   - hasOldScheduler: whether answers in learning were counted from 1 to 3.
  ///   - now: the clock; later entries than a day ahead are none.
  private init(
    of database: PrivateDatabase?, hasOldScheduler: Bool, at now: Timestamp
  ) throws(PackageError) {
    self.hasOldScheduler = hasOldScheduler
    guard let database else { return }
    var entries: [Entry] = []
    var dropped = 0
    var last = Int64.min
    let latest = now.milliseconds + AnkiReviewLog.day
    try database.forEach(
      "select id, cid, time, ease, type, factor from revlog not indexed order by id"
    ) { row throws(PackageError) in
      let moment = row.integer(0)
      // Pages in a circle would go on for ever.
      guard moment > last else { throw .corrupt(reason: "the collection's log is out of order") }
      last = moment
      guard (AnkiReviewLog.earliest...latest).contains(moment) else {
        dropped += 1
        return
      }
      entries.append(
        Entry(
          moment: moment, card: row.integer(1),
          duration: Int32(min(max(row.integer(2), 0), Int64(Int32.max))),
          ease: Int8(clamping: row.integer(3)), type: Int8(clamping: row.integer(4)),
          hasFactor: row.integer(5) != 0))
    }
    // Stable, as times are in order: one card's entries stay so.
    entries.sort { ($0.card, $0.moment) < ($1.card, $1.moment) }
    self.entries = entries
    self.dropped = dropped
  }

  /// Begins to read a collection's log, on a thread of its own.
  static func reading(
    of collection: AnkiCollection, at now: Timestamp
  ) -> SideWork<Result<AnkiReviewLog, PackageError>> {
    let lent = LentDatabase(database: collection.log)
    let hasOldScheduler = collection.hasOldScheduler
    return SideWork {
      Result { () throws(PackageError) in
        try AnkiReviewLog(of: lent.database, hasOldScheduler: hasOldScheduler, at: now)
      }
    }
  }

  var isEmpty: Bool { entries.isEmpty }

  /// The log of a card, in order.
  func reviews(of card: Int64) -> [ForeignReview] {
    var (lower, upper) = (0, entries.count)
    while lower < upper {
      let middle = (lower + upper) / 2
      if entries[middle].card < card { lower = middle + 1 } else { upper = middle }
    }
    var reviews: [ForeignReview] = []
    while lower < entries.count, entries[lower].card == card {
      if let review = review(entries[lower]) { reviews.append(review) }
      lower += 1
    }
    return reviews
  }

  private func review(_ entry: Entry) -> ForeignReview? {
    let moment = Timestamp(milliseconds: entry.moment)
    switch entry.type {
    case 4: return ForeignReview(entry.hasFactor ? .manual : .reset, at: moment)
    case 5: return nil
    // Cramming, which moves no schedule.
    case 3 where !entry.hasFactor: return nil
    default:
      var ease = Int(entry.ease)
      // Again, Good and Easy were counted 1 to 3 in learning.
      if hasOldScheduler, entry.type == 0 || entry.type == 2, ease == 2 || ease == 3 { ease += 1 }
      guard let rating = Rating(rawValue: ease) else { return nil }
      return ForeignReview(
        .review(rating), at: moment, durationMilliseconds: Int(entry.duration))
    }
  }
}

/// A database that one other thread uses, and nobody else.
///
/// `@unchecked Sendable`: 1. the connection is the log's alone, and only the closure that gets it
/// uses it; 2. what asks whether to go on asks for a signal, which any thread may.
private struct LentDatabase: @unchecked Sendable {
  let database: PrivateDatabase?
}
