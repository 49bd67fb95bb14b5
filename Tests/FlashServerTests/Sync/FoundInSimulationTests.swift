import FlashAPI
import FlashModel
import FlashSQL
import FlashServer
@testable import FlashStore
import FlashTestSupport
import Testing

/// Faults that the simulator has found, each as small as it can be told.
@Suite struct FoundInSimulationTests {
  /// Two devices of one account, with the decks of the first on both.
  private func two(_ database: TestDatabase) throws -> (SyncSite, Replica, Replica) {
    let site = try SyncSite(database)
    let start = site.now
    let device = try site.account()
    var first = try Replica(device, seed: 1, at: start)
    var second = try Replica(site.device(of: device.user), seed: 2, at: start)
    try first.begin()
    site.now = start.advanced(by: 1_000_000)
    try first.sync(rows: 5_000)
    try second.sync(rows: 5_000)
    return (site, first, second)
  }

  @Test(
    "a tag that is given to a card while it is moved elsewhere goes with it, and nothing stays refused",
    arguments: TestDatabase.here)
  func tagOfMovedCard(database: TestDatabase) throws {
    var (site, first, second) = try two(database)
    let deck = try first.store.deck(named: "D")
    let card = try #require(
      try first.store.cards().first { $0.card.deckID != deck.id }?.card.id)
    _ = try first.store.moveCards([card], to: deck, at: site.now.advanced(by: 1))
    _ = try second.store.tagCards([card], with: ["new"], at: site.now.advanced(by: 2))
    site.now = site.now.advanced(by: 10_000_000)
    for _ in 0..<2 {
      try first.sync(rows: 5_000)
      try second.sync(rows: 5_000)
    }
    #expect(try first.contents() == second.contents())
    #expect(try first.findings() == [])
    #expect(try first.store.card(card).subTopics.contains("new"))
    #expect(try second.store.pending(for: second.remote).waiting == 0)
  }

  @Test(
    "a card that is studied on one device and made later on another one by the same import is studied",
    arguments: TestDatabase.here)
  func importedLater(database: TestDatabase) throws {
    let site = try SyncSite(database)
    let start = site.now
    let device = try site.account()
    var first = try Replica(device, seed: 1, at: start)
    var second = try Replica(site.device(of: device.user), seed: 2, at: start)
    func fill(_ replica: Replica, at now: Timestamp) throws -> CardID {
      _ = try replica.store.importCards(ImportRequest("import"), at: now) { cards in
        let deck = try cards.deck(path: "A")
        _ = try cards.add(
          ImportRow(front: Array("f".utf8)[...], back: Array("b".utf8)[...], deck: deck))
      }
      return try #require(try replica.store.cards().first?.card.id)
    }
    let card = try fill(first, at: start)
    _ = try first.store.record(
      Answer(cardID: card, rating: .good, ratedAt: start.advanced(by: 10)), by: Replica.rules)
    try #require(try fill(second, at: start.advanced(by: 1_000)) == card)
    site.now = start.advanced(by: 10_000)
    try first.sync(rows: 5_000)
    try second.sync(rows: 5_000)
    #expect(try second.store.card(card).card.scheduling.reps == 1)
    #expect(try second.findings() == [])
    #expect(try first.contents() == second.contents())
  }

  @Test(
    "a card that was removed follows its log, also where nothing but the log of it is left",
    arguments: TestDatabase.here)
  func logOfPurgedCard(database: TestDatabase) throws {
    var (site, first, second) = try two(database)
    var third = try Replica(
      site.device(of: first.service.device.user), seed: 3, at: site.now)
    try third.sync(rows: 5_000)
    let card = try #require(try first.store.cards().first?.card.id)
    let start = site.now
    _ = try second.store.record(
      Answer(cardID: card, rating: .good, ratedAt: start.advanced(by: 10)), by: Replica.rules)
    _ = try first.store.removeCards([card], at: start.advanced(by: 20))
    site.now = start.advanced(by: 1_000_000)
    try first.sync(rows: 5_000)
    site.now = start.advanced(by: 200 * 86_400_000)
    try #require(try site.purge(first.service.device.user) > 0)
    for _ in 0..<2 {
      try second.sync(rows: 5_000)
      try first.sync(rows: 5_000)
      try third.sync(rows: 5_000)
    }
    for (name, replica) in [("first", first), ("second", second), ("third", third)] {
      let row = try replica.store.connection.row(
        "select reps, deleted_at_ms is not null from cards where id = $1", [SQLValue(card)]
      ) { ($0.integer(0), $0.integer(1)) }
      #expect(try #require(row) == (1, 1), "\(name) \(String(describing: row))")
      #expect(try replica.findings() == [], "\(name)")
    }
  }

  @Test(
    "a card that was brought back too late follows its log, though the server knows it no more",
    arguments: TestDatabase.here)
  func logOfCardThatIsGone(database: TestDatabase) throws {
    var (site, first, second) = try two(database)
    let card = try #require(try first.store.cards().first?.card.id)
    _ = try first.store.removeCards([card], at: site.now)
    site.now = site.now.advanced(by: 1_000_000)
    try first.sync(rows: 5_000)
    try second.sync(rows: 5_000)
    site.now = site.now.advanced(by: 200 * Timestamp.millisecondsPerDay)
    try #require(try site.purge(first.service.device.user) > 0)
    for replica in [first, second] { _ = try replica.store.restoreCards([card], at: site.now) }
    _ = try first.store.record(
      Answer(cardID: card, rating: .good, ratedAt: site.now.advanced(by: 10)), by: Replica.rules)
    site.now = site.now.advanced(by: 1_000)
    try first.sync(rows: 5_000)
    try second.sync(rows: 5_000)
    for (name, replica) in [("first", first), ("second", second)] {
      #expect(try replica.store.cards().count == 11, "\(name)")
      #expect(try replica.findings() == [], "\(name)")
    }
  }

  @Test(
    "what is sent of a deck that was purged is gone for good with all that belongs to it, once",
    arguments: TestDatabase.here)
  func childrenOfPurgedDeck(database: TestDatabase) throws {
    var (site, first, second) = try two(database)
    let deck = try first.store.deck(named: "D")
    try first.store.removeDeck(deck, at: site.now)
    let card = try #require(
      try second.store.addCards(
        [NewCard(front: "late", back: "b", subTopics: ["u"])],
        to: second.store.deck(named: "D"), at: site.now
      ).first)
    _ = try second.store.record(
      Answer(cardID: card, rating: .good, ratedAt: site.now.advanced(by: 10)), by: Replica.rules)
    try first.sync(rows: 5_000)
    site.now = site.now.advanced(by: 200 * Timestamp.millisecondsPerDay)
    try #require(try site.purge(first.service.device.user) > 0)
    // Row by row, so that what belongs to the card comes after it.
    try second.sync(rows: 1)
    #expect(try second.store.pending(for: second.remote).waiting == 0)
    let pushes = second.service.pushes
    site.now = site.now.advanced(by: 3_600_000)
    try second.sync(rows: 1)
    #expect(second.service.pushes == pushes)
    #expect(try second.findings() == [])
    // The answer counts all the same.
    let user = first.service.device.user
    #expect(try site.number(user, "select count(*) from reviews") == 1)
    #expect(try site.number(user, "select count(*) from cards where front_text = 'late'") == 0)
  }

  @Test(
    "a card that was moved to a deck which is purged stays where another device has put it",
    arguments: TestDatabase.here)
  func movedToPurgedDeck(database: TestDatabase) throws {
    var (site, first, second) = try two(database)
    let gone = try first.store.deck(named: "D")
    let there = try first.store.deck(named: "A::C")
    let card = try #require(
      try first.store.cards().first { $0.card.deckID != gone.id && $0.card.deckID != there.id }?
        .card.id)
    try first.store.removeDeck(gone, at: site.now)
    _ = try first.store.moveCards([card], to: there, at: site.now)
    _ = try second.store.moveCards([card], to: gone, at: site.now.advanced(by: 1_000))
    try first.sync(rows: 5_000)
    site.now = site.now.advanced(by: 200 * Timestamp.millisecondsPerDay)
    try #require(try site.purge(first.service.device.user) > 0)
    for _ in 0..<2 {
      try second.sync(rows: 5_000)
      try first.sync(rows: 5_000)
    }
    #expect(try second.store.card(card).card.deckID == there.id)
    #expect(try first.store.cards() == second.store.cards())
    #expect(try second.findings() == [])
    #expect(
      try second.store.lostValues().contains { $0.record["id"] == .string(card.description) })
  }

  @Test(
    "a card of a deck that was removed follows its log, also once the server has purged both",
    arguments: TestDatabase.here)
  func logInPurgedDeck(database: TestDatabase) throws {
    var (site, first, second) = try two(database)
    var third = try Replica(site.device(of: first.service.device.user), seed: 3, at: site.now)
    try third.sync(rows: 5_000)
    let deck = try first.store.deck(named: "D")
    let cards = try first.store.cards().filter { $0.card.deckID == deck.id }.map(\.card.id)
    try first.store.removeDeck(deck, at: site.now)
    // One brings the deck back too late, and another one has answered in it before it heard of that.
    _ = try second.store.record(
      Answer(cardID: cards[0], rating: .good, ratedAt: site.now.advanced(by: 10)),
      by: Replica.rules)
    try first.sync(rows: 5_000)
    try third.sync(rows: 5_000)
    site.now = site.now.advanced(by: 200 * Timestamp.millisecondsPerDay)
    try #require(try site.purge(first.service.device.user) > 0)
    let removed = try #require(try third.store.decks(deleted: true).first)
    try third.store.restoreDeck(removed, at: site.now)
    try second.sync(rows: 5_000)
    for _ in 0..<2 {
      try third.sync(rows: 5_000)
      try first.sync(rows: 5_000)
    }
    for (name, replica) in [("first", first), ("second", second), ("third", third)] {
      #expect(
        try replica.store.connection.integer(
          "select sum(reps) from cards c join decks d on d.key = c.deck_key "
            + "where d.deleted_at_ms is not null") == 1, "\(name)")
      #expect(try replica.findings() == [], "\(name)")
    }
  }

  @Test(
    "a removed card that was answered apart follows the options that come for its deck",
    arguments: TestDatabase.here)
  func optionsOfPurgedCard(database: TestDatabase) throws {
    var (site, first, second) = try two(database)
    let card = try #require(try first.store.cards().first?.card)
    let day = Timestamp.millisecondsPerDay
    for (offset, replica) in [first, second].enumerated() {
      for round in [0, 5, 15] {
        let moment = site.now.advanced(by: Int64(offset) * day / 2 + Int64(round) * day)
        _ = try replica.store.record(
          Answer(cardID: card.id, rating: .good, ratedAt: moment), by: Replica.rules)
      }
    }
    site.now = site.now.advanced(by: 20 * day)
    for _ in 0..<2 {
      try first.sync(rows: 5_000)
      try second.sync(rows: 5_000)
    }
    let isDiverged = "select diverged from cards where id = "
    try #require(
      try second.store.connection.row(isDiverged + "$1", [SQLValue(card.id)]) { $0.integer(0) }
        == 1)
    try first.store.removeCards([card.id], at: site.now)
    try first.sync(rows: 5_000)
    try second.sync(rows: 5_000)
    site.now = site.now.advanced(by: 200 * day)
    try #require(try site.purge(first.service.device.user) > 0)
    let deck = try #require(try first.store.decks().first { $0.id == card.deckID })
    var options = deck.options
    options.desiredRetention = 0.75
    _ = try first.store.setOptions(options, of: deck, by: Replica.rules, at: site.now)
    try first.sync(rows: 5_000)
    try second.sync(rows: 5_000)
    #expect(try second.findings() == [])
    #expect(try first.findings() == [])
  }

  @Test(
    "a walk that was cut removes nothing that its beginning had",
    arguments: TestDatabase.here)
  func cutWalk(database: TestDatabase) throws {
    var (site, first, second) = try two(database)
    let before = try second.contents()
    // Somebody is ahead of the server: everybody is to offer what there is, and fetches it anew.
    let known = try first.service.device.page(since: 0, epoch: 1)
    _ = try first.service.device.page(since: known.nextSince + 1, epoch: known.resyncEpoch)
    let session = try second.store.pullSession(of: second.remote, by: Replica.rules, limit: 1)
    for _ in 0..<3 {
      let page = try second.service.pull(session.request)
      #expect(page.isFullResync)
      #expect(try session.apply(page, at: site.now) == .more)
    }
    site.now = site.now.advanced(by: 1_000)
    try second.sync(rows: 5_000)
    #expect(try second.contents() == before)
    try first.sync(rows: 5_000)
    #expect(try first.contents() == before)
  }

  @Test(
    "a walk whose first page was lost, and went as far as the device had been, begins anew",
    arguments: TestDatabase.here)
  func lostStartOfWalk(database: TestDatabase) throws {
    var (site, first, second) = try two(database)
    let cursor = try #require(try second.store.remote(named: "origin")?.cursor)
    let card = try #require(try first.store.cards().first?.card.id)
    _ = try first.store.removeCards([card], at: site.now)
    try first.sync(rows: 5_000)
    site.now = site.now.advanced(by: TombstonePurge.age + 1)
    #expect(try site.purge(first.service.device.user) > 0)
    _ = try first.store.tagCards(
      try first.store.cards().map(\.card.id), with: ["x"], at: site.now)
    try first.sync(rows: 5_000)
    var limit = 1
    var lost = try second.service.device.page(since: cursor, epoch: 1, limit: limit)
    while lost.nextSince != cursor, lost.hasMore {
      limit += 1
      lost = try second.service.device.page(since: cursor, epoch: 1, limit: limit)
    }
    try #require(lost.isFullResync && lost.hasMore)
    try second.sync(rows: 5_000)
    // Of what was purged the tombstones differ.
    #expect(try second.store.cards().count == 11)
    #expect(try second.store.cards() == first.store.cards())
  }

  @Test(
    "a row that says what is stored, with a clock that is wrong, takes the clock that is stored",
    arguments: TestDatabase.here)
  func equalButForClock(database: TestDatabase) throws {
    let site = try SyncSite(database)
    let device = try site.account()
    let now = site.now.milliseconds
    let year = 365 * Timestamp.millisecondsPerDay
    _ = try device.push([deck(1, "same", at: now - 1_000)])
    _ = try device.push([card(10, "same", at: now - 1_000)])
    let seen = try device.page(since: 0, epoch: 0)
    let other = site.device(of: device.user)
    var sent = card(10, "same", at: now + year)
    let decks = try other.push(
      [deck(1, "same", at: now + year)], clock: site.now.advanced(by: year))
    let cards = try other.push([sent], clock: site.now.advanced(by: year))
    #expect(decks.unchanged == 1 && cards.unchanged == 1)
    let next = try other.page(since: seen.nextSince, epoch: seen.resyncEpoch)
    #expect(next.decks.map(\.updatedAt.milliseconds) == [now - 1_000])
    #expect(next.cards.map(\.contentUpdatedAt.milliseconds) == [now - 1_000])
    // With the clock that is stored nothing is to be told any more.
    sent = try #require(next.cards.first)
    #expect(try other.push([sent], clock: site.now.advanced(by: year)).unchanged == 1)
    let quiet = try other.page(since: next.nextSince, epoch: next.resyncEpoch)
    #expect(quiet.cards == [])
  }

  @Test(
    "a row whose clock is corrected to before what is stored gives way on its own device, too",
    arguments: TestDatabase.here)
  func correctedClock(database: TestDatabase) throws {
    let site = try SyncSite(database)
    let device = try site.account()
    let now = site.now.milliseconds
    _ = try device.push([deck(1, "removed", at: now - 1_000)])
    let seen = try device.page(since: 0, epoch: 0)
    // Written with a right clock, sent with one that is an hour ahead.
    let answer = try device.push(
      [deck(1, "alive", at: now - 500)], clock: site.now.advanced(by: 3_600_000))
    #expect(answer.rejected.map(\.reason) == ["stale"])
    let next = try device.page(since: seen.nextSince, epoch: seen.resyncEpoch)
    #expect(next.decks.map(\.title) == ["removed"])
    _ = try device.push([card(10, "stored", at: now - 1_000)])
    let cards = try device.page(since: next.nextSince, epoch: seen.resyncEpoch)
    _ = try device.push(
      [card(10, "other", at: now - 500)], clock: site.now.advanced(by: 3_600_000))
    let last = try device.page(since: cards.nextSince, epoch: seen.resyncEpoch)
    #expect(last.cards.map(\.front) == ["stored"])
  }
}
