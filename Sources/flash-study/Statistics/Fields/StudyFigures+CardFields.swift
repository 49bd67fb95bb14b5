import FlashCommand
import FlashModel
import FlashScheduler
import FlashStore

// The members of `--json` that tell of cards as they stand.

extension StudyFigures {
  static let cardFields: [Fields<StudyFigures>.Field] = [
    .custom("states", .object) { $0.writeStates(to: &$1) },
    .number("mastery_pct") { $0.mastery.percent },
    .number("expected_known_cards") { $0.expectedKnown },
    .custom("forecast", .object) { figures, writer in
      writer.object { writer in
        writer.member("overdue", figures.cards.forecast.overdue)
        writer.member("total", figures.cards.forecast.total)
        writer.key("due_by_day")
        writer.array(figures.cards.forecast.counts) { $0.value($1) }
      }
    },
    .custom("intervals", .object) { $1.value($0.cards.intervals, unit: "_days") },
    .custom("stability", .object) { $1.value($0.cards.stability, unit: "_days") },
    .custom("difficulty", .object) { $1.value($0.cards.difficulty, unit: "", last: 10) },
    .custom("retrievability", .object) {
      $1.value($0.cards.retrievability, unit: "_pct", last: 100)
    },
    .custom("weak_areas", .object) { figures, writer in
      writer.array(figures.weakAreas) { $0.value($1) }
    },
    .custom("most_lapses", .object) { figures, writer in
      writer.array(figures.lapsedAreas) { $0.value($1) }
    },
    .custom("leeches", .object) { figures, writer in
      writer.object { writer in
        writer.member("count", figures.leechCount)
        writer.key("cards")
        writer.array(figures.leeches) { writer, leech in
          writer.object {
            $0.member("id", leech.card.id.description)
            $0.member("deck", leech.card.deck)
            $0.member("front", leech.card.front)
            $0.member("lapses", leech.lapses)
          }
        }
      }
    },
  ]

  private func writeStates(to writer: inout JSONWriter) {
    let counts = cards.counts
    writer.object {
      $0.member("new", counts.new)
      $0.member("learning", counts.learning)
      $0.member("review", counts.review)
      $0.member("relearning", counts.relearning)
      $0.member("young", counts.young)
      $0.member("mature", counts.mature)
      $0.member("suspended", counts.suspended)
      $0.member("buried", counts.buried)
      $0.member("total", counts.total)
    }
  }
}

extension JSONWriter {
  fileprivate mutating func value(_ area: SubTopicFigures) {
    object {
      $0.member("deck", area.label.deck)
      $0.member("sub_topic", area.label.name)
      $0.member("cards", area.cards)
      $0.member("reviews", area.reviews)
      $0.member("accuracy_pct", area.reviews == 0 ? nil : area.accuracy.percent)
      $0.member("again", area.again)
      $0.member("lapses", area.lapses)
    }
  }
}
