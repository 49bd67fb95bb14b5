import FlashModel
import FlashScheduler
import FlashStore
import FlashTestSupport
import FlashText
import Foundation
import Testing

extension RealAnki {
  /// Takes packages through a new collection of Anki's, which imports them one after another.
  /// - Returns: what each import did, and what Anki says of each card.
  static func packageRoundTrip(
    _ files: [String], to out: String, of home: TestHome
  ) throws -> (imports: [Import], cards: [JSONValue]) {
    let outcome = try python.run(
      [root + "/Tests/anki/package_round_trip.py", out] + files, environment: home.environment,
      in: home.folder.path)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let lines = try objects(outcome.output)
    return (
      lines.prefix(files.count).map(Import.init(json:)), Array(lines.dropFirst(files.count))
    )
  }
}

@Suite(
  "Packages and Anki",
  .enabled(if: RealAnki.isExpected, "PyPI can't be reached, so Anki is not installed"))
struct AnkiPackageTests {
  /// What Anki is to say of a card: its own words for what is known here.
  private func expected(_ entry: CardEntry, _ store: Store) throws -> [String: String] {
    let (card, scheduling) = (entry.card, entry.card.scheduling)
    let day = { (moment: Timestamp) in testRules.calendar.day(of: moment) }
    var due = "\(card.position)"
    var interval = 0
    if let moment = scheduling.due, let last = scheduling.lastScheduled {
      if scheduling.state == .review {
        due = "\(day(moment).date)"
        interval = max(1, day(moment).days(since: day(last)))
      } else {
        due = "\(moment.milliseconds / 1_000)"
      }
    }
    let queue =
      switch scheduling.state {
      case .new: 0
      case .review: 2
      case .learning, .relearning: 1
      }
    var log: [String] = []
    try store.forEachLog { id, entries in
      guard id == card.id else { return }
      for entry in entries where entry.kind == .review {
        log.append(
          "\(entry.ratedAt.milliseconds) \(entry.rating?.rawValue ?? 0) \(entry.durationMilliseconds)"
        )
      }
    }
    return [
      "deck": entry.deckTitle, "due": due,
      "queue": "\(card.isSuspended ? -1 : queue)", "type": "\(scheduling.state.rawValue)",
      "ivl": scheduling.state == .review ? "\(interval)" : "-", "reps": "\(scheduling.reps)",
      "lapses": "\(scheduling.lapses)", "flag": "\(card.flag)",
      "stability": scheduling.memory.map { rounded($0.stability) } ?? "-",
      "difficulty": scheduling.memory.map { rounded($0.difficulty) } ?? "-",
      "tags": entry.subTopics.sorted().joined(separator: " "), "log": "\(log)",
    ]
  }

  private func rounded(_ number: Double) -> String { String(format: "%.2f", number) }

  private func found(_ json: JSONValue) -> [String: String] {
    func text(_ key: String) -> String {
      switch json[key] {
      case .integer(let number)?: "\(number)"
      case .double(let number)?: rounded(number)
      case .string(let text)?: text
      case .array(let items)?: items.compactMap(\.string).sorted().joined(separator: " ")
      default: "-"
      }
    }
    var found: [String: String] = [:]
    for key in [
      "deck", "due", "queue", "type", "ivl", "reps", "lapses", "flag", "stability", "difficulty",
      "tags",
    ] { found[key] = text(key) }
    if found["type"] != "2" { found["ivl"] = "-" }
    var log: [String] = []
    if case .array(let rows)? = json["log"] {
      for case .array(let row) in rows where row[3].integer != 4 {
        log.append("\(row[0].integer ?? -1) \(row[1].integer ?? -1) \(row[2].integer ?? -1)")
      }
    }
    found["log"] = "\(log)"
    return found
  }

  @Test(
    "Anki takes over decks, tags, flags, suspended cards, schedules, memory and the log",
    arguments: 1...2 as ClosedRange<UInt64>)
  func schedules(seed: UInt64) throws {
    try TestHome.with { home in
      let store = try home.studiedStore(
        seed: 300 + seed, notes: 25, decks: ["A", "A::B c", "Z"], days: 30)
      try home.given("flash-export", ["-o", "x.apkg"])
      let (imports, cards) = try RealAnki.packageRoundTrip(
        ["x.apkg", "x.apkg"], to: "y.apkg", of: home)
      let entries = try store.cards()
      let notes = Set(entries.map { $0.card.noteID?.description ?? $0.card.id.description }).count
      #expect(imports == [RealAnki.Import(new: notes), RealAnki.Import(duplicate: notes)])
      #expect(cards.count == entries.count)
      let inAnki = Dictionary(
        grouping: cards, by: { "\($0["guid"]?.string ?? "") \($0["ord"]?.integer ?? -1)" })
      for entry in entries {
        let card = entry.card
        let note = card.noteID?.description ?? card.id.description
        let ordinal = card.kind == .cloze ? (card.noteOrd ?? 1) - 1 : card.noteOrd ?? 0
        let json = try #require(inAnki["\(note) \(ordinal)"]?.first, "seed \(seed)")
        let (here, there) = (try expected(entry, store), found(json))
        for (key, value) in here {
          // Anki keeps three or four digits.
          if let found = there[key].flatMap(Double.init), let number = Double(value) {
            #expect(abs(found - number) < 0.011, "seed \(seed): \(key) of \(card)")
            continue
          }
          #expect(there[key] == value, "seed \(seed): \(key) of \(card)")
        }
      }
      #expect(Set(entries.map(\.card.scheduling.state)).count == 4, "seed \(seed)")
    }
  }

  /// All that a package can carry of a collection, with the memories of cards of which all else is
  /// the same.
  private func facts(_ path: String?, of home: TestHome) throws -> [String: [MemoryState]] {
    let store = try home.store(path)
    var facts: [CardID: [String]] = [:]
    var memories: [CardID: MemoryState] = [:]
    for entry in try store.cards() {
      let (card, scheduling) = (entry.card, entry.card.scheduling)
      // Anki counts reviews in days, and steps in seconds.
      let due = scheduling.due.map {
        scheduling.state == .review
          ? "\(testRules.calendar.day(of: $0).date)" : "\($0.milliseconds / 1_000)"
      }
      memories[card.id] = scheduling.memory
      facts[card.id] = [
        entry.deckTitle, card.front, card.back, "\(card.kind)", "\(entry.subTopics.sorted())",
        "hint \(card.hint ?? "-")", "\(ClozeText(card.noteText ?? ""))",
        "\(card.isSuspended) \(card.flag) \(scheduling.state) \(scheduling.step ?? 0)",
        "\(scheduling.reps) \(scheduling.lapses) due \(due ?? "-")",
        scheduling.memory == nil ? "-" : "known",
      ]
    }
    try store.forEachLog { id, log in
      for entry in log where entry.kind == .review {
        facts[id]?.append(
          "\(entry.ratedAt.milliseconds) \(entry.rating?.rawValue ?? 0)"
            + " \(entry.durationMilliseconds)")
      }
    }
    let decks = try store.decks().map {
      "deck \($0.title) \($0.description ?? "") \($0.options)"
    }
    var all: [String: [MemoryState]] = [:]
    for (card, lines) in facts {
      all[lines.joined(separator: "\u{1F}"), default: []] += memories[card].map { [$0] } ?? []
    }
    for line in decks + (try store.assets().map { "file \($0.name) \($0.hash)" }) { all[line] = [] }
    return all.mapValues {
      $0.sorted { ($0.stability, $0.difficulty) < ($1.stability, $1.difficulty) }
    }
  }

  @Test(
    "a package of Anki's, taken in, given to Anki and taken back into an empty collection, is the same",
    arguments: [
      "scheduling-new", "scheduling-legacy", "media-new", "tags-new", "nested-decks-new",
      "reversed-new", "cloze-new", "basic-new", "scheduling-stripped-legacy", "templates-new",
      "unicode-html-new", "math-legacy", "genanki-legacy1", "v1-scheduler-legacy1",
    ])
  func roundTrip(fixture: String) throws {
    try TestHome.with { home in
      let path = RealAnki.root + "/Tests/Fixtures/import/apkg/\(fixture).apkg"
      // Of some packages there are notes with an empty side.
      #expect([0, 3].contains(try home.run("flash-import", [path]).code))
      if let deck = try home.store().decks().first {
        try home.given("flash-deck", ["edit", deck.title, "--description", "a *b* 2 * 3"])
        try home.given(
          "flash-deck",
          [
            "options", deck.title, "desired_retention=0.87", "learning_steps_s=30,600,86400",
            "reviews_per_day=120", "review_order=random",
          ])
      }
      try expectSameFromAnki(home, fixture)
    }
  }

  /// Takes the collection through Anki into an empty one, and compares.
  private func expectSameFromAnki(_ home: TestHome, _ what: String) throws {
    try home.given("flash-export", ["-o", "x.apkg"])
    _ = try RealAnki.packageRoundTrip(["x.apkg"], to: "y.apkg", of: home)
    try home.given("flash-import", ["--store=other.db", "y.apkg"])
    let here = try facts(nil, of: home)
    let there = try facts(home.folder.path(of: "other.db"), of: home)
    #expect(Set(here.keys).subtracting(there.keys) == [], "\(what)")
    #expect(Set(there.keys).subtracting(here.keys) == [], "\(what)")
    for (key, memories) in here {
      let other = there[key] ?? []
      #expect(memories.count == other.count, "\(what): \(key)")
      // Anki keeps three or four digits.
      for (mine, theirs) in zip(memories, other) {
        #expect(abs(mine.stability - theirs.stability) < 0.011, "\(what): \(key)")
        #expect(abs(mine.difficulty - theirs.difficulty) < 0.011, "\(what): \(key)")
      }
    }
  }

  @Test(
    "any collection, given to Anki and taken back from it into an empty one, is the same",
    arguments: 1...3 as ClosedRange<UInt64>)
  func anyCollection(seed: UInt64) throws {
    try TestHome.with { home in
      _ = try home.studiedStore(
        seed: 1_300 + seed, notes: 25, decks: ["A", "A::B c"], days: 20)
      try expectSameFromAnki(home, "seed \(seed)")
    }
  }

  @Test("Anki shows hints when it is asked to, and of both ways of a card each its own")
  func hints() throws {
    try TestHome.with { home in
      try home.given("flash-deck", ["add", "D"])
      try home.given(
        "flash-card", ["add", "-d", "D", "capital of France", "Paris", "--hint", "on *the* Seine"])
      try home.given(
        "flash-card", ["add", "-d", "D", "dog", "perro", "--reverse", "--hint", "ends with o"])
      try home.given(
        "flash-card", ["add", "-d", "D", "--cloze", "{{c1::a}} and {{c2::b}}", "--hint", "letters"])
      try home.given("flash-card", ["add", "-d", "D", "2 + 2", "4", "--type-in"])
      let turned = try #require(try home.store().cards().first { $0.card.front == "perro" })
      try home.given(
        "flash-card", ["edit", turned.card.id.description, "--hint", "it barks"])
      try home.given("flash-export", ["-o", "x.apkg"])
      let (_, cards) = try RealAnki.packageRoundTrip(["x.apkg"], to: "y.apkg", of: home)
      let hints = cards.map { card -> String in
        let question = card["question"]?.string ?? ""
        guard let link = question.firstMatch(of: /<a class=hint[^>]*>\s*(?<name>[^<]*)<\/a>/),
          let text = question.firstMatch(
            of: /class=hint style="display: none">(?<text>.*)<\/div>\n/)
        else { return "-" }
        return "\(link.name): \(text.text)"
      }
      #expect(
        hints.sorted() == [
          "-", "Hint: ends with o", "Hint: letters", "Hint: letters", "Hint: on <i>the</i> Seine",
          "Reverse Hint: it barks",
        ])
      try expectSameFromAnki(home, "hints")
    }
  }

  @Test("a later export updates the texts of its notes in Anki and adds nothing twice")
  func update() throws {
    try TestHome.with { home in
      try home.folder.write("front,back\na,1\nb,2\n", to: "in.csv")
      try home.given("flash-import", ["-d", "D", "in.csv"])
      try home.given("flash-export", ["--no-scheduling", "-o", "x.apkg"])
      let store = try home.store(for: .writing)
      let card = try store.cards()[0].card.id
      var edit = CardEdit()
      edit.back = "one"
      try store.editCards([card], edit, at: testNow.advanced(by: 5_000))
      home.environment["FLASH_NOW"] = "2026-11-30T12:01:00Z"
      try home.given("flash-export", ["--no-scheduling", "-o", "y.apkg"])
      let (imports, cards) = try RealAnki.packageRoundTrip(
        ["x.apkg", "y.apkg"], to: "z.apkg", of: home)
      var second = RealAnki.Import(updated: 1)
      second.duplicate = 1
      #expect(imports == [RealAnki.Import(new: 2), second])
      #expect(
        cards.map { $0["fields"] } == [
          .array(["a", "one", ""].map { .string($0) }), .array(["b", "2", ""].map { .string($0) }),
        ])
      #expect(cards.map { $0["notetype"]?.string } == ["Basic (Flash)", "Basic (Flash)"])
    }
  }
}
