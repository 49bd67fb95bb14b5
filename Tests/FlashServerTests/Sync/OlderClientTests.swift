import FlashAPI
import FlashModel
import FlashServer
import FlashTestSupport
import Testing

/// Facts about the phone client that the service is built for.
@Suite struct OlderClientTests {
  @Test(
    "decks and topics say whose they are, as its lists are filtered by that",
    arguments: TestDatabase.here)
  func owner(database: TestDatabase) throws {
    let site = try SyncSite(database)
    let device = try site.account()
    _ = try device.push([deck(), Topic(id: id(60), name: "t", updatedAt: time(5))])
    let answer = try site.answer(
      device.principal, "syncPull",
      query: [(name: "since", value: "0"), (name: "entities", value: "decks,topics")])
    let records = try JSONValue(parsing: answer.body)["records"]
    for key in ["decks", "topics"] {
      guard case .array(let rows)? = records?[key] else {
        Issue.record("no \(key)")
        continue
      }
      #expect(rows.map { $0["user_id"] } == [.string(device.user.description)], "\(key)")
    }
  }

  @Test(
    "how much was right is told in percent, and comes back as it was", arguments: TestDatabase.here)
  func percent(database: TestDatabase) throws {
    let device = try SyncSite(database).account()
    for (number, value) in [0, 87.5, 100].enumerated() {
      var session = StudySession(
        id: id(UInt64(70 + number)), deckID: id(1), mode: .smart, startedAt: time(1),
        updatedAt: time(2))
      session.accuracyPercent = value
      #expect(try device.push([deck(), session]).rejected == [])
    }
    #expect(try device.everything().sessions.map(\.accuracyPercent).sorted() == [0, 87.5, 100])
  }

  @Test(
    "what computed a schedule is a name, and its results are not computed anew",
    arguments: TestDatabase.here)
  func label(database: TestDatabase) throws {
    let device = try SyncSite(database).account()
    // By an older model with other weights, under the newer one's name.
    var entry = review(1, at: 9_000, to: state(1, due: 123_456_789, at: 9_000))
    let other = Review(
      id: id(2), cardID: id(11), rating: .good, ratedAt: time(9_000), order: time(9_000),
      before: .new, after: state(1, due: 55_555, at: 9_000), schedulerVersion: "fsrs-5 (swift)")
    entry.schedulerVersion = "fsrs-6"
    _ = try device.push([deck(), card(10), card(11), entry, other])
    let all = try device.everything()
    #expect(Set(all.cards.map(\.scheduling.due)) == [time(123_456_789), time(55_555)])
    #expect(Set(all.reviews.map(\.schedulerVersion)) == ["fsrs-6", "fsrs-5 (swift)"])
  }

  @Test(
    "the queue of whoever was signed in before goes to nobody else as far as rows name an owner",
    arguments: TestDatabase.here)
  func leftBehind(database: TestDatabase) throws {
    let site = try SyncSite(database)
    let before = try site.account(1)
    let after = try site.account(2)
    _ = try before.push([deck(1), card(10)])
    func named(_ record: some WireRecord) -> String {
      String(whole(record).dropLast()) + ",\"user_id\":\"\(before.user)\"}"
    }
    let session = StudySession(
      id: id(70), deckID: id(1), mode: .smart, startedAt: time(1), updatedAt: time(2))
    let answer = try after.push([
      "decks": [whole(deck(1))], "cards": [whole(card(10))], "sessions": [named(session)],
      "reviews": [named(review(1, at: 5_000, to: nil))],
    ])
    #expect(answer.accepted == 2, "decks and cards name nobody")
    #expect(answer.rejected.map(\.reason) == ["forbidden", "forbidden"])
    #expect(try before.everything().reviews == [] && after.everything().reviews == [])
  }
}
