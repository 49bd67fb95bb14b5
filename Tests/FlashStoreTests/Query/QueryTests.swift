import FlashModel
import FlashSQL
import FlashScheduler
import FlashStore
import FlashTestSupport
import FlashText
import Testing

@Suite struct QueryTests {
  @Test("compiled queries find what a slow look at each card finds", arguments: 0..<24)
  func agreement(seed: UInt64) throws {
    typealias Zones = FlashTestSupport.Fixture
    let zone = try Zones.zone(Zones.zones[Int(seed) % Zones.zones.count])
    var collection = QueryCollection(seed: seed, zone: zone)
    let fixture = try Fixture()
    _ = try fixture.store.restoreRecords("import", by: collection.moment.rules, at: monday) {
      restore in
      for record in collection.records { try restore.add(record) }
    }
    // As they stand: a log that was restored may have moved a schedule.
    var records: [StoredRecord] = []
    try fixture.store.forEachRecord { records.append($0) }
    let model = QueryModel(records, defaults: StudyOptions(), at: collection.moment)
    for _ in 0..<60 {
      let query = collection.query()
      let found = try fixture.store.cards(CardFilter(query, at: collection.moment))
      let expected = try model.cards(query)
      let differing = expected.symmetricDifference(found.map(\.card.id))
      #expect(differing == [], "seed \(seed): \(query)")
      #expect(found.count == expected.count)
    }
  }

  private func fronts(_ query: String, in store: Store, at now: Timestamp = monday) throws
    -> [String]
  {
    let filter = CardFilter(try CardQuery(parsing: query), at: StudyMoment(now, by: rules))
    return try store.cards(filter).map(\.card.front)
  }

  @Test("a word is looked for on both sides and in the path, a tag and a deck with what is below")
  func words() throws {
    let store = try Fixture().store
    let verbs = try store.addDeck(titled: "Spanish::Verbs", at: monday)
    let nouns = try store.addDeck(titled: "Spanish::Nouns", at: monday)
    try store.addCards(
      [
        NewCard(front: "SER", back: "to be (essence)", subTopics: ["verbs::irregular"]),
        NewCard(front: "ser humano", back: "human being", hint: "two words"),
      ], to: verbs, at: monday)
    try store.addCards([NewCard(front: "perro", back: "dog")], to: nouns, at: monday)
    #expect(try fronts("ser", in: store) == ["SER", "ser humano"])
    #expect(try fronts("\"to be\"", in: store) == ["SER"])
    #expect(try fronts("NOUNS", in: store) == ["perro"])
    #expect(try fronts("deck:spanish -deck:*::nouns", in: store) == ["SER", "ser humano"])
    #expect(try fronts("deck:span", in: store) == [])
    #expect(try fronts("tag:verbs or hint:w*s", in: store) == ["SER", "ser humano"])
    #expect(try fronts("tag:none", in: store) == ["perro", "ser humano"])
    #expect(try fronts(#"re:"^(el |per)""#, in: store) == ["perro"])
    try store.removeCards([try #require(store.cards().last).card.id], at: monday)
    #expect(try fronts("", in: store) == ["perro", "SER"])
    #expect(try fronts("is:deleted", in: store) == ["ser humano"])
  }

  @Test("an answer that was taken back does not count as a review")
  func takenBack() throws {
    let fixture = try Fixture()
    let (_, ids) = try fixture.deck(cards: 2)
    for id in ids {
      _ = try fixture.store.record(
        Answer(cardID: id, rating: .again, ratedAt: monday), by: rules)
    }
    _ = try fixture.store.undo(by: rules, at: monday)
    #expect(try fronts("rated:1", in: fixture.store) == ["front 0"])
    #expect(try fronts("rated:1:2", in: fixture.store) == [])
    #expect(try fronts("introduced:1", in: fixture.store) == ["front 0"])
    let tomorrow = monday.advanced(by: day)
    #expect(try fronts("rated:1", in: fixture.store, at: tomorrow) == [])
    #expect(try fronts("rated:2:again -is:new", in: fixture.store, at: tomorrow) == ["front 0"])
  }

  @Test("the largest queries that can be typed can be answered")
  func largest() throws {
    let store = try Fixture().store
    let deck = try store.addDeck(titled: "D", at: monday)
    try store.addCards([NewCard(front: "x", back: "y")], to: deck, at: monday)
    for term in ["x", "-tag:a", "prop:r<0.5", "-is:leech"] {
      let wide = Array(repeating: term, count: 400)
      _ = try fronts(wide.joined(separator: " "), in: store)
      _ = try fronts(wide.joined(separator: " or "), in: store)
    }
    #expect(try fronts(String(repeating: "-", count: 20) + "x", in: store) == ["x"])
    for leaf in ["x", "rated:1", "tag:none", "prop:ivl=1", "introduced:2"] {
      let negated =
        String(repeating: "-(x or ", count: 10) + leaf + String(repeating: ")", count: 10)
      #expect(try fronts(negated, in: store) == [])
      let deep =
        String(repeating: "(x or y (", count: 9) + leaf + String(repeating: "))", count: 9)
      #expect(try fronts(deep, in: store) == ["x"])
    }
  }

  @Test("cards of a collection that did not note when they came get the time in their ids")
  func migration() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path + "/old.db"
    do {
      let store = try Store(path: path, for: .writing, at: monday, random: SeededRandom(seed: 1))
      let deck = try store.addDeck(titled: "D", at: monday)
      try store.addCards([NewCard(front: "a", back: "b")], to: deck, at: monday)
      store.close()
      let connection = try SQLiteConnection(path: path, access: .write)
      try connection.execute(
        """
        insert into cards (id, deck_key, position, state, reps, lapses, suspended, flag, content_ms,
          sched_ms, change_seq, front_text, back_text)
        select zeroblob(16), deck_key, 1, 0, 0, 0, 0, 0, 7, 5, 9, 'c', 'd' from cards;
        alter table cards drop column added_ms;
        alter table cards drop column import_marks;
        alter table cards drop column import_hint;
        alter table card_sub_topics drop column imported;
        alter table decks drop column import_options;
        alter table decks drop column import_description;
        drop table assets; drop table conflicts; drop table orphans; drop table parked;
        drop table received; drop table pushed; drop table remotes;
        pragma user_version = 2
        """)
      _ = try connection.checkpoint()
    }
    _ = try Store(path: path, for: .writing, at: monday, random: SeededRandom(seed: 2))
    let connection = try SQLiteConnection(path: path, access: .read)
    let statement = try connection.prepare("select added_ms from cards order by front_text")
    var added: [Int64] = []
    while try statement.step() { added.append(statement.integer(0)) }
    #expect(added == [monday.milliseconds, 5])
  }
}
