public import FlashModel

/// The memory model FSRS-6, with everything that depends on the weights alone computed once.
///
/// - Source: Jarrett Ye and contributors, "The Algorithm", wiki of open-spaced-repetition/fsrs4anki,
///   section FSRS-6.
public struct FSRS6: Hashable, Sendable {
  /// Below this many days a state makes no sense.
  static let minimumStability = 0.001
  /// A century; the product forgets nothing later.
  public static let greatestStability = 36_500.0

  let maximumStability: Double
  private let initial: NextStates
  /// What mean reversion adds to the difficulty, and how much of it stays.
  private let reversion: Double
  private let persistence: Double
  /// Change of difficulty for each rating, before damping.
  private let difficultyChange: SIMD4<Double>
  private let recallGain: Double
  private let recallSaturation: Double
  private let recallForgetting: Double
  /// Hard penalty and Easy bonus; the lane of Again is not used.
  private let recallFactor: SIMD4<Double>
  private let lapseScale: Double
  private let lapseDifficulty: Double
  private let lapseStability: Double
  private let lapseForgetting: Double
  private let lapseCeiling: Double
  private let sameDayFactor: SIMD4<Double>
  private let sameDaySaturation: Double
  let decay: Double
  private let curveFactor: Double
  /// Whether reviews on the same day change the stability by their grade.
  let hasShortTerm: Bool

  /// - Parameter maximumStability: days; greater states are cut to it.
  public init(weights: FSRS6Weights, maximumStability: Double = FSRS6.greatestStability) {
    let w = weights.values
    self.maximumStability = maximumStability
    let easiest = FSRS6.initialDifficulty(w, grade: 4)
    initial = NextStates(
      stability: SIMD4(w[0], w[1], w[2], w[3]),
      difficulty: SIMD4(
        FSRS6.initialDifficulty(w, grade: 1), FSRS6.initialDifficulty(w, grade: 2),
        FSRS6.initialDifficulty(w, grade: 3), easiest
      ).clamped(lowerBound: SIMD4(repeating: 1), upperBound: SIMD4(repeating: 10)))
    reversion = w[7] * easiest
    persistence = 1 - w[7]
    difficultyChange = SIMD4(2 * w[6], w[6], 0, -w[6])
    recallGain = exponential(w[8])
    recallSaturation = w[9]
    recallForgetting = w[10]
    recallFactor = SIMD4(0, w[15], 1, w[16])
    lapseScale = w[11]
    lapseDifficulty = w[12]
    lapseStability = w[13]
    lapseForgetting = w[14]
    lapseCeiling = exponential(w[17] * w[18])
    sameDayFactor = SIMD4(
      exponential(w[17] * (w[18] - 2)), exponential(w[17] * (w[18] - 1)),
      exponential(w[17] * w[18]), exponential(w[17] * (w[18] + 1)))
    sameDaySaturation = w[19]
    decay = -w[20]
    curveFactor = exponentialMinusOne(naturalLogarithm(0.9) / decay)
    hasShortTerm = w[17] > 0 && w[18] > 0
  }

  /// The states after a first review, `S0(G)` and `D0(G)`.
  public var firstStates: NextStates { initial }

  /// The probability of recall, `(1 + factor t / S)^decay`.
  /// - Parameter elapsedDays: at least 0.
  public func retrievability(elapsedDays: Double, stability: Double) -> Double {
    exponential(decay * logarithmOfOnePlus(curveFactor * elapsedDays / stability))
  }

  /// How many stabilities it takes until the probability of recall has fallen to `retention`.
  /// - Parameter retention: between 0 and 1, both excluded.
  public func intervalFactor(retention: Double) -> Double {
    exponentialMinusOne(naturalLogarithm(retention) / decay) / curveFactor
  }

  /// The states that the four ratings lead to.
  /// - Parameters:
  ///   - memory: values outside the model's range count as its nearest.
  ///   - elapsedDays: at least 0; below 1 the rule for reviews on the same day holds.
  public func nextStates(after memory: MemoryState, elapsedDays: Double) -> NextStates {
    let memory = withinRange(memory)
    guard elapsedDays >= 1 else { return sameDayStates(after: memory) }
    let retrievability = retrievability(elapsedDays: elapsedDays, stability: memory.stability)
    var stability = recalled(memory, retrievability: retrievability)
    stability[0] = forgotten(memory, retrievability: retrievability)
    return limited(stability, nextDifficulties(memory.difficulty))
  }

  /// As ``nextStates(after:elapsedDays:)``; after a day or more the lane of Again means nothing.
  func passingStates(after memory: MemoryState, elapsedDays: Double) -> NextStates {
    let memory = withinRange(memory)
    guard elapsedDays >= 1 else { return sameDayStates(after: memory) }
    let retrievability = retrievability(elapsedDays: elapsedDays, stability: memory.stability)
    return limited(
      recalled(memory, retrievability: retrievability), nextDifficulties(memory.difficulty))
  }

  /// As ``nextStates(after:elapsedDays:)``; after a day or more only the lane of Again means
  /// something.
  func lapseStates(after memory: MemoryState, elapsedDays: Double) -> NextStates {
    let memory = withinRange(memory)
    guard elapsedDays >= 1 else { return sameDayStates(after: memory) }
    let retrievability = retrievability(elapsedDays: elapsedDays, stability: memory.stability)
    return limited(
      SIMD4(repeating: forgotten(memory, retrievability: retrievability)),
      nextDifficulties(memory.difficulty))
  }

  @inline(__always)
  private func sameDayStates(after memory: MemoryState) -> NextStates {
    limited(sameDay(memory.stability), nextDifficulties(memory.difficulty))
  }

  @inline(__always)
  private func limited(_ stability: SIMD4<Double>, _ difficulty: SIMD4<Double>) -> NextStates {
    NextStates(
      stability: stability.clamped(
        lowerBound: SIMD4(repeating: FSRS6.minimumStability),
        upperBound: SIMD4(repeating: maximumStability)),
      difficulty: difficulty)
  }

  /// `S (1 + exp(w8) (11 - D) S^-w9 (exp(w10 (1 - R)) - 1) h e)` in the lanes of Hard, Good, Easy.
  @inline(__always)
  func recalled(_ memory: MemoryState, retrievability: Double) -> SIMD4<Double> {
    let gain =
      recallGain * (11 - memory.difficulty)
      * exponential(-recallSaturation * naturalLogarithm(memory.stability))
      * exponentialMinusOne(recallForgetting * (1 - retrievability))
    return memory.stability * (1 + gain * recallFactor)
  }

  /// `w11 D^-w12 ((S + 1)^w13 - 1) exp(w14 (1 - R))`, at most `S / exp(w17 w18)`.
  @inline(__always)
  func forgotten(_ memory: MemoryState, retrievability: Double) -> Double {
    let stability =
      lapseScale
      * exponentialMinusOne(lapseStability * logarithmOfOnePlus(memory.stability))
      * exponential(
        lapseForgetting * (1 - retrievability)
          - lapseDifficulty * naturalLogarithm(memory.difficulty))
    return min(stability, memory.stability / lapseCeiling)
  }

  /// `S exp(w17 (G - 3 + w18)) S^-w19`; Hard, Good and Easy never lower it.
  @inline(__always)
  func sameDay(_ stability: Double) -> SIMD4<Double> {
    var increase = sameDayFactor * exponential(-sameDaySaturation * naturalLogarithm(stability))
    let again = increase[0]
    increase = pointwiseMax(increase, SIMD4(repeating: 1))
    increase[0] = again
    return stability * increase
  }

  /// `w7 D0(4) + (1 - w7) (D - w6 (G - 3) (10 - D) / 9)` within 1 to 10.
  @inline(__always)
  func nextDifficulties(_ difficulty: Double) -> SIMD4<Double> {
    let damped = difficulty + difficultyChange * (10 - difficulty) / 9
    return (reversion + persistence * damped)
      .clamped(lowerBound: SIMD4(repeating: 1), upperBound: SIMD4(repeating: 10))
  }

  /// The state of a card that SM-2 scheduled; its stability is not limited.
  /// - Parameters:
  ///   - ease: such as 2.5.
  ///   - intervalDays: what SM-2 waits until `retention` is left.
  /// - Returns: nil if the numbers lead to none.
  public func memory(fromEase ease: Double, intervalDays: Double, retention: Double)
    -> MemoryState?
  {
    let stability = max(intervalDays, FSRS6.minimumStability) / intervalFactor(retention: retention)
    let difficulty = 11 - (ease - 1) / easeGain(stability: stability, retention: retention)
    guard stability.isFinite, difficulty.isFinite else { return nil }
    return MemoryState(stability: stability, difficulty: min(max(difficulty, 1), 10))
  }

  /// The ease that SM-2 would have: the inverse of ``memory(fromEase:intervalDays:retention:)``.
  public func ease(of memory: MemoryState, retention: Double) -> Double {
    1 + (11 - memory.difficulty) * easeGain(stability: memory.stability, retention: retention)
  }

  private func easeGain(stability: Double, retention: Double) -> Double {
    recallGain * exponential(-recallSaturation * naturalLogarithm(stability))
      * exponentialMinusOne(recallForgetting * (1 - retention))
  }

  // Written so that what is no number ends up inside as well: a damaged log must not spread.
  @inline(__always)
  private func withinRange(_ memory: MemoryState) -> MemoryState {
    var memory = memory
    if !(memory.stability >= FSRS6.minimumStability) {
      memory.stability = FSRS6.minimumStability
    } else if memory.stability > maximumStability {
      memory.stability = maximumStability
    }
    if !(memory.difficulty >= 1) {
      memory.difficulty = 1
    } else if memory.difficulty > 10 {
      memory.difficulty = 10
    }
    return memory
  }

  private static func initialDifficulty(_ w: [Double], grade: Double) -> Double {
    w[4] - exponential(w[5] * (grade - 1)) + 1
  }
}
