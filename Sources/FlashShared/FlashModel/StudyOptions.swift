/// The order new cards are introduced in.
public enum NewOrder: String, Sendable, CaseIterable {
  case position
  case random
}

/// The order due cards are shown in.
public enum ReviewOrder: String, Sendable, CaseIterable {
  /// By relative overdueness, the most overdue first.
  case overdue
  case due
  /// The least likely to be recalled first.
  case retrievability
  case random
}

/// Study options as somebody set them: an absent member means the next wider default.
public struct StudyOptions: Hashable, Sendable {
  /// What a learning step may be, in seconds: up to 365 days.
  public static let stepRange = 1...31_536_000

  /// 0.70 to 0.99.
  public var desiredRetention: Double?
  /// 0 to 9,999.
  public var newPerDay: Int?
  /// 0 to 9,999; nil means the default, which is unlimited.
  public var reviewsPerDay: Int?
  /// Seconds, at most ten steps of at least 1.
  public var learningSteps: [Int]?
  /// Seconds, at most ten steps of at least 1.
  public var relearningSteps: [Int]?
  /// 1 to 36,500.
  public var maxIntervalDays: Int?
  /// 1 to 99.
  public var leechThreshold: Int?
  public var burySiblings: Bool?
  public var newOrder: NewOrder?
  public var reviewOrder: ReviewOrder?
  /// 17, 19 or 21 weights.
  public var fsrsWeights: [Double]?

  public init() {}

  public var isEmpty: Bool { self == StudyOptions() }

  /// These options, with what they leave open taken from `wider`.
  public func filled(from wider: StudyOptions) -> StudyOptions {
    var result = self
    result.desiredRetention = desiredRetention ?? wider.desiredRetention
    result.newPerDay = newPerDay ?? wider.newPerDay
    result.reviewsPerDay = reviewsPerDay ?? wider.reviewsPerDay
    result.learningSteps = learningSteps ?? wider.learningSteps
    result.relearningSteps = relearningSteps ?? wider.relearningSteps
    result.maxIntervalDays = maxIntervalDays ?? wider.maxIntervalDays
    result.leechThreshold = leechThreshold ?? wider.leechThreshold
    result.burySiblings = burySiblings ?? wider.burySiblings
    result.newOrder = newOrder ?? wider.newOrder
    result.reviewOrder = reviewOrder ?? wider.reviewOrder
    result.fsrsWeights = fsrsWeights ?? wider.fsrsWeights
    return result
  }
}

/// Study options with every question answered.
public struct StudyParameters: Hashable, Sendable {
  public var desiredRetention = 0.9
  public var newPerDay = 10
  /// Nil is unlimited.
  public var reviewsPerDay: Int?
  /// Seconds.
  public var learningSteps = [60, 600]
  /// Seconds.
  public var relearningSteps = [600]
  public var maxIntervalDays = 36_500
  public var leechThreshold = 8
  public var burySiblings = true
  public var newOrder = NewOrder.position
  public var reviewOrder = ReviewOrder.overdue
  /// Nil means the default weights of FSRS-6.
  public var fsrsWeights: [Double]?

  /// The defaults that ship.
  public init() {}

  /// The shipped defaults overridden by `options`.
  public init(_ options: StudyOptions) {
    desiredRetention = options.desiredRetention ?? desiredRetention
    newPerDay = options.newPerDay ?? newPerDay
    reviewsPerDay = options.reviewsPerDay
    learningSteps = options.learningSteps ?? learningSteps
    relearningSteps = options.relearningSteps ?? relearningSteps
    maxIntervalDays = options.maxIntervalDays ?? maxIntervalDays
    leechThreshold = options.leechThreshold ?? leechThreshold
    burySiblings = options.burySiblings ?? burySiblings
    newOrder = options.newOrder ?? newOrder
    reviewOrder = options.reviewOrder ?? reviewOrder
    fsrsWeights = options.fsrsWeights
  }
}

extension StudyOptions {
  /// The options that amount to these parameters.
  public init(_ parameters: StudyParameters) {
    self.init()
    desiredRetention = parameters.desiredRetention
    newPerDay = parameters.newPerDay
    reviewsPerDay = parameters.reviewsPerDay
    learningSteps = parameters.learningSteps
    relearningSteps = parameters.relearningSteps
    maxIntervalDays = parameters.maxIntervalDays
    leechThreshold = parameters.leechThreshold
    burySiblings = parameters.burySiblings
    newOrder = parameters.newOrder
    reviewOrder = parameters.reviewOrder
    fsrsWeights = parameters.fsrsWeights
  }
}
