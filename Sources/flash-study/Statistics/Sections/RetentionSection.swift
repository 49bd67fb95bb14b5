import FlashScheduler
import FlashTerminal

/// True retention by state, and by month against what is desired.
struct RetentionSection {
  let figures: StudyFigures
  let page: StatsPage

  var lines: [StyledLine] {
    let desired = figures.cards.desiredRetention.map { "desired \(($0 * 100).tenths) %" } ?? ""
    return page.heading("True retention", desired) + table + months
  }

  private var table: [StyledLine] {
    // Narrow windows have no room for how many there were.
    let isWide = page.width >= 60
    var table = Table(
      [.text("", minimumWidth: 7), .number("young"), .number("mature"), .number("all")]
        + (isWide ? [.number("of"), .number("learning"), .number("of")] : []))
    for span in figures.retentionSpans {
      let retention = span.retention
      var cells = [StyledLine(span.title, .muted)]
      cells += [retention.young, retention.mature].map { StyledLine($0.share.tenths) }
      cells.append(StyledLine(retention.all.share.tenths, .strong))
      if isWide {
        cells.append(StyledLine("\(retention.all.total)", .faint))
        cells.append(StyledLine(retention.learning.share.tenths))
        cells.append(StyledLine("\(retention.learning.total)", .faint))
      }
      table.append(cells)
    }
    return table.lines(width: page.width)
  }

  private var months: [StyledLine] {
    let months = figures.retentionByMonth
    guard !months.isEmpty else { return [] }
    let desired = figures.cards.desiredRetention.map { $0 * 100 }
    let lowest = months.map(\.retention.all.share.percent).min() ?? 0
    // Ends at a multiple of ten, so that what is close to the mark is told from what is not.
    let floor = min(70, (lowest / 10).rounded(.down) * 10)
    let scale = DotScale(floor...100, mark: desired)
    let counts = months.map { "\($0.retention.all.total)" }
    let countWidth = counts.map(\.utf8.count).max() ?? 0
    let width = page.width - 8 - 8 - countWidth - 3
    let rows = zip(months, counts).map { month, count in
      let share = month.retention.all.share
      var line = StyledLine(month.title, .muted)
      line.append(share.tenths.padded(to: 9, .right))
      guard width >= 10 else { return line }
      line.append(" ")
      line.append(scale.line(share.percent, style(share, desired), width: width))
      line.append(" " + count.padded(to: countWidth, .right), .faint)
      return line
    }
    let legend = desired == nil ? "" : ", ┃ desired"
    let title = "By month, ● from \(Int(floor)) to 100 %\(legend)"
    return [StyledLine()] + page.plot([StyledLine(title, .faint)] + rows)
  }

  private func style(_ share: Share, _ desired: Double?) -> Style {
    guard let desired else { return .good }
    return share.percent < desired - 5 ? .again : share.percent < desired ? .hard : .good
  }
}
