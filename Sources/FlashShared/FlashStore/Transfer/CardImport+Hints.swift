internal import FlashModel
internal import FlashSQL

// Hints, which follow their source as texts do.

extension CardImport {
  /// Has a card's hint follow a row that tells of one, unless it was edited here since.
  func followHint(
    _ card: Followed, _ row: ImportRow, _ following: inout Following
  ) throws {
    guard let told = row.detail?.hint else { return }
    let theirs = CardImport.hash(ofHint: told)
    // Also where it was changed here meanwhile.
    guard theirs != card.importHint else { return }
    let column: Assignment = ("import_hint", SQLValue.integer(theirs))
    // A file that never told of one takes none away.
    if told == card.hint || (card.importHint == nil && told.isEmpty) {
      return try note([column], ofCard: card.key)
    }
    if let last = card.importHint, last != CardImport.hash(ofHint: card.hint) {
      following.isConflicting = true
      return
    }
    let hint: SQLValue = told.isEmpty ? .null : .text(String(decoding: told, as: UTF8.self))
    try store.update(.cards, key: card.key, set: [("hint", hint), column], at: now)
    following.isChanged = true
  }

  /// A number by which a hint is told from what it was.
  static func hash(ofHint hint: [UInt8]) -> Int64 {
    ContentHash(front: hint[...], back: []).value
  }
}
