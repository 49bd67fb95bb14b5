public import FlashModel

/// How many answers recalled their card, and how many did not.
public struct RecallTally: Hashable, Sendable {
  /// Rated Hard, Good or Easy.
  public var recalled: Int
  /// Rated Again.
  public var forgotten: Int

  public init(recalled: Int = 0, forgotten: Int = 0) {
    self.recalled = recalled
    self.forgotten = forgotten
  }

  public var total: Int { recalled + forgotten }
  public var share: Share { Share(recalled, of: total) }

  public mutating func count(_ rating: Rating) {
    if rating == .again { forgotten += 1 } else { recalled += 1 }
  }

  public static func + (left: RecallTally, right: RecallTally) -> RecallTally {
    RecallTally(
      recalled: left.recalled + right.recalled, forgotten: left.forgotten + right.forgotten)
  }

  public static func += (left: inout RecallTally, right: RecallTally) { left = left + right }
}

/// True retention: how often cards were recalled after their interval, which is what desired
/// retention aims at.
///
/// Of each card and study day it counts the first answer that
///
/// * found the card young or mature: in review, or in (re)learning with a wait of a day or more;
/// * moved the schedule, so none in Basic mode.
///
/// Entries that nobody rated (resets, changes by hand, undos) and what was taken back count nowhere.
/// An imported entry does not tell its state: it counts if the card's answer before it was given on
/// an earlier study day, and the days between are its interval.
///
/// Learning, answers with less than a day to wait, stands apart.
/// - Source: the table "True Retention" of Anki's statistics, which has the same rule.
public struct TrueRetention: Hashable, Sendable {
  /// Every answer in learning; no part of ``all``.
  public var learning = RecallTally()
  public var young = RecallTally()
  public var mature = RecallTally()

  public init() {}

  /// True retention itself.
  public var all: RecallTally { young + mature }

  public static func += (left: inout TrueRetention, right: TrueRetention) {
    left.learning += right.learning
    left.young += right.young
    left.mature += right.mature
  }
}
