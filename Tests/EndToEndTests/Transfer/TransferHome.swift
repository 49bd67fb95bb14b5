import FlashModel
import FlashSQL
import FlashScheduler
import FlashStore
import FlashTestSupport
import Testing

/// The moment of ``TestHome/now``.
let testNow = Timestamp(milliseconds: 1_796_040_000_000)

let testRules = StudyRules(calendar: StudyCalendar(zone: .utc), isFuzzed: false)

extension TestHome {
  var collection: String { folder.path(of: ".local/share/flash/collection.db") }

  func store(_ path: String? = nil, for purpose: Store.Purpose = .reading) throws -> Store {
    try Store(
      path: path ?? collection, for: purpose, at: testNow, random: SeededRandom(seed: 1))
  }

  /// The cards as `deck: front = back #tag`.
  func cards(_ path: String? = nil) throws -> [String] {
    try store(path).cards().map { entry in
      "\(entry.deckTitle): \(entry.card.front) = \(entry.card.back)"
        + entry.subTopics.map { " #\($0)" }.joined()
    }
  }

  /// Runs a program that must succeed.
  func given(_ program: String, _ arguments: [String], input: ProcessInput = .text("")) throws {
    let outcome = try run(program, arguments, input: input)
    #expect(outcome.code == 0, "\(program) \(arguments): \(outcome.errors)")
  }

  /// What SQLite says of the file; `ok` if all is well.
  func integrity(_ path: String? = nil) throws -> String {
    let connection = try SQLiteConnection(path: path ?? collection, access: .write)
    let statement = try connection.prepare("pragma integrity_check")
    _ = try statement.step()
    return statement.text(0)
  }
}

/// The objects of JSON Lines.
func objects(_ text: String) throws -> [JSONValue] {
  try text.split(separator: "\n").map { try JSONValue(parsing: Array($0.utf8)) }
}
