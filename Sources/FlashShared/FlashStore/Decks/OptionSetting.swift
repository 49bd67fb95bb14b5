public import FlashModel
internal import FlashScheduler
internal import FlashSQL

// Study options: setting them, and what follows from it for schedules.

extension Store {
  /// Sets the options of a deck, all of them. One step of undo.
  ///
  /// The schedule of a card whose log was answered apart on two devices depends on the options, and
  /// follows them.
  /// - Throws: `.notFound`.
  public func setOptions(
    _ options: StudyOptions, of deck: Deck, by rules: StudyRules, at now: Timestamp
  ) throws(StoreError) -> Deck {
    try perform("deck options '\(deck.title)'", at: now) { () throws(StoreError) in
      let key = try key(of: deck.id)
      if try update(.decks, key: key, set: [("options", SQLValue(options.stored))], at: now) {
        try refoldDiverged(inDeck: key, by: rules, at: now)
      }
    }
    return try self.deck(id: deck.id)
  }

  /// Sets the study options that decks leave open, all of them. One step of undo; schedules follow
  /// as with ``setOptions(_:of:by:at:)``.
  /// - Returns: whether anything changed.
  @discardableResult
  public func setDefaultOptions(
    _ options: StudyOptions, by rules: StudyRules, at now: Timestamp
  ) throws(StoreError) -> Bool {
    try perform("deck options --default", at: now) { () throws(StoreError) in
      guard try update(setting: "study.options", to: options.stored, at: now) else { return false }
      try refoldDiverged(by: rules, at: now)
      return true
    }
  }

  /// Folds the logs of the cards whose schedule depends on study options.
  /// - Parameter deckKey: only of this deck; nil means of all.
  func refoldDiverged(
    inDeck deckKey: Int64? = nil, by rules: StudyRules, at now: Timestamp
  ) throws(StoreError) {
    let cards = try rows(
      """
      select key, id, deck_key, state, step, stability, difficulty, due_at_ms,
        last_reviewed_at_ms, last_scheduled_at_ms, reps, lapses
      from cards where diverged = 1 \(deckKey.map { "and deck_key = \($0)" } ?? "")
      """
    ) {
      (
        key: $0.integer(0), id: $0.identifier(1) ?? CardID.nothing, deckKey: $0.integer(2),
        stored: $0.scheduling(at: 3)
      )
    }
    for card in cards {
      let entries = try log(cardKey: card.key)
      let folded = Replay.fold(
        entries.span, card: card.id, with: try scheduler(ofDeck: card.deckKey, by: rules))
      guard folded.scheduling != card.stored else { continue }
      try set(folded.scheduling, ofCard: card.key, isDiverged: folded.isDiverged, at: now)
    }
  }
}
