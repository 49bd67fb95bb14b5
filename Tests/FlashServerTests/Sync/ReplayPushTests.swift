import FlashAPI
import FlashModel
import FlashScheduler
import FlashServer
import FlashTestSupport
import Testing

/// Schedules follow the log.
@Suite struct ReplayPushTests {
  @Test(
    "a linear history gives what the device computed, in one push or many",
    arguments: TestDatabase.here)
  func linear(database: TestDatabase) throws {
    let states =
      [Scheduling.new] + (1...5).map { state($0, due: Int64($0) * 90_000, at: Int64($0) * 1_000) }
    let log = (1...5).map {
      review(UInt64($0), at: Int64($0) * 1_000, from: states[$0 - 1], to: states[$0])
    }
    for size in [1, 2, 5] {
      let device = try SyncSite(database).account()
      _ = try device.push([deck(), card()])
      for start in stride(from: 0, to: 5, by: size) {
        _ = try device.push(Array(log[start..<min(5, start + size)]))
      }
      #expect(try device.everything().cards[0].scheduling == states[5], "\(size)")
    }
  }

  @Test(
    "a Basic review on a device that was behind keeps the progress",
    arguments: TestDatabase.here)
  func basic(database: TestDatabase) throws {
    let site = try SyncSite(database)
    let device = try site.account()
    _ = try device.push([deck(), card()])
    let after = state(1, due: 90_000, at: 1_000)
    _ = try device.push([review(1, at: 1_000, to: after)])
    let basic = review(2, at: 2_000, from: .new, to: Scheduler.basic(.new, at: time(2_000)))
    _ = try device.push([basic])
    let stored = try device.everything().cards[0].scheduling
    #expect(stored.hasSameSchedule(as: after))
    #expect(stored.reps == 2)
    #expect(stored.lastReviewed == time(2_000))
  }

  @Test("an entry without states only counts", arguments: TestDatabase.here)
  func partial(database: TestDatabase) throws {
    let device = try SyncSite(database).account()
    _ = try device.push([deck(), card()])
    let after = state(1, due: 90_000, at: 1_000)
    _ = try device.push([review(1, at: 1_000, to: after)])
    let row = """
      {"id": "\(id(2) as ReviewID)", "card_id": "\(id(10) as CardID)", "rated_at_ms": 2000,
       "state_before": [], "state_after": []}
      """
    #expect(try device.push(["reviews": [row]]).accepted == 1)
    let stored = try device.everything()
    #expect(stored.cards[0].scheduling.hasSameSchedule(as: after))
    #expect(stored.cards[0].scheduling.reps == 2)
    #expect(stored.reviews.first { $0.id == id(2) }?.rating == .good)
  }

  @Test("both of two offline devices' reviews count", arguments: TestDatabase.here)
  func apart(database: TestDatabase) throws {
    let site = try SyncSite(database)
    let one = try site.account()
    let two = site.device(of: one.user)
    _ = try one.push([deck(), card()])
    let first = review(1, at: 1_000, to: state(1, due: 90_000, at: 1_000))
    let second = review(2, at: 2_000, to: state(1, due: 95_000, at: 2_000), rating: .easy)
    // The later one comes first.
    _ = try two.push([second])
    _ = try one.push([first])
    let stored = try one.everything().cards[0].scheduling
    let scheduler = try StudySettings(calendar: StudyCalendar(zone: .utc)).scheduler(StudyOptions())
    let expected = Replay.fold(
      unordered: [ReplayEntry(first), ReplayEntry(second)], card: id(10), with: scheduler)
    #expect(stored == expected.scheduling)
    #expect(stored.reps == 2)
    #expect(expected.isDiverged)
  }

  @Test(
    "an undo takes its entry back, and is not sent to clients that know none",
    arguments: TestDatabase.here)
  func undo(database: TestDatabase) throws {
    let site = try SyncSite(database)
    let device = try site.account()
    _ = try device.push([deck(), card()])
    let after = state(1, due: 90_000, at: 1_000)
    _ = try device.push([review(1, at: 1_000, to: after)])
    let undo = Review(
      id: id(2), cardID: id(10), kind: .undo, cancelsID: id(1), rating: nil, ratedAt: time(2_000),
      order: time(2_000), before: after, after: .new)
    let other = site.device(of: device.user)
    site.now = site.now.advanced(by: 10_000)
    _ = try other.pullAsOther()
    _ = try device.push([undo])
    site.now = site.now.advanced(by: 10_000)
    #expect(try device.everything().cards[0].scheduling == .new)
    let page = try other.pullAsOther()
    #expect(page.reviews == [])
    #expect(page.cards.map(\.scheduling) == [.new])
    #expect(
      try other.page(since: 0, epoch: page.resyncEpoch).reviews.map(\.kind) == [.review, .undo])
  }

  @Test(
    "new options fold anew what was answered apart, and nothing else", arguments: TestDatabase.here)
  func options(database: TestDatabase) throws {
    let device = try SyncSite(database).account()
    _ = try device.push([deck(), card(), card(11)])
    let linear = state(1, due: 90_000, at: 1_000)
    _ = try device.push([
      review(1, at: 1_000, to: linear), review(3, card: 11, at: 1_000, to: linear),
    ])
    let apart = review(2, at: 200_000_000, to: state(1, due: 95_000, at: 2_000))
    _ = try device.push([apart])
    let before = try device.everything()
    var strict = deck(1, at: 9_000)
    strict.options.desiredRetention = 0.99
    _ = try device.push([strict])
    let after = try device.everything()
    let due = { (page: PullPage, number: UInt64) in
      page.cards.first { $0.id == id(number) }?.scheduling.due
    }
    #expect(due(after, 10) != due(before, 10))
    #expect(due(after, 11) == due(before, 11))
  }

  @Test("a fold that changes nothing is news to nobody", arguments: TestDatabase.here)
  func quiet(database: TestDatabase) throws {
    let site = try SyncSite(database)
    let device = try site.account()
    var rated = card(10, at: 1_000)
    rated.scheduling = state(1, due: 90_000, at: 1_000)
    _ = try device.push([deck(), rated])
    let page = try device.page(since: 0)
    _ = try device.push([review(1, at: 1_000, to: rated.scheduling)])
    let next = try device.page(since: page.nextSince, epoch: page.resyncEpoch)
    #expect(next.cards == [])
    #expect(next.reviews.map(\.id) == [id(1)])
  }
}
