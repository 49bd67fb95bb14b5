/// An entry of another program's review log.
public struct ForeignReview: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case review(Rating)
    /// The card was made new again.
    case reset
    /// The schedule was set by hand; what it became is not told.
    case manual
  }

  public var kind: Kind
  public var moment: Timestamp
  /// From question to answer, at least 0.
  public var durationMilliseconds: Int

  public init(_ kind: Kind, at moment: Timestamp, durationMilliseconds: Int = 0) {
    self.kind = kind
    self.moment = moment
    self.durationMilliseconds = durationMilliseconds
  }
}
