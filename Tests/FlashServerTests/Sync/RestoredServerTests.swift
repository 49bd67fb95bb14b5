import FlashAPI
import FlashModel
import FlashSQL
import FlashServer
import FlashTestSupport
import Testing

@testable import FlashStore

/// A server that was put back to an older state gets everything that devices have, whatever happened
/// since: it is known by the stamps that devices were told.
@Suite struct RestoredServerTests {
  private let epoch = "select resync_epoch from account_state"

  /// Two devices of one account that have exchanged, and the backup.
  private struct Kept {
    let site: SyncSite
    var first: Replica
    var second: Replica
    private var written = 0
    var user: UserID { first.service.device.user }

    /// - Parameter hasRows: whether the account has any when the backup is made.
    init(_ database: TestDatabase, hasRows: Bool = true) throws {
      site = try SyncSite(database)
      let device = try site.account()
      first = try Replica(device, seed: 1, at: site.now)
      second = try Replica(site.device(of: device.user), seed: 2, at: site.now)
      if hasRows {
        try first.begin()
        pass()
        try first.sync(rows: 5_000)
        try second.sync(rows: 5_000)
      }
      try site.keep(device.user)
    }

    func pass() { site.now = site.now.advanced(by: 1_000_000) }

    func putBack() throws {
      pass()
      try site.putBack(user)
      pass()
    }

    /// Whose secret the backup does not have.
    mutating func signSecondInAnew() {
      second.service = SiteService(device: site.device(of: user))
    }

    /// The other device writes, so that the stamps of the account are beyond all cursors.
    mutating func writeOnFirst() throws {
      written += 1
      _ = try first.store.addDeck(titled: "of the first \(written)", at: site.now)
      try first.sync(rows: 5_000)
      pass()
    }

    mutating func settle() throws {
      for _ in 0..<2 {
        try second.sync(rows: 5_000)
        try first.sync(rows: 5_000)
      }
    }

    func titles() throws -> [Set<String>] {
      try [first, second].map { Set(try $0.store.decks().map(\.title)) }
    }
  }

  @Test(
    "every device offers what it has, also one that comes after others",
    arguments: TestDatabase.here)
  func afterOthers(database: TestDatabase) throws {
    var kept = try Kept(database)
    let card = try #require(try kept.second.store.cards().first?.card.id)
    var edit = CardEdit()
    edit.front = "edited"
    try kept.second.store.editCards([card], edit, at: kept.site.now.advanced(by: 1))
    kept.pass()
    try kept.second.sync(rows: 5_000)
    try kept.putBack()
    try kept.writeOnFirst()
    #expect(try kept.second.sync(rows: 5_000).received.isRestored)
    try kept.settle()
    #expect(try kept.second.store.card(card).card.front == "edited")
    #expect(try kept.first.contents() == kept.second.contents())
  }

  /// The server is put back, and the second device, signed in anew, offers what it has.
  private func expectAll(_ kept: inout Kept) throws {
    try kept.putBack()
    try kept.writeOnFirst()
    kept.signSecondInAnew()
    #expect(try kept.second.sync(rows: 5_000).received.isRestored)
    try kept.settle()
    #expect(
      try kept.titles().allSatisfy { $0.isSuperset(of: ["of the first 1", "of the second"]) })
    #expect(try kept.first.contents() == kept.second.contents())
  }

  @Test(
    "a device that has to sign in anew offers what it has, also if the backup has no row at all",
    arguments: TestDatabase.here, [true, false])
  func signedInAnew(database: TestDatabase, hasRows: Bool) throws {
    var kept = try Kept(database, hasRows: hasRows)
    _ = try kept.second.store.addDeck(titled: "of the second", at: kept.site.now)
    try kept.second.sync(rows: 5_000)
    try expectAll(&kept)
  }

  @Test(
    "a device that had sent rows, and has not fetched since, offers them again",
    arguments: TestDatabase.here, [true, false])
  func sentAlone(database: TestDatabase, hasRows: Bool) throws {
    var kept = try Kept(database, hasRows: hasRows)
    _ = try kept.second.store.addDeck(titled: "of the second", at: kept.site.now)
    kept.pass()
    let cursor = try kept.second.store.remotes()[0].cursor
    try kept.second.sync(rows: 5_000)
    // Its last pull had no answer.
    try kept.second.store.connection.run(
      "update remotes set cursor = $1", .integer(cursor))
    #expect(try kept.second.store.pending(for: kept.second.remote).total == 0)
    try expectAll(&kept)
  }

  @Test(
    "a server that was put back twice is known, though its epoch is one that was told before",
    arguments: TestDatabase.here)
  func twice(database: TestDatabase) throws {
    var kept = try Kept(database)
    let raise = "update account_state set resync_epoch = resync_epoch + 1"
    try kept.putBack()
    try kept.site.inAccount(kept.user, raise)
    try kept.settle()
    _ = try kept.second.store.addDeck(titled: "of the second", at: kept.site.now)
    try kept.second.sync(rows: 5_000)
    try kept.putBack()
    try kept.site.inAccount(kept.user, raise)
    #expect(try kept.site.number(kept.user, epoch) == kept.second.store.remotes()[0].epoch)
    var third = try Replica(kept.site.device(of: kept.user), seed: 3, at: kept.site.now)
    _ = try third.store.addDeck(titled: "of the third", at: kept.site.now)
    try third.sync(rows: 5_000)
    kept.pass()
    kept.signSecondInAnew()
    #expect(try kept.second.sync(rows: 5_000).received.isRestored)
    #expect(try kept.site.number(kept.user, epoch) == 3)
    try kept.settle()
    try third.sync(rows: 5_000)
    #expect(
      try kept.titles().allSatisfy { $0.isSuperset(of: ["of the second", "of the third"]) })
    #expect(try kept.first.contents() == kept.second.contents())
    #expect(try kept.first.contents() == third.contents())
  }

  @Test(
    "who signs in anew, even in the middle of a pull, or long after, is told of nothing",
    arguments: TestDatabase.here)
  func ordinary(database: TestDatabase) throws {
    var kept = try Kept(database)
    for number in 0..<10 {
      _ = try kept.first.store.addDeck(titled: "more \(number)", at: kept.site.now)
    }
    try kept.first.sync(rows: 5_000)
    kept.second.service.lostPull = 3
    #expect(throws: SiteService.Lost.self) { try kept.second.sync(rows: 3) }
    kept.signSecondInAnew()
    #expect(try !kept.second.sync(rows: 3).received.isRestored)
    // Neither is who stands at a stamp that is not kept any more, whatever came later.
    kept.site.now = kept.site.now.advanced(by: TombstonePurge.age)
    try kept.writeOnFirst()
    kept.site.now = kept.site.now.advanced(by: TombstonePurge.age + 1)
    try kept.writeOnFirst()
    let count = "select count(*) from told_stamps"
    #expect(try #require(try kept.site.number(kept.user, count)) > 4)
    try kept.site.pruneStamps(kept.user)
    #expect(try kept.site.number(kept.user, count) == 2)
    kept.signSecondInAnew()
    #expect(try !kept.second.sync(rows: 5_000).received.isRestored)
    #expect(try kept.first.contents() == kept.second.contents())
    #expect(try kept.site.number(kept.user, epoch) == 1)
  }

  @Test(
    "a backup that is older than what is kept is known all the same",
    arguments: TestDatabase.here)
  func oldBackup(database: TestDatabase) throws {
    var kept = try Kept(database)
    _ = try kept.second.store.addDeck(titled: "of the second", at: kept.site.now)
    try kept.second.sync(rows: 5_000)
    try kept.putBack()
    kept.site.now = kept.site.now.advanced(by: TombstonePurge.age + 1)
    try kept.writeOnFirst()
    try kept.site.pruneStamps(kept.user)
    kept.signSecondInAnew()
    #expect(try kept.second.sync(rows: 5_000).received.isRestored)
    try kept.settle()
    #expect(try kept.first.contents() == kept.second.contents())
  }

  @Test(
    "what was removed and brought back since the backup stays, whoever comes first",
    arguments: TestDatabase.here)
  func broughtBack(database: TestDatabase) throws {
    var kept = try Kept(database)
    let deck = try kept.first.store.deck(named: "D")
    try kept.first.store.removeDeck(deck, at: kept.site.now)
    kept.pass()
    try kept.first.sync(rows: 5_000)
    try kept.second.sync(rows: 5_000)
    let removed = try #require(try kept.first.store.decks(deleted: true).first)
    try kept.putBack()
    try kept.first.store.restoreDeck(removed, at: kept.site.now)
    kept.pass()
    for _ in 0..<2 {
      try kept.first.sync(rows: 5_000)
      try kept.second.sync(rows: 5_000)
    }
    for replica in [kept.first, kept.second] {
      #expect(try replica.store.decks().contains { $0.id == deck.id })
    }
    #expect(try kept.first.contents() == kept.second.contents())
  }

  @Test(
    "who asks for an older page again is not taken for one that is ahead",
    arguments: TestDatabase.here)
  func olderPage(database: TestDatabase) throws {
    let site = try SyncSite(database)
    let device = try site.account()
    _ = try device.push([deck(1)])
    let first = try device.page(since: 0, epoch: 0)
    _ = try device.push([card(10), card(11), card(12)])
    _ = try device.page(since: first.nextSince, epoch: first.resyncEpoch)
    let again = try device.page(since: first.nextSince, epoch: first.resyncEpoch, limit: 1)
    #expect(again.hasMore)
    let next = try device.page(since: again.nextSince, epoch: again.resyncEpoch)
    #expect(next.resyncEpoch == first.resyncEpoch && !next.isFullResync)
    #expect(next.cards.count == 2)
  }

  @Test(
    "an answer that came with a page before its card has its schedule, though the epoch changes then",
    arguments: TestDatabase.here)
  func entryBeforeSchedule(database: TestDatabase) throws {
    let kept = try Kept(database)
    var (first, second) = (kept.first, kept.second)
    let cards = try first.store.cards().prefix(2).map(\.card.id)
    let now = kept.site.now.milliseconds
    let entries = cards.enumerated().map { index, card in
      Review(
        id: id(UInt64(50 + index)), cardID: card, rating: .good, ratedAt: time(now),
        order: time(now), before: .new,
        after: state(1, due: now + Timestamp.millisecondsPerDay, at: now))
    }
    _ = try first.service.device.push(entries)
    let session = try second.store.pullSession(of: second.remote, by: Replica.rules, limit: 1)
    let page = try second.service.pull(session.request)
    try #require(page.reviews.count == 1 && page.cards.isEmpty)
    #expect(try session.apply(page, at: kept.site.now) == .more)
    try kept.site.inAccount(
      kept.user, "update account_state set resync_epoch = resync_epoch + 1")
    try second.sync(rows: 5_000)
    try first.sync(rows: 5_000)
    #expect(try second.store.card(cards[0]).card.scheduling.reps == 1)
    #expect(try second.findings() == [])
    #expect(try first.store.cards() == second.store.cards())
  }
}

extension SyncSite {
  /// What a backup has of an account.
  private static let tables = [
    "topics", "decks", "sub_topics", "cards", "card_sub_topics", "sessions", "reviews",
    "purged_ids",
    "pull_cursors", "told_stamps", "account_state",
  ]

  /// Makes a backup.
  fileprivate func keep(_ user: UserID) throws {
    try inAccount(
      user, each: SyncSite.tables.map { "create table kept_\($0) as select * from \($0)" })
  }

  /// Puts it back.
  fileprivate func putBack(_ user: UserID) throws {
    try inAccount(
      user,
      each: SyncSite.tables.flatMap {
        ["delete from \($0)", "insert into \($0) select * from kept_\($0)"]
      })
  }
}
