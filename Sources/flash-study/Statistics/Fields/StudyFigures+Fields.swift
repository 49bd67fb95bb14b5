import FlashCommand
import FlashModel
import FlashScheduler
import FlashStore

extension StudyFigures {
  /// The members of the one object that `--json` prints.
  static let fields = Fields<StudyFigures>(
    [
      .string("deck") { $0.request.deck },
      .string("query") { $0.request.query },
      .custom("period", .object) { $0.writePeriod(to: &$1) },
      .custom("today", .object) { $0.writeToday(to: &$1) },
      .custom("streak", .object) { figures, writer in
        writer.object {
          $0.member("days", figures.streak.length)
          $0.member("longest_days", figures.streak.longest)
          $0.member("at_risk", figures.streak.isAtRisk)
        }
      },
    ] + historyFields + cardFields)

  private func writePeriod(to writer: inout JSONWriter) {
    writer.object {
      $0.member("first_day", request.period.lowerBound.date.description)
      $0.member("last_day", request.period.upperBound.date.description)
      $0.member("days", dayCount)
    }
  }

  private func writeToday(to writer: inout JSONWriter) {
    writer.object {
      $0.member("day", today.day.date.description)
      $0.member("reviews", today.tally.reviews)
      $0.member("cards", today.tally.cards)
      $0.member("introduced", today.tally.introduced)
      $0.member("accuracy_pct", today.tally.accuracy.percent)
      $0.member("elapsed_ms", today.tally.durationMilliseconds)
      $0.member("due_count", today.left)
    }
  }
}
