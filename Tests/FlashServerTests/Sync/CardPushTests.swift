import FlashAPI
import FlashModel
import FlashTestSupport
import Testing

/// Content and schedule of a card, each with its own clock.
@Suite struct CardPushTests {
  @Test(
    "an edit made before a rating that came first is not stale", arguments: TestDatabase.here)
  func replayKeepsEdits(database: TestDatabase) throws {
    let site = try SyncSite(database)
    let (one, two) = try pair(site)
    let after = state(1, due: 90_000, at: 12_000)
    _ = try one.push([review(1, at: 12_000, to: after)])
    #expect(try two.push([card(10, "edited", at: 11_000)]).accepted == 1)
    let stored = try one.everything().cards[0]
    #expect(stored.front == "edited")
    #expect(stored.scheduling == after)
  }

  @Test(
    "a rating from a device with an old text leaves the new text alone",
    arguments: TestDatabase.here)
  func ratingKeepsText(database: TestDatabase) throws {
    let site = try SyncSite(database)
    let (one, two) = try pair(site)
    _ = try one.push(["cards": [whole(card(10, "better", at: 5_000))]])
    var rated = card(10, at: 9_000)
    rated.scheduling = state(1, due: 90_000, at: 9_000)
    let answer = try two.push(["cards": [whole(rated)], "reviews": []])
    #expect(answer.rejected == [])
    let stored = try one.everything().cards[0]
    #expect(stored.front == "better")
    #expect(stored.scheduling.reps == 1)
    // Somebody who wants the old text back gets it.
    _ = try two.push(["cards": [whole(card(10, at: 20_000))]])
    #expect(try one.everything().cards[0].front == "front")
  }

  @Test("the echo of a rating that was folded is quiet", arguments: TestDatabase.here)
  func echo(database: TestDatabase) throws {
    let site = try SyncSite(database)
    let (one, two) = try pair(site)
    let after = state(1, due: 90_000, at: 9_000)
    var rated = card(10, at: 9_000)
    rated.scheduling = after
    #expect(try one.push([review(1, at: 9_000, to: after)]).accepted == 1)
    let later = state(2, due: 190_000, at: 19_000)
    #expect(try two.push([review(2, at: 19_000, from: after, to: later)]).accepted == 1)
    let answer = try one.push(["cards": [whole(rated)]])
    #expect(answer.rejected == [])
    #expect(answer.unchanged == 1)
    #expect(try one.everything().cards[0].scheduling == later)
  }

  @Test("a client that does not know our members does not clear them", arguments: TestDatabase.here)
  func extensions(database: TestDatabase) throws {
    let device = try SyncSite(database).account()
    var random = SeededRandom(seed: 3)
    var full = RandomRecords.card(&random)
    (full.id, full.deckID, full.deletedAt, full.flag, full.isSuspended) = (
      id(10), id(1), nil, 5, true
    )
    (full.contentUpdatedAt, full.schedulingUpdatedAt) = (time(1_000), time(1_000))
    _ = try device.push([deck(), full])
    var edited = full
    (edited.front, edited.contentUpdatedAt, edited.schedulingUpdatedAt) =
      ("new", time(2_000), time(2_000))
    #expect(try device.push(["cards": [whole(edited)]]).accepted == 1)
    #expect(try device.everything().cards == [edited])
  }

  @Test("a reset by a device that knew the review is a reset", arguments: TestDatabase.here)
  func reset(database: TestDatabase) throws {
    let site = try SyncSite(database)
    let (one, two) = try pair(site)
    _ = try one.push([review(1, at: 9_000, to: state(1, due: 90_000, at: 9_000))])
    let reset = whole(card(10, at: 20_000))
    // The other device has not heard of the review.
    #expect(try two.push(["cards": [whole(card(10, at: 15_000))]]).rejected == [])
    #expect(try one.everything().cards[0].scheduling.reps == 1)
    #expect(try one.push(["cards": [reset]]).rejected == [])
    #expect(try one.everything().cards[0].scheduling == .new)
    #expect(try one.push(["cards": [reset]]).unchanged == 1)
    #expect(try one.everything().reviews.map(\.kind) == [.review, .reset])
    // A late older review does not undo it.
    _ = try two.push([review(2, at: 8_000, to: state(1, due: 80_000, at: 8_000))])
    #expect(try one.everything().cards[0].scheduling == .new)
  }

  @Test("a reset by a device that was sent the review is a reset", arguments: TestDatabase.here)
  func resetAfterPull(database: TestDatabase) throws {
    let site = try SyncSite(database)
    let (one, two) = try pair(site)
    _ = try one.push([review(1, at: 9_000, to: state(1, due: 90_000, at: 9_000))])
    _ = try two.pullAsOther()
    _ = try two.push(["cards": [whole(card(10, at: 20_000))]])
    #expect(try one.everything().cards[0].scheduling == .new)
  }

  @Test("a review and a reset in one push end as a reset", arguments: TestDatabase.here)
  func resetBesideReview(database: TestDatabase) throws {
    let device = try SyncSite(database).account()
    _ = try device.push([deck()])
    let after = state(1, due: 90_000, at: 9_000)
    _ = try device.push([
      "cards": [whole(card(10, at: 20_000))], "reviews": [whole(review(1, at: 9_000, to: after))],
    ])
    #expect(try device.everything().cards[0].scheduling == .new)
  }

  @Test("our own clients' edits merge by the clock of each group", arguments: TestDatabase.here)
  func twoClocks(database: TestDatabase) throws {
    let device = try SyncSite(database).account()
    _ = try device.push([deck(), card()])
    var edited = card(10, "edited", at: 3_000)
    edited.schedulingUpdatedAt = time(1_000)
    var scheduled = card(10, at: 1_000)
    scheduled.scheduling = state(1, due: 90_000, at: 2_000)
    scheduled.schedulingUpdatedAt = time(2_000)
    for order in [[edited, scheduled], [scheduled, edited]] {
      let other = try SyncSite(database).account()
      _ = try other.push([deck(), card()])
      for card in order { #expect(try other.push([card]).accepted == 1) }
      let stored = try other.everything().cards[0]
      #expect(stored.front == "edited")
      #expect(stored.scheduling == scheduled.scheduling)
    }
  }

  private func pair(_ site: SyncSite) throws -> (SyncDevice, SyncDevice) {
    let one = try site.account()
    _ = try one.push(["decks": [whole(deck())], "cards": [whole(card())]])
    return (one, site.device(of: one.user))
  }
}

/// A row as the older client sends it: every member it knows, and none of ours.
func whole(_ record: some WireRecord) -> String {
  var writer = JSONWriter()
  record.write(to: &writer, as: .whole)
  // What our own writer writes is read.
  guard let value = try? JSONValue(parsing: writer.bytes) else { return "{}" }
  return String(decoding: OlderServiceModel.known(of: value).bytes, as: UTF8.self)
}
