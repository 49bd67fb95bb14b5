import FlashModel
import FlashScheduler
import FlashStore
import FlashTestSupport

/// A moment that tests count from: 2026-03-02T09:00:00Z, a Monday.
let monday = Timestamp(milliseconds: 1_772_442_000_000)
let day: Int64 = 86_400_000

let rules = StudyRules(calendar: StudyCalendar(zone: .utc), isFuzzed: false)

/// A collection in a folder of its own.
struct Fixture {
  let folder: TemporaryDirectory
  let store: Store

  init(seed: UInt64 = 1) throws {
    folder = try TemporaryDirectory()
    store = try Store(
      path: folder.path + "/collection.db", for: .writing, at: monday,
      random: SeededRandom(seed: seed))
  }

  var path: String { folder.path + "/collection.db" }

  /// The same file, opened once more.
  func reopened(for purpose: Store.Purpose = .reading, seed: UInt64 = 99) throws -> Store {
    try Store(path: path, for: purpose, at: monday, random: SeededRandom(seed: seed))
  }

  /// A deck with so many cards, `front 0`, `front 1` and so on.
  @discardableResult
  func deck(_ title: String = "Spanish", cards count: Int = 3) throws -> (Deck, [CardID]) {
    let deck = try store.addDeck(titled: title, at: monday)
    let cards = (0..<count).map { NewCard(front: "front \($0)", back: "back \($0)") }
    return (deck, try store.addCards(cards, to: deck, at: monday))
  }
}

/// Restores all that one collection holds into another, as a device does.
func copy(_ source: Store, into target: Store) throws {
  var records: [StoredRecord] = []
  try source.forEachRecord { records.append($0) }
  _ = try target.restoreRecords("restore", by: rules, at: monday) { restore in
    for record in records { try restore.add(record) }
  }
}
