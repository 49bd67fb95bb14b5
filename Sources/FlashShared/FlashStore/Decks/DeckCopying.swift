public import FlashModel
internal import FlashSQL

extension Store {
  /// Copies a deck with its cards, sub-topics and links, all under new ids and with nothing of
  /// their schedules. Topic, description, accent, mode and options are kept.
  /// - Parameter title: the copy's path; nil means the old one with ` (copy)`, and a number where
  ///   that is taken.
  /// - Throws: `.invalid`, `.exists`.
  public func duplicateDeck(
    _ original: Deck, titled title: String? = nil, at now: Timestamp
  ) throws -> Deck {
    var filter = CardFilter()
    filter.decks = [original.id]
    let cards = try cards(filter)
    return try perform("deck duplicate '\(original.title)'", at: now) { () throws(StoreError) in
      var wanted = try freeTitle(forCopyOf: original.title)
      if let title { wanted = try checkedPath(title) }
      guard try deck(titled: wanted) == nil else { throw .exists(what: .deck, name: wanted) }
      var copy = original
      copy.id = newIdentifier(at: now)
      copy.title = wanted
      copy.lastStudiedAt = nil
      copy.updatedAt = now
      let deckKey = try insertDeck(copy)
      let subTopics = try copySubTopics(of: original.id, into: copy.id, deckKey, at: now)
      try copyCards(cards, into: copy.id, deckKey, subTopics, at: now)
      return copy
    }
  }

  private func freeTitle(forCopyOf title: String) throws(StoreError) -> String {
    let taken = Set(try decks().map(\.title))
    let first = "\(title) (copy)"
    guard taken.contains(first) else { return first }
    var number = 2
    while taken.contains("\(title) (copy \(number))") { number += 1 }
    return "\(title) (copy \(number))"
  }

  /// The key and id of each copied sub-topic, by its name.
  private typealias CopiedSubTopics = [String: (key: Int64, id: SubTopicID)]

  private func copySubTopics(
    of original: DeckID, into deck: DeckID, _ deckKey: Int64, at now: Timestamp
  ) throws(StoreError) -> CopiedSubTopics {
    var copies: CopiedSubTopics = [:]
    for subTopic in try subTopics(of: original) {
      let copy = SubTopic(
        id: try subTopicID(in: deck, named: subTopic.name), deckID: deck, name: subTopic.name,
        position: subTopic.position, updatedAt: now)
      copies[copy.name] = (try insertSubTopic(copy, deckKey: deckKey), copy.id)
    }
    return copies
  }

  private func copyCards(
    _ cards: [CardEntry], into deck: DeckID, _ deckKey: Int64, _ subTopics: CopiedSubTopics,
    at now: Timestamp
  ) throws(StoreError) {
    var notes: [NoteID: NoteID] = [:]
    for entry in cards {
      var noteID: NoteID?
      if let old = entry.card.noteID {
        noteID = notes[old] ?? newIdentifier(at: now)
        notes[old] = noteID
      }
      let card = Card(
        id: newIdentifier(at: now), deckID: deck, front: entry.card.front, back: entry.card.back,
        frontImageAssetID: entry.card.frontImageAssetID,
        backImageAssetID: entry.card.backImageAssetID, position: entry.card.position,
        kind: entry.card.kind, hint: entry.card.hint, noteID: noteID,
        noteOrd: entry.card.noteOrd, noteText: entry.card.noteText, contentUpdatedAt: now,
        schedulingUpdatedAt: now)
      let key = try insertCard(card, deckKey: deckKey)
      for name in entry.subTopics {
        guard let subTopic = subTopics[name] else { continue }
        let link = CardSubTopic(
          id: try linkID(card: card.id, subTopic: subTopic.id), cardID: card.id,
          subTopicID: subTopic.id, updatedAt: now)
        _ = try insertLink(link, cardKey: key, subTopicKey: subTopic.key)
      }
    }
  }
}
