import FlashModel
import FlashSQL
import FlashStore
import FlashTestSupport

/// A small collection as the bytes of its files, with what is to be read of it.
struct StoreImage: Sendable {
  static let pageSize = 4_096

  /// The file with everything in it, and no log beside it.
  let file: [UInt8]
  /// An earlier state of the file, and the log that leads from there to the end.
  let earlierFile: [UInt8]
  let log: [UInt8]
  /// Every row of ``file``.
  let rows: Set<String>
  /// Every record of ``file``.
  let records: Set<StoredRecord>
  /// The rows at each commit of ``log``, ``earlierFile`` without it among them.
  let commits: [Set<String>]
  /// By page, from 0: the records that can't be read without it.
  let recordsByPage: [Set<StoredRecord>]
  /// Pages, from 0, that hold nothing any more.
  let freePages: [Int]
  /// Pages, from 0, to which long texts spill over.
  let overflowPages: Set<Int>

  /// Made once: it costs more than many mutants.
  static let shared = Result { try StoreImage() }

  private init() throws {
    let fixture = try Fixture(seed: 3)
    try StoreImage.fill(fixture)
    fixture.store.close()
    earlierFile = try fixture.folder.read("collection.db")
    let store = try fixture.reopened(for: .writing)
    let cards = try store.cards().map(\.card.id)
    try store.tagCards(Array(cards.prefix(9)), with: ["late"], at: monday)
    for (number, card) in cards.prefix(6).enumerated() {
      let answer = Answer(
        cardID: card, rating: .hard, ratedAt: monday.advanced(by: day + Int64(number)))
      _ = try store.record(answer, by: rules)
    }
    log = try fixture.folder.read("collection.db-wal")
    store.close()
    file = try fixture.folder.read("collection.db")

    let folder = try TemporaryDirectory()
    let path = try folder.write(file, to: "whole.db")
    rows = try StoreImage.rows(path)
    records = try StoreImage.salvaged(path)
    freePages = try StoreImage.freePages(path)
    overflowPages = try Set(StoreImage.pages("where pagetype = 'overflow'", of: path))
    recordsByPage = try StoreImage.recordsByPage(file, records, in: folder)
    commits = try StoreImage.commits(earlierFile, log, in: folder)
  }

  var pages: Int { file.count / StoreImage.pageSize }

  /// A bit of everything: long and short cards, tags, answers, an undone action, a setting, and pages
  /// that are free again.
  private static func fill(_ fixture: Fixture) throws {
    let store = fixture.store
    for title in ["Spanish", "A::French"] {
      let deck = try store.addDeck(titled: title, at: monday)
      let cards = try store.addCards(
        (0..<30).map {
          NewCard(
            front: "\(title) \($0)",
            back: String(repeating: "answer ", count: $0 % 15 == 0 ? 900 : 12),
            subTopics: ["t\($0 % 3)"])
        }, to: deck, at: monday)
      for (number, card) in cards.enumerated() where number % 3 > 0 {
        let moment = monday.advanced(by: Int64(number) * 1_000)
        _ = try store.record(
          Answer(cardID: card, rating: Rating.allCases[number % 4], ratedAt: moment), by: rules)
      }
      try store.removeCards([cards[7], cards[8]], at: monday)
      _ = try store.undo(by: rules, at: monday)
    }
    try store.setSetting("study.rollover", to: "5", at: monday)
    let connection = try SQLiteConnection(path: fixture.path, access: .write)
    try connection.execute("create table gone (x)")
    try connection.run("insert into gone values (zeroblob(12000))")
    try connection.execute("drop table gone")
  }

  private static func freePages(_ path: String) throws -> [Int] {
    let connection = try SQLiteConnection(path: path, access: .read)
    let count = try connection.integer("pragma page_count") ?? 0
    return Set(0..<Int(count)).subtracting(try pages("", of: path)).sorted()
  }

  /// Numbers of the pages in use, from 0.
  private static func pages(_ condition: String, of path: String) throws -> [Int] {
    let connection = try SQLiteConnection(path: path, access: .read)
    let statement = try connection.statement("select pageno from dbstat \(condition)")
    var pages: [Int] = []
    while try statement.step() { pages.append(Int(statement.integer(0)) - 1) }
    return pages
  }

  /// What the file gives with each of its pages lost, and no other.
  private static func recordsByPage(
    _ file: [UInt8], _ records: Set<StoredRecord>, in folder: TemporaryDirectory
  ) throws -> [Set<StoredRecord>] {
    try (0..<file.count / pageSize).map { page in
      var bytes = file
      for index in page * pageSize..<(page + 1) * pageSize { bytes[index] = 0 }
      let path = try folder.write(bytes, to: "page.db")
      return records.subtracting(try salvaged(path))
    }
  }

  private static func commits(
    _ file: [UInt8], _ log: [UInt8], in folder: TemporaryDirectory
  ) throws -> [Set<String>] {
    let frame = pageSize + 24
    var states: [Set<String>] = []
    for length in stride(from: 32, through: log.count, by: frame) {
      let path = try folder.write(file, to: "\(length).db")
      try folder.write(Array(log.prefix(length)), to: "\(length).db-wal")
      let rows = try rows(path)
      if states.last != rows { states.append(rows) }
    }
    return states
  }

  /// Every row of every table, in words.
  static func rows(_ path: String) throws -> Set<String> {
    let connection = try SQLiteConnection(path: path, access: .read)
    try connection.execute("pragma cell_size_check = on; pragma trusted_schema = off")
    let names = try connection.statement(
      "select name from sqlite_schema where type = 'table' and name not like 'sqlite%'")
    var tables: [String] = []
    while try names.step() { tables.append(names.text(0)) }
    var rows: Set<String> = []
    for table in tables {
      let info = try connection.statement("select count(*) from pragma_table_info('\(table)')")
      _ = try info.step()
      let columns = Int(info.integer(0))
      info.reset()
      let statement = try connection.statement("select * from \(table)")
      while try statement.step() {
        rows.insert("\(table) \((0..<columns).map { statement.value($0) })")
      }
    }
    return rows
  }

  /// Every record that can be salvaged.
  static func salvaged(_ path: String) throws -> Set<StoredRecord> {
    var records: Set<StoredRecord> = []
    _ = try StoreSalvage(
      of: path, scratch: path + "-scratch", at: monday, random: SeededRandom(seed: 8)
    ).run { records.insert($0) }
    return records
  }
}
