internal import FlashModel
internal import FlashSQL

/// What an import looks at of a card that is here already.
///
/// It reads the statement's current row, and is good until the statement is used again.
struct StoredCard {
  let id: CardID
  let key: Int64
  /// The number of the change that removed it; nil if it is live.
  let removal: Int64?
  let deckKey: Int64
  let importDeckKey: Int64?
  let marks: CardMarks
  /// As an import last wrote them; nil if none did.
  let importMarks: CardMarks?
  /// Of the hint as an import last wrote it; nil if none did.
  let importHint: Int64?
  private let importHash: Int64?
  private let row: SQLiteStatement

  /// One parameter: the card's id or key.
  static func sql(by column: String) -> String {
    """
    select key, iif(deleted_at_ms is null, null, change_seq), deck_key, import_hash,
      import_deck_key, front_text, back_text, id, note_text,
      flag, suspended, import_marks, hint, import_hint
    from cards where \(column) = $1
    """
  }

  init(_ row: SQLiteStatement) {
    id = row.identifier(7) ?? .nothing
    self.row = row
    key = row.integer(0)
    removal = row.optionalInteger(1)
    deckKey = row.integer(2)
    importHash = row.optionalInteger(3)
    importDeckKey = row.optionalInteger(4)
    marks = CardMarks(flag: Int(row.integer(9)), isSuspended: row.integer(10) == 1)
    importMarks = row.optionalInteger(11).map(CardMarks.init(stored:))
    importHint = row.optionalInteger(13)
  }

  func hasText(of other: ImportRow) -> Bool {
    row.hasBytes(other.back, at: 6) && row.hasBytes(other.front, at: 5)
  }

  /// Whether its sides are rendered from the row's cloze text: other programs write them differently.
  func hasNote(of other: ImportRow) -> Bool {
    !other.note.isEmpty && row.hasBytes(other.note, at: 8)
  }

  /// UTF-8; empty if there is none.
  var hint: [UInt8] { row.bytes(12) }

  func hasFront(of other: ImportRow) -> Bool { row.hasBytes(other.front, at: 5) }

  /// Whether the text is still what an import wrote, or no import of this device ever wrote it.
  var followsItsSource: Bool { editedHash == nil }

  /// The hash of the text, if it was edited since an import wrote it.
  var editedHash: Int64? {
    guard let importHash else { return nil }
    let hash = ContentHash(front: row.bytes(5)[...], back: row.bytes(6)[...]).value
    return hash == importHash ? nil : hash
  }
}

/// A number that tells whether text has changed since an import wrote it. It never leaves the store.
///
/// Eight bytes at a time, each multiplied and folded over, front and back with their lengths: fast,
/// and with 64 bits no two texts of a collection are likely to meet. It guards against nobody.
struct ContentHash {
  private(set) var value: Int64

  init(front: ArraySlice<UInt8>, back: ArraySlice<UInt8>) {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    ContentHash.add(front.span, to: &hash)
    ContentHash.add(back.span, to: &hash)
    value = Int64(bitPattern: hash)
  }

  private static func add(_ bytes: Span<UInt8>, to hash: inout UInt64) {
    var index = 0
    while index + 8 <= bytes.count {
      var word: UInt64 = 0
      for place in 0..<8 { word |= UInt64(bytes[index + place]) << UInt64(8 * place) }
      mix(word, into: &hash)
      index += 8
    }
    var rest = UInt64(bytes.count)
    while index < bytes.count {
      rest = rest << 8 | UInt64(bytes[index])
      index += 1
    }
    mix(rest, into: &hash)
  }

  @inline(__always)
  private static func mix(_ word: UInt64, into hash: inout UInt64) {
    let product = (hash ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    hash = product.high ^ product.low
  }
}

/// A set of row keys, a bit each: keys are handed out without large gaps.
struct KeySet {
  private var words: [UInt64] = []

  /// - Returns: false if it was in the set.
  @discardableResult
  mutating func insert(_ key: Int64) -> Bool {
    let (word, bit) = (Int(key >> 6), UInt64(1) << UInt64(key & 63))
    if word >= words.count {
      words += Array(repeating: 0, count: max(word + 1, 2 * words.count) - words.count)
    }
    guard words[word] & bit == 0 else { return false }
    words[word] |= bit
    return true
  }

  func contains(_ key: Int64) -> Bool {
    let word = Int(key >> 6)
    return word < words.count && words[word] & (1 << UInt64(key & 63)) != 0
  }
}
