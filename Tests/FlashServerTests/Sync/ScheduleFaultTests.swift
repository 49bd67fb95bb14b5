import FlashAPI
import FlashModel
import FlashScheduler
import FlashSQL
import FlashTestSupport
import Testing

@testable import FlashServer

/// What would leave a schedule that does not follow from what was answered.
@Suite struct ScheduleFaultTests {
  private static let scheduler = try? StudySettings(calendar: StudyCalendar(zone: .utc))
    .scheduler(StudyOptions())

  @Test(
    "a rating that is dated years ahead decides a schedule until the next one, and no longer",
    arguments: TestDatabase.here)
  func farFuture(database: TestDatabase) throws {
    let site = try SyncSite(database)
    let fast = try site.account()
    _ = try fast.push([deck(), card()])
    let now = site.now
    let year: Int64 = 365 * Timestamp.millisecondsPerDay
    let ahead = now.milliseconds + year
    let wrong = review(1, at: ahead, to: state(1, due: ahead + 9_000, at: ahead))
    // As the older client sends it, which tells of its clock and of nothing else.
    let body = ["reviews": [whole(wrong)]] as KeyValuePairs
    #expect(try fast.push(body, clock: now.advanced(by: year)).accepted == 1)
    let before = try fast.everything()
    #expect(before.reviews[0].ratedAt == wrong.ratedAt, "the entry itself stays as it was sent")
    #expect(before.reviews[0].order == now)
    // Sent again a little later it is the same entry.
    site.now = now.advanced(by: 700)
    #expect(try fast.push(body, clock: site.now.advanced(by: year)).unchanged == 1)
    // Another one rates the card an hour later, from what it was told.
    site.now = now.advanced(by: 3_600_000)
    let right = site.now.milliseconds
    let after = state(2, due: right + 86_400_000, at: right)
    let next = review(2, at: right, from: before.cards[0].scheduling, to: after)
    #expect(try site.device(of: fast.user).push(["reviews": [whole(next)]]).accepted == 1)
    #expect(try fast.everything().cards[0].scheduling == after)
  }

  @Test(
    "who keeps the order of the log by itself is taken at its word", arguments: TestDatabase.here)
  func ownOrder(database: TestDatabase) throws {
    let site = try SyncSite(database)
    let device = try site.account()
    _ = try device.push([deck(), card()])
    let ahead = site.now.milliseconds + 365 * Timestamp.millisecondsPerDay
    _ = try device.push([review(1, at: ahead, to: nil)])
    #expect(try device.everything().reviews.map(\.order.milliseconds) == [ahead])
  }

  @Test("a miss while learning is no lapse", arguments: TestDatabase.here)
  func lapses(database: TestDatabase) throws {
    let device = try SyncSite(database).account()
    _ = try device.push([deck(), card()])
    let scheduler = try #require(Self.scheduler)
    var scheduling = Scheduling.new
    var log: [Review] = []
    for (number, rating) in [Rating.again, .again, .easy, .again].enumerated() {
      let moment = Int64(number) * 4 * Timestamp.millisecondsPerDay + 1_000
      let next = scheduler.schedule(scheduling, card: id(10), rated: rating, at: time(moment))
      log.append(review(UInt64(number + 1), at: moment, from: scheduling, to: next, rating: rating))
      scheduling = next
    }
    _ = try device.push(log)
    let stored = try device.everything().cards[0].scheduling
    #expect(stored == scheduling && stored.lapses == 1 && stored.reps == 4)
  }

  @Test(
    "what was counted before a reset is not counted again by the next answer",
    arguments: TestDatabase.here)
  func recount(database: TestDatabase) throws {
    let site = try SyncSite(database)
    let device = try site.account()
    _ = try device.push(["decks": [whole(deck())], "cards": [whole(card())]])
    for number in 1...3 as ClosedRange<Int64> {
      let before = number == 1 ? Scheduling.new : state(Int(number) - 1, due: 0, at: number - 1)
      _ = try device.push([
        review(UInt64(number), at: number, from: before, to: state(Int(number), due: 0, at: number))
      ])
    }
    #expect(try device.push(["cards": [whole(card(10, at: 20_000))]]).rejected == [])
    let after = state(1, due: 90_000, at: 30_000)
    _ = try device.push([review(9, at: 30_000, from: .new, to: after)])
    #expect(try device.everything().cards[0].scheduling == after)
  }

  @Test(
    "a schedule that a client makes up for a card with a log is not taken",
    arguments: TestDatabase.here)
  func madeUp(database: TestDatabase) throws {
    let device = try SyncSite(database).account()
    let after = state(1, due: 90_000, at: 9_000)
    _ = try device.push([deck(), card(), review(1, at: 9_000, to: after)])
    // A client that lost a fraction on the way schedules from a stability of nothing.
    var wrong = card(10, at: 20_000)
    wrong.scheduling = after
    wrong.scheduling.memory = nil
    wrong.scheduling.due = time(20_001)
    _ = try device.push(["cards": [whole(wrong)]])
    #expect(try device.everything().cards[0].scheduling == after)
  }

  @Test(
    "answers to one card that twenty send at once are all counted, and leave one schedule",
    arguments: TestDatabase.here)
  func atOnceAll(database: TestDatabase) throws {
    let keeper = try TestStorage(database)
    try check(keeper.storage)
  }

  private func check(_ storage: some ServerStorage) throws {
    let user = TestService.ada
    @Sendable func push(_ records: [any WireRecord], by device: UInt64) throws -> PushResponse {
      var writer = PushWriter()
      for entity in SyncEntity.allCases {
        for record in records where type(of: record).entity == entity { writer.row(record) }
      }
      return try Push(
        storage: storage, principal: Principal(user: user, signIn: id(device)), now: time(900_000),
        zones: { _ in nil }
      ).answer(PushRequest(body: writer.finish(clientClock: time(900_000))))
    }
    _ = try push([deck(), card()], by: 1)
    let log = (1...20).map {
      review($0, at: Int64($0) * 10_000, to: state(1, due: 90_000, at: Int64($0) * 10_000))
    }
    let answers = atOnce(20) { index in (try? push([log[index]], by: UInt64(index)))?.accepted }
    #expect(answers.allSatisfy { $0 == 1 })
    let scheduler = try #require(Self.scheduler)
    let expected = Replay.fold(
      unordered: log.map { ReplayEntry($0) }, card: id(10), with: scheduler)
    let stored = try storage.readAccount(user) { connection in
      try connection.row("select \(Card.list) from cards where user_id = $1", [SQLValue(user)]) {
        Card.read($0, from: 0)
      }
    }
    #expect(stored?.scheduling == expected.scheduling && stored?.scheduling.reps == 20)
  }
}
