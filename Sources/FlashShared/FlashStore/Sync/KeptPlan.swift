public import FlashAPI
public import FlashModel
internal import FlashSQL

// What the plan of a remote's account allows. The server has the last word, when rows are sent; here it
// is asked so that a person is told while there is still something to do about it, also offline. Who is
// not signed in has no plan, and no limits.

extension SyncRemote {
  /// What the account's plan allows, as the server told it last; nil if it has not yet.
  public var plan: EntitlementSnapshot? {
    guard let planText else { return nil }
    // What a row keeps was written by us.
    return try? JSONValueDecoder().decode(
      EntitlementSnapshot.self, from: JSONValue(parsing: Array(planText.utf8)))
  }
}

extension Store {
  /// Keeps what a remote told of its plan.
  public func keepPlan(
    _ plan: EntitlementSnapshot, of remote: SyncRemote, at now: Timestamp
  ) throws(StoreError) {
    let text = String(decoding: JSONValueEncoder().encode(plan).bytes, as: UTF8.self)
    try transaction { () throws(StoreError) in
      try storing { () throws(SQLError) in
        try connection.run(
          "update remotes set plan = $1, plan_ms = $2 where key = $3", .text(text),
          .integer(now.milliseconds), .integer(remote.key))
      }
    }
  }

  /// - Throws: `.overPlan` if a plan does not allow so many more decks.
  public func requireRoom(forDecks count: Int) throws(StoreError) {
    let plans = try plansInForce()
    guard !plans.isEmpty else { return }
    let here = try self.count("select count(*) from decks where deleted_at_ms is null", [])
    try require(plans, .createDecks, here, count)
  }

  /// - Throws: `.overPlan` if a plan does not allow what is to be added.
  public func requireRoom(for additions: [DeckAddition]) throws(StoreError) {
    let plans = try plansInForce()
    guard !plans.isEmpty else { return }
    var decks = 0
    for addition in additions {
      var here = 0
      switch addition.target {
      case .existing(let deck): here = try cardCount(of: deck)
      case .new: decks += 1
      }
      try require(plans, .createCardsInDeck, here, addition.cards.count)
    }
    if decks > 0 { try requireRoom(forDecks: decks) }
    try require(plans, .createCards, try liveCards(), additions.reduce(0) { $0 + $1.cards.count })
  }

  /// - Throws: `.overPlan` if a plan does not allow a copy of a deck.
  public func requireRoom(forCopyOf deck: Deck) throws(StoreError) {
    let plans = try plansInForce()
    guard !plans.isEmpty else { return }
    try requireRoom(forDecks: 1)
    try require(plans, .createCards, try liveCards(), try cardCount(of: deck.id))
  }

  /// - Throws: `.overPlan` if a plan does not allow so many new cards a day.
  public func requireNewCards(perDay count: Int?) throws(StoreError) {
    guard let count, count > EntitlementKey.newCardsOfAll else { return }
    for (name, plan) in try plansInForce() {
      if let limit = plan.newCardLimit, count > limit {
        throw .overPlan(remote: name, EntitlementKey.moreNewCards.words(limit: limit))
      }
    }
  }

  /// The plans of all remotes that somebody is signed in to.
  private func plansInForce() throws(StoreError) -> [(remote: String, Entitlements)] {
    try remotes().compactMap { remote in
      guard remote.username != nil, let plan = remote.plan else { return nil }
      return (remote.name, plan.entitlements)
    }
  }

  private func liveCards() throws(StoreError) -> Int {
    try count(
      """
      select count(*) from cards c join decks d on d.key = c.deck_key
      where c.deleted_at_ms is null and d.deleted_at_ms is null
      """, [])
  }

  private func require(
    _ plans: [(remote: String, Entitlements)], _ key: EntitlementKey, _ here: Int, _ more: Int
  ) throws(StoreError) {
    for (name, plan) in plans where more > 0 && !plan.allows(key, beside: here + more - 1) {
      throw .overPlan(remote: name, key.words(limit: plan.limit(key)))
    }
  }
}
