/// The 21 numbers that fit FSRS-6 to a learner.
public struct FSRS6Weights: Hashable, Sendable {
  /// Always 21, each within its bounds.
  public let values: [Double]

  /// Weights fitted to many learners.
  public static let standard = FSRS6Weights(unchecked: [
    0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835,
    0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
  ])

  /// Takes 21 weights, converts the 17 of FSRS-4.5 or the 19 of FSRS-5, reads none as the standard
  /// ones, and moves each into its bounds.
  /// - Throws: ``SchedulerError/weightCount(_:)``, ``SchedulerError/weightNotFinite(index:)``.
  public init(_ weights: [Double]) throws(SchedulerError) {
    if let index = weights.firstIndex(where: { !$0.isFinite }) {
      throw .weightNotFinite(index: index)
    }
    var weights = weights
    switch weights.count {
    case 0: weights = FSRS6Weights.standard.values
    case 17:
      weights[4] += 2 * weights[5]
      weights[5] = naturalLogarithm(3 * weights[5] + 1) / 3
      weights[6] += 0.5
      weights += [0, 0, 0, FSRS6Weights.formerDecay]
      guard weights[5].isFinite else { throw .weightNotFinite(index: 5) }
    case 19: weights += [0, FSRS6Weights.formerDecay]
    case 21: break
    default: throw .weightCount(weights.count)
    }
    self.init(
      unchecked: zip(weights, FSRS6Weights.bounds).map { weight, bounds in
        min(max(weight, bounds.lowerBound), bounds.upperBound)
      })
  }

  private init(unchecked values: [Double]) { self.values = values }

  /// The forgetting curve's exponent before it became a weight.
  private static let formerDecay = 0.5

  /// What each weight may be.
  public static let bounds: [ClosedRange<Double>] = [
    0.001...100, 0.001...100, 0.001...100, 0.001...100, 1...10, 0.001...4, 0.001...4, 0.001...0.75,
    0...4.5, 0...0.8, 0.001...3.5, 0.001...5, 0.001...0.25, 0.001...0.9, 0...4, 0...1, 1...6, 0...2,
    0...2, 0...0.8, 0.1...0.8,
  ]
}
