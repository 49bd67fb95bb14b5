public import FlashModel

/// A live card as statistics count it.
public struct CardFact: Hashable, Sendable {
  /// The card's number in the store.
  public var cardKey: Int64
  /// Its deck's.
  public var deckKey: Int64
  public var scheduling: Scheduling
  public var isSuspended: Bool
  public var buriedUntil: Timestamp?

  public init(
    cardKey: Int64, deckKey: Int64 = 0, scheduling: Scheduling, isSuspended: Bool = false,
    buriedUntil: Timestamp? = nil
  ) {
    self.cardKey = cardKey
    self.deckKey = deckKey
    self.scheduling = scheduling
    self.isSuspended = isSuspended
    self.buriedUntil = buriedUntil
  }
}

/// The schedulers of decks.
public struct DeckSchedulers: Hashable, Sendable {
  /// That of decks without options of their own.
  public let defaults: Scheduler
  private let own: [Int64: Scheduler]

  /// - Parameter own: by the deck's number in the store.
  public init(defaults: Scheduler, own: [Int64: Scheduler] = [:]) {
    self.defaults = defaults
    self.own = own
  }

  public subscript(deckKey: Int64) -> Scheduler {
    own.isEmpty ? defaults : own[deckKey] ?? defaults
  }
}

/// How live cards stand, gathered in one pass.
public struct CardStatistics: Sendable {
  /// How many cards there are in each state.
  public struct Counts: Hashable, Sendable {
    public var new = 0
    public var learning = 0
    public var relearning = 0
    /// In review, with an interval below ``ReviewStage/matureDays``.
    public var young = 0
    /// In review, with a longer one.
    public var mature = 0
    /// Of all of them, those that are suspended.
    public var suspended = 0
    /// Of all of them, those that are buried now.
    public var buried = 0

    public init() {}

    public var review: Int { young + mature }
    public var total: Int { new + learning + relearning + review }
  }

  public private(set) var counts = Counts()
  /// Study days from the last answer to the due day, of cards in review.
  public private(set) var intervals = Histogram.days
  /// Days, of cards with a memory state.
  public private(set) var stability = Histogram.days
  /// 1 to 10, of cards with a memory state.
  public private(set) var difficulty = Histogram.difficulty
  /// Percent, of cards with a memory state. Its sum, divided by 100, is how many of them would be
  /// recalled now.
  public private(set) var retrievability = Histogram.percent
  /// Of cards that are neither new nor suspended.
  public private(set) var forecast: Forecast
  /// Cards that have reached their deck's number of lapses, the worst first.
  public var leeches: [(cardKey: Int64, lapses: Int)] {
    foundLeeches.sorted { ($1.lapses, $0.cardKey) < ($0.lapses, $1.cardKey) }
  }

  private let now: Timestamp
  private let schedulers: DeckSchedulers
  private var desiredSum = 0.0
  private var foundLeeches: [(cardKey: Int64, lapses: Int)] = []
  private var lapses: CardTable<Int>

  /// - Parameters:
  ///   - days: that the forecast looks ahead, at least 1.
  ///   - bound: card numbers below it are counted fastest.
  public init(days: Int, schedulers: DeckSchedulers, at now: Timestamp, cardsBelow bound: Int) {
    self.now = now
    self.schedulers = schedulers
    forecast = Forecast(days: days, calendar: schedulers.defaults.calendar, at: now)
    lapses = CardTable(-1, below: bound)
  }

  /// The desired retention of the decks, each as often as it has cards in review; nil without any.
  public var desiredRetention: Double? {
    counts.review == 0 ? nil : desiredSum / Double(counts.review)
  }

  /// The lapses of a card; nil for one that was not counted.
  public func lapses(ofCard key: Int64) -> Int? {
    let found = lapses[key]
    return found < 0 ? nil : found
  }

  /// Counts a card.
  public mutating func take(_ card: CardFact) {
    let scheduler = schedulers[card.deckKey]
    let scheduling = card.scheduling
    lapses[card.cardKey] = scheduling.lapses
    if card.isSuspended { counts.suspended += 1 }
    if let until = card.buriedUntil, until > now { counts.buried += 1 }
    takeState(scheduling, by: scheduler)
    if let memory = scheduling.memory {
      stability.add(memory.stability)
      difficulty.add(memory.difficulty)
      retrievability.add(100 * (scheduler.retrievability(of: scheduling, at: now) ?? 0))
    }
    if let due = scheduling.due, scheduling.state != .new, !card.isSuspended {
      forecast.add(max(due, card.buriedUntil ?? due))
    }
    let threshold = scheduler.parameters.leechThreshold
    if Leech.isLeech(lapses: scheduling.lapses, threshold: threshold) {
      foundLeeches.append((card.cardKey, scheduling.lapses))
    }
  }

  private mutating func takeState(_ scheduling: Scheduling, by scheduler: Scheduler) {
    switch scheduling.state {
    case .new: counts.new += 1
    case .learning: counts.learning += 1
    case .relearning: counts.relearning += 1
    case .review:
      let days = scheduler.calendar.interval(of: scheduling)
      intervals.add(Double(days))
      if days < ReviewStage.matureDays { counts.young += 1 } else { counts.mature += 1 }
      desiredSum += scheduler.parameters.desiredRetention
    }
  }
}

extension StudyCalendar {
  /// Study days from the last answer that scheduled a card to its due day.
  fileprivate func interval(of scheduling: Scheduling) -> Int {
    guard let due = scheduling.due,
      let last = scheduling.lastScheduled ?? scheduling.lastReviewed
    else { return 0 }
    return days(from: last, to: due)
  }
}
