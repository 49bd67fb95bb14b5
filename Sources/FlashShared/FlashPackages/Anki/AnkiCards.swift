import FlashModel
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
  let order: Int64
  /// The place of its deck among the decks.
  var deckRank: Int32 = -1
  /// What FSRS of the collection has made of its log.
  let memory: MemoryState?
  /// Seconds since 1970.
  let lastReview: Int64?
  /// When it was changed last: seconds since 1970.
  let changed: Int64

  /// Reads `id, nid, did, ord, type, queue, due, ivl, factor, reps, lapses, left, odue, odid, flags, mod,
  /// data`.
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
    changed = row.integer(15)
    // A new card's place is its position; few others have one that they kept.
    let data = type == 0 ? nil : AnkiCardData(row.bytes(16))
    order = type == 0 ? due : data?.position ?? .max
    memory = data?.memory
    lastReview = data?.lastReview
  }

  /// By which cards are put in order.
  var place: (Int32, Int64, Int64, Int32) { (deckRank, order, noteID, ordinal) }

  static let columns =
    """
    id, nid, did, ord, type, queue, due, ivl, factor, reps, lapses, left, odue, odid, flags, \
    mod, data
    """
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
    let ranks = AnkiCards.ranks(collection.decks)
    for place in list.indices { list[place].deckRank = ranks[list[place].deckID] ?? -1 }
    list.sort { $0.place < $1.place }
    self.list = list
  }

  /// Places of decks in the order of their titles.
  private static func ranks(_ decks: [Int64: String]) -> [Int64: Int32] {
    let sorted = decks.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
    return Dictionary(
      sorted.enumerated().map { ($1.key, Int32($0)) }, uniquingKeysWith: { first, _ in first })
  }
}
