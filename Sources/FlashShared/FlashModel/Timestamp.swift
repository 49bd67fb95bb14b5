/// A moment: milliseconds since 1970-01-01T00:00:00Z, as the log and the wire carry it.
public struct Timestamp: Hashable, Sendable, Comparable {
  public var milliseconds: Int64

  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  public static let millisecondsPerDay: Int64 = 86_400_000

  /// This moment moved by `milliseconds`; saturates instead of overflowing.
  public func advanced(by milliseconds: Int64) -> Timestamp {
    let (sum, overflow) = self.milliseconds.addingReportingOverflow(milliseconds)
    guard overflow else { return Timestamp(milliseconds: sum) }
    return Timestamp(milliseconds: milliseconds < 0 ? .min : .max)
  }

  /// Milliseconds from `earlier` to this moment, negative if it lies later; saturating.
  public func milliseconds(since earlier: Timestamp) -> Int64 {
    let (difference, overflow) = milliseconds.subtractingReportingOverflow(earlier.milliseconds)
    guard overflow else { return difference }
    return milliseconds < earlier.milliseconds ? .min : .max
  }

  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }
}
