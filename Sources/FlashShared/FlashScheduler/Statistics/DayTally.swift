/// What was done on one study day, or on several together.
public struct DayTally: Hashable, Sendable {
  public var reviews = 0
  /// Cards that were answered; over several days each day counts its own.
  public var cards = 0
  /// Cards that were answered for the first time.
  public var introduced = 0
  /// Answers rated Hard, Good or Easy.
  public var recalled = 0
  /// Answers rated Good or Easy, which is what accuracy counts.
  public var right = 0
  public var durationMilliseconds = 0
  public var retention = TrueRetention()

  public init() {}

  public var accuracy: Share { Share(right, of: reviews) }

  public static func += (left: inout DayTally, right: DayTally) {
    left.reviews += right.reviews
    left.cards += right.cards
    left.introduced += right.introduced
    left.recalled += right.recalled
    left.right += right.right
    left.durationMilliseconds &+= right.durationMilliseconds
    left.retention += right.retention
  }
}
