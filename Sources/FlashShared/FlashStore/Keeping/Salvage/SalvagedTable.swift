internal import FlashSQL

/// A row as a page holds it.
struct SalvagedRow {
  /// Nil in a table without row numbers.
  var key: Int64?
  /// In the order of the table's columns; that of the row number is null.
  var values: [SQLValue]
}

/// The tables that records are made of, with the form of their rows.
enum SalvagedTable: String, CaseIterable {
  case settings
  case topics
  case decks
  case sub_topics
  case cards
  case sessions
  case card_sub_topics
  case reviews
  /// Since version 4.
  case assets

  /// The kinds of a row's first columns that tell it from those of other tables.
  private enum Kind {
    case integer, text, blob, any
  }

  var columns: Int {
    switch self {
    case .settings: 3
    case .assets: 6
    case .topics: 7
    case .card_sub_topics: 8
    case .sub_topics: 9
    case .sessions: 12
    case .decks: 14
    case .reviews: 21
    case .cards: 36
    }
  }

  /// The columns of the oldest schema.
  private var fewestColumns: Int {
    switch self {
    case .cards: 33
    case .decks: 12
    case .card_sub_topics: 7
    case .settings, .topics, .sub_topics, .sessions, .reviews, .assets: columns
    }
  }

  private var form: [Kind] {
    switch self {
    case .settings: [.text, .text, .integer]
    case .topics: [.any, .blob, .text]
    case .decks: [.any, .blob, .any, .text, .any, .text, .text]
    case .sub_topics: [.any, .blob, .integer, .text, .integer]
    case .cards: [.any, .blob, .integer, .integer, .integer]
    case .sessions: [.any, .blob, .any, .text, .integer]
    case .card_sub_topics: [.any, .blob, .integer, .integer, .integer]
    case .reviews: [.any, .blob, .integer, .integer, .integer]
    case .assets: [.any, .blob, .text, .blob, .integer, .integer]
    }
  }

  /// A row with all columns. In one of an older schema a card came when its content was last changed,
  /// as far as is known, and what an import last wrote is not told.
  func completed(_ values: [SQLValue]) -> [SQLValue] {
    var values = values
    while values.count < columns { values.append(.null) }
    switch self {
    case .cards: if values[33] == .null { values[33] = values[19] }
    case .card_sub_topics: if values[7] == .null { values[7] = .integer(0) }
    case .settings, .topics, .decks, .sub_topics, .sessions, .reviews, .assets: break
    }
    return values
  }

  /// Whether a row can be one of this table.
  func fits(_ row: SalvagedRow) -> Bool {
    guard (fewestColumns...columns).contains(row.values.count),
      (row.key == nil) == (self == .settings)
    else { return false }
    return zip(form, row.values).allSatisfy { kind, value in
      switch (kind, value) {
      case (.any, _), (.integer, .integer), (.text, .text), (.blob, .blob): true
      default: false
      }
    }
  }
}

/// Gathers rows in a new collection; one that is there already stays.
struct SalvageSink {
  private let target: SQLiteConnection
  private var inserts: [SalvagedTable: SQLiteStatement] = [:]
  private(set) var taken = 0
  /// Rows that break a rule of their table.
  private(set) var refused = 0

  init(_ target: SQLiteConnection) throws(SQLError) {
    self.target = target
    for table in SalvagedTable.allCases {
      let marks = (1...table.columns).map { "$\($0)" }.joined(separator: ", ")
      inserts[table] = try target.prepare(
        "insert or ignore into \(table.rawValue) values (\(marks))")
    }
  }

  /// Takes in a row.
  mutating func take(_ row: SalvagedRow, into table: SalvagedTable) {
    guard let insert = inserts[table] else { return }
    for (index, value) in table.completed(row.values).enumerated() {
      insert.bind(value, at: index + 1)
    }
    if let key = row.key { insert.bind(key, at: 1) }
    do throws(SQLError) {
      try insert.run()
      taken += target.changedRows
    } catch {
      refused += 1
    }
  }

  /// Reads a table from the front as far as it goes, and where that is not the end, from the back.
  /// - Returns: whether the end was reached.
  mutating func read(_ table: SalvagedTable, from source: SQLiteConnection) -> Bool {
    if table == .assets, SalvageSink.isOlder(source) { return true }
    if read(table, from: source, order: "") { return true }
    if table != .settings { _ = read(table, from: source, order: " order by 1 desc") }
    return false
  }

  /// Whether a collection can be read and has no table of files yet.
  private static func isOlder(_ source: SQLiteConnection) -> Bool {
    do throws(SQLError) {
      return try source.integer("select count(*) from sqlite_schema where name = 'assets'") == 0
    } catch {
      // Then reading its rows tells of the damage.
      return false
    }
  }

  private mutating func read(
    _ table: SalvagedTable, from source: SQLiteConnection, order: String
  ) -> Bool {
    do throws(SQLError) {
      let rows = try source.prepare("select * from \(table.rawValue) not indexed\(order)")
      while try rows.step() {
        let values = (0..<table.columns).map { rows.value($0) }
        take(
          SalvagedRow(key: table == .settings ? nil : rows.integer(0), values: values), into: table)
      }
      return true
    } catch {
      return false
    }
  }
}
