import FlashSQL

/// A large package of Anki made up from a seed: the same cards on every machine.
///
/// Of twenty notes seventeen are basic, one is reversed and two are cloze texts with two deletions; three
/// of eight have markup, a third has tags. Three of five cards were reviewed and have the data that
/// Anki keeps for FSRS.
struct GeneratedAnki {
  private let database: SQLiteConnection
  private let log: GeneratedAnkiLog
  private var deck = GeneratedDeck()
  /// Cards that were made, and reviewed cards among them.
  private var (made, reviewed) = (0, 0)
  private var reviewedIDs: [Int64] = []

  /// Seconds: 2025-01-01 04:00 UTC.
  static let created: Int64 = 1_735_704_000

  /// Makes the file anew.
  /// - Parameters:
  ///   - isLegacy: a plain database of schema 11, deflated; else schema 18 in zstd.
  ///   - notes: each makes one card or two.
  ///   - reviews: in all.
  static func make(_ path: String, isLegacy: Bool, notes: Int, reviews: Int) throws {
    let collection = "\(path).collection"
    try PackedCollection.remove(collection)
    do {
      let database = try SQLiteConnection(path: collection, access: .write)
      try database.execute("pragma journal_mode = off; pragma synchronous = off; begin")
      try database.execute(AnkiTables.common)
      if !isLegacy { try database.execute(AnkiTables.latest) }
      var generated = GeneratedAnki(database, notes: notes, reviews: reviews)
      for number in 0..<notes { try generated.addNote(number) }
      try generated.addLog()
      try AnkiTables.describe(database, isLegacy: isLegacy)
      try database.execute(AnkiTables.indexes)
      try database.execute("commit")
    }
    try PackedCollection.pack(collection, into: path, isLegacy: isLegacy)
    try PackedCollection.remove(collection)
  }

  private init(_ database: SQLiteConnection, notes: Int, reviews: Int) {
    self.database = database
    let cards = (0..<notes).reduce(0) { $0 + AnkiTables.NoteType(ofNote: $1).cardCount }
    let reviewed = (0..<cards).count { GeneratedAnki.isReviewed($0) }
    log = GeneratedAnkiLog(cards: reviewed, count: reviews)
    reviewedIDs.reserveCapacity(reviewed)
  }

  private static func isReviewed(_ card: Int) -> Bool { card % 5 < 3 }

  private mutating func addNote(_ number: Int) throws {
    let type = AnkiTables.NoteType(ofNote: number)
    // From 2018 on, a minute apart.
    let id = 1_514_764_800_000 + Int64(number) * 60_000
    let fields = self.fields(number, type)
    let statement = try database.statement("insert into notes values (?,?,?,?,-1,?,?,?,?,0,'')")
    statement.bind(id, at: 1)
    statement.bind(GeneratedAnki.guid(number), at: 2)
    statement.bind(type.rawValue, at: 3)
    statement.bind(id / 1_000, at: 4)
    statement.bind(GeneratedAnki.tags(number), at: 5)
    statement.bind(fields.joined(separator: "\u{1F}"), at: 6)
    statement.bind(fields[0], at: 7)
    statement.bind(Int64(number) * 40_503 & 0xFFFF_FFFF, at: 8)
    try statement.run()
    for ordinal in 0..<type.cardCount {
      try addCard(id + Int64(ordinal), note: id, ordinal, deck: AnkiTables.deck(ofNote: number))
    }
  }

  private mutating func addCard(_ id: Int64, note: Int64, _ ordinal: Int, deck: Int64) throws {
    let statement = try database.statement(
      "insert into cards values (?,?,?,?,?,-1,?,?,?,?,?,?,?,0,0,0,0,?)")
    let state = GeneratedAnki.isReviewed(made) ? log.state(reviewed, position: made) : .new(made)
    let values: [Int64] = [
      id, note, deck, Int64(ordinal), id / 1_000, state.type, state.type, state.due,
      state.interval, state.type == 0 ? 0 : 2_500, state.reps, state.reps / 4,
    ]
    for (place, value) in values.enumerated() { statement.bind(value, at: place + 1) }
    statement.bind(state.data, at: 13)
    try statement.run()
    if GeneratedAnki.isReviewed(made) {
      reviewedIDs.append(id)
      reviewed += 1
    }
    made += 1
  }

  private func addLog() throws {
    let statement = try database.statement("insert into revlog values (?,?,-1,?,?,?,?,?,?)")
    for entry in log.entries {
      let values: [Int64] = [
        entry.moment, reviewedIDs[entry.card], entry.ease, 4 << entry.round, 2 << entry.round,
        entry.round == 0 ? 0 : 500, 2_000 + entry.moment % 7_000, min(1, entry.round),
      ]
      for (place, value) in values.enumerated() { statement.bind(value, at: place + 1) }
      try statement.run()
    }
  }

  private mutating func fields(_ number: Int, _ type: AnkiTables.NoteType) -> [String] {
    var front = "\(number): \(deck.side(words: 9))"
    var back = deck.side(words: 10)
    switch number % 8 {
    case 0: front = "<b>\(front)</b>"
    case 1: front += "&nbsp;<br>\(deck.side(words: 3))"
    case 2: back = "<div>\(back)</div><div>&amp; <i>so on</i></div>"
    default: break
    }
    guard type == .cloze else { return [front, back] }
    return ["\(front) {{c1::\(deck.side(words: 2))}} in {{c2::\(deck.side(words: 1))}}", back]
  }

  /// Ten characters, as Anki's.
  private static func guid(_ number: Int) -> String {
    var mixed = UInt64(number) &* 0x9E37_79B9_7F4A_7C15 | 1
    let bytes = (0..<10).map { _ in
      mixed = mixed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      // '!' to '~'.
      return UInt8(33 + (mixed >> 33) % 94)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func tags(_ number: Int) -> String {
    switch number % 6 {
    case 0: " chapter\(number % 40) "
    case 1: " exam marked::part\(number % 25) "
    default: ""
    }
  }
}
