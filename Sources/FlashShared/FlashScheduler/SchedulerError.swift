public import FlashModel

/// Why a scheduler can't be made of some parameters.
public enum SchedulerError: UserFacingError, Hashable {
  /// Neither 0, 17, 19 nor 21 weights.
  case weightCount(Int)
  /// The weight at `index` is no number.
  case weightNotFinite(index: Int)
  /// Not between 0 and 1.
  case desiredRetention(Double)
  /// Not from a second to a year, or more than ten of them.
  case steps([Int])

  public var message: String {
    switch self {
    case .weightCount(let count): "FSRS has 17, 19 or 21 weights, not \(count)"
    case .weightNotFinite(let index): "weight \(index) of FSRS is no finite number"
    case .desiredRetention(let value): "desired retention must lie between 0 and 1: '\(value)'"
    case .steps(let steps):
      "steps must be at most ten, from 1 second to 365 days: "
        + "'\(steps.prefix(11).map(String.init).joined(separator: " "))'"
    }
  }

  public var code: String {
    switch self {
    case .weightCount, .weightNotFinite: "bad_fsrs_weights"
    case .desiredRetention: "bad_desired_retention"
    case .steps: "bad_steps"
    }
  }

  public var kind: FailureKind { .badConfiguration }
}
