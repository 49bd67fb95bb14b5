import FlashAPI
import FlashModel
import FlashSQL
import FlashServer
import FlashTestSupport
import Testing

/// What a push says of where its sender stands.
@Suite struct PushPlaceTests {
  private func push(
    _ records: [any WireRecord], from place: SyncPlace?, by device: SyncDevice,
    clock: Timestamp? = nil
  ) throws -> PushResponse {
    var writer = PushWriter()
    for entity in SyncEntity.allCases {
      for record in records where type(of: record).entity == entity { writer.row(record) }
    }
    return try device.push(
      body: String(
        decoding: writer.finish(clientClock: clock ?? device.site.now, place: place), as: UTF8.self)
    )
  }

  /// A device with a deck and a card, and where it stands.
  private func begun(
    _ database: TestDatabase
  ) throws -> (site: SyncSite, device: SyncDevice, place: SyncPlace) {
    let site = try SyncSite(database)
    let device = try site.account()
    let now = site.now.milliseconds
    _ = try device.push([deck(1, "deck", at: now - 9_000), card(at: now - 9_000)])
    let page = try device.page(since: 0, epoch: 0)
    return (
      site, device, SyncPlace(since: page.nextSince, epoch: try #require(page.resyncEpoch))
    )
  }

  @Test("a push leads to behind its own rows", arguments: TestDatabase.here)
  func place(database: TestDatabase) throws {
    let (site, device, place) = try begun(database)
    let now = site.now.milliseconds
    let answer = try push([card(10, deck: 1, "other", at: now - 100)], from: place, by: device)
    let next = try #require(answer.nextSince)
    #expect(next > place.since)
    let page = try device.page(since: next, epoch: place.epoch)
    #expect(page.count == 0 && page.nextSince == next && !page.isFullResync)
    // The same once more changes nothing, and leads nowhere.
    let again = try push(
      [card(10, deck: 1, "other", at: now - 100)], from: SyncPlace(since: next, epoch: place.epoch),
      by: device)
    #expect(again.unchanged == 1 && again.nextSince == next)
  }

  @Test("who does not tell where it stands is told nothing", arguments: TestDatabase.here)
  func olderClient(database: TestDatabase) throws {
    let (site, device, _) = try begun(database)
    let body = """
      {"client_clock_ms": \(site.now.milliseconds), "since": "x", "epoch": null, "records": {}}
      """
    let head = try site.answer(device.principal, "syncPush", body: Array(body.utf8))
    #expect(!String(decoding: head.body, as: UTF8.self).contains("next_since"))
    #expect(try device.push([card(10, deck: 1, "other", at: 5)]).nextSince == nil)
  }

  @Test(
    "a push that is not taken as it is leads to what is to be fetched",
    arguments: TestDatabase.here)
  func news(database: TestDatabase) throws {
    let (site, device, start) = try begun(database)
    let now = site.now.milliseconds
    var place = start
    func expectNews(
      _ records: [any WireRecord], clock: Timestamp? = nil,
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let answer = try push(records, from: place, by: device, clock: clock)
      #expect(answer.nextSince == nil, sourceLocation: sourceLocation)
      place.since = try device.page(since: place.since, epoch: place.epoch).nextSince
    }
    // Older than what is stored; of another account's deck; with a clock that is ahead.
    try expectNews([card(10, deck: 1, "older", at: now - 99_000)])
    try expectNews([card(11, deck: 77, at: now)])
    try expectNews([card(10, deck: 1, "ahead", at: now + 9_000_000)])
    // A topic that is not there is let go of.
    var loose = deck(2, "loose", at: now)
    loose.topicID = id(77)
    try expectNews([loose])
    // Of two links of a pair one stays.
    _ = try push([subTopic(20, at: now)], from: nil, by: device)
    place.since = try device.page(since: place.since, epoch: place.epoch).nextSince
    try expectNews([
      link(30, card: 10, subTopic: 20, at: now), link(31, card: 10, subTopic: 20, at: now),
    ])
  }

  @Test(
    "an entry that leads elsewhere than its sender was led is to be fetched",
    arguments: TestDatabase.here)
  func fold(database: TestDatabase) throws {
    let (site, device, place) = try begun(database)
    let now = site.now.advanced(by: -5_000)
    func review(_ number: UInt64, before: Scheduling, after: Scheduling, _ at: Int64) -> Review {
      let moment = now.advanced(by: at)
      return Review(
        id: ReviewID(high: number, low: 8), cardID: id(10), rating: .good, ratedAt: moment,
        order: moment, before: before, after: after)
    }
    func after(_ days: Double, reps: Int, _ at: Int64) -> Scheduling {
      let moment = now.advanced(by: at)
      return Scheduling(
        state: .review, memory: MemoryState(stability: days, difficulty: 5),
        due: moment.advanced(by: 86_400_000), lastReviewed: moment, lastScheduled: moment,
        reps: reps)
    }
    let one = review(1, before: .new, after: after(3, reps: 1, 1), 1)
    let first = try push([one], from: place, by: device)
    let next = SyncPlace(since: try #require(first.nextSince), epoch: place.epoch)
    // It begins where no other ended, so its rating is applied to what is stored.
    let apart = review(2, before: after(9, reps: 1, 0), after: after(20, reps: 2, 2), 2)
    let second = try push([apart], from: next, by: device)
    #expect(second.accepted == 1 && second.nextSince == nil)
    let page = try device.page(since: next.since, epoch: next.epoch)
    #expect(page.cards.count == 1)
  }

  @Test(
    "of a server that was put back a push does not lead on, also if its stamps fit",
    arguments: TestDatabase.here)
  func restored(database: TestDatabase) throws {
    let (site, device, start) = try begun(database)
    let now = site.now.milliseconds
    let answer = try push([card(10, deck: 1, "other", at: now - 100)], from: start, by: device)
    let place = SyncPlace(since: try #require(answer.nextSince), epoch: start.epoch)
    // Back to before that push; then something else gets its stamp.
    try site.inAccount(
      device.user, "update pull_cursors set next_since = $1", [.integer(start.since)])
    try site.inAccount(device.user, "update cards set front_text = 'lost'")
    #expect(try push([deck(3, "new", at: now)], from: place, by: device).nextSince == nil)
    // Its stamps are behind; another epoch is told.
    try site.inAccount(
      device.user, "update account_state set last_arrived_ms = $1", [.integer(start.since)])
    #expect(try push([deck(4, "new", at: now)], from: place, by: device).nextSince == nil)
    let page = try device.page(since: 0, epoch: 0)
    try site.inAccount(device.user, "update account_state set resync_epoch = resync_epoch + 1")
    let old = SyncPlace(since: page.nextSince, epoch: start.epoch)
    #expect(try push([deck(5, "new", at: now)], from: old, by: device).nextSince == nil)
  }

  @Test("a device does not stand where another one has written", arguments: TestDatabase.here)
  func interleaved(database: TestDatabase) throws {
    let (site, device, place) = try begun(database)
    let now = site.now.milliseconds
    let other = site.device(of: device.user)
    _ = try other.push([deck(3, "theirs", at: now)])
    #expect(try push([deck(4, "ours", at: now)], from: place, by: device).nextSince == nil)
    let page = try device.page(since: place.since, epoch: place.epoch)
    #expect(Set(page.decks.map(\.title)) == ["theirs", "ours"])
    // Another sign-in that was sent less does not stand there either.
    let last = SyncPlace(since: page.nextSince, epoch: place.epoch)
    #expect(try push([deck(5, "more", at: now)], from: last, by: other).nextSince == nil)
  }
}
