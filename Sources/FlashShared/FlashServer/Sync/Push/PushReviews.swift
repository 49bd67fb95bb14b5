import FlashAPI
import FlashCrypto
import FlashModel
import FlashSQL

extension PushWork {
  /// Adds entries to the log, each once. What is in it never changes.
  /// - Returns: what was added.
  func pushReviews() throws -> [Review] {
    let sent = read(Review.self)
    var added: [Review] = []
    if !sent.isEmpty {
      let ids = distinct(sent.map(\.first.rowID))
      let stored = try load(Review.self, ids)
      var places: [ReviewID: Int] = [:]
      places.reserveCapacity(sent.count)
      added.reserveCapacity(sent.count)
      // The cards of new entries are folded anyway; of repeated ones it is enough that they are there.
      try loadCards(
        distinct(sent.filter { stored[$0.first.rowID] == nil }.map(\.first.cardID.row)))
      try resolve(
        sent.compactMap { row in
          let card = Parent(entity: .cards, id: row.first.cardID.row)
          return standings[card] == nil ? card : nil
        })
      for row in sent {
        guard let told = complete(row, over: nil, [])?.completed else { continue }
        let review = placed(told)
        if let other = stored[review.rowID]?.record ?? places[review.id].map({ added[$0] }) {
          if other == review || other.placed(as: told) == told {
            tally.leave()
          } else {
            tally.reject(.reviews, review.id.description, .duplicate)
          }
          continue
        }
        places[review.id] = added.count
        added.append(review)
        tally.accept()
      }
      added = try writeReviews(added)
    }
    let all = try added + writeReviews(resetEntries(after: added))
    if all.count > added.count { hasNews = true }
    account.reviews += Int64(all.count)
    return all
  }

  /// An entry with its place in the log. A client that does not know of places tells only when the
  /// rating was, by a clock that may be years ahead: it counts as corrected, or else it would come after
  /// all that follow.
  private func placed(_ review: Review) -> Review {
    guard !request.keepsOrder, review.order == review.ratedAt else { return review }
    var placed = review
    placed.order = context.corrected(review.ratedAt)
    return placed
  }

  /// - Returns: those that the database took.
  private func writeReviews(_ reviews: [Review]) throws(SQLError) -> [Review] {
    let rows = reviews.map { [.integer(nextStamp()), user] + $0.values }
    let refused = Set(try write(rows, to: Review.table(), ids: reviews.map(\.rowID)))
    for id in refused { tally.refuse(.reviews, id) }
    return refused.isEmpty ? reviews : reviews.filter { !refused.contains($0.rowID) }
  }

  /// Entries for cards that a client without such entries has reset.
  ///
  /// A card that is sent as new was reset only if its sender knew of its log; otherwise it has not
  /// heard of the reviews yet.
  private func resetEntries(after added: [Review]) throws -> [Review] {
    guard !resets.isEmpty else { return [] }
    try loadCards(resets.keys.map(\.row))
    var newest: [CardID: Timestamp] = [:]
    for review in added where resets[review.cardID] != nil {
      newest[review.cardID] = max(newest[review.cardID] ?? review.order, review.order)
    }
    let cursor = try connection.row(
      "select next_since from pull_cursors where user_id = $1 and sign_in_id = $2",
      [user, SQLValue(context.signIn)]
    ) { $0.integer(0) }
    var entries: [Review] = []
    for (card, moment) in resets.sorted(by: { $0.key < $1.key }) {
      guard let stored = cards[card.row] else { continue }
      let own = newest[card]
      let latest = max(own ?? stored.logOrder ?? moment, stored.logOrder ?? own ?? moment)
      guard moment > latest else { continue }
      let isKnown =
        try own == latest || stored.logSignIn == context.signIn
        || wasSent(newestEntryOf: card, upTo: cursor ?? 0)
      if isKnown { entries.append(try resetEntry(stored.card, at: moment)) }
    }
    return entries
  }

  private func wasSent(newestEntryOf card: CardID, upTo cursor: Int64) throws(SQLError) -> Bool {
    try connection.row(
      """
      select arrived_ms from reviews where user_id = $1 and card_id = $2
      order by order_ms desc, id desc limit 1
      """, [user, SQLValue(card)]
    ) { $0.integer(0) <= cursor } ?? false
  }

  /// Its id derives from card and moment, so that the same reset is one entry however often it comes.
  private func resetEntry(_ card: Card, at moment: Timestamp) throws -> Review {
    var deriver = try IdentifierDeriver()
    return Review(
      id: deriver.derived(name: "reset:\(card.id):\(moment.milliseconds)"), cardID: card.id,
      kind: .reset, rating: nil, ratedAt: moment, order: moment, before: card.scheduling,
      after: .new)
  }
}

extension Review {
  /// In the place of another, if that one has told none.
  fileprivate func placed(as other: Review) -> Review {
    guard other.order == other.ratedAt else { return self }
    var copy = self
    copy.order = other.order
    return copy
  }

  /// With what the contract says of an absent rating.
  fileprivate var completed: Review {
    guard kind == .review, rating == nil else { return self }
    var copy = self
    copy.rating = .good
    return copy
  }
}
