public import FlashModel
internal import FlashScheduler
internal import FlashSQL

extension Store {
  /// Sets right what can be worked out from the rest: schedules from their logs, links and positions
  /// from the decks, the counter from the rows. One action; undo takes back what it did to links and
  /// positions, while schedules go on following their logs.
  ///
  /// A schedule that no log accounts for is kept: its log gets an entry that says so.
  /// - Parameter report: what ``check(by:at:_:)`` found.
  /// - Returns: how many rows were set right, by rule.
  public func repair(
    _ report: StoreCheckReport, by rules: StudyRules, at now: Timestamp,
    _ check: () throws -> Void = {}
  ) throws -> [StoreRule: Int] {
    guard !report.isDamaged else {
      throw StoreError.damaged(
        path: path, reason: report.findings.first?.examples.first ?? "it can't be repaired")
    }
    let broken = Set(report.findings.map(\.rule)).filter(\.isRepairable)
    guard !broken.isEmpty else { return [:] }
    return try anyTransaction {
      action = ActionInProgress(label: "store check --fix", now: now)
      defer { action = nil }
      var repaired: [StoreRule: Int] = [:]
      // The counter first, for every other repair counts on from it.
      if broken.contains(.changeCounter) { repaired[.changeCounter] = try raiseCounter() }
      if broken.contains(.journal) { repaired[.journal] = try dropUnreadableSteps() }
      if broken.contains(.linkAcrossDecks) {
        repaired[.linkAcrossDecks] = try relinkAcrossDecks(at: now)
      }
      if broken.contains(.linkToRemoved) { repaired[.linkToRemoved] = try dropLinks(at: now) }
      if broken.contains(.strayMedia) { repaired[.strayMedia] = try removeStrayMedia() }
      if broken.contains(.position) { repaired[.position] = try closePositions(at: now) }
      if !broken.isDisjoint(with: [.schedule, .scheduleWithoutLog, .divergedMark]) {
        try refold(try replayedCards(by: rules, check), at: now, &repaired)
      }
      try endAction()
      return repaired
    }
  }

  private func raiseCounter() throws(StoreError) -> Int {
    let newest = SyncEntity.allCases.map { "select max(change_seq) as seq from \($0.key)" }
      .joined(separator: " union all ")
    try storing { () throws(SQLError) in
      try connection.run(
        "update store set change_seq = max(change_seq, (select max(seq) from (\(newest))))")
    }
    return 1
  }

  /// Forgets the steps of undo that can't be read, and those before them, which can't be reached.
  private func dropUnreadableSteps() throws(StoreError) -> Int {
    let steps = try rows("select a.seq from actions a where \(RowRule.unreadableStep)") {
      $0.integer(0)
    }
    guard let newest = steps.max() else { return 0 }
    try storing { () throws(SQLError) in
      try connection.run("delete from actions where seq <= $1", .integer(newest))
    }
    return steps.count
  }

  private func dropLinks(at now: Timestamp) throws(StoreError) -> Int {
    let links = try rows(
      """
      select l.key from card_sub_topics l join sub_topics s on s.key = l.sub_topic_key
      where l.deleted_at_ms is null and s.deleted_at_ms is not null
      """
    ) { $0.integer(0) }
    for link in links {
      try update(.cardSubTopics, key: link, set: [("deleted_at_ms", SQLValue(now))], at: now)
    }
    return links.count
  }

  /// Counts the cards of a deck anew, from 0, where two share a position.
  private func closePositions(at now: Timestamp) throws(StoreError) -> Int {
    let decks = try rows(
      """
      select distinct deck_key from cards where deleted_at_ms is null
      group by deck_key, position having count(*) > 1
      """
    ) { $0.integer(0) }
    var count = 0
    for deck in decks {
      let cards = try rows(
        """
        select key from cards where deck_key = $1 and deleted_at_ms is null
        order by position, key
        """, [.integer(deck)]
      ) { $0.integer(0) }
      for (place, card) in cards.enumerated()
      where try update(.cards, key: card, set: [("position", .integer(Int64(place)))], at: now) {
        count += 1
      }
    }
    return count
  }

  private func refold(
    _ replayed: ReplayedCards, at now: Timestamp, _ repaired: inout [StoreRule: Int]
  ) throws(StoreError) {
    for card in replayed.differing {
      try set(card.folded, ofCard: card.key, isDiverged: card.isDiverged, at: now)
    }
    for card in replayed.withoutLog {
      let tail = try logTail(cardKey: card.key)
      let entry = Review(
        id: newIdentifier(at: now), cardID: card.id, kind: .manual, rating: nil, ratedAt: now,
        order: max(now, tail.order?.advanced(by: 1) ?? now), before: tail.told,
        after: card.stored)
      try append(entry, cardKey: card.key, sessionKey: nil, after: tail)
    }
    for card in replayed.wronglyMarked {
      try storing { () throws(SQLError) in
        try connection.run(
          "update cards set diverged = $1 where key = $2", .integer(card.isDiverged ? 1 : 0),
          .integer(card.key))
      }
    }
    repaired[.schedule] = replayed.differing.count
    repaired[.scheduleWithoutLog] = replayed.withoutLog.count
    repaired[.divergedMark] = replayed.wronglyMarked.count
  }
}
