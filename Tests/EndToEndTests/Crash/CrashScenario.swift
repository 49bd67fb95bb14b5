import FlashModel
import FlashScheduler
import FlashStore
import FlashTestSupport
import Foundation
import Testing

/// A command that is cut at any of its changes of files, and what has to hold afterwards.
struct CrashScenario: Sendable, CustomTestStringConvertible {
  let name: String
  let call: CrashCall
  /// Makes the home ready.
  let prepare: @Sendable (TestHome) throws -> Void
  /// What is wrong after a cut, given what the command had written.
  var violations: @Sendable (TestHome, ProcessOutcome) throws -> [String] = { _, _ in [] }

  var testDescription: String { name }

  static let moment = Timestamp(milliseconds: 1_796_040_000_000)
  static let rules = StudyRules(calendar: StudyCalendar(zone: .utc))

  static let all = [answers, imports, firstImport, bulkEdit, backup, restore, migration]

  /// Ids of the form that answers get here, told apart by a number.
  private static func reviewID(_ number: Int) -> ReviewID {
    ReviewID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0000 | UInt64(number))
  }

  /// A collection of so many cards, with ids that are the same each time.
  private static func collection(_ home: TestHome, cards count: Int) throws {
    let store = try home.opened(for: .writing)
    let deck = try store.addDeck(titled: "Spanish", at: moment)
    try store.addCards(
      (0..<count).map { NewCard(front: "front \($0)", back: "back") }, to: deck, at: moment)
    store.close()
  }

  private static let answers = CrashScenario(
    name: "study answer",
    call: CrashCall(
      program: "flash-study", arguments: ["answer", "-", "--json=card_id"],
      input: cardIDs(6).enumerated().map { number, id in
        "{\"card_id\":\"\(id)\",\"rating\":3,\"id\":\"\(reviewID(number))\"}\n"
      }.joined()),
    prepare: { try collection($0, cards: 6) },
    violations: { home, outcome in
      let store = try home.opened()
      var given: Set<CardID> = []
      try store.forEachLogEntry { entry in
        given.insert(entry.cardID)
        return true
      }
      // Each line of the answer was promised.
      return try outcome.output.split(separator: "\n").filter { $0.hasSuffix("}") }.compactMap {
        guard case .string(let id)? = try JSONValue(parsing: Array($0.utf8))["card_id"],
          let card = CardID(id), given.contains(card)
        else { return "lost: \($0)" }
        return nil
      }
    })

  private static let imports = CrashScenario(
    name: "import",
    call: CrashCall(
      program: "flash-import", arguments: ["-d", "Big", "-"],
      input: (0..<400).map { "front \($0),back \($0)\n" }.joined()),
    prepare: { try collection($0, cards: 3) },
    violations: { home, _ in
      let count = try home.opened().cards().count
      return count == 3 || count == 403 ? [] : ["\(count) cards"]
    })

  private static let firstImport = CrashScenario(
    name: "first import",
    call: CrashCall(
      program: "flash-import", arguments: ["-d", "Big", "-"],
      input: (0..<400).map { "front \($0),back \($0)\n" }.joined()),
    prepare: { try collection($0, cards: 0) },
    violations: { home, _ in
      let count = try home.opened().cards().count
      return count == 0 || count == 400 ? [] : ["\(count) cards"]
    })

  private static let bulkEdit = CrashScenario(
    name: "card tag",
    call: CrashCall(
      program: "flash-card", arguments: ["tag", "bulk", "-"],
      input: cardIDs(300).map { "\($0)\n" }.joined()),
    prepare: { try collection($0, cards: 300) },
    violations: { home, _ in
      let count = try home.opened().cards().count { $0.subTopics == ["bulk"] }
      return count == 0 || count == 300 ? [] : ["\(count) cards are tagged"]
    })

  private static let backup = CrashScenario(
    name: "store backup",
    call: CrashCall(program: "flash-store", arguments: ["backup", "-f", ".local/copy.db"]),
    prepare: { home in
      try collection(home, cards: 50)
      _ = try StoreBackup(of: home.collection).make(home.folder.path(of: ".local/copy.db"))
      try home.opened(for: .writing, seed: 6).addDeck(titled: "later", at: moment)
    },
    violations: { home, _ in
      let copy = try Store(
        path: home.folder.path(of: ".local/copy.db"), for: .reading, at: moment,
        random: SystemRandomNumberGenerator())
      let report = try copy.check(by: rules, at: moment)
      return report.findings.map { "backup: \($0)" }
        + (report.cards == 50 ? [] : ["\(report.cards) cards in the backup"])
    })

  private static let restore = CrashScenario(
    name: "store restore",
    call: CrashCall(program: "flash-store", arguments: ["restore", "-y", ".local/copy.db"]),
    prepare: { home in
      try collection(home, cards: 50)
      _ = try StoreBackup(of: home.collection).make(home.folder.path(of: ".local/copy.db"))
      let store = try home.opened(for: .writing)
      try store.removeCards(try store.cards().map(\.card.id), at: moment)
    },
    violations: { home, _ in
      let count = try home.opened().cards().count
      return count == 0 || count == 50 ? [] : ["\(count) cards"]
    })

  private static let migration = CrashScenario(
    name: "upgrade",
    call: CrashCall(program: "flash-deck", arguments: ["options", "D", "new_per_day=7"]),
    prepare: { home in
      try home.folder.write(
        try Fixture.bytes("stores/collection-1.db"), to: ".local/share/flash/collection.db")
    },
    violations: { home, _ in
      let cards = try home.opened().cards().count
      return (3...5).contains(cards) ? [] : ["\(cards) cards"]
    })

  /// The ids that ``collection(_:cards:)`` gives to its cards.
  private static func cardIDs(_ count: Int) -> [CardID] {
    // Made by the same generator from the same seed; without a place to make them the tests fail.
    let ids = try? TestHome.with { home in
      try collection(home, cards: count)
      return try home.opened().cards().map(\.card.id)
    }
    return ids ?? []
  }
}

extension TestHome {
  /// The collection, with ids that do not depend on chance.
  func opened(for purpose: Store.Purpose = .reading, seed: UInt64 = 5) throws -> Store {
    try FileManager.default.createDirectory(
      atPath: folder.path(of: ".local/share/flash"), withIntermediateDirectories: true)
    return try Store(
      path: collection, for: purpose, at: CrashScenario.moment, random: SeededRandom(seed: seed))
  }

  /// What a person sees of the collection: cards with tags and schedules, decks, the log's length.
  func picture() throws -> [String] {
    let store = try opened()
    var lines = try store.cards().map {
      "\($0.deckTitle): \($0.card.front) \($0.subTopics) \($0.card.scheduling)"
    }
    lines += try store.decks().map { "\($0.title) \($0.options)" }
    lines.append("\(try store.info()[.reviews].live) log entries")
    return lines.sorted()
  }
}
