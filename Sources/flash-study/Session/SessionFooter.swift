import FlashModel
import FlashTerminal

/// The keys at the foot of a session's screen.
enum SessionFooter {
  static func lines(_ model: SessionModel, _ size: TerminalSize) -> [StyledLine] {
    if model.showsHelp { return [StyledLine("any key: back", .muted)] }
    switch model.phase {
    case .question(let shown): return [question(model, shown, width: size.columns)]
    case .answer(let shown): return answer(model, shown, width: size.columns)
    case .goal: return [keys([("space", "go on"), ("q", "end")], width: size.columns)]
    case .loading, .over: return [StyledLine()]
    }
  }

  private static func question(
    _ model: SessionModel, _ shown: ShownCard, width: Int
  ) -> StyledLine {
    if model.isTyping { return keys([("enter", "answer"), ("esc", "keys")], width: width) }
    var all = [("space", "answer")]
    if shown.card.hint != nil, !model.showsHint { all.append(("h", "hint")) }
    all += [("?", "help"), ("q", "quit"), ("u", "undo")]
    if shown.card.kind == .typeIn { all.insert(("i", "type"), at: 1) }
    return keys(all, width: width)
  }

  /// As many of the keys as fit, the first ones first.
  private static func keys(_ all: [(key: String, says: String)], width: Int) -> StyledLine {
    var line = StyledLine()
    for (key, says) in all {
      var next = line
      if !line.spans.isEmpty { next.append("  ") }
      next.append(key, .strong)
      next.append(" \(says)", .muted)
      if next.cellWidth <= width || line.spans.isEmpty { line = next }
    }
    return line.truncated(to: width)
  }

  private static func answer(
    _ model: SessionModel, _ shown: ShownCard, width: Int
  ) -> [StyledLine] {
    // Roomy if it fits on one line, close where the window is narrow, else one under another.
    let roomy = buttons(model, shown, gap: " ")
    let line = joined(roomy, "   ")
    if line.cellWidth <= width { return [line] }
    let close = buttons(model, shown, gap: "")
    for all in [roomy, close] where all.count == 4 {
      let pairs = [joined(Array(all[..<2]), " "), joined(Array(all[2...]), " ")]
      if pairs.allSatisfy({ $0.cellWidth <= width }) { return pairs }
    }
    return close.map { $0.truncated(to: width) }
  }

  private static func joined(_ parts: [StyledLine], _ gap: String) -> StyledLine {
    var line = StyledLine()
    for (index, part) in parts.enumerated() {
      if index > 0 { line.append(gap) }
      line.append(part)
    }
    return line
  }

  /// Each rating's key, word and interval.
  private static func buttons(
    _ model: SessionModel, _ shown: ShownCard, gap: String
  ) -> [StyledLine] {
    if model.mode == .basic {
      return [(Rating.hard, "skip"), (Rating.good, "known")].map { rating, word in
        StyledLine("\(rating.rawValue)\(gap)", .muted) + StyledLine(word, rating.style)
      }
    }
    return Rating.allCases.map { rating in
      var button = StyledLine("\(rating.rawValue)\(gap)", .muted)
      button.append(rating.word, rating.style)
      if rating.rawValue <= shown.labels.count {
        button.append(" \(shown.labels[rating.rawValue - 1])")
      }
      return button
    }
  }
}

/// What the keys do, for `?`.
enum SessionHelp {
  static func lines(_ mode: StudyMode, width: Int) -> [StyledLine] {
    let ratings =
      mode == .smart
      ? [("1", "again: forgotten"), ("2", "hard"), ("3", "good"), ("4", "easy")]
      : [("2", "skip"), ("3", "known")]
    let keys =
      [("space", "show the answer; enter too")] + ratings + [
        ("u", "take back the last answer"), ("h", "hint"), ("e", "edit the card"),
        ("b", "bury it until tomorrow"), ("s", "suspend it"), ("arrows", "scroll; page keys too"),
        ("q", "end the session"),
      ]
    return keys.flatMap { key, says in
      (StyledLine(key.padded(to: 8), .strong) + StyledLine(says)).wrapped(to: width)
    }
  }
}
