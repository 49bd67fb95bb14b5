import FlashCommand
import FlashModel
import FlashScheduler

// The members of `--json` that tell of the log.

extension StudyFigures {
  static let historyFields: [Fields<StudyFigures>.Field] = [
    .custom("retention", .object) { $0.writeRetention(to: &$1) },
    .custom("heatmap", .object) { figures, writer in
      let (first, reviews) = figures.heat
      writer.object { writer in
        writer.member("first_day", first.date.description)
        writer.key("reviews_by_day")
        writer.array(reviews) { $0.value($1) }
      }
    },
    .custom("hours", .object) { figures, writer in
      writer.array(figures.history.hours.enumerated()) { writer, hour in
        writer.object {
          $0.member("hour", hour.offset)
          $0.member("reviews", hour.element.total)
          $0.member("recalled", hour.element.recalled)
          $0.member("pct", hour.element.total == 0 ? nil : hour.element.share.percent)
        }
      }
    },
    .custom("answers", .object) { figures, writer in
      writer.object { writer in
        for stage in ReviewStage.allCases {
          writer.key(stage.word)
          writer.object { writer in
            for rating in Rating.allCases {
              writer.member(rating.word, figures.history.answers(stage, rating))
            }
          }
        }
      }
    },
    .custom("time", .object) { figures, writer in
      let time = figures.time
      writer.object {
        $0.member("elapsed_ms", time.elapsedMilliseconds)
        $0.member("days", time.days)
        $0.member("studied_days", time.studiedDays)
        $0.member("reviews", time.reviews)
        $0.member("introduced", time.introduced)
        $0.member("mean_ms_per_day", time.perDay)
        $0.member("mean_ms_per_studied_day", time.perStudiedDay)
        $0.member("mean_ms_per_review", time.perReview)
      }
    },
  ]

  private func writeRetention(to writer: inout JSONWriter) {
    let spans = retentionSpans
    writer.object { writer in
      writer.member("desired_pct", cards.desiredRetention.map { $0 * 100 })
      for span in spans { writer.member(span.name, span.retention.all) }
      writer.key("by_state")
      writer.object { writer in
        for span in spans {
          writer.key(span.name)
          writer.value(span.retention)
        }
      }
      writer.key("by_month")
      writer.array(retentionByMonth) { writer, month in
        writer.object {
          $0.member("month", month.name)
          $0.member("reviews", month.retention.all.total)
          $0.member("recalled", month.retention.all.recalled)
          $0.member("pct", month.retention.all.share.percent)
        }
      }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func value(_ retention: TrueRetention) {
    object {
      $0.member("young", retention.young)
      $0.member("mature", retention.mature)
      $0.member("learning", retention.learning)
    }
  }
}
