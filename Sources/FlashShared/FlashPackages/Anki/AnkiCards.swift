import FlashSQL

/// A row of Anki's table of cards.
struct AnkiCard {
  let id: Int64
  let noteID: Int64
  /// The deck that it is at home in.
  let deckID: Int64
  let due: Int64
  let interval: Int32
  let ordinal: Int32
  /// Ease by 1,000.
  let factor: Int32
  let reps: Int32
  let lapses: Int32
  let left: Int32
  let type: Int8
  let queue: Int8
  let flag: Int8
  /// What its place in the deck is: the position of a new card, which others may have kept.
  var order: Int64

  /// Reads `id, nid, did, ord, type, queue, due, ivl, factor, reps, lapses, left, odue, odid, flags`.
  init(_ row: SQLiteStatement) {
    let isAway = row.integer(13) != 0
    id = row.integer(0)
    noteID = row.integer(1)
    deckID = isAway ? row.integer(13) : row.integer(2)
    ordinal = Int32(clamping: row.integer(3))
    type = Int8(clamping: row.integer(4))
    queue = Int8(clamping: row.integer(5))
    due = isAway && row.integer(12) != 0 ? row.integer(12) : row.integer(6)
    interval = Int32(clamping: row.integer(7))
    factor = Int32(clamping: row.integer(8))
    reps = Int32(clamping: row.integer(9))
    lapses = Int32(clamping: row.integer(10))
    left = Int32(clamping: row.integer(11))
    flag = Int8(row.integer(14) & 7)
    order = type == 0 ? due : .max
  }

  static let columns =
    "id, nid, did, ord, type, queue, due, ivl, factor, reps, lapses, left, odue, odid, flags"
}

/// All cards of a collection, in the order in which they are studied new: by deck, place, note and
/// ordinal.
struct AnkiCards {
  private(set) var list: [AnkiCard] = []

  /// More cards than fit a gibibyte of collection are no cards.
  private static let most = 20_000_000

  init(of collection: AnkiCollection) throws(PackageError) {
    var list: [AnkiCard] = []
    var last = Int64.min
    try collection.forEach("select \(AnkiCard.columns) from cards not indexed order by id") {
      row throws(PackageError) in
      let card = AnkiCard(row)
      // Pages in a circle would go on for ever.
      guard card.id > last, list.count < AnkiCards.most else {
        throw .corrupt(reason: "the collection's cards are out of order")
      }
      last = card.id
      list.append(card)
    }
    // Few cards have a place that is no position of theirs.
    try collection.forEach(
      "select id, data from cards not indexed where type <> 0 and data like '%\"pos\"%' order by id"
    ) { row in
      let data = AnkiCardData(row.bytes(1))
      guard let position = data.position, let place = AnkiCards.place(of: row.integer(0), in: list)
      else { return }
      list[place].order = position
    }
    let ranks = AnkiCards.ranks(collection.decks)
    func key(_ card: AnkiCard) -> (Int, Int64, Int64, Int32) {
      (ranks[card.deckID] ?? -1, card.order, card.noteID, card.ordinal)
    }
    list.sort { key($0) < key($1) }
    self.list = list
  }

  /// Places of decks in the order of their titles.
  private static func ranks(_ decks: [Int64: String]) -> [Int64: Int] {
    let sorted = decks.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
    return Dictionary(
      sorted.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
  }

  private static func place(of id: Int64, in list: [AnkiCard]) -> Int? {
    var (lower, upper) = (0, list.count)
    while lower < upper {
      let middle = (lower + upper) / 2
      if list[middle].id < id { lower = middle + 1 } else { upper = middle }
    }
    return lower < list.count && list[lower].id == id ? lower : nil
  }
}
