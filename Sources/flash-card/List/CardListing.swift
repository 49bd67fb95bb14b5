import FlashCollection
import FlashCommand
import FlashModel
import FlashScheduler
import FlashStore
import FlashTerminal

/// Writes the cards of a filter, one by one.
struct CardListing {
  let store: Store
  let filter: CardFilter

  func write(in context: CommandContext) throws {
    if context.common.isForPrograms {
      try writeObjects(in: context)
    } else if context.common.endsInNull {
      for id in try store.cardIDs(filter) {
        try context.check()
        context.name(id.description)
      }
    } else {
      try writeRows(in: context)
    }
  }

  private func writeObjects(in context: CommandContext) throws {
    guard let lines = try context.jsonLines(CardRow.fields) else { return }
    let figures = try CardFigures(store, by: try context.studyRules(store), at: context.now)
    try store.forEachCard(filter) { entry in
      try context.check()
      try lines.write(figures.row(entry))
      return true
    }
    try lines.finish()
  }

  private func writeRows(in context: CommandContext) throws {
    var list = context.list([
      .whole("ID", .faint), .text("FRONT"), .text("BACK"), .whole("STATE"), .whole("DUE"),
    ])
    let now = context.now
    try store.forEachCard(filter) { entry in
      try context.check()
      let card = entry.card
      list.append([
        card.id.description, card.front, card.back, card.stateLabel(at: now),
        card.scheduling.dueLabel(at: now),
      ])
      return true
    }
    list.finish(in: context, orSay: "no cards")
  }
}

extension Card {
  /// The state, or what keeps the card from being studied.
  func stateLabel(at now: Timestamp) -> String {
    if isSuspended { return "suspended" }
    if let buriedUntil, buriedUntil > now { return "buried" }
    return scheduling.state.word
  }
}

extension Scheduling {
  /// When the card is due, as lists say it: `New`, `Due`, or whole days such as `3d`.
  func dueLabel(at now: Timestamp) -> String {
    guard let due else { return state == .new ? "New" : "Due" }
    let days = Double(due.milliseconds(since: now)) / Double(Timestamp.millisecondsPerDay)
    let whole = Int(days.rounded())
    return whole <= 0 ? "Due" : "\(whole)d"
  }
}
