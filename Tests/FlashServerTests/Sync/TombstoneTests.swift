import FlashAPI
import FlashModel
import FlashServer
import FlashTestSupport
import Testing

@Suite struct TombstoneTests {
  @Test(
    "a tombstone's age counts from its receipt, whatever its clock says",
    arguments: TestDatabase.here)
  func age(database: TestDatabase) throws {
    let site = try SyncSite(database)
    let device = try site.account()
    var gone = deck(1, at: 2_000)
    gone.deletedAt = time(0)
    _ = try device.push([deck(1), card(10), deck(2), card(11, deck: 2)])
    _ = try device.push([review(50, at: 5_000, to: state(1, due: 9_000, at: 5_000)), gone])
    site.now = site.now.advanced(by: TombstonePurge.age - 1)
    #expect(try site.purge(device.user) == 0)
    #expect(try device.everything().decks.count == 2)
    site.now = site.now.advanced(by: 2)
    #expect(try site.purge(device.user) == 2)
    #expect(try site.purge(device.user) == 0)
    let all = try device.everything()
    #expect(all.decks.map(\.id) == [id(2)])
    #expect(all.cards.map(\.id) == [id(11)])
    // The log is never removed with what it is about.
    #expect(all.reviews.map(\.id) == [id(50)])
  }

  @Test("what was purged does not rise again", arguments: TestDatabase.here)
  func gone(database: TestDatabase) throws {
    let site = try SyncSite(database)
    let device = try site.account()
    var gone = deck(1, at: 2_000)
    gone.deletedAt = time(2_000)
    _ = try device.push([deck(1), card(10)])
    _ = try device.push([gone])
    site.now = site.now.advanced(by: TombstonePurge.age + 1)
    _ = try site.purge(device.user)
    let late = try device.push([
      deck(1, "back", at: 9_000), card(10, "back", at: 9_000), card(12, at: 9_000),
      review(51, at: 6_000, to: nil),
    ])
    #expect(late.rejected.map(\.reason) == ["gone", "gone", "gone"])
    // A review that was given is kept all the same.
    #expect(late.accepted == 1)
    #expect(try device.everything().decks == [])
  }

  @Test(
    "a deck leaves a topic that is gone for good, and every device is told",
    arguments: TestDatabase.here)
  func topicGone(database: TestDatabase) throws {
    let site = try SyncSite(database)
    let device = try site.account()
    var topic = Topic(id: id(3), name: "T", updatedAt: time(1_000))
    var deck = deck(1)
    deck.topicID = topic.id
    _ = try device.push([topic, deck])
    (topic.deletedAt, topic.updatedAt) = (time(2_000), time(2_000))
    _ = try device.push([topic])
    let seen = try device.page(since: 0, epoch: 0)
    try #require(seen.decks.map(\.topicID) == [topic.id])
    site.now = site.now.advanced(by: TombstonePurge.age + 1)
    #expect(try site.purge(device.user) == 1)
    let next = try device.page(since: seen.nextSince, epoch: seen.resyncEpoch)
    #expect(next.topics == [])
    #expect(next.decks.map(\.topicID) == [nil])
    #expect(next.decks.map(\.updatedAt) == [deck.updatedAt])
    let quiet = try device.page(since: next.nextSince, epoch: next.resyncEpoch)
    #expect(quiet.count == 0)
  }

  @Test(
    "a device that was away for longer walks everything anew", arguments: TestDatabase.here)
  func horizon(database: TestDatabase) throws {
    let site = try SyncSite(database)
    let device = try site.account()
    _ = try device.push([deck(1), deck(2)])
    let page = try device.page(since: 0)
    site.now = site.now.advanced(by: 1)
    var gone = deck(1, at: 2_000)
    gone.deletedAt = time(2_000)
    let other = site.device(of: device.user)
    _ = try other.push([gone])
    site.now = site.now.advanced(by: TombstonePurge.age + 1)
    _ = try site.purge(device.user)
    _ = try other.push((3...9).map { deck($0) })
    // It asks for what comes after what it was sent.
    var walk = try device.page(since: page.nextSince, epoch: page.resyncEpoch, limit: 3)
    #expect(walk.isFullResync)
    while walk.hasMore {
      let next = try device.page(since: walk.nextSince, epoch: page.resyncEpoch, limit: 3)
      #expect(next.isFullResync)
      walk.append(next)
    }
    #expect(walk.decks.map(\.id) == (2...9).map { id($0) })
    let quiet = try device.page(since: walk.nextSince, epoch: page.resyncEpoch)
    #expect(!quiet.isFullResync)
    #expect(quiet.count == 0)
  }

  @Test(
    "a device that has nothing is sent everything page by page, whatever was purged before",
    arguments: TestDatabase.here)
  func firstPages(database: TestDatabase) throws {
    let site = try SyncSite(database)
    let device = try site.account()
    var gone = deck(9, at: 2_000)
    gone.deletedAt = time(2_000)
    _ = try device.push((1...8).map { deck($0) })
    _ = try device.push([gone])
    site.now = site.now.advanced(by: TombstonePurge.age + 1)
    #expect(try site.purge(device.user) == 1)
    let fresh = site.device(of: device.user)
    var all = try fresh.page(since: 0, epoch: 0, limit: 3)
    let epoch = all.resyncEpoch
    while all.hasMore {
      let next = try fresh.page(since: all.nextSince, epoch: epoch, limit: 3)
      #expect(next.isFullResync == all.isFullResync)
      all.append(next)
    }
    #expect(all.decks.map(\.id) == (1...8).map { id($0) })
  }
}
