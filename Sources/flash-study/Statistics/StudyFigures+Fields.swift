import FlashCommand
import FlashModel
import FlashScheduler
import FlashStore

extension StudyFigures {
  /// The members of the one object that `--json` prints.
  static let fields = Fields<StudyFigures>([
    .string("deck") { $0.deck },
    .custom("today", .object) { $0.writeToday(to: &$1) },
    .custom("streak", .object) { figures, writer in
      writer.object {
        $0.member("days", figures.streak.length)
        $0.member("longest_days", figures.streak.longest)
        $0.member("at_risk", figures.streak.isAtRisk)
      }
    },
    .custom("retention", .object) { figures, writer in
      writer.object {
        $0.key("last_30_days")
        $0.value(figures.recentRetention, of: "recalled")
        $0.key("all")
        $0.value(figures.retention, of: "recalled")
      }
    },
    .custom("states", .object) { figures, writer in
      writer.object {
        $0.member("new", figures.states.new)
        $0.member("learning", figures.states.learning)
        $0.member("review", figures.states.review)
        $0.member("relearning", figures.states.relearning)
        $0.member("suspended", figures.states.suspended)
        $0.member("total", figures.states.total)
      }
    },
    .number("mastery_pct") { $0.mastery.percent },
    .custom("forecast", .object) { figures, writer in
      writer.object {
        $0.member("overdue", figures.forecast.overdue)
        $0.key("due_by_day")
        $0.beginArray()
        for count in figures.forecast.counts { $0.value(count) }
        $0.endArray()
      }
    },
    .custom("weak_areas", .object) { figures, writer in
      writer.beginArray()
      for area in figures.weakAreas {
        writer.object {
          $0.member("deck", area.deck)
          $0.member("sub_topic", area.name)
          $0.member("reviews", area.accuracy.total)
          $0.member("accuracy_pct", area.accuracy.percent)
        }
      }
      writer.endArray()
    },
  ])

  private func writeToday(to writer: inout JSONWriter) {
    writer.object {
      $0.member("day", today.day.date.description)
      $0.member("reviews", today.reviews)
      $0.member("cards", today.cards)
      $0.member("accuracy_pct", today.accuracy.percent)
      $0.member("elapsed_ms", today.durationMilliseconds)
      $0.member("due_count", today.left)
    }
  }
}

extension JSONWriter {
  fileprivate mutating func object(_ members: (inout JSONWriter) -> Void) {
    beginObject()
    members(&self)
    endObject()
  }

  fileprivate mutating func member(_ name: String, _ number: Int) {
    key(name)
    value(number)
  }

  fileprivate mutating func member(_ name: String, _ number: Double) {
    key(name)
    value(number)
  }

  fileprivate mutating func member(_ name: String, _ text: String) {
    key(name)
    value(text)
  }

  fileprivate mutating func member(_ name: String, _ flag: Bool) {
    key(name)
    value(flag)
  }

  /// A share; its percentage is null where there is nothing to have a share of.
  fileprivate mutating func value(_ share: Share, of name: String) {
    object {
      $0.member("reviews", share.total)
      $0.member(name, share.count)
      $0.key("pct")
      $0.value(share.total == 0 ? nil : share.percent)
    }
  }
}
