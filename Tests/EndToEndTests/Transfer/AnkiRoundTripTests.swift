import FlashModel
import FlashStore
import FlashTestSupport
import Foundation
import Testing

/// The Anki that `scripts/install-anki` installs.
enum RealAnki {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  static let python = Executable(path: root + "/.build/anki/bin/python")

  /// Whether it is there, or ought to be: only a script that could not reach PyPI leaves nothing
  /// behind and succeeds. Installs it if nobody has.
  static let isExpected: Bool = {
    let environment = ProcessInfo.processInfo.environment
    let outcome = try? Executable(path: root + "/scripts/install-anki").run(
      environment: environment, deadline: .seconds(300))
    guard outcome?.code == 0 else { return true }
    return outcome?.errors.contains("PyPI can't be reached") == false
  }()

  /// How many notes an import of Anki's did what with.
  struct Import: Equatable {
    var new = 0
    var updated = 0
    var duplicate = 0
    /// Not imported, for whatever reason.
    var refused = 0

    init(new: Int = 0, updated: Int = 0, duplicate: Int = 0) {
      (self.new, self.updated, self.duplicate) = (new, updated, duplicate)
    }

    init(json line: JSONValue) {
      func count(_ key: String) -> Int { Int(line[key]?.integer ?? -1) }
      (new, updated) = (count("new"), count("updated"))
      (duplicate, refused) = (count("duplicate"), count("refused"))
    }
  }

  /// Takes a file of notes through a new collection of Anki's, which imports it twice.
  static func roundTrip(_ file: String, to out: String, of home: TestHome) throws -> [Import] {
    let outcome = try python.run(
      [root + "/Tests/anki/round_trip.py", file, out], environment: home.environment,
      in: home.folder.path)
    #expect(outcome.code == 0, "\(outcome.errors)")
    return try objects(outcome.output).map(Import.init(json:))
  }
}

@Suite(
  "Round trip through Anki",
  .enabled(if: RealAnki.isExpected, "PyPI can't be reached, so Anki is not installed"))
struct AnkiRoundTripTests {
  @Test(
    "cards that went to Anki and came back are the same, and so are their decks and tags",
    arguments: 1...2 as ClosedRange<UInt64>)
  func roundTrip(seed: UInt64) throws {
    try TestHome.with { home in
      try home.folder.write("", to: ".local/share/flash/.keep")
      var random = RandomCards(seed: 100 + seed)
      try random.fill(home.store(for: .writing), notes: 60, decks: ["A", "A::B c", "Z"])
      let cards = try home.store().cards()
      try home.given("flash-export", ["-o", "x.txt"])
      let notes = Set(cards.map { $0.card.noteID?.description ?? $0.card.id.description }).count
      #expect(
        try RealAnki.roundTrip("x.txt", to: "y.txt", of: home) == [
          RealAnki.Import(new: notes), RealAnki.Import(duplicate: notes),
        ])
      try home.given("flash-import", ["--store=other.db", "y.txt"])
      let other = home.folder.path(of: "other.db")
      let (here, there) = (try home.texts(), try home.texts(other))
      #expect(here.count == there.count, "seed \(seed)")
      let missing = Set(here).subtracting(there)
      #expect(missing.isEmpty, "seed \(seed): \(missing)")
      #expect(try home.run("flash-import", ["y.txt"]).output == "y.txt: \(cards.count) unchanged\n")
      #expect(try home.store().cards() == cards)
    }
  }
}
