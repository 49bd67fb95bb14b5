internal import FlashModel
internal import FlashSQL

/// Rows that wait to be written together, as an import fills an empty collection.
///
/// All of them seem to be new. What that was wrong of, as the file had the same before, is found when
/// they are written; it and those behind it are settled then as if they came only now.
final class CardFill {
  final class Card {
    let row: ImportRow
    let id: CardID
    let sourceKey: ArraySlice<UInt8>
    let after: Scheduling?
    /// Whether the short statement does.
    let isPlain: Bool

    init(
      _ row: ImportRow, id: CardID, sourceKey: ArraySlice<UInt8>, after: Scheduling?, isPlain: Bool
    ) {
      self.row = row
      self.id = id
      self.sourceKey = sourceKey
      self.after = after
      self.isPlain = isPlain
    }
  }

  struct Link {
    let id: CardSubTopicID
    let cardKey: Int64
    let subTopicKey: Int64
    let isSources: Bool
  }

  var cards: [Card] = []
  var links: [Link] = []
  /// The keys that the next ones get.
  var nextCard: Int64 = 1
  var nextLink: Int64 = 1
  var values = BorrowedValues()
  let plain: GroupInsert
  let detailed: GroupInsert
  let link: GroupInsert

  init(on connection: SQLiteConnection) throws(SQLError) {
    plain = try GroupInsert(
      into: "cards", CardFill.plainColumns + CardFill.newColumns, width: 10, on: connection)
    detailed = try GroupInsert(
      into: "cards", CardFill.plainColumns + CardFill.detailColumns, width: 30, on: connection)
    link = try GroupInsert(
      into: "card_sub_topics", CardFill.linkColumns, width: 7, on: connection)
  }

  private typealias Column = GroupInsert.Column

  private static func numbered(_ names: [String], from first: Int) -> [Column] {
    names.enumerated().map { .parameter($1, first + $0) }
  }

  private static let plainColumns: [Column] =
    numbered(["id", "deck_key", "position"], from: 1)
    + [
      .parameter("content_ms", 4), .parameter("sched_ms", 4), .parameter("change_seq", 5),
      .parameter("import_hash", 6), .parameter("import_deck_key", 2),
    ] + numbered(["source_key", "front_text", "back_text", "key"], from: 7)

  private static let newColumns: [Column] =
    ["state", "reps", "lapses", "suspended", "flag"].map { .constant($0, "0") }
    + [.parameter("added_ms", 4)]

  private static let detailColumns = numbered(
    [
      "state", "step", "stability", "difficulty", "due_at_ms", "last_reviewed_at_ms",
      "last_scheduled_at_ms", "reps", "lapses", "suspended", "buried_until_ms", "flag", "kind",
      "note_id", "note_ord", "note_text", "added_ms", "import_marks", "hint", "import_hint",
    ], from: 11)

  private static let linkColumns = numbered(
    ["id", "card_key", "sub_topic_key", "updated_at_ms", "change_seq", "imported", "key"], from: 1)
}

extension CardImport {
  /// Whether rows that seem to be new may wait. Where one that is there already ends the import, its
  /// place has to be told at once.
  var filling: CardFill? {
    request.policy == .fail || whenRefused == nil ? nil : fill
  }

  /// Has a row wait, whose source key was made last.
  func put(_ row: ImportRow, id: CardID, in fill: CardFill) throws {
    try checkLength(ofSourceID: row)
    let sourceKey = row.derived?.sourceKey ?? identity.sourceKey[...]
    let isPlain = row.noteOrd == nil && row.detail == nil
    while let last = fill.cards.last, last.isPlain != isPlain { try flushCards(of: fill) }
    let after = isPlain ? nil : try scheduling(row, id)
    fill.cards.append(
      CardFill.Card(row, id: id, sourceKey: sourceKey, after: after, isPlain: isPlain))
    if fill.cards.count >= GroupInsert.rows { try flushCards(of: fill) }
  }

  /// Writes all that waits.
  func flush() throws {
    guard let fill else { return }
    while !fill.cards.isEmpty || !fill.links.isEmpty {
      try flushCards(of: fill)
      if fill.cards.isEmpty { try flushLinks(of: fill) }
    }
  }

  /// Writes the rows that wait. Where one is no new card, some of those behind it may wait again.
  private func flushCards(of fill: CardFill) throws {
    let waiting = fill.cards
    fill.cards = []
    var written = 0
    while written < waiting.count {
      let (asked, made) = try write(waiting[written...], of: fill)
      for card in waiting[written..<written + made] {
        let key = fill.nextCard
        fill.nextCard = key + 1
        counts.count(.added)
        try refusing(card.row) { try settleNew(card.row, key: key, card.id, card.after) }
      }
      written += made
      if made < asked { break }
    }
    guard written < waiting.count else { return }
    // Whoever asked for this goes on with the key that it has made.
    let sourceKey = identity.sourceKey
    defer { identity.sourceKey = sourceKey }
    expectsNew = false
    for card in waiting[written...] { try refusing(card.row) { try add(card.row) } }
  }

  /// Does something for a row that waited: what makes it no card is told of it, not of the one that
  /// is added just now.
  private func refusing(_ row: ImportRow, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as StoreError {
      guard let whenRefused else { throw error }
      try whenRefused(row.line, error)
    }
  }

  /// Runs one statement for the first of some rows.
  /// - Returns: for how many, and how many of them are written.
  private func write(
    _ cards: ArraySlice<CardFill.Card>, of fill: CardFill
  ) throws -> (asked: Int, made: Int) {
    let insert = cards[cards.startIndex].isPlain ? fill.plain : fill.detailed
    let (statement, count) = insert.statement(for: cards.count)
    fill.values.removeAll()
    var ends: [(deck: Int64, position: Int)] = []
    for (place, card) in cards.prefix(count).enumerated() {
      let (row, first) = (card.row, place * insert.width)
      let position = try row.position ?? takePosition(in: row.deck)
      ends.append((row.deck.key, row.position == nil ? position : -1))
      fill.values.add(card.id, at: first + 1)
      statement.bind(row.deck.key, at: first + 2)
      statement.bind(Int64(position), at: first + 3)
      statement.bind(now, at: first + 4)
      statement.bind(try store.nextChange(), at: first + 5)
      statement.bind(row.textHash, at: first + 6)
      fill.values.add(utf8: card.sourceKey, at: first + 7)
      fill.values.add(utf8: row.front, at: first + 8)
      fill.values.add(utf8: row.back, at: first + 9)
      statement.bind(fill.nextCard + Int64(place), at: first + 10)
      if !card.isPlain { try bindDetails(row, card.after, to: statement, from: first + 1) }
    }
    let made = try statement.insert(count, fill.values, on: store.connection)
    // Places of those that were not written are free again.
    for end in ends[made...].reversed() where end.position >= 0 {
      positions[end.deck] = end.position
    }
    return (count, made)
  }

  /// Has a link wait.
  func put(_ link: CardFill.Link, in fill: CardFill) throws {
    fill.links.append(link)
    if fill.links.count >= GroupInsert.rows { try flushLinks(of: fill) }
  }

  private func flushLinks(of fill: CardFill) throws {
    var place = 0
    while place < fill.links.count {
      let (statement, count) = fill.link.statement(for: fill.links.count - place)
      fill.values.removeAll()
      for row in 0..<count {
        let (link, first) = (fill.links[place + row], row * fill.link.width)
        fill.values.add(link.id, at: first + 1)
        statement.bind(link.cardKey, at: first + 2)
        statement.bind(link.subTopicKey, at: first + 3)
        statement.bind(now, at: first + 4)
        statement.bind(try store.nextChange(), at: first + 5)
        statement.bind(Int64(link.isSources ? 1 : 0), at: first + 6)
        statement.bind(fill.nextLink + Int64(row), at: first + 7)
      }
      let made = try statement.insert(count, fill.values, on: store.connection)
      for _ in 0..<made {
        try store.journalInsert(.cardSubTopics, key: fill.nextLink)
        fill.nextLink += 1
      }
      // One that is there already is the same: a row may name a tag twice.
      place += made < count ? made + 1 : made
    }
    fill.links.removeAll(keepingCapacity: true)
  }
}
