import FlashAPI
import FlashModel
import FlashTestSupport
import Testing

@Suite struct PushTests {
  @Test("rows of every entity are taken, and come back as they were", arguments: TestDatabase.here)
  func roundTrip(database: TestDatabase) throws {
    let device = try SyncSite(database).account()
    var random = SeededRandom(seed: 7)
    let topic = Topic(id: id(1), name: "T", colorHint: "red", updatedAt: time(5))
    var deck = RandomRecords.deck(&random)
    (deck.id, deck.topicID, deck.title) = (id(2), topic.id, "A::B")
    deck.updatedAt = time(6)
    let sub = SubTopic(id: id(3), deckID: deck.id, name: "verbs", position: 2, updatedAt: time(7))
    var card = RandomRecords.card(&random)
    (card.id, card.deckID) = (id(4), deck.id)
    (card.contentUpdatedAt, card.schedulingUpdatedAt, card.deletedAt) = (time(8), time(9), nil)
    let session = StudySession(
      id: id(5), deckID: deck.id, mode: .basic, startedAt: time(3), endedAt: time(4),
      cardsReviewed: 2, accuracyPercent: 50, masteryDelta: -1.5, updatedAt: time(10))
    let link = CardSubTopic(
      id: id(6), cardID: card.id, subTopicID: sub.id, updatedAt: time(11))
    let answer = try device.push([topic, deck, sub, card, session, link])
    #expect(answer.accepted == 6)
    #expect(answer.rejected == [])
    let page = try device.everything()
    #expect(page.topics == [topic])
    #expect(page.decks == [deck])
    #expect(page.subTopics == [sub])
    #expect(page.cards == [card])
    #expect(page.sessions == [session])
    #expect(page.cardSubTopics == [link])
  }

  @Test("log entries of every shape come back as they were", arguments: TestDatabase.here)
  func entries(database: TestDatabase) throws {
    let device = try SyncSite(database).account()
    _ = try device.push([deck(), card()])
    var random = SeededRandom(seed: 11)
    let entries = (0..<60 as Range<UInt64>).map { number in
      var entry = RandomRecords.review(&random)
      (entry.id, entry.cardID) = (id(100 + number), id(10))
      entry.ratedAt = time(1_000_000 + Int64(number))
      entry.order = Bool.random(using: &random) ? entry.ratedAt : time(2_000_000 + Int64(number))
      if entry.kind == .review { entry.rating = entry.rating ?? .good }
      return entry
    }
    #expect(try device.push(entries).accepted == 60)
    #expect(try device.everything().reviews.sorted { $0.id < $1.id } == entries)
    #expect(try device.push(entries).unchanged == 60)
  }

  @Test("the later of two edits wins, whichever comes first", arguments: TestDatabase.here)
  func laterWins(database: TestDatabase) throws {
    let device = try SyncSite(database).account()
    #expect(try device.push([deck(1, "new", at: 20)]).accepted == 1)
    let late = try device.push([deck(1, "old", at: 10)])
    #expect(late.rejected.map(\.reason) == ["stale"])
    #expect(late.rejected.first?.serverUpdatedAtMs == 20)
    #expect(late.rejected.first?.retryable == false)
    #expect(try device.push([deck(1, "newest", at: 30)]).accepted == 1)
    #expect(try device.everything().decks.map(\.title) == ["newest"])
  }

  @Test("a row without an id, or of no form, is refused alone", arguments: TestDatabase.here)
  func faultyRows(database: TestDatabase) throws {
    let device = try SyncSite(database).account()
    let ok = "{\"id\": \"\(id(1) as DeckID)\", \"updated_at_ms\": 5, \"title\": \"kept\"}"
    let other = (id(2) as DeckID).description
    let rows: [(row: String, reason: String, field: String?, id: String)] = [
      ("{}", "missing_id", nil, ""),
      ("{\"title\": \"x\", \"updated_at_ms\": 5}", "missing_id", nil, ""),
      ("7", "invalid", nil, ""),
      ("{\"id\": \"nonsense\", \"updated_at_ms\": 5}", "invalid", "id", "nonsense"),
      ("{\"id\": \"\(other)\"}", "invalid", "updated_at_ms", other),
      ("{\"id\": \"\(other)\", \"updated_at_ms\": -1}", "invalid", "updated_at_ms", other),
      ("{\"id\": \"\(other)\", \"updated_at_ms\": \"x\"}", "invalid", "updated_at_ms", other),
      (
        "{\"id\": \"\(other)\", \"updated_at_ms\": 5, \"default_study_mode\": \"wild\"}", "invalid",
        "default_study_mode", other
      ),
      (
        "{\"id\": \"\(other)\", \"updated_at_ms\": 5, \"title\": \"\(String(repeating: "x", count: 256))\"}",
        "invalid", "title", other
      ),
      (
        "{\"id\": \"\(other)\", \"updated_at_ms\": 5, \"title\": \"a\\u0000b\"}", "invalid", nil,
        other
      ),
    ]
    let answer = try device.push(["decks": rows.map(\.row) + [ok]])
    #expect(answer.accepted == 1)
    #expect(answer.rejected.map(\.reason).sorted() == rows.map(\.reason).sorted())
    for row in rows {
      #expect(
        answer.rejected.contains {
          $0.reason == row.reason && $0.field == row.field && $0.id == row.id
            && $0.entity == "decks"
        }, "\(row)")
    }
    #expect(try device.everything().decks.map(\.title) == ["kept"])
  }

  @Test("a row that the database itself refuses is invalid alone", arguments: TestDatabase.here)
  func refused(database: TestDatabase) throws {
    let site = try SyncSite(database)
    let device = try site.account()
    _ = try device.push([deck(9)])
    if database == .sqlite {
      try site.inAccount(
        device.user,
        """
        create trigger poison before insert on decks when new.title = 'poison'
        begin select raise(abort, 'poison'); end
        """)
    } else {
      try site.inAccount(
        device.user, "alter table decks add constraint poison check (title <> 'poison')")
    }
    let answer = try device.push([
      deck(1, "a"), deck(2, "poison"), deck(3, "b"), card(10, deck: 2), card(11, deck: 3),
    ])
    #expect(answer.accepted == 3)
    #expect(answer.rejected.map(\.reason) == ["invalid", "forbidden"])
    #expect(try device.everything().decks.map(\.title).sorted() == ["Deck", "a", "b"])
    #expect(try device.everything().cards.map(\.id) == [id(11)])
  }

  @Test(
    "an envelope that is wrong is the one fault of a whole push",
    arguments: [
      ("{", ProblemCode.malformedJSON), ("", .validationFailed), ("[]", .validationFailed),
      ("{}", .validationFailed),
      ("{\"client_clock_ms\": 1}", .validationFailed),
      ("{\"client_clock_ms\": \"1\", \"records\": {}}", .validationFailed),
      ("{\"client_clock_ms\": 1, \"records\": [1]}", .validationFailed),
    ])
  func envelope(body: String, code: ProblemCode) throws {
    let device = try SyncSite(.sqlite).account()
    let problem = #expect(throws: Problem.self) { try device.push(body: body) }
    #expect(problem?.code == code)
  }

  @Test("an empty list of records, and keys that are not known, are no fault")
  func empty() throws {
    let device = try SyncSite(.sqlite).account()
    #expect(try device.push(body: "{\"client_clock_ms\": 0, \"records\": []}").accepted == 0)
    #expect(try device.push(["gadgets": ["{}"]]).rejected == [])
  }

  @Test("over 5,000 rows are too many")
  func tooMany() throws {
    let device = try SyncSite(.sqlite).account()
    let problem = #expect(throws: Problem.self) {
      try device.push(["decks": Array(repeating: "{}", count: 5_001)])
    }
    #expect(problem?.status == 413)
    #expect(
      try device.push(["decks": Array(repeating: "{}", count: 5_000)]).rejected.count == 5_000)
  }

  @Test("an absent member keeps what is stored, null clears it", arguments: TestDatabase.here)
  func absent(database: TestDatabase) throws {
    let device = try SyncSite(database).account()
    var stored = deck(1, "title", at: 10)
    stored.description = "text"
    stored.options.newPerDay = 3
    _ = try device.push([stored])
    let id = stored.id
    #expect(
      try device.push(["decks": ["{\"id\": \"\(id)\", \"updated_at_ms\": 20}"]]).accepted == 1)
    stored.updatedAt = time(20)
    #expect(try device.everything().decks == [stored])
    _ = try device.push([
      "decks": ["{\"id\": \"\(id)\", \"updated_at_ms\": 30, \"description\": null}"]
    ])
    #expect(try device.everything().decks.map(\.description) == [nil])
    #expect(try device.everything().decks.map(\.options.newPerDay) == [3])
  }

  @Test("a topic that is not the account's is none", arguments: TestDatabase.here)
  func unknownTopic(database: TestDatabase) throws {
    let device = try SyncSite(database).account()
    var deck = deck()
    deck.topicID = id(77)
    #expect(try device.push([deck]).accepted == 1)
    #expect(try device.everything().decks.map(\.topicID) == [nil])
  }

  @Test("counts follow live cards and decks", arguments: TestDatabase.here)
  func counts(database: TestDatabase) throws {
    let site = try SyncSite(database)
    let device = try site.account()
    var gone = card(11)
    _ = try device.push([deck(1), deck(2), card(10), gone, card(12, deck: 2)])
    (gone.deletedAt, gone.contentUpdatedAt) = (time(2_000), time(2_000))
    var moved = card(10, deck: 2, at: 2_000)
    moved.schedulingUpdatedAt = time(1_000)
    _ = try device.push([gone, moved])
    #expect(try site.number(device.user, "select card_count from account_state") == 2)
    #expect(try site.number(device.user, "select deck_count from account_state") == 2)
    #expect(try site.number(device.user, "select max(card_count) from decks") == 2)
    #expect(try site.number(device.user, "select min(card_count) from decks") == 0)
  }
}
