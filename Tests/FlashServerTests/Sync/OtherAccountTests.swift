import FlashAPI
import FlashModel
import FlashTestSupport
import Testing

@Suite struct OtherAccountTests {
  @Test("an id of another account is no way to its row", arguments: TestDatabase.here)
  func takeover(database: TestDatabase) throws {
    let site = try SyncSite(database)
    let victim = try site.account(1)
    let thief = try site.account(2)
    let sub = SubTopic(id: id(20), deckID: id(1), name: "t", updatedAt: time(1))
    let link = CardSubTopic(id: id(30), cardID: id(10), subTopicID: id(20), updatedAt: time(1))
    let session = StudySession(
      id: id(40), deckID: id(1), mode: .smart, startedAt: time(1), updatedAt: time(1))
    let entry = review(50, at: 5_000, to: nil)
    _ = try victim.push([deck(1), sub, card(10), link, session, entry])
    let before = try victim.everything()
    _ = try thief.push([deck(2)])
    var stolenSub = sub
    (stolenSub.deckID, stolenSub.name, stolenSub.updatedAt) = (id(2), "mine", time(9_000))
    var stolenSession = session
    (stolenSession.deckID, stolenSession.updatedAt) = (id(2), time(9_000))
    _ = try thief.push([
      stolenSub, card(10, deck: 2, "mine", at: 9_000), stolenSession,
      CardSubTopic(id: id(30), cardID: id(10), subTopicID: id(20), updatedAt: time(9_000)), entry,
    ])
    #expect(try victim.everything() == before)
    // Nor does an answer tell that the id exists: it is a row of the thief's own.
    #expect(try thief.everything().cards.map(\.front) == ["mine"])
  }

  @Test("parents of another account and missing ones look alike", arguments: TestDatabase.here)
  func parents(database: TestDatabase) throws {
    let site = try SyncSite(database)
    let owner = try site.account(1)
    let other = try site.account(2)
    _ = try owner.push([deck(1), card(10)])
    let answer = try other.push([
      card(11, deck: 1), card(12, deck: 99), review(50, card: 10, at: 5, to: nil),
      review(51, card: 98, at: 5, to: nil),
      SubTopic(id: id(20), deckID: id(1), name: "t", updatedAt: time(1)),
    ])
    #expect(answer.rejected.map(\.reason) == Array(repeating: "forbidden", count: 5))
    #expect(answer.rejected.allSatisfy { $0.retryable == true })
  }

  @Test("a link joins a card and a sub-topic of one deck", arguments: TestDatabase.here)
  func oneDeck(database: TestDatabase) throws {
    let device = try SyncSite(database).account()
    let answer = try device.push([
      deck(1), deck(2), card(10),
      SubTopic(id: id(20), deckID: id(2), name: "t", updatedAt: time(1)),
      CardSubTopic(id: id(30), cardID: id(10), subTopicID: id(20), updatedAt: time(1)),
    ])
    #expect(answer.rejected.map(\.reason) == ["forbidden"])
  }

  @Test(
    "rows that name another account are refused, placeholders are not",
    arguments: TestDatabase.here)
  func userIDs(database: TestDatabase) throws {
    let site = try SyncSite(database)
    let device = try site.account(1)
    let other = try site.account(2)
    _ = try device.push([deck(1), card(10)])
    func row(_ number: UInt64, _ user: String) -> String {
      let text = whole(review(number, at: 5_000, to: nil))
      return String(text.dropLast()) + ", \"user_id\": \"\(user)\"}"
    }
    let stranger: UserID = id(4_711)
    let answer = try device.push([
      "reviews": [
        row(50, "anonymous"), row(51, "restored"), row(52, device.user.description),
        row(53, other.user.description), row(54, stranger.description),
      ]
    ])
    #expect(answer.accepted == 4)
    #expect(answer.rejected.map(\.id) == [(id(53) as ReviewID).description])
    #expect(answer.rejected.map(\.reason) == ["forbidden"])
  }
}
