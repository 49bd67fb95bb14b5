import FlashModel
import FlashTerminal

/// Where things stand on the screen of a session: how much of a card is seen, and how far it can be
/// scrolled.
struct SessionLayout: Sendable {
  /// All lines of what is scrolled: the card, or the help.
  let body: [StyledLine]
  /// The line of ``body`` where the answer begins, 0 without one.
  let answerStart: Int
  /// The line and column of ``body`` where typing goes on; nil if nobody types.
  let cursor: Screen.Cursor?
  let footer: [StyledLine]
  /// Lines of ``body`` that fit on the screen, at least 1.
  let visible: Int
  /// Whether rules part head, card and foot.
  let hasRules: Bool

  init(_ model: SessionModel, _ size: TerminalSize) {
    let width = size.columns
    var content = Content()
    if model.showsHelp {
      content.lines = SessionHelp.lines(model.mode, width: width)
    } else {
      content.take(model, width: width)
    }
    body = content.lines
    answerStart = content.answerStart
    cursor = content.cursor
    footer = SessionFooter.lines(model, size)
    hasRules = size.rows >= 10
    let taken = 1 + footer.count + (hasRules ? 2 : 0) + (model.notice == nil ? 0 : 1)
    visible = max(1, size.rows - taken)
  }

  /// How far the body can be scrolled.
  var lastScroll: Int { max(0, body.count - visible) }

  /// How far to scroll when the answer comes up: of a long question only the end stays, and where
  /// there is room for some lines only, all of them are the answer's.
  var answerScroll: Int {
    visible < 8 ? answerStart + 1 : max(0, answerStart - visible / 2)
  }

  /// What a card looks like, however much of it is seen.
  private struct Content {
    var lines: [StyledLine] = []
    var answerStart = 0
    var cursor: Screen.Cursor?

    mutating func take(_ model: SessionModel, width: Int) {
      switch model.phase {
      case .question(let shown):
        takeQuestion(shown, model, width: width)
        if shown.card.kind == .typeIn { takeTyping(model, width: width) }
      case .answer(let shown):
        takeQuestion(shown, model, width: width)
        answerStart = lines.count
        lines.append(.rule(width: width))
        if shown.card.kind == .typeIn {
          lines += TypedAnswer(typed: model.typed, answer: shown.card.back).lines(width: width)
        }
        lines += CardMarkdown.lines(of: shown.card.back, width: width)
      case .goal:
        let goal = model.goal?.cards ?? 0
        lines += StyledLine.lines(
          of: "Daily goal reached: \(counted(goal, "review")). Go on?", .good, width: width)
      case .loading, .over: break
      }
    }

    private mutating func takeQuestion(_ shown: ShownCard, _ model: SessionModel, width: Int) {
      lines += CardMarkdown.lines(of: shown.card.front, width: width)
      if model.showsHint, let hint = shown.card.hint {
        lines += (StyledLine("hint: ", .muted) + StyledLine(hint, .emphasis)).wrapped(to: width)
      }
    }

    private mutating func takeTyping(_ model: SessionModel, width: Int) {
      let field = StyledLine("› \(model.typed)").wrapped(to: width)
      lines += field
      guard model.isTyping else { return }
      // Blanks at the end of a line are not kept by wrapping, and the cursor stands behind them.
      let blanks = model.typed.reversed().prefix { $0 == " " }.count
      let column = (field.last?.cellWidth ?? 0) + blanks
      cursor = Screen.Cursor(row: lines.count - 1, column: min(column, width - 1))
    }
  }
}
