import FlashModel
import FlashScheduler
import FlashSQL

extension PushWork {
  /// Makes the schedules of cards follow their logs, of those that gained entries and of those that
  /// depend on options that have changed.
  func fold(_ added: [Review]) throws {
    let new = Dictionary(grouping: added, by: \.cardID)
    if account.foldedWith != context.settings.mark {
      account.foldedWith = context.settings.mark
      refolds.formUnion(try divergedCards())
    }
    for deck in changedDecks { refolds.formUnion(try divergedCards(of: deck)) }
    let ids = distinct(added.map(\.cardID) + refolds.sorted())
    guard !ids.isEmpty else { return }
    try loadCards(ids.map(\.row))
    let here = ids.filter { cards[$0.row] != nil }
    let whole = here.filter { refolds.contains($0) || !continues(new[$0] ?? [], $0) }
    let logs = try log(of: whole)
    let schedulers = try schedulers(of: here)
    for id in here {
      guard let stored = cards[id.row], let scheduler = schedulers[stored.card.deckID] else {
        continue
      }
      let entries = new[id] ?? []
      let result: ReplayResult
      if let log = logs[id] {
        result = Replay.fold(unordered: log, card: id, with: scheduler)
      } else {
        result = stored.continued(with: entries, scheduler)
      }
      let isNews = stored.follow(result, entries, of: context.signIn, stamp: nextStamp)
      compare(result.scheduling, with: entries, id, isNews: isNews)
    }
    try writeCards(here.map(\.row))
  }

  /// Whether new entries only go on where the card's log ended, so that its schedule is enough to
  /// begin with.
  private func continues(_ entries: [Review], _ card: CardID) -> Bool {
    guard let newest = cards[card.row]?.logOrder else { return true }
    return entries.allSatisfy { $0.order > newest && $0.kind != .undo }
  }

  private func divergedCards() throws(SQLError) -> [CardID] {
    try connection.rows("select id from cards where user_id = $1 and diverged = 1", [user]) {
      $0.id(0)
    }
  }

  private func divergedCards(of deck: DeckID) throws(SQLError) -> [CardID] {
    try connection.rows(
      "select id from cards where user_id = $1 and deck_id = $2 and diverged = 1",
      [user, SQLValue(deck)]
    ) { $0.id(0) }
  }

  /// The whole logs of cards.
  private func log(of ids: [CardID]) throws(SQLError) -> [CardID: [ReplayEntry]] {
    var logs: [CardID: [ReplayEntry]] = [:]
    for id in ids { logs[id] = [] }
    try connection.forEachRow(
      "select \(Review.list) from reviews where user_id = $1 and card_id {ids}", [user], of: ids
    ) { row throws(SQLError) in
      let review = Review.read(row, from: 0)
      logs[review.cardID]?.append(ReplayEntry(review))
    }
    return logs
  }

  /// By deck, for the decks of cards.
  private func schedulers(of ids: [CardID]) throws -> [DeckID: Scheduler] {
    var options: [DeckID: StudyOptions] = [:]
    let decks = distinct(ids.compactMap { cards[$0.row]?.card.deckID })
    for deck in decks { options[deck] = StudyOptions() }
    try connection.forEachRow(
      "select id, options from decks where user_id = $1 and id {ids}", [user], of: decks
    ) { row throws(SQLError) in
      options[row.id(0)] = StudyOptions(stored: row.optionalText(1))
    }
    var schedulers: [StudyOptions: Scheduler] = [:]
    return try options.mapValues { options in
      if let scheduler = schedulers[options] { return scheduler }
      let scheduler = try context.settings.scheduler(options)
      schedulers[options] = scheduler
      return scheduler
    }
  }
}

extension StoredCard {
  /// The schedule after entries that come after the whole log.
  fileprivate func continued(with reviews: [Review], _ scheduler: Scheduler) -> ReplayResult {
    guard logOrder != nil else {
      return Replay.fold(
        unordered: reviews.map(ReplayEntry.init), card: card.id, with: scheduler)
    }
    // What the log led to stands for it, as an entry that sets the schedule as a whole.
    let base = ReplayEntry(
      id: .nothing, order: Timestamp(milliseconds: .min), ratedAt: Timestamp(milliseconds: .min),
      kind: .manual, rating: nil, states: .both, after: LogState(card.scheduling))
    // Most often it is one entry, and none of them takes another back.
    var chain = ReplayChain()
    chain.take(base, isCancelled: false, card: card.id, with: scheduler)
    let ordered =
      reviews.count == 1
      ? reviews : reviews.sorted { ($0.order, $0.id) < ($1.order, $1.id) }
    for review in ordered {
      chain.take(ReplayEntry(review), isCancelled: false, card: card.id, with: scheduler)
    }
    var result = ReplayResult(
      scheduling: chain.state.scheduling, isDiverged: chain.isDiverged)
    if isDiverged, !reviews.contains(where: { $0.kind == .reset || $0.kind == .manual }) {
      result.isDiverged = true
    }
    return result
  }

  /// Takes what the log leads to. Only a schedule that differs is news to anybody.
  /// - Returns: whether it is.
  fileprivate func follow(
    _ result: ReplayResult, _ new: [Review], of signIn: SignInID, stamp: () -> Int64
  ) -> Bool {
    let isNews = result.scheduling != card.scheduling
    card.scheduling = result.scheduling
    isDiverged = result.isDiverged
    if let newest = new.map(\.order).max(), logOrder.map({ newest >= $0 }) ?? true {
      logOrder = newest
      logSignIn = signIn
    }
    if let logOrder { card.schedulingUpdatedAt = logOrder }
    if change == .nothing { change = .schedule }
    if isNews { tell(stamp: stamp()) } else { wireClock = max(wireClock, card.updatedAt) }
    return isNews
  }
}
