import FlashModel
import FlashScheduler
import FlashStore
import FlashTestSupport
import Testing

/// Packages of Anki, read by the program.
@Suite struct AnkiImportTests {
  private func deck(_ texts: [(String, String, String)]) -> AnkiBuilder {
    var builder = AnkiBuilder(texts.map { AnkiBuilder.Note($0.0, $0.1, $0.2) })
    builder.decks[2] = "Other"
    return builder
  }

  private func given(_ builder: AnkiBuilder, in home: TestHome) throws {
    try home.folder.write(try builder.package(), to: "deck.apkg")
  }

  @Test("a newer version of a deck updates texts, keeps what is mine, and tells what it lacks")
  func update() throws {
    try TestHome.with { home in
      try given(
        deck([("a", "one", "eins"), ("b", "two", "zwei"), ("c", "three", "drei")]), in: home)
      let first = try home.run("flash-import", ["deck.apkg"])
      #expect(first.output == "deck.apkg: 3 cards added, 1 new deck\n")
      #expect(try home.run("flash-import", ["deck.apkg"]).output == "deck.apkg: 3 unchanged\n")
      // One is edited here, one answered.
      let store = try home.store(for: .writing)
      let cards = try store.cards().map(\.card)
      let answered = try #require(cards.first { $0.front == "one" })
      let edited = try #require(cards.first { $0.front == "two" })
      try home.given("flash-card", ["edit", "\(edited.id)", "--back", "zwo"])
      try home.given("flash-study", ["answer", "\(answered.id)", "good"])
      let scheduled = try #require(try store.cards().first { $0.card.id == answered.id })
      var newer = deck([("a", "one", "Eins"), ("b", "two", "Zwei"), ("d", "four", "vier")])
      newer.notes[2].deck = 2
      try given(newer, in: home)
      let second = try home.run("flash-import", ["deck.apkg", "--json"])
      let report = try #require(try objects(second.output).first)
      #expect(report["cards_added"] == .integer(1))
      #expect(report["cards_updated"] == .integer(1))
      #expect(report["conflicting"] == .integer(1))
      #expect(report["missing"] == .integer(1))
      #expect(
        try home.cards().sorted() == [
          "Default: one = Eins", "Default: three = drei", "Default: two = zwo",
          "Other: four = vier",
        ])
      let after = try #require(try store.cards().first { $0.card.id == answered.id })
      #expect(after.card.scheduling == scheduled.card.scheduling)
    }
  }

  @Test("logs, schedules and media come over, and the collection stays sound")
  func everything() throws {
    try TestHome.with { home in
      var builder = deck([("a", "one <img src=\"x.png\">", "eins"), ("b", "two", "zwei")])
      builder.cardSettings[0] = """
        type = 2, queue = -1, due = 100, ivl = 10, factor = 2500, reps = 2, flags = 3,
        data = '{"s":12.5,"d":4.5}'
        """
      builder.log = [
        "1740000000000, \(AnkiBuilder.cid(0)), 0, 3, 1, 0, 2500, 4000, 0",
        "1741000000000, \(AnkiBuilder.cid(0)), 0, 1, 10, 1, 2500, 5000, 1",
      ]
      builder.media = [("x.png", [1, 2, 3])]
      try given(builder, in: home)
      let outcome = try home.run("flash-import", ["deck.apkg"])
      #expect(outcome.code == 0, "\(outcome.errors)")
      let store = try home.store()
      let card = try #require(try store.cards().first { $0.card.flag == 3 }).card
      #expect(card.isSuspended)
      #expect(card.front == "one ![](x.png)")
      #expect(card.scheduling.memory == MemoryState(stability: 12.5, difficulty: 4.5))
      #expect(
        card.scheduling.due
          == Timestamp(milliseconds: Int64(AnkiBuilder.created + 100 * 86_400) * 1_000))
      #expect(card.scheduling.reps == 2)
      let asset = try #require(try store.asset(named: "x.png"))
      #expect(asset.size == 3)
      #expect(try home.run("flash-store", ["check"]).code == 0)
      // A second deck with another file of that name gets its own.
      var other = deck([("z", "z <img src=\"x.png\">", "Z")])
      other.media = [("x.png", [4, 5])]
      try given(other, in: home)
      try home.given("flash-import", ["deck.apkg"])
      let renamed = try #require(try store.assets().first { $0.size == 2 })
      #expect(renamed.name.hasPrefix("x-") && renamed.name.hasSuffix(".png"))
      #expect(try home.cards().contains("Default: z ![](\(renamed.name)) = Z"))
    }
  }

  @Test("a schedule is worked out anew where that is wanted, but for cards that were answered here")
  func rescheduled() throws {
    try TestHome.with { home in
      var builder = deck([("a", "one", "eins"), ("b", "two", "zwei")])
      for card in 0...1 {
        builder.cardSettings[card] = """
          type = 2, queue = 2, due = 100, ivl = 10, factor = 2500, reps = 2,
          data = '{"s":12.5,"d":4.5}'
          """
        builder.log += [
          "174000000000\(card), \(AnkiBuilder.cid(card)), 0, 3, 1, 0, 2500, 4000, 0",
          "174100000000\(card), \(AnkiBuilder.cid(card)), 0, 3, 10, 1, 2500, 5000, 1",
        ]
      }
      try given(builder, in: home)
      try home.given("flash-import", ["deck.apkg"])
      let store = try home.store(for: .writing)
      let ids = try store.cards().map(\.card.id)
      _ = try store.record(
        Answer(cardID: ids[1], rating: .good, ratedAt: testNow, mode: .smart), by: testRules)
      let answered = try store.card(ids[1]).card.scheduling
      try home.given("flash-import", ["deck.apkg", "--reschedule"])
      let scheduling = try store.card(ids[0]).card.scheduling
      let moments = [1_740_000_000_000, 1_741_000_000_000].map { Timestamp(milliseconds: $0) }
      let scheduler = try store.scheduler(
        of: try store.deck(named: "Default"), by: StudyRules(calendar: testRules.calendar))
      let memory = try #require(scheduler.memory(after: moments.map { RatedMoment(.good, at: $0) }))
      #expect(scheduling.memory == memory)
      #expect(memory != MemoryState(stability: 12.5, difficulty: 4.5))
      #expect(
        scheduling.due
          == scheduler.due(of: memory, card: ids[0], reps: 2, scheduledAt: moments[1]))
      #expect(scheduling.lastScheduled == moments[1])
      #expect(try store.card(ids[1]).card.scheduling == answered)
      #expect(
        try home.run("flash-import", ["deck.apkg", "--reschedule"]).output
          == "deck.apkg: 2 unchanged\n")
      #expect(try home.run("flash-store", ["check"]).code == 0)
    }
  }

  @Test("a package that is refused leaves collection and media as they were")
  func refused() throws {
    try TestHome.with { home in
      try given(deck([("a", "one", "eins")]), in: home)
      try home.given("flash-import", ["deck.apkg"])
      var builder = deck([("b", "two <img src=\"x.png\">", "zwei")])
      builder.media = [("x.png", [1, 2, 3])]
      var archives: [(ZipBuilder, String)] = []
      var archive = try builder.archive()
      archive.members[1].crc = 7
      archives.append((archive, "corrupt"))
      archive = try builder.archive()
      archive.members[1].size = 1 << 30
      archives.append((archive, "corrupt"))
      archive = try builder.archive()
      archive.members[1].mode = 0o120777
      archives.append((archive, "unsafe"))
      archive = try builder.archive()
      archive.members[1].name = Array("../x.png".utf8)
      archives.append((archive, "unsafe"))
      archive = try builder.archive()
      archive.members.append(archive.members[1])
      archives.append((archive, "corrupt"))
      builder.version = 99
      archives.append((try builder.archive(), "too_new"))
      func kept() throws -> [String: [UInt8]] {
        try home.folder.snapshot().filter { $0.key.hasPrefix(".local/share/") }
      }
      let before = try kept()
      for (archive, code) in archives {
        try home.folder.write(archive.bytes, to: "deck.apkg")
        let outcome = try home.run("flash-import", ["deck.apkg", "--json"])
        #expect(outcome.code == 65)
        #expect(outcome.errors.contains("\"code\":\"\(code)\""), "\(outcome.errors)")
        #expect(try kept() == before)
      }
    }
  }
}
