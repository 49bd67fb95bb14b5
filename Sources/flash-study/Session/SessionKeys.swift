import FlashModel
import FlashTerminal

/// What the keys of a session do.
enum SessionKeys {
  static func press(_ key: Key, _ model: SessionModel, at now: Timestamp) -> SessionNext {
    var model = model
    model.notice = nil
    if let scrolled = scroll(key, model) { return Next(scrolled) }
    if model.showsHelp {
      model.showsHelp = false
      model.scroll = 0
      return Next(model)
    }
    switch model.phase {
    case .question(let card): return question(key, card, model, at: now)
    case .answer(let card): return answer(key, card, model, at: now)
    case .goal:
      switch key {
      case .enter, .character(" "), .character("y"): return SessionUpdate.advance(model, at: now)
      case .character("u"): return undo(model, at: now)
      case .character("q"), .character("n"), .escape, .control("d"):
        return SessionUpdate.finish(model, at: now)
      default: return Next(model)
      }
    case .loading, .over: return Next(model)
    }
  }

  private static func question(
    _ key: Key, _ card: ShownCard, _ model: SessionModel, at now: Timestamp
  ) -> SessionNext {
    if model.isTyping { return type(key, card, model, at: now) }
    switch key {
    case .enter, .character(" "): return reveal(card, model)
    case .character("h"):
      var model = model
      if card.card.hint == nil {
        model.notice = SessionModel.Notice(text: "this card has no hint")
      } else {
        model.showsHint = true
      }
      return Next(model)
    default: return anywhere(key, card, model, at: now)
    }
  }

  /// Letters belong to the answer; escape gives the keys their meaning back.
  private static func type(
    _ key: Key, _ card: ShownCard, _ model: SessionModel, at now: Timestamp
  ) -> SessionNext {
    var model = model
    switch key {
    case .character(let character):
      if model.typed.utf8.count < 1_000 { model.typed.append(character) }
    case .backspace: if !model.typed.isEmpty { model.typed.removeLast() }
    case .control("u"): model.typed = ""
    case .tab: model.showsHint = card.card.hint != nil
    case .enter: return reveal(card, model)
    case .escape: model.isTyping = false
    case .control("d"): return SessionUpdate.finish(model, at: now)
    default: break
    }
    return Next(model)
  }

  private static func answer(
    _ key: Key, _ card: ShownCard, _ model: SessionModel, at now: Timestamp
  ) -> SessionNext {
    guard case .character(let character) = key, let number = character.wholeNumberValue,
      let rating = Rating(rawValue: number)
    else { return anywhere(key, card, model, at: now) }
    // Basic mode knows two: 3 is known, 2 is skip.
    guard model.mode == .smart || rating == .hard || rating == .good else { return Next(model) }
    var next = model
    next.phase = .loading
    return Next(next, [.record(card, rating, at: now)])
  }

  private static func anywhere(
    _ key: Key, _ card: ShownCard, _ model: SessionModel, at now: Timestamp
  ) -> SessionNext {
    var model = model
    switch key {
    case .character("u"): return undo(model, at: now)
    case .character("e"): return Next(model, [.edit(card.card, at: now)])
    case .character("b"): return Next(model, [.setAside(card, .buried, at: now)])
    case .character("s"): return Next(model, [.setAside(card, .suspended, at: now)])
    case .character("q"), .control("d"): return SessionUpdate.finish(model, at: now)
    case .character("?"):
      model.showsHelp = true
      model.scroll = 0
    case .character("i") where card.card.kind == .typeIn && !model.isAnswered:
      model.isTyping = true
    default: break
    }
    return Next(model)
  }

  private static func undo(_ model: SessionModel, at now: Timestamp) -> SessionNext {
    if case .setAside(let queued, let id, let how)? = model.history.last {
      return Next(model, [.restore(queued, id, how, at: now)])
    }
    return Next(model, [.undo(at: now)])
  }

  private static func reveal(_ card: ShownCard, _ model: SessionModel) -> SessionNext {
    var model = model
    model.phase = .answer(card)
    model.isTyping = false
    let layout = SessionLayout(model, model.size)
    model.scroll = min(layout.lastScroll, layout.answerScroll)
    return Next(model, [.forgetTypedKeys])
  }

  /// The model after a key that scrolls; nil for other keys.
  private static func scroll(_ key: Key, _ model: SessionModel) -> SessionModel? {
    var model = model
    let layout = SessionLayout(model, model.size)
    let page = max(1, layout.visible - 1)
    switch key {
    case .up: model.scroll -= 1
    case .down: model.scroll += 1
    case .pageUp: model.scroll -= page
    case .pageDown: model.scroll += page
    case .home: model.scroll = 0
    case .end: model.scroll = layout.lastScroll
    default: return nil
    }
    model.scroll = min(max(0, model.scroll), layout.lastScroll)
    return model
  }
}

extension SessionModel {
  /// Whether the answer is on the screen.
  var isAnswered: Bool { if case .answer = phase { true } else { false } }
}
