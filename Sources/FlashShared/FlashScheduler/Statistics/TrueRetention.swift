public import FlashModel

/// How often cards in review were recalled, the measure that desired retention aims at.
public struct TrueRetention: Hashable, Sendable {
  /// One review of the log.
  public struct Sample: Hashable, Sendable {
    public var card: Int64
    public var ratedAt: Timestamp
    public var stateBefore: CardState
    public var rating: Rating

    public init(card: Int64, ratedAt: Timestamp, stateBefore: CardState, rating: Rating) {
      self.card = card
      self.ratedAt = ratedAt
      self.stateBefore = stateBefore
      self.rating = rating
    }
  }

  /// Rated Hard, Good or Easy.
  public private(set) var recalled = 0
  public private(set) var forgotten = 0

  /// Counts the first review of each card and study day that found it in review: only that one
  /// tells what an interval has left.
  /// - Parameter samples: in the order they were rated.
  public init(_ samples: [Sample], calendar: StudyCalendar) {
    var newest: [Int64: StudyDay] = [:]
    for sample in samples {
      let day = calendar.day(of: sample.ratedAt)
      guard newest.updateValue(day, forKey: sample.card) != day, sample.stateBefore == .review
      else { continue }
      if sample.rating == .again { forgotten += 1 } else { recalled += 1 }
    }
  }

  public var share: Share { Share(recalled, of: recalled + forgotten) }
}
