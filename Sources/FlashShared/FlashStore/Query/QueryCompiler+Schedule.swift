internal import FlashModel
internal import FlashScheduler
internal import FlashSQL
internal import FlashText

// What a query asks of the schedule.

extension QueryCompiler {
  mutating func mark(_ mark: CardMark) throws(StoreError) -> String {
    switch mark {
    case .new: return "c.state = 0"
    case .learning: return "c.state in (1, 3)"
    case .review: return "c.state = 2"
    case .relearning: return "c.state = 3"
    case .due: return due()
    case .suspended: return "c.suspended = 1"
    case .buried: return "c.buried_until_ms > \(builder.bind(required().now))"
    case .leech: return try leech()
    case .flagged: return "c.flag > 0"
    case .deleted: return "(c.deleted_at_ms is not null or d.deleted_at_ms is not null)"
    }
  }

  private mutating func due() -> String {
    let now = builder.bind(required().now)
    let ahead = builder.bind(required().now.advanced(by: Timestamp.millisecondsPerDay))
    // Also a card that a clock running ahead has scheduled: see `Scheduling.isDue(at:)`.
    return """
      (c.state > 0 and c.suspended = 0 and coalesce(c.buried_until_ms, 0) <= \(now)
        and (c.due_at_ms <= \(now)
          or c.due_at_ms is not null and c.last_scheduled_at_ms > \(ahead)))
      """
  }

  private mutating func leech() throws(StoreError) -> String {
    var thresholds = try store.leechThresholds()
    let defaultThreshold = thresholds.removeValue(forKey: 0) ?? .max
    var cases = ""
    for (threshold, decks) in Dictionary(grouping: thresholds.keys, by: { thresholds[$0] ?? 0 })
      .sorted(by: { $0.key < $1.key })
    {
      let condition = builder.bind("d.key", in: decks.sorted())
      cases += " when \(condition) then \(builder.bind(threshold))"
    }
    let usual = builder.bind(defaultThreshold)
    return cases.isEmpty ? "c.lapses >= \(usual)" : "c.lapses >= case\(cases) else \(usual) end"
  }

  mutating func property(
    _ property: CardProperty, _ comparison: Comparison, _ number: Double
  ) throws(StoreError) -> String {
    func whole() -> String { builder.bind(Int(number)) }
    let sign = comparison.rawValue
    switch property {
    case .due: return due(comparison, Int(number))
    case .stability: return "c.stability \(sign) \(builder.bind(.double(number)))"
    case .difficulty: return "c.difficulty \(sign) \(builder.bind(.double(number)))"
    case .retrievability:
      let recall = try recall()
      return """
        flash_recall(\(recall), d.key, c.stability, \
        coalesce(c.last_scheduled_at_ms, c.last_reviewed_at_ms)) \
        \(sign) \(builder.bind(.double(number)))
        """
    case .reps: return "c.reps \(sign) \(whole())"
    case .lapses: return "c.lapses \(sign) \(whole())"
    case .position: return "c.position \(sign) \(whole())"
    case .interval:
      let recall = try recall()
      return """
        case when c.state = 2 then max(0, flash_study_day(\(recall), c.due_at_ms)
          - flash_study_day(\(recall), coalesce(c.last_scheduled_at_ms, c.last_reviewed_at_ms)))
        end \(sign) \(whole())
        """
    }
  }

  /// Study days until the card falls due, compared by when the day in question begins and ends.
  private mutating func due(_ comparison: Comparison, _ days: Int) -> String {
    let start = builder.bind(required().start(ofDayAfter: days))
    let end = builder.bind(required().start(ofDayAfter: days + 1))
    switch comparison {
    case .less: return "c.due_at_ms < \(start)"
    case .lessOrEqual: return "c.due_at_ms < \(end)"
    case .greater: return "c.due_at_ms >= \(end)"
    case .greaterOrEqual: return "c.due_at_ms >= \(start)"
    case .equal: return "(c.due_at_ms >= \(start) and c.due_at_ms < \(end))"
    case .notEqual: return "(c.due_at_ms < \(start) or c.due_at_ms >= \(end))"
    }
  }
}

extension Store {
  /// The schedulers of all decks, for one moment.
  func recall(at moment: StudyMoment) throws(StoreError) -> Recall {
    let defaults = try defaultOptions()
    let decks = try rows("select key, options from decks where options is not null") {
      (key: $0.integer(0), options: $0.text(1))
    }
    var schedulers: [Int64: Scheduler] = [:]
    for deck in decks {
      let options = StudyOptions(stored: deck.options).filled(from: defaults)
      schedulers[deck.key] = try scheduler(StudyParameters(options), moment.rules)
    }
    return Recall(
      now: moment.now, calendar: moment.rules.calendar,
      defaults: try scheduler(StudyParameters(defaults), moment.rules), schedulers: schedulers)
  }
}
