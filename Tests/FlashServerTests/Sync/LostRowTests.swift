import FlashAPI
import FlashModel
import FlashSQL
import FlashTestSupport
import Testing

/// Faults of an earlier service, by what people would notice.
@Suite struct LostRowTests {
  @Test(
    "an edit made offline reaches a device that synced meanwhile", arguments: TestDatabase.here
  )
  func lateArrival(database: TestDatabase) throws {
    let site = try SyncSite(database)
    let phone = try site.account()
    _ = try phone.push([deck(1, "old", at: 1_000)])
    let tablet = site.device(of: phone.user)
    site.now = time(50_000)
    let page = try tablet.page(since: 0)
    // Edited at 10 s, sent long after the tablet asked at 50 s.
    site.now = time(60_000)
    _ = try phone.push([deck(1, "edited offline", at: 10_000)])
    let next = try tablet.page(since: page.nextSince, epoch: page.resyncEpoch)
    #expect(next.decks.map(\.title) == ["edited offline"])
    #expect(try tablet.page(since: next.nextSince, epoch: page.resyncEpoch).count == 0)
  }

  @Test(
    "rows with one clock are all delivered, in pages of any size", arguments: TestDatabase.here
  )
  func pages(database: TestDatabase) throws {
    let site = try SyncSite(database)
    let device = try site.account()
    let decks = (1...7).map { deck($0, "Deck", at: 1_000) }
    let cards = (100...130).map { card($0, deck: 1 + $0 % 7, at: 1_000) }
    let reviews = (200...260).map { review($0, card: 100 + $0 % 31, at: 1_000, to: nil) }
    _ = try device.push(decks + cards)
    _ = try device.push(reviews)
    for limit in [1, 2, 3, 10, 500] {
      let all = try device.everything(limit: limit)
      #expect(Set(all.decks.map(\.id)) == Set(decks.map(\.id)), "\(limit)")
      #expect(Set(all.cards.map(\.id)) == Set(cards.map(\.id)), "\(limit)")
      #expect(Set(all.reviews.map(\.id)) == Set(reviews.map(\.id)), "\(limit)")
    }
  }

  @Test(
    "a clock a year ahead wins for no longer than others allow", arguments: TestDatabase.here)
  func skewedClock(database: TestDatabase) throws {
    let site = try SyncSite(database)
    let fast = try site.account()
    let year: Int64 = 365 * Timestamp.millisecondsPerDay
    let ahead = site.now.advanced(by: year)
    let answer = try fast.push([deck(1, "fast", at: ahead.milliseconds)], clock: ahead)
    #expect(answer.clockSkewMs == year)
    #expect(answer.adjusted.map(\.updatedAtMs) == [site.now.milliseconds])
    // One that does not tell its clock is held to the server's.
    let silent = try fast.push([deck(2, "silent", at: ahead.milliseconds)], clock: time(0))
    #expect(silent.clockSkewMs == nil)
    #expect(silent.adjusted.map(\.updatedAtMs) == [site.now.milliseconds])
    site.now = site.now.advanced(by: 1_000)
    let right = site.device(of: fast.user)
    let edit = [
      deck(1, "right", at: site.now.milliseconds), deck(2, "right", at: site.now.milliseconds),
    ]
    #expect(try right.push(edit).accepted == 2)
    #expect(try right.everything().decks.map(\.title) == ["right", "right"])
    // The same push again, half a second later, changes nothing.
    let again = try fast.push(
      [deck(1, "right", at: ahead.milliseconds)], clock: ahead.advanced(by: 500))
    #expect(again.unchanged == 1)
  }

  @Test("a row a few minutes ahead is taken as it is", arguments: TestDatabase.here)
  func tolerance(database: TestDatabase) throws {
    let site = try SyncSite(database)
    let device = try site.account()
    let ahead = site.now.advanced(by: 290_000)
    #expect(try device.push([deck(1, "x", at: ahead.milliseconds)]).adjusted == [])
    #expect(try device.everything().decks[0].updatedAt == ahead)
  }

  @Test("one bad row does not stop the others", arguments: TestDatabase.here)
  func poison(database: TestDatabase) throws {
    let site = try SyncSite(database)
    let device = try site.account()
    let long = String(repeating: "x", count: 300)
    var early = review(50, at: 5_000, to: nil)
    early.sessionID = id(999)
    let link = CardSubTopic(id: id(60), cardID: id(10), subTopicID: id(20), updatedAt: time(5))
    let twice = CardSubTopic(id: id(61), cardID: id(10), subTopicID: id(20), updatedAt: time(6))
    let sub = SubTopic(id: id(20), deckID: id(1), name: "tag", updatedAt: time(1))
    let answer = try device.push([
      deck(1), deck(2, long), card(10), sub, link, twice, early,
      StudySession(id: id(70), deckID: id(1), mode: .smart, startedAt: time(1), updatedAt: time(2)),
    ])
    #expect(answer.rejected.map(\.reason) == ["invalid"])
    #expect(answer.rejected.map(\.field) == ["title"])
    #expect(answer.accepted == 7)
    let all = try device.everything()
    #expect(all.reviews.map(\.sessionID) == [id(999)])
    #expect(all.cardSubTopics.filter { $0.deletedAt == nil }.map(\.id) == [id(60)])
    #expect(all.cardSubTopics.count == 2)
  }

  @Test(
    "a link made twice is merged into the older, whichever comes first",
    arguments: TestDatabase.here)
  func mergedLinks(database: TestDatabase) throws {
    for order in [[60, 61], [61, 60]] as [[UInt64]] {
      let device = try SyncSite(database).account()
      let sub = SubTopic(id: id(20), deckID: id(1), name: "tag", updatedAt: time(1))
      _ = try device.push([deck(1), card(10), sub])
      for number in order {
        let link = CardSubTopic(
          id: id(number), cardID: id(10), subTopicID: id(20), updatedAt: time(5))
        _ = try device.push([link])
        // A push whose answer was lost is sent again.
        #expect(try device.push([link]).rejected == [], "\(order)")
      }
      let live = try device.everything().cardSubTopics.filter { $0.deletedAt == nil }
      #expect(live.map(\.id) == [id(60)], "\(order)")
    }
  }

  @Test("parents may stand behind their children in the body", arguments: TestDatabase.here)
  func order(database: TestDatabase) throws {
    let device = try SyncSite(database).account()
    let answer = try device.push([
      "reviews": [whole(review(50, at: 5_000, to: nil))], "cards": [whole(card(10))],
      "decks": [whole(deck(1))],
    ])
    #expect(answer.accepted == 3)
    #expect(answer.rejected == [])
  }

  @Test("a push whose answer was lost can be sent again", arguments: TestDatabase.here)
  func again(database: TestDatabase) throws {
    let device = try SyncSite(database).account()
    let rows: [any WireRecord] = [
      deck(1), card(10), SubTopic(id: id(20), deckID: id(1), name: "t", updatedAt: time(1)),
      CardSubTopic(id: id(30), cardID: id(10), subTopicID: id(20), updatedAt: time(1)),
      review(50, at: 5_000, to: state(1, due: 90_000, at: 5_000)),
      StudySession(id: id(70), deckID: id(1), mode: .smart, startedAt: time(1), updatedAt: time(2)),
    ]
    #expect(try device.push(rows).accepted == 6)
    let before = try device.everything()
    let answer = try device.push(rows)
    #expect(answer.unchanged == 6)
    #expect(answer.accepted == 0)
    #expect(answer.rejected == [])
    #expect(try device.everything() == before)
  }

  @Test(
    "two edits of one millisecond end as one on both devices", arguments: TestDatabase.here)
  func tie(database: TestDatabase) throws {
    let site = try SyncSite(database)
    let one = try site.account()
    let two = site.device(of: one.user)
    _ = try one.push([deck(1, "first", at: 1_000), card(10, "first", at: 1_000)])
    let page = try two.page(since: 0)
    let answer = try two.push([deck(1, "second", at: 1_000), card(10, "second", at: 1_000)])
    #expect(answer.rejected.map(\.reason) == ["stale", "stale"])
    let next = try two.page(since: page.nextSince, epoch: page.resyncEpoch)
    #expect(next.decks.map(\.title) == ["first"])
    #expect(next.cards.map(\.front) == ["first"])
    #expect(next.decks.map(\.updatedAt) == [time(1_001)])
    #expect(next.cards.map(\.contentUpdatedAt) == [time(1_001)])
  }

  @Test("a deleted deck's cards do not count in it", arguments: TestDatabase.here)
  func deletedDeck(database: TestDatabase) throws {
    let site = try SyncSite(database)
    let device = try site.account()
    var gone = deck(1, at: 2_000)
    _ = try device.push([deck(1), deck(2), card(10), card(11, deck: 2)])
    gone.deletedAt = time(2_000)
    _ = try device.push([gone])
    let live = try site.number(
      device.user,
      "select sum(card_count) * 1 from decks where deleted_at_ms is null and card_count > 0 limit 1"
    )
    #expect(database == .postgreSQL || live == 1)
    #expect(try site.number(device.user, "select deck_count from account_state") == 1)
  }
}
