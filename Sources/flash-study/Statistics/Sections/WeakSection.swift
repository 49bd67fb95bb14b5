import FlashScheduler
import FlashStore
import FlashTerminal

/// The sub-topics that do worst.
struct WeakSection {
  let figures: StudyFigures
  let page: StatsPage

  var lines: [StyledLine] {
    let areas = figures.weakAreas + figures.lapsedAreas.filter { !figures.weakAreas.contains($0) }
    let heading = page.heading(
      "Weak areas", "sub-topics least right in 30 days, then those with the most lapses")
    guard !areas.isEmpty else { return page.heading("Weak areas", "none") }
    let isWide = page.width >= 60
    var table = Table(
      [.text("sub-topic"), .number("right"), .number("of")]
        + (isWide ? [.number("again"), .number("cards")] : []) + [.number("lapses")]
        + (isWide ? [.text("deck")] : []))
    for area in areas {
      let isWeak = figures.weakAreas.contains(area)
      let name = area.label.name.printable(.line)
      var cells = [
        StyledLine(name), StyledLine(area.accuracy.tenths, isWeak ? .again : .plain),
        StyledLine("\(area.reviews)", .faint),
      ]
      if isWide { cells += [StyledLine("\(area.again)"), StyledLine("\(area.cards)")] }
      cells.append(StyledLine("\(area.lapses)"))
      if isWide { cells.append(StyledLine(area.label.deck.printable(.line), .faint)) }
      table.append(cells)
    }
    return heading + table.lines(width: page.width)
  }
}

/// The cards that were forgotten most often.
struct LeechSection {
  let figures: StudyFigures
  let page: StatsPage

  var lines: [StyledLine] {
    guard figures.leechCount > 0 else { return page.heading("Leeches", "none") }
    let shown = figures.leeches.count
    let heading = page.heading(
      "Leeches",
      "\(figures.leechCount)" + (shown < figures.leechCount ? ", the worst \(shown)" : ""))
    var table = Table([.number("lapses"), .text("card"), .text("deck")])
    for leech in figures.leeches {
      table.append([
        StyledLine("\(leech.lapses)", .again), StyledLine(leech.card.front.printable(.line)),
        StyledLine(leech.card.deck.printable(.line), .faint),
      ])
    }
    return heading + table.lines(width: page.width)
  }
}
