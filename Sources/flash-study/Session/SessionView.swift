import FlashModel
import FlashScheduler
import FlashTerminal

/// The screen of a session.
enum SessionView {
  static func screen(_ model: SessionModel, _ size: TerminalSize) -> Screen {
    let layout = SessionLayout(model, size)
    let scroll = min(model.scroll, layout.lastScroll)
    var lines = [head(model, width: size.columns)]
    if layout.hasRules { lines.append(.rule(width: size.columns)) }
    let top = lines.count
    var body = Array(layout.body[min(scroll, layout.body.count)...].prefix(layout.visible))
    let hidden = layout.body.count - scroll - body.count
    if hidden > 0, body.count > 1 {
      body[body.count - 1] = StyledLine("↓ \(counted(hidden + 1, "more line"))", .faint)
        .truncated(to: size.columns)
    }
    lines += body
    var footer: [StyledLine] = []
    if let notice = model.notice {
      footer.append(
        StyledLine(notice.text, notice.isWarning ? .warning : .muted).truncated(to: size.columns))
    }
    if layout.hasRules { footer.append(.rule(width: size.columns)) }
    var cursor = layout.cursor
    if let place = cursor {
      let row = place.row - scroll
      cursor =
        row >= 0 && row < layout.visible
        ? Screen.Cursor(row: top + row, column: place.column) : nil
    }
    return Screen(lines, footer: footer + layout.footer, size: size, cursor: cursor)
  }

  /// The deck's path on the left, what is left to do on the right.
  private static func head(_ model: SessionModel, width: Int) -> StyledLine {
    var counts = self.counts(model, short: false)
    if counts.cellWidth > width { counts = self.counts(model, short: true) }
    let room = width - counts.cellWidth - 2
    guard let shown = model.shown, room >= 8 else {
      return counts.truncated(to: width)
    }
    let deck = model.decks[shown.queued.deck]
    let title = StyledLine(deck.title, Style(PaletteColor(accent: deck.accentColor), bold: true))
      .truncated(to: room)
    return title.padded(to: room + 2) + counts
  }

  private static func counts(_ model: SessionModel, short: Bool) -> StyledLine {
    let counts = model.counts
    if model.mode == .basic { return StyledLine("\(counts.total) left", .muted) }
    var line = StyledLine("\(counts.new) new", .easy)
    line.append(short ? " " : "  ")
    line.append("\(counts.learning) \(short ? "lrn" : "learning")", .hard)
    line.append(short ? " " : "  ")
    line.append("\(counts.due) due", .good)
    return line
  }
}
