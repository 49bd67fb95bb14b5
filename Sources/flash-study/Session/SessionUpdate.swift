import FlashModel
import FlashScheduler
import FlashTerminal

typealias SessionNext = Next<SessionModel, SessionEffect>

/// What follows from an event: the rules of a session.
enum SessionUpdate {
  /// The first step of a session.
  static func begin(_ model: SessionModel, at now: Timestamp) -> SessionNext {
    advance(model, at: now)
  }

  static func update(
    _ model: SessionModel, _ event: SessionEvent, at now: Timestamp
  ) -> SessionNext {
    var model = model
    switch event {
    case .key(let key): return SessionKeys.press(key, model, at: now)
    case .message(let message): return take(message, model, at: now)
    case .resized(let size):
      model.size = size
      model.scroll = min(model.scroll, SessionLayout(model, size).lastScroll)
    case .resumed:
      // The time away is no time spent on the card.
      switch model.phase {
      case .question(var card):
        card.since = now
        model.phase = .question(card)
      case .answer(var card):
        card.since = now
        model.phase = .answer(card)
      case .loading, .goal, .over: break
      }
    case .woke: break
    case .interrupted, .endOfInput: return finish(model, at: now)
    }
    return Next(model)
  }

  /// On to the next card, or to the end.
  static func advance(_ model: SessionModel, at now: Timestamp) -> SessionNext {
    var model = model
    if let limit = model.limit, model.answers.count >= limit { return finish(model, at: now) }
    guard let queued = model.queue.next(at: now) else { return finish(model, at: now) }
    model.phase = .loading
    return Next(model, [.load(queued)])
  }

  static func finish(_ model: SessionModel, at now: Timestamp) -> SessionNext {
    var model = model
    model.phase = .over
    return .finish(model, [.end(model.answers, at: now)])
  }

  private static func take(
    _ message: SessionMessage, _ model: SessionModel, at now: Timestamp
  ) -> SessionNext {
    var model = model
    switch message {
    case .loaded(let card): return ask(card, model, at: now)
    case .gone: return advance(model, at: now)
    case .answeredElsewhere(let queued, let scheduling):
      model.queue.answered(queued, with: scheduling)
      return advance(model, at: now)
    case .recorded(let queued, let answer, let after, let isLeech, let front):
      if isLeech {
        model.notice = SessionModel.Notice(
          text: "leech: '\(front)' keeps being forgotten, and is tagged so", isWarning: true)
      }
      return settle(answer, of: queued, after, model, at: now)
    case .undone(let id, let queued, let reviewsToday):
      model.goal?.done = reviewsToday
      return takeBack(id, queued, model, at: now)
    case .nothingToUndo: model.notice = SessionModel.Notice(text: "nothing to undo")
    case .setAside(let queued, let id, let how):
      model.history.append(.setAside(queued, id, how))
      model.notice = SessionModel.Notice(
        text: how == .buried ? "buried until tomorrow" : "suspended")
      return advance(model, at: now)
    case .restored(let queued):
      model.history.removeLast()
      return show(again: queued, model, at: now)
    case .edited(let card):
      model.notice = SessionModel.Notice(text: "card changed")
      return Next(replace(card, in: model), [.forgetTypedKeys])
    case .told(let text): model.notice = SessionModel.Notice(text: text, isWarning: true)
    case .ended(let result): model.result = result
    }
    return Next(model)
  }

  private static func ask(
    _ card: ShownCard, _ model: SessionModel, at now: Timestamp
  ) -> SessionNext {
    var model = model
    var card = card
    card.since = now
    model.phase = .question(card)
    model.typed = ""
    model.isTyping = card.card.kind == .typeIn
    model.showsHint = false
    model.scroll = 0
    return Next(model, [.forgetTypedKeys])
  }

  private static func settle(
    _ answer: GivenAnswer, of queued: QueueCard, _ after: Scheduling, _ model: SessionModel,
    at now: Timestamp
  ) -> SessionNext {
    var model = model
    model.history.append(.answered(answer))
    // In Basic mode the schedule stands still, so a card must not come back by it.
    if model.mode == .smart { model.queue.answered(queued, with: after) }
    model.goal?.done += 1
    if let goal = model.goal, goal.done == goal.cards, !model.queue.isEmpty {
      model.phase = .goal
      return Next(model, [.forgetTypedKeys])
    }
    return advance(model, at: now)
  }

  private static func takeBack(
    _ id: ReviewID, _ queued: QueueCard?, _ model: SessionModel, at now: Timestamp
  ) -> SessionNext {
    var model = model
    if case .answered(let answer)? = model.history.last, answer.reviewID == id {
      model.history.removeLast()
    }
    model.notice = SessionModel.Notice(text: "took back the last answer")
    guard let queued else { return Next(model) }
    return show(again: queued, model, at: now)
  }

  /// Asks a card at once, and the one on the screen after it.
  private static func show(
    again queued: QueueCard, _ model: SessionModel, at now: Timestamp
  ) -> SessionNext {
    var model = model
    if let shown = model.shown, shown.queued.key != queued.key {
      model.queue.putBack(shown.queued)
    }
    model.queue.remove([queued.key])
    model.queue.putBack(queued)
    return advance(model, at: now)
  }

  private static func replace(_ card: Card, in model: SessionModel) -> SessionModel {
    var model = model
    switch model.phase {
    case .question(var shown):
      shown.card = card
      model.phase = .question(shown)
      model.isTyping = card.kind == .typeIn
    case .answer(var shown):
      shown.card = card
      model.phase = .answer(shown)
    case .loading, .goal, .over: break
    }
    model.scroll = min(model.scroll, SessionLayout(model, model.size).lastScroll)
    return model
  }
}

extension StudyQueue {
  /// Whether nothing is left, cards in learning included.
  var isEmpty: Bool { counts.total == 0 }
}
