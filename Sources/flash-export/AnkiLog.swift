import FlashModel
import FlashPackages

/// The log of a card as Anki has it.
enum AnkiLog {
  /// - Parameter log: without what was taken back, in order.
  static func records(of log: [Review], in terms: AnkiTerms) -> [AnkiLogRecord] {
    var phase = Phase()
    return log.indices.compactMap { index in
      let entry = log[index]
      switch entry.kind {
      case .review:
        let type = phase.take(entry, in: terms)
        guard let after = entry.after, let before = entry.before else {
          return counted(entry, type, index, of: log, in: terms)
        }
        return told(entry, type, before, after, in: terms)
      case .reset:
        phase = Phase()
        return AnkiLogRecord(
          moment: entry.ratedAt.milliseconds, ease: 0, interval: 0, lastInterval: 0, factor: 0,
          duration: 0, type: 4)
      case .manual:
        // What an import wrote to set the schedule is no part of the other program's log.
        if entry.after != nil, entry.id.madeAt == nil { return nil }
        let factor = AnkiTerms.factor(of: entry.after?.memory)
        return AnkiLogRecord(
          moment: entry.ratedAt.milliseconds, ease: 0,
          interval: entry.after.map(terms.interval(of:)) ?? 0,
          lastInterval: entry.before.map(terms.interval(of:)) ?? 0,
          // 0 would be a reset.
          factor: factor > 0 ? factor : 2_500, duration: 0, type: 4)
      case .undo: return nil
      }
    }
  }

  /// An answer whose schedules are known.
  private static func told(
    _ entry: Review, _ type: Int, _ before: Scheduling, _ after: Scheduling, in terms: AnkiTerms
  ) -> AnkiLogRecord {
    // Basic mode counts an answer and moves nothing: Anki calls that cramming.
    let moves = !before.hasSameSchedule(as: after)
    return AnkiLogRecord(
      moment: entry.ratedAt.milliseconds, ease: entry.rating?.rawValue ?? 0,
      interval: terms.interval(of: after), lastInterval: terms.interval(of: before),
      factor: moves ? AnkiTerms.factor(of: after.memory) : 0,
      duration: entry.durationMilliseconds, type: moves ? type : 3)
  }

  /// An answer that another program counted: the intervals are those that came about.
  private static func counted(
    _ entry: Review, _ type: Int, _ index: Int, of log: [Review], in terms: AnkiTerms
  ) -> AnkiLogRecord {
    let last = index > 0 ? terms.interval(from: log[index - 1].ratedAt, to: entry.ratedAt) : 0
    let next = log[(index + 1)...].first { $0.kind != .manual || $0.after == nil }
    let interval = next.map { terms.interval(from: entry.ratedAt, to: $0.ratedAt) }
    let state = log[(index + 1)...].first { $0.kind == .manual }?.after
    return AnkiLogRecord(
      moment: entry.ratedAt.milliseconds, ease: entry.rating?.rawValue ?? 0,
      interval: interval ?? state.map(terms.interval(of:)) ?? 0, lastInterval: last,
      factor: AnkiTerms.factor(of: state?.memory), duration: entry.durationMilliseconds, type: type)
  }

  /// Whether a card is being learned, reviewed or learned again, as far as its answers tell.
  private struct Phase {
    private var last: Timestamp?
    private var isLearned = false
    private var isRelearning = false

    /// - Returns: what Anki calls the answer: 0 learning, 1 review, 2 relearning.
    mutating func take(_ entry: Review, in terms: AnkiTerms) -> Int {
      defer { last = entry.ratedAt }
      if let before = entry.before {
        isLearned = before.state == .review || before.state == .relearning
        isRelearning = entry.after?.state == .relearning
        return before.state == .review ? 1 : before.state == .relearning ? 2 : 0
      }
      guard let last else { return 0 }
      if terms.day(of: entry.ratedAt) > terms.day(of: last) {
        isLearned = true
        isRelearning = entry.rating == .again
        return 1
      }
      return isRelearning ? 2 : isLearned ? 1 : 0
    }
  }
}
