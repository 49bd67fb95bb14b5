import FlashModel
import FlashPackages
import FlashSQL
import FlashTestSupport
import Testing

/// Databases that their program has open: what stands in the log beside them counts.
@Suite struct LiveDatabaseTests {
  /// A collection in use, as its two files are at a moment.
  private struct Live {
    let database: [UInt8]
    let log: [UInt8]

    /// - Parameter statements: each a transaction that stays in the log.
    init(_ statements: [String]) throws {
      let folder = try TemporaryDirectory()
      try folder.write(
        try AnkiBuilder([AnkiBuilder.Note("a", "one", "eins")]).collection(), to: "c.anki2")
      let connection = try SQLiteConnection(path: folder.path + "/c.anki2", access: .write)
      try connection.execute("pragma journal_mode = wal; pragma wal_autocheckpoint = 0")
      for statement in statements { try connection.execute(statement) }
      database = try folder.read("c.anki2")
      log = try folder.read("c.anki2-wal")
    }
  }

  private func fronts(_ database: [UInt8], log: [UInt8]?) throws -> [String] {
    let file = try OpenedFile(database)
    let beside = try log.map { try OpenedFile($0) }
    let reader = try AnkiReader(
      collection: LiveDatabase(descriptor: file.descriptor, log: beside?.descriptor),
      temporaryFolder: file.folder.path, at: AnkiFile.now, while: { true })
    return try PackageContents(reader).cards.map(\.front)
  }

  private static let second =
    "update notes set flds = 'two' || char(31) || 'zwei' where guid = 'a'"
  private static let third = """
    insert into notes select id + 1, 'b', mid, mod, usn, tags, 'three' || char(31) || 'drei', sfld,
      csum, flags, data from notes;
    insert into cards select id + 1, nid + 1, did, ord, mod, usn, type, queue, due + 1, ivl, factor,
      reps, lapses, left, odue, odid, flags, data from cards
    """

  @Test("what its program has not yet written to the file is read from the log")
  func log() throws {
    let live = try Live([Self.second, "begin; \(Self.third); commit"])
    #expect(try fronts(live.database, log: live.log) == ["two", "three"])
    #expect(try fronts(live.database, log: nil) == ["one"])
  }

  @Test("of a log that is cut or damaged anywhere whole transactions count, from the first")
  func damaged() throws {
    let live = try Live([Self.second, "begin; \(Self.third); commit"])
    let states = [["one"], ["two"], ["two", "three"]]
    var found: [[String]] = []
    for size in stride(from: 0, through: live.log.count, by: 97) {
      let fronts = try fronts(live.database, log: Array(live.log[..<size]))
      #expect(states.contains(fronts), "\(size) bytes")
      if found.last != fronts { found.append(fronts) }
    }
    #expect(found == Array(states.prefix(found.count)) && found.count >= 2)
    var random = SeededRandom(seed: 7)
    for _ in 0..<200 {
      var log = live.log
      log[Int.random(in: 0..<log.count, using: &random)] ^=
        1
        << UInt8.random(
          in: 0..<8, using: &random)
      #expect(states.contains(try fronts(live.database, log: log)))
    }
  }

  @Test("a log of another database, or of none, changes nothing")
  func foreign() throws {
    let live = try Live([Self.second])
    #expect(try fronts(live.database, log: []) == ["one"])
    #expect(try fronts(live.database, log: Array("no log at all".utf8)) == ["one"])
    #expect(
      try fronts(live.database, log: [UInt8](repeating: 0, count: 5_000)) == ["one"])
  }
}
