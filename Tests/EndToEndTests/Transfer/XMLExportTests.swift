import FlashModel
import FlashScheduler
import FlashStore
import FlashTestSupport
import FlashText
import Testing

/// XML of other programs and the log for optimisers, written by `flash export`.
@Suite struct XMLExportTests {
  @Test(
    "any cards written for AnkiApp are the same in an empty collection, and change nothing here",
    arguments: 1...3 as ClosedRange<UInt64>)
  func ankiApp(seed: UInt64) throws {
    try TestHome.with { home in
      try home.folder.write("", to: ".local/share/flash/.keep")
      try home.folder.write("", to: "decks/.keep")
      var random = RandomCards(seed: 40 + seed)
      try random.fill(home.store(for: .writing), notes: 40)
      let cards = try home.store().cards()
      let done = try home.run("flash-export", ["--format=ankiapp", "-o", "decks", "--json"])
      #expect(
        try objects(done.output).map { $0["file"]?.string } == ["decks/A.xml", "decks/A-B c.xml"])
      #expect(done.errors.contains("tag 'a,b' can't stand in a list; its commas become '_'"))
      for file in ["A", "A-B c"] {
        let again = try home.run("flash-import", ["decks/\(file).xml", "--json"])
        #expect(
          try objects(again.output).map { $0["cards_added"]?.integer } == [0], "seed \(seed)")
      }
      #expect(try home.store().cards().map(\.card.front) == cards.map(\.card.front))
      try home.given("flash-import", ["--store=other.db", "decks/A.xml", "decks/A-B c.xml"])
      let there = try home.texts(home.folder.path(of: "other.db"))
      let sides = { (text: [String]) in text.prefix(3).joined(separator: "\u{1F}") }
      #expect(
        try Set(there.map(sides)) == Set(home.texts().map(sides)), "seed \(seed)")
    }
  }

  @Test(
    "any cards written for Mnemosyne are the same in an empty collection, and change nothing here",
    arguments: 1...3 as ClosedRange<UInt64>)
  func mnemosyne(seed: UInt64) throws {
    try TestHome.with { home in
      try home.folder.write("", to: ".local/share/flash/.keep")
      var random = RandomCards(seed: 70 + seed)
      let store = try home.store(for: .writing)
      try random.fill(store, notes: 40)
      try random.study(store, days: 12)
      let cards = try home.store().cards()
      try home.given("flash-export", ["--format=mnemosyne-xml", "-o", "x.xml"])
      let again = try home.run("flash-import", ["x.xml", "--json"])
      #expect(try objects(again.output).map { $0["cards_added"]?.integer } == [0], "seed \(seed)")
      let now = try home.store().cards()
      #expect(now.map(\.card.scheduling) == cards.map(\.card.scheduling), "seed \(seed)")
      #expect(now.map(\.card.front) == cards.map(\.card.front), "seed \(seed)")
      try home.given("flash-import", ["--store=other.db", "x.xml"])
      let there = try home.store(home.folder.path(of: "other.db")).cards()
      let sides = { (entry: CardEntry) in
        [entry.deckTitle, entry.card.front, entry.card.back].joined(separator: "\u{1F}")
      }
      #expect(Set(there.map(sides)) == Set(cards.map(sides)), "seed \(seed)")
      let dues = Dictionary(
        there.map { (sides($0), $0.card.scheduling) }, uniquingKeysWith: { first, _ in first })
      for entry in cards where entry.card.scheduling.state == .review {
        let (mine, theirs) = (entry.card.scheduling, dues[sides(entry)])
        #expect(
          theirs?.due.map { testRules.calendar.day(of: $0) }
            == mine.due.map { testRules.calendar.day(of: $0) }, "seed \(seed)")
        #expect(theirs?.lapses == mine.lapses, "seed \(seed)")
      }
    }
  }

  @Test("the log for optimisers has each answer with the state that it found")
  func log() throws {
    try TestHome.with { home in
      try home.folder.write("front,back\na,1\nb,2\nc,3\n", to: "in.csv")
      try home.given("flash-import", ["-d", "D", "in.csv"])
      let store = try home.store(for: .writing)
      let cards = try store.cards().map(\.card.id)
      let day = Timestamp.millisecondsPerDay
      func answer(_ card: Int, _ rating: Rating, _ days: Int64, _ mode: StudyMode = .smart) throws {
        _ = try store.record(
          Answer(
            cardID: cards[card], rating: rating, ratedAt: testNow.advanced(by: days * day),
            durationMilliseconds: 1_500, mode: mode), by: testRules)
      }
      try answer(0, .easy, 0)
      try answer(1, .again, 0)
      try answer(0, .again, 20)
      try answer(0, .good, 20, .basic)
      try answer(0, .good, 21)
      try answer(1, .good, 1)
      _ = try store.undo(by: testRules, at: testNow.advanced(by: day))
      let made = try store.cards().map(\.addedAt.milliseconds)
      try home.given("flash-export", ["--format=fsrs-csv", "-o", "x.csv"])
      let now = testNow.milliseconds
      #expect(
        try home.folder.text(of: "x.csv") == """
          card_id,review_time,review_rating,review_duration,review_state
          \(made[0]),\(now),4,1500,0
          \(made[0]),\(now + 20 * day),1,1500,2
          \(made[0]),\(now + 21 * day),3,1500,3
          \(made[1] + 1),\(now),1,1500,0

          """)
    }
  }
}
