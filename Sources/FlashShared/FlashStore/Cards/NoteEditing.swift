public import FlashModel
internal import FlashSQL

extension Store {
  /// Renders a note's siblings anew: those that exist are changed and keep their schedules, those
  /// that are missing are made, and those that the new text no longer has are removed.
  /// - Parameter siblings: one draft for each sibling, with its `noteOrd`.
  /// - Returns: how many were changed, made or removed.
  @discardableResult
  public func editNote(
    _ note: NoteID, siblings: [NewCard], at now: Timestamp
  ) throws -> Int {
    for draft in siblings { try check(front: draft.front, back: draft.back, kind: draft.kind) }
    let existing = try self.siblings(of: note)
    guard let first = existing.first(where: { $0.deletedAt == nil }) else {
      throw StoreError.notFound(what: .card, name: note.description, near: [])
    }
    return try perform("card edit", at: now) { () throws(StoreError) in
      var count = 0
      let deckKey = try key(of: first.deckID)
      let tags = try subTopicNames(cardKey: try key(of: first.id))
      for draft in siblings {
        if let card = existing.first(where: { $0.noteOrd == draft.noteOrd }) {
          let changes: [Assignment] = [
            ("front_text", .text(draft.front)), ("back_text", .text(draft.back)),
            ("hint", SQLValue(draft.hint)), ("note_text", SQLValue(draft.noteText)),
            ("deleted_at_ms", .null),
          ]
          if try update(.cards, key: try key(of: card.id), set: changes, at: now) { count += 1 }
        } else {
          let card = Card(
            id: newIdentifier(at: now), deckID: first.deckID, front: draft.front, back: draft.back,
            position: try nextPosition(deckKey: deckKey), kind: draft.kind, hint: draft.hint,
            noteID: note, noteOrd: draft.noteOrd, noteText: draft.noteText, contentUpdatedAt: now,
            schedulingUpdatedAt: now)
          let key = try insertCard(card, deckKey: deckKey)
          for name in tags {
            try link(cardKey: key, card.id, to: name, deckKey: deckKey, first.deckID, at: now)
          }
          count += 1
        }
      }
      let kept = Set(siblings.map(\.noteOrd))
      for card in existing where card.deletedAt == nil && !kept.contains(card.noteOrd) {
        try update(
          .cards, key: try key(of: card.id), set: [("deleted_at_ms", SQLValue(now))], at: now)
        count += 1
      }
      return count
    }
  }

  /// The cards made from one note, removed ones included, by their ordinal.
  public func siblings(of note: NoteID) throws(StoreError) -> [Card] {
    try rows(
      """
      select \(Store.cardColumns) from cards c join decks d on d.key = c.deck_key
      where c.note_id = $1 order by c.note_ord, c.id
      """, [SQLValue(note)]
    ) { $0.card() }
  }

  private func subTopicNames(cardKey: Int64) throws(StoreError) -> [String] {
    try rows(
      """
      select s.name from card_sub_topics l join sub_topics s on s.key = l.sub_topic_key
      where l.card_key = $1 and l.deleted_at_ms is null and s.deleted_at_ms is null
      order by s.position
      """, [.integer(cardKey)]
    ) { $0.text(0) }
  }
}
