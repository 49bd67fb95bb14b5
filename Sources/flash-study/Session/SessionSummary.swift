import FlashModel
import FlashScheduler
import FlashStore
import FlashTerminal

/// What a session came to.
enum SessionSummary {
  /// The lines that stay on the screen after a session.
  static func lines(
    _ model: SessionModel, by rules: StudyRules, width: Int
  ) -> [StyledLine] {
    let answers = model.answers
    var lines: [StyledLine] = []
    if answers.isEmpty {
      lines.append(StyledLine("Nothing answered.", .strong))
    } else {
      lines += facts(answers, model).map { name, text in
        StyledLine(name.padded(to: 10), .muted) + StyledLine(text)
      }
    }
    if let waiting = waiting(model) { lines.append(StyledLine(waiting)) }
    if let next = nextDue(model, by: rules) { lines.append(next) }
    return lines.flatMap { $0.wrapped(to: width) }
  }

  private static func facts(
    _ answers: [GivenAnswer], _ model: SessionModel
  ) -> [(String, String)] {
    let accuracy = Share.accuracy(answers.map(\.rating))
    let figures = SessionFigures(answers)
    let time = answers.reduce(0) { $0 + $1.durationMilliseconds }
    var facts = [
      (
        "Answered",
        "\(answers.count) of \(counted(figures.cards, "card")) in "
          + DurationText.text(milliseconds: time)
      ),
      ("Accuracy", "\(accuracy.roundedPercent) %"),
    ]
    if let mastery = model.result?.mastery, mastery.total > 0 {
      facts.append(
        ("Mastery", "\(mastery.roundedPercent) % (\(points(figures.masteryDelta(mastery))))"))
    }
    // Known and skipped say nothing of how well a card is remembered.
    if model.mode == .smart {
      facts.append(("Improved", counted(figures.improved, "card")))
      facts.append(("Weak", counted(figures.weak, "card")))
    }
    return facts
  }

  /// Percentage points with their sign, to a tenth.
  private static func points(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    let sign = tenths < 0 ? "-" : "+"
    return "\(sign)\(tenths.magnitude / 10).\(tenths.magnitude % 10)"
  }

  /// Cards in learning that come back later than a session waits.
  private static func waiting(_ model: SessionModel) -> String? {
    let counts = model.queue.counts
    guard counts.learning > 0, counts.learning == counts.total else { return nil }
    return "Nothing more is due now; \(counted(counts.learning, "card")) in learning will be today."
  }

  private static func nextDue(_ model: SessionModel, by rules: StudyRules) -> StyledLine? {
    guard let result = model.result else { return nil }
    guard let due = result.nextDue else { return StyledLine("Nothing is due after this.", .muted) }
    return NextDue.line(due, by: rules, at: result.endedAt)
  }
}

/// When studying goes on.
enum NextDue {
  static func line(_ due: Timestamp, by rules: StudyRules, at now: Timestamp) -> StyledLine {
    StyledLine("Next due".padded(to: 10), .muted)
      + StyledLine("in \(IntervalLabel.text(until: due, at: now)) (\(rules.local(due)))")
  }
}

/// Figures over the answers of a session, or of one deck in it.
struct SessionFigures: Sendable, Hashable {
  private(set) var cards = 0
  /// Cards whose last rating here is better than the one before the session.
  private(set) var improved = 0
  /// Cards that were rated again or hard at last, or have to be learned anew.
  private(set) var weak = 0
  /// Cards in review that were not before, less those that no longer are.
  private(set) var becameKnown = 0

  init(_ answers: [GivenAnswer]) {
    var newest: [CardID: GivenAnswer] = [:]
    var oldest: [CardID: GivenAnswer] = [:]
    for answer in answers {
      newest[answer.cardID] = answer
      if oldest[answer.cardID] == nil { oldest[answer.cardID] = answer }
      becameKnown += (answer.after == .review ? 1 : 0) - (answer.before == .review ? 1 : 0)
    }
    cards = newest.count
    for (id, last) in newest {
      if let before = oldest[id]?.previous, last.rating > before { improved += 1 }
      if last.rating <= .hard || last.after == .relearning { weak += 1 }
    }
  }

  /// The change of mastery in percentage points.
  /// - Parameter mastery: after the session.
  func masteryDelta(_ mastery: Share) -> Double {
    mastery.total == 0 ? 0 : 100 * Double(becameKnown) / Double(mastery.total)
  }
}
