import FlashModel
import FlashPackages
import FlashSQL
import FlashTestSupport
import Testing

@Suite struct AnkiPackageWriterTests {
  private static let now = Timestamp(milliseconds: 1_796_040_000_000)
  private static let calendar = AnkiCalendar(
    created: 1_136_088_000, minutesWest: -60, rolloverHour: 5)

  /// The members of a package that `body` fills.
  private func package(
    hasSchedules: Bool, in folder: TemporaryDirectory, media: [AnkiMediaRecord] = [],
    _ body: (AnkiPackageWriter) throws -> Void
  ) throws -> (members: [String: [UInt8]], missing: [String]) {
    let writer = try AnkiPackageWriter(
      in: folder.path, AnkiPackageWriterTests.calendar, at: AnkiPackageWriterTests.now,
      hasSchedules: hasSchedules)
    try body(writer)
    var bytes: [UInt8] = []
    let missing = try writer.finish(media: media) { bytes += $0 }
    let file = try OpenedFile(bytes)
    let archive = try ZipArchive(descriptor: file.descriptor)
    var members: [String: [UInt8]] = [:]
    for index in archive.members.indices {
      members[archive.members[index].name] = try archive.contents(of: index, limit: 1 << 30)
    }
    return (members, missing)
  }

  private func rows(_ sql: String, of database: [UInt8]) throws -> [[SQLValue]] {
    let file = try OpenedFile(database)
    let connection = try SQLiteConnection(path: file.path, access: .immutable)
    let statement = try connection.prepare(sql)
    var rows: [[SQLValue]] = []
    while try statement.step() {
      rows.append((0..<(sql.split(separator: ",").count)).map { statement.value($0) })
    }
    return rows
  }

  private func note(_ front: String, made: Int64 = 5) -> AnkiNoteRecord {
    AnkiNoteRecord(
      guid: "g", type: .basic, fields: [Array(front.utf8), Array("back".utf8)], tags: "a b",
      made: made, changed: 7)
  }

  @Test("notes, cards and entries of one moment have ids of their own, in the order they came")
  func ids() throws {
    let folder = try TemporaryDirectory()
    let (members, _) = try package(hasSchedules: true, in: folder) { writer in
      let deck = writer.addDeck("A::B", description: "", options: nil, made: 1)
      #expect(deck == 2)
      for _ in 0..<3 {
        let note = try writer.add(note("x"))
        let card = try writer.add(
          AnkiCardRecord(note: note, deck: deck, ordinal: 0, made: 5, changed: 7, position: 9))
        try writer.add(
          AnkiLogRecord(
            moment: 5, ease: 3, interval: 1, lastInterval: -60, factor: 100, duration: 9, type: 1),
          of: card)
      }
    }
    let database = try #require(members["collection.anki21"])
    let ids: [[SQLValue]] = [[5], [6], [7]]
    for table in ["notes", "cards", "revlog"] {
      #expect(try rows("select id from \(table) order by rowid", of: database) == ids)
    }
    #expect(try rows("select cid from revlog order by id", of: database) == ids)
    #expect(
      try rows("select flds, tags, sfld, guid from notes where id = 5", of: database) == [
        ["x\u{1F}back", " a b ", "x", "g"]
      ])
  }

  @Test(
    "a note is found by its first field without tags, in which pictures keep their names",
    arguments: [
      ("plain", "plain"), ("a <b>b</b> &amp; c", "a b & c"), ("x<!--flash:y-->", "x"),
      ("<img src=\"a.png\">", " a.png "), ("a <", "a "),
    ])
  func firstField(html: String, text: String) throws {
    let folder = try TemporaryDirectory()
    let (members, _) = try package(hasSchedules: false, in: folder) { _ = try $0.add(note(html)) }
    let database = try #require(members["collection.anki2"])
    #expect(try rows("select sfld from notes", of: database) == [[.text(text)]])
  }

  @Test("the sum of a first field is the first four bytes of its SHA-1")
  func sum() throws {
    let folder = try TemporaryDirectory()
    let (members, _) = try package(hasSchedules: false, in: folder) { _ = try $0.add(note("abc")) }
    let database = try #require(members["collection.anki2"])
    // FIPS 180-2, the first example.
    #expect(try rows("select csum from notes", of: database) == [[0xA999_3E36]])
  }

  @Test("with schedules a package says that they are of the present scheduler")
  func container() throws {
    let folder = try TemporaryDirectory()
    let with = try package(hasSchedules: true, in: folder) { _ in }.members
    #expect(with.keys.sorted() == ["collection.anki21", "media", "meta"])
    #expect(with["meta"] == [8, 2])
    let without = try package(hasSchedules: false, in: folder) { _ in }.members
    #expect(without.keys.sorted() == ["collection.anki2", "media"])
    let settings = try rows(
      "select crt, ver from col", of: #require(with["collection.anki21"]))
    #expect(settings == [[1_136_088_000, 11]])
    let text = try rows("select conf from col", of: #require(with["collection.anki21"]))
    guard case .text(let json)? = text.first?.first else { throw PackageError.empty }
    let conf = try JSONValue(parsing: Array(json.utf8))
    #expect(conf["schedVer"] == .integer(2))
    #expect(conf["rollover"] == .integer(5))
    #expect(conf["creationOffset"] == .integer(-60))
  }

  @Test("files are numbered members, named in a list; what is missing is told")
  func media() throws {
    let folder = try TemporaryDirectory()
    let media = [
      AnkiMediaRecord(name: "ä \"1\".png", path: try folder.write(Array("png".utf8), to: "1")),
      AnkiMediaRecord(name: "gone.mp3", path: folder.path + "/2"),
      AnkiMediaRecord(name: "b.mp3", path: try folder.write(Array("mp3".utf8), to: "3")),
    ]
    let (members, missing) = try package(hasSchedules: false, in: folder, media: media) { _ in }
    #expect(missing == ["gone.mp3"])
    #expect(members["0"] == Array("png".utf8))
    #expect(members["1"] == Array("mp3".utf8))
    let list = try JSONValue(parsing: #require(members["media"]))
    #expect([list["0"], list["1"], list["2"]] == [.string("ä \"1\".png"), .string("b.mp3"), nil])
  }

  @Test("nothing stays of a package that is given up")
  func givenUp() throws {
    let folder = try TemporaryDirectory()
    try #require(throws: PackageError.interrupted) {
      _ = try package(hasSchedules: true, in: folder) { writer in
        _ = try writer.add(note("x"))
        throw PackageError.interrupted
      }
    }
    #expect(try folder.names(in: "").isEmpty)
  }
}
