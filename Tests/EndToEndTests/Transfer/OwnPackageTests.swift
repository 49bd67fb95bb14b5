import FlashModel
import FlashScheduler
import FlashStore
import FlashTestSupport
import FlashText
import Testing

/// Packages that this program wrote, taken in by it again.
@Suite struct OwnPackageTests {
  /// All that the collection holds, as text.
  private func everything(_ home: TestHome) throws -> String {
    let outcome = try home.run("flash-export", ["--format=jsonl", "-o", "-"])
    #expect(outcome.code == 0, "\(outcome.errors)")
    return outcome.output
  }

  /// Exports, imports into the same collection, and expects that nothing came of it.
  private func expectNoChange(_ home: TestHome, _ what: String) throws {
    let before = try everything(home)
    let count = try home.store().cards().count
    try home.given("flash-export", ["-o", "own.apkg"])
    let outcome = try home.run("flash-import", ["own.apkg", "--json"])
    #expect(outcome.code == 0, "\(what): \(outcome.errors)")
    let report = try #require(try objects(outcome.output).last)
    #expect(report["cards_unchanged"]?.integer == Int64(count), "\(what): \(outcome.output)")
    for key in [
      "cards_added", "cards_updated", "conflicting", "duplicates", "reviews_added",
      "schedules_added", "missing", "media_added", "decks_added",
    ] {
      #expect(report[key]?.integer == 0, "\(what): \(key)")
    }
    #expect(try everything(home) == before, "\(what)")
    #expect(try home.run("flash-store", ["check"]).code == 0)
  }

  @Test(
    "a package of one's own cards, taken into the same collection, changes nothing",
    arguments: 1...4 as ClosedRange<UInt64>)
  func sameCollection(seed: UInt64) throws {
    try TestHome.with { home in
      _ = try home.studiedStore(
        seed: 500 + seed, notes: 15, decks: ["A", "A::B c", "Z"], days: 12)
      try expectNoChange(home, "seed \(seed)")
    }
  }

  @Test(
    "cards that came from Anki go out and come in again without a change",
    arguments: [
      "scheduling-new", "scheduling-legacy", "tags-new", "nested-decks-new", "reversed-new",
      "cloze-new", "media-new",
    ])
  func fromAnki(fixture: String) throws {
    try TestHome.with { home in
      try home.folder.write(
        FlashTestSupport.Fixture.bytes("import/apkg/\(fixture).apkg"), to: "x.apkg")
      try home.given("flash-import", ["x.apkg"])
      try expectNoChange(home, fixture)
    }
  }

  @Test("cards of two that were answered at one moment keep one entry each")
  func oneMoment() throws {
    try TestHome.with { home in
      try home.given("flash-import", ["-d", "D", "-"], input: .text("a,1\nb,2\nc,3\n"))
      let store = try home.store(for: .writing)
      for card in try store.cards() {
        _ = try store.record(
          Answer(cardID: card.card.id, rating: .good, ratedAt: testNow, mode: .smart),
          by: testRules)
      }
      try expectNoChange(home, "one moment")
    }
  }

  /// Files by the names that random cards use, some of which look like none.
  private func addMedia(to store: Store) throws {
    let media = try store.mediaIntake(writes: true)
    for (name, bytes) in [("b c.png", [1, 2, 3]), ("s.mp3", [4]), ("nobody.gif", [5, 6])] {
      try media.add(name: name) { try $0(bytes.map { UInt8($0) }[...]) }
    }
    try media.sync()
    _ = try store.importCards(ImportRequest("media"), at: testNow) { try $0.add(media) }
  }

  /// All that a package can carry of a collection, by card.
  private func facts(_ store: Store) throws -> Set<String> {
    var facts: [CardID: [String]] = [:]
    for entry in try store.cards() {
      let (card, scheduling) = (entry.card, entry.card.scheduling)
      let due = scheduling.due.map {
        scheduling.state == .review
          ? "\(testRules.calendar.day(of: $0).date)" : "\($0.milliseconds / 1_000)"
      }
      facts[card.id] = [
        entry.deckTitle, card.front, card.back, "\(card.kind)", "\(entry.subTopics.sorted())",
        "hint \(card.hint ?? "-")", "\(ClozeText(card.noteText ?? ""))",
        "\(card.isSuspended) \(card.flag)",
        "\(scheduling.state) \(scheduling.step ?? 0) \(scheduling.reps) \(scheduling.lapses)",
        "\(due ?? "-") \(scheduling.memory.map { "\($0)" } ?? "-")",
      ]
    }
    try store.forEachLog { id, log in
      for entry in log where entry.kind == .review || entry.kind == .reset {
        // Entries of one moment are a millisecond apart in Anki.
        let moment = entry.kind == .review ? entry.ratedAt.milliseconds : 0
        facts[id]?.append(
          "\(entry.kind) \(moment) \(entry.rating?.rawValue ?? 0) \(entry.durationMilliseconds)")
      }
    }
    return Set(facts.values.map { $0.joined(separator: "\u{1F}") })
  }

  @Test(
    "any collection, written as a package and taken into an empty one, is the same there",
    arguments: 1...6 as ClosedRange<UInt64>)
  func emptyCollection(seed: UInt64) throws {
    try TestHome.with { home in
      let store = try home.studiedStore(
        seed: 900 + seed, notes: 20, decks: ["A", "A::B c", "Default"], days: 15)
      try addMedia(to: store)
      try home.given("flash-export", ["-o", "x.apkg"])
      let outcome = try home.run("flash-import", ["--store=other.db", "x.apkg"])
      #expect(outcome.code == 0, "seed \(seed): \(outcome.errors)")
      let other = try home.store(home.folder.path(of: "other.db"))
      let (here, there) = (try facts(store), try facts(other))
      #expect(there.subtracting(here) == [], "seed \(seed)")
      #expect(here.subtracting(there) == [], "seed \(seed)")
      let shown = Set(
        try store.cards().flatMap {
          MarkdownMedia.names(of: $0.card.front) + MarkdownMedia.names(of: $0.card.back)
        })
      let files = try store.assets().filter { shown.contains($0.name) }
      let filesThere = try other.assets()
      #expect(filesThere.map(\.name) == files.map(\.name), "seed \(seed)")
      #expect(filesThere.map(\.hash) == files.map(\.hash), "seed \(seed)")
      #expect(try home.run("flash-store", ["--store=other.db", "check"]).code == 0)
    }
  }
}
