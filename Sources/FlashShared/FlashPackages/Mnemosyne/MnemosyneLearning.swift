import FlashModel

/// What Mnemosyne 2 knows of a card's learning.
struct MnemosyneLearning {
  /// −1 for a card that was never answered; 0 and 1 for one that is not known, up to 5.
  var grade: Int64
  var ease: Double
  /// Unix seconds; −1 is never.
  var last: Int64
  /// Unix seconds; −1 is never.
  var next: Int64
  /// Answers while the card was not known, the first included, and while it was.
  var repetitions: (learning: Int64, kept: Int64)
  var lapses: Int64

  /// The card's schedule; nil if it is new, or no number of it makes sense.
  var schedule: ForeignSchedule? {
    guard grade >= 0 else { return nil }
    let last = MnemosyneLearning.moment(self.last)
    let due = MnemosyneLearning.moment(next)
    guard last != nil || due != nil else { return nil }
    var state = CardState.review
    if grade < 2 { state = lapses > 0 ? .relearning : .learning }
    var days: Double?
    if let last, let due {
      days = max(
        0.001, Double(due.milliseconds(since: last)) / Double(Timestamp.millisecondsPerDay))
    }
    let reps = repetitions.learning.addingReportingOverflow(repetitions.kept).partialValue
    return ForeignSchedule(
      state, due: due.map { .exact($0) }, lastReviewed: last.map { .exact($0) }, intervalDays: days,
      ease: ease, reps: Int(clamping: max(1, reps)), lapses: Int(clamping: lapses))
  }

  /// A moment that a schedule may have: from 2000 on, for a few hundred years.
  static func moment(_ seconds: Int64) -> Timestamp? {
    946_684_800...32_503_680_000 ~= seconds ? Timestamp(milliseconds: seconds * 1_000) : nil
  }

  /// What a grade is here.
  static func rating(ofGrade grade: Int64) -> Rating? {
    switch grade {
    case 0, 1: .again
    case 2: .hard
    case 3, 4: .good
    case 5: .easy
    default: nil
    }
  }
}
