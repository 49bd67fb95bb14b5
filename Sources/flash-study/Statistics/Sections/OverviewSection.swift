import FlashModel
import FlashScheduler
import FlashStore
import FlashTerminal

/// The most important of everything, on one screen.
struct OverviewSection {
  let figures: StudyFigures
  let page: StatsPage

  private static let plotRows = 2...8

  var lines: [StyledLine] {
    var lines = StyledLine.lines(
      of: figures.request.deck ?? "All decks", .heading, width: page.width)
    for (name, text) in facts { lines += page.fact(name, text) }
    if !figures.days.isEmpty {
      lines += [StyledLine()] + HeatMapSection(figures: figures, page: page).lines
    }
    lines.append(StyledLine())
    let forecast = ForecastSection(figures: figures, page: page)
    // A line of title, two of axis, and one that the prompt takes.
    let rows = page.height - lines.count - 4
    let range = OverviewSection.plotRows
    return lines + forecast.lines(height: min(max(rows, range.lowerBound), range.upperBound))
  }

  private var facts: [(String, StyledLine)] {
    var facts: [(String, StyledLine)] = [
      ("Today", today), ("Streak", streak), ("Retention", retention), ("Cards", cards),
      ("Memory", memory),
    ]
    if let query = figures.request.query {
      facts.insert(("Query", StyledLine(query.printable(.line))), at: 0)
    }
    guard !figures.weakAreas.isEmpty else { return facts }
    let names = figures.weakAreas.map {
      "\($0.label.name.printable(.line)) \($0.accuracy.roundedPercent) %"
    }
    return facts + [("Weak", StyledLine(names.joined(separator: ", ")))]
  }

  private var today: StyledLine {
    let tally = figures.today.tally
    let right = tally.reviews == 0 ? "" : ", \(tally.accuracy.roundedPercent) % right"
    return StyledLine(
      "\(counted(tally.reviews, "review")) of \(counted(tally.cards, "card"))\(right), "
        + "\(DurationText.text(milliseconds: tally.durationMilliseconds)); "
        + "\(figures.today.left) to go")
  }

  private var streak: StyledLine {
    let risk = figures.streak.isAtRisk ? ", ends today without a review" : ""
    return StyledLine(
      "\(counted(figures.streak.length, "day")), longest \(figures.streak.longest)\(risk)")
  }

  private var retention: StyledLine {
    let recent = figures.retentionSpans[2].retention.all.share
    let period = figures.inPeriod.retention.all.share
    let desired = figures.cards.desiredRetention.map { "; desired \(($0 * 100).tenths) %" } ?? ""
    return StyledLine(
      "30 days \(text(recent)), \(figures.periodTitle) \(text(period))\(desired)")
  }

  private func text(_ share: Share) -> String {
    share.total == 0 ? "none yet" : "\(share.tenths) of \(share.total)"
  }

  private var cards: StyledLine {
    let counts = figures.cards.counts
    let learning = counts.learning + counts.relearning
    return StyledLine(
      "\(counts.total): \(counts.new) new, \(learning) learning, \(counts.young) young, "
        + "\(counts.mature) mature; \(counts.suspended) suspended")
  }

  private var memory: StyledLine {
    let known = figures.cards.retrievability
    guard let stability = figures.cards.stability.median else { return StyledLine("none yet") }
    return StyledLine(
      "about \(figures.knownCards) of \(counted(known.total, "card")) known now; "
        + "median stability \(stability.daysText)")
  }
}

extension StudyFigures {
  /// Cards that would be recalled now, as far as the memory model can tell.
  var expectedKnown: Double { cards.retrievability.sum / 100 }
  var knownCards: Int { Int(expectedKnown.rounded()) }
}
