import FlashModel
import FlashScheduler
import FlashStore
import FlashText

// What a learner does with a collection, without a network.

/// An action on a collection, at a device's time.
struct LocalAction {
  let store: Store
  let now: Timestamp
  /// Numbers the texts it writes.
  let text: String

  /// Does it, if there is anything to do it with.
  /// - Returns: the id of the answer that was given, if one was.
  func run(_ action: Action, _ dice: inout Dice) throws -> ReviewID? {
    switch action {
    case .study, .basic, .sitting: return try answer(action, &dice)
    case .edit, .mark, .move, .tag, .untag, .removeCard, .reset:
      try changeCards(action, &dice)
    case .restoreCard, .restoreDeck: try restore(action, &dice)
    case .removeDeck, .renameDeck, .options, .mergeDecks, .renameTag:
      try changeDecks(action, &dice)
    case .addDeck: try store.addDeck(titled: dice.pick(titles) ?? "A", at: now)
    case .addCards: try addCards(&dice)
    case .importing: try importCards(&dice)
    case .undo: _ = try store.undo(by: Device.rules, at: now)
    case .redo: _ = try store.redo(by: Device.rules, at: now)
    default: break
    }
    return nil
  }

  // Few names, so that devices meet.
  private var titles: [String] { ["A", "A::B", "A::C", "D::E", "F"] }
  private var tags: [String] { ["t", "T", "u", "v::w"] }

  private func cards(_ dice: inout Dice, _ most: Int) throws -> [CardID] {
    let all = try store.cards().map(\.card.id).sorted()
    guard !all.isEmpty else { return [] }
    return Array(Set((0...dice.below(most)).map { _ in all[dice.below(all.count)] })).sorted()
  }

  private func answer(_ action: Action, _ dice: inout Dice) throws -> ReviewID? {
    guard let card = try cards(&dice, 1).first else { return nil }
    let rating = dice.pick(Rating.allCases) ?? .good
    var session: StudySession?
    if action == .sitting {
      session = try store.beginSession(
        over: store.card(card).card.deckID, mode: .smart, at: now)
    }
    let answer = Answer(
      cardID: card, rating: rating, ratedAt: now, durationMilliseconds: 900,
      sessionID: session?.id, mode: action == .basic ? .basic : .smart)
    let recorded = try store.record(answer, by: Device.rules)
    if var session, dice.happens(700) {
      session.cardsReviewed = 1
      try store.endSession(session, at: now)
    }
    return recorded.reviewID
  }

  private func changeCards(_ action: Action, _ dice: inout Dice) throws {
    let cards = try cards(&dice, 3)
    guard !cards.isEmpty else { return }
    switch action {
    case .edit:
      var edit = CardEdit()
      if dice.happens(700) { edit.front = "front \(text)" } else { edit.back = "back \(text)" }
      try store.editCards(cards, edit, at: now)
    case .mark:
      var edit = CardEdit()
      switch dice.below(3) {
      case 0: edit.flag = dice.below(8)
      case 1: edit.isSuspended = dice.happens(500)
      default: edit.hint = "hint \(text)"
      }
      try store.editCards(cards, edit, at: now)
    case .move:
      guard let deck = dice.pick(try store.decks()) else { return }
      _ = try store.moveCards(cards, to: deck, at: now)
    case .tag: _ = try store.tagCards(cards, with: [dice.pick(tags) ?? "t"], at: now)
    case .untag: _ = try store.untagCards(cards, from: tags, at: now)
    case .removeCard: try store.removeCards(cards, at: now)
    default: try store.resetCards(cards, at: now)
    }
  }

  private func restore(_ action: Action, _ dice: inout Dice) throws {
    if action == .restoreDeck {
      if let deck = dice.pick(try store.decks(deleted: true)) {
        try store.restoreDeck(deck, at: now)
      }
      return
    }
    var filter = CardFilter()
    filter.deleted = true
    let removed = try store.cards(filter).map(\.card.id).sorted()
    if let card = dice.pick(removed) { try store.restoreCards([card], at: now) }
  }

  private func changeDecks(_ action: Action, _ dice: inout Dice) throws {
    let decks = try store.decks()
    guard let deck = dice.pick(decks) else { return }
    switch action {
    case .removeDeck: try store.removeDeck(deck, at: now)
    case .renameDeck:
      var edit = DeckEdit()
      if dice.happens(500) { edit.title = "\(dice.pick(titles) ?? "A")::\(text)" }
      edit.description = "about \(text)"
      _ = try store.editDeck(deck.id, edit, at: now)
    case .options:
      var options = deck.options
      options.desiredRetention = Double(70 + dice.below(28)) / 100
      options.newPerDay = 1 + dice.below(20)
      _ = try store.setOptions(options, of: deck, by: Device.rules, at: now)
    case .mergeDecks:
      _ = try store.mergeDecks([dice.pick(decks) ?? deck], into: deck, at: now)
    default:
      guard let tag = dice.pick(try store.subTopics(of: deck.id)) else { return }
      if dice.happens(300) {
        try store.removeSubTopic(tag, at: now)
      } else {
        try store.renameSubTopic(tag, to: "tag \(text)", at: now)
      }
    }
  }

  private func addCards(_ dice: inout Dice) throws {
    guard let deck = dice.pick(try store.decks()) else { return }
    let fresh = (0...dice.below(3)).map {
      NewCard(front: "new \(text) \($0)", back: "back", subTopics: [dice.pick(tags) ?? "t"])
    }
    try store.addCards(fresh, to: deck, at: now)
  }

  /// The same few rows on every device, with one side or the other changed.
  private func importCards(_ dice: inout Dice) throws {
    var request = ImportRequest("import")
    request.restoresRemoved = dice.happens(100)
    _ = try store.importCards(request, at: now) { cards in
      let deck = try cards.deck(path: dice.pick(titles) ?? "A")
      for number in 0...dice.below(4) {
        let back = dice.happens(300) ? "back \(text)" : "back"
        _ = try cards.add(
          ImportRow(
            front: Array("imported \(number)".utf8)[...], back: Array(back.utf8)[...],
            deck: deck, subTopics: [dice.pick(tags) ?? "t"]))
      }
    }
  }
}
