import FlashAPI
import FlashModel
import FlashTestSupport
import Testing

@testable import FlashServer

@Suite struct PullTests {
  @Test("every entity asked for comes back, known or not", arguments: TestDatabase.here)
  func keys(database: TestDatabase) throws {
    let device = try SyncSite(database).account()
    _ = try device.push([deck()])
    let answer = try device.site.answer(
      device.principal, "syncPull",
      query: [(name: "since", value: "x"), (name: "entities", value: "decks,gadgets,decks,topics")])
    guard case .object(let members)? = try JSONValue(parsing: answer.body)["records"] else {
      Issue.record("no records")
      return
    }
    #expect(members.map(\.key) == ["decks", "gadgets", "topics"])
    guard case .array(let decks) = members[0].value else { return }
    #expect(decks.count == 1)
    #expect(decks[0]["user_id"]?.string == device.user.description)
    #expect(decks[0]["card_count"]?.integer == 0)
  }

  @Test(
    "a query that makes no sense is refused",
    arguments: [("limit", "0"), ("limit", "5001"), ("limit", "x"), ("epoch", "-1"), ("epoch", "x")])
  func nonsense(name: String, value: String) throws {
    let device = try SyncSite(.sqlite).account()
    let problem = #expect(throws: Problem.self) {
      try device.site.answer(device.principal, "syncPull", query: [(name: name, value: value)])
    }
    #expect(problem?.errors.map(\.name) == [name])
  }

  @Test(
    "a client that asks by its own clock gets all it was not sent",
    arguments: TestDatabase.here)
  func sessionFloor(database: TestDatabase) throws {
    let site = try SyncSite(database)
    let writer = try site.account()
    let other = site.device(of: writer.user)
    _ = try writer.push((1...3).map { deck($0) })
    site.now = site.now.advanced(by: 10_000)
    #expect(try other.pullAsOther().decks.count == 3)
    #expect(try other.pullAsOther().count == 0)
    _ = try writer.push([deck(4)])
    site.now = site.now.advanced(by: 10_000)
    #expect(try other.pullAsOther().decks.map(\.id) == [id(4)])
    // Signed in anew, it has a session that was sent nothing.
    #expect(try site.device(of: writer.user).pullAsOther().decks.count == 4)
  }

  @Test("a raised epoch makes each client walk from the start, once", arguments: TestDatabase.here)
  func epoch(database: TestDatabase) throws {
    let site = try SyncSite(database)
    let device = try site.account()
    _ = try device.push((1...5).map { deck($0) })
    let page = try device.page(since: 0)
    #expect(try !device.page(since: page.nextSince, epoch: page.resyncEpoch).isFullResync)
    try site.inAccount(device.user, "update account_state set resync_epoch = resync_epoch + 1")
    var walk = try device.page(since: page.nextSince, epoch: page.resyncEpoch, limit: 2)
    let epoch = walk.resyncEpoch
    #expect(walk.isFullResync)
    while walk.hasMore {
      // With the old epoch as well as with the new one.
      let asked = walk.decks.count == 2 ? page.resyncEpoch : epoch
      let next = try device.page(since: walk.nextSince, epoch: asked, limit: 2)
      #expect(next.isFullResync)
      walk.append(next)
    }
    #expect(walk.decks.map(\.id) == (1...5).map { id($0) })
    let quiet = try device.page(since: walk.nextSince, epoch: epoch)
    #expect(!quiet.isFullResync && quiet.count == 0)
  }

  @Test("a page ends after 4 MiB, and nothing is lost", arguments: TestDatabase.here)
  func size(database: TestDatabase) throws {
    let device = try SyncSite(database).account()
    _ = try device.push([deck()])
    let text = String(repeating: "x", count: 900_000)
    for batch in 0..<3 as Range<UInt64> {
      _ = try device.push((0..<4).map { card(10 + 4 * batch + $0, text) })
      _ = try device.push([review(100 + batch, card: 10 + 4 * batch, at: 1_000, to: nil)])
    }
    let body = try device.site.answer(
      device.principal, "syncPull", query: [(name: "entities", value: "decks,cards,reviews")]
    ).body
    #expect(body.count < 5 << 20 && body.count > 2 << 20)
    let all = try device.everything()
    #expect(Set(all.cards.map(\.id)) == Set((10..<22 as Range<UInt64>).map { id($0) }))
    #expect(all.reviews.count == 3)
  }

  @Test("stamps are given once, and grow when the clock goes back", arguments: TestDatabase.here)
  func stamps(database: TestDatabase) throws {
    let site = try SyncSite(database)
    let device = try site.account()
    var cursors: [Int64] = []
    for number in 1...4 as ClosedRange<UInt64> {
      _ = try device.push([deck(number)])
      site.now = site.now.advanced(by: number == 2 ? -1_000_000 : 5)
      cursors.append(try device.page(since: 0).nextSince)
    }
    #expect(cursors == cursors.sorted() && Set(cursors).count == 4)
  }

  @Test("the manifest lists live ids and clocks in pages", arguments: TestDatabase.here)
  func manifest(database: TestDatabase) throws {
    let device = try SyncSite(database).account()
    var gone = deck(3)
    gone.deletedAt = time(5)
    _ = try device.push([deck(2, at: 20), deck(1, at: 10), gone, deck(4, at: 40)])
    func page(_ cursor: String?) throws -> JSONValue {
      var query = [(name: "entity", value: "decks"), (name: "limit", value: "2")]
      if let cursor { query.append((name: "cursor", value: cursor)) }
      return try JSONValue(
        parsing: device.site.answer(device.principal, "syncManifest", query: query).body)
    }
    let first = try page(nil)
    #expect(
      first["items"]
        == .array(
          [1, 2].map {
            .object([
              .init("id", .string((id($0) as DeckID).description)),
              .init("updated_at_ms", .integer(Int64($0 * 10))),
            ])
          }))
    let second = try page(first["next_cursor"]?.string)
    #expect(second["next_cursor"] == .null)
    guard case .array(let items)? = second["items"] else { return }
    #expect(items.count == 1)
    #expect(second["digest"]?.string?.count == 64)
  }
}

@Suite struct PackedSchedulingTests {
  @Test("a packed schedule is read as it was", arguments: 0..<500 as Range<UInt64>)
  func roundTrip(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let scheduling = RandomRecords.scheduling(&random)
    let moment = RandomRecords.time(&random)
    #expect(Scheduling(packed: scheduling.packed(near: moment), near: moment) == scheduling)
  }

  @Test("a schedule as it usually is takes some 35 bytes")
  func size() {
    let moment = time(1_776_800_000_000)
    let scheduling = Scheduling(
      state: .review, memory: MemoryState(stability: 12.3, difficulty: 5.1),
      due: moment.advanced(by: 12 * Timestamp.millisecondsPerDay), lastReviewed: moment,
      lastScheduled: moment, reps: 7, lapses: 1)
    #expect(scheduling.packed(near: moment).count <= 27)
  }
}
