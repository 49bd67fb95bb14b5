internal import FlashCrypto
internal import FlashModel

/// Makes the source keys and the ids of imported cards.
struct CardIdentity: ~Copyable {
  private var keys: TextSourceKey
  private var deriver: IdentifierDeriver
  /// The newest source key that was made.
  var sourceKey: [UInt8] = []

  init() throws(CryptoError) {
    let keys = try TextSourceKey()
    deriver = try IdentifierDeriver()
    self.keys = keys
  }

  /// The id of a card from text without one.
  /// - Parameter ordinal: from 0 among the cards of that deck with an equal front.
  mutating func card(deckPath: [UInt8], front: ArraySlice<UInt8>, ordinal: Int) -> CardID {
    let hash = keys.hash(deckPath: deckPath.span, front: front.span, ordinal: ordinal)
    sourceKey.removeAll(keepingCapacity: true)
    keys.append(hash, to: &sourceKey)
    return derived()
  }

  /// The id of a card that the file names: the name itself if it is an id, else derived from it.
  /// - Parameter isSourceKey: whether the name is the whole source key.
  mutating func card(named name: ArraySlice<UInt8>, isSourceKey: Bool) -> CardID {
    sourceKey.removeAll(keepingCapacity: true)
    if !isSourceKey { sourceKey.append(contentsOf: "id:".utf8) }
    sourceKey.append(contentsOf: name)
    if let id = CardID(utf8: name.span) { return id }
    return derived()
  }

  private mutating func derived() -> CardID {
    // A name of its own, because a span borrows what it points into.
    let sourceKey = sourceKey
    return deriver.card(sourceKey: sourceKey.span)
  }

  /// Has `sourceKey` be what was worked out of a row before.
  /// - Returns: the id that derives from it.
  mutating func take(_ derived: RowDerivation) -> CardID {
    sourceKey.removeAll(keepingCapacity: true)
    sourceKey.append(contentsOf: derived.sourceKey)
    return derived.id
  }

  /// The note of a row: the one that the file names, else the one of that text in that deck.
  /// - Parameters:
  ///   - key: what the siblings have in common in the file, empty if that is `text`.
  ///   - isNamed: whether the file gives its rows ids.
  mutating func note(
    key: ArraySlice<UInt8>, text: ArraySlice<UInt8>, isNamed: Bool, deckPath: [UInt8]
  ) -> NoteID {
    if key.isEmpty { return note(deckPath: deckPath, text: text) }
    return isNamed ? note(named: key) : note(deckPath: deckPath, text: key)
  }

  /// The id that the siblings of one cloze text share: `note:PATH`, a separator that no text
  /// contains, and the text.
  private mutating func note(deckPath: [UInt8], text: ArraySlice<UInt8>) -> NoteID {
    let name = Array("note:".utf8) + deckPath + [0x1F] + text
    return deriver.derived(name: name.span)
  }

  /// The id of a note that the file names: the name itself if it is an id, else derived from it.
  private mutating func note(named name: ArraySlice<UInt8>) -> NoteID {
    if let id = NoteID(utf8: name.span) { return id }
    let name = Array("note-id:".utf8) + name
    return deriver.derived(name: name.span)
  }

  /// The id of the entry that gives an imported card its schedule.
  mutating func manualEntry(card: CardID, state: Scheduling) -> ReviewID {
    deriver.manualEntry(card: card, state: state)
  }

  /// The id of an entry of another program's log.
  mutating func entry(_ entry: ForeignReview, of card: CardID) -> ReviewID {
    switch entry.kind {
    case .review(let rating): deriver.review(card: card, ratedAt: entry.moment, rating: rating)
    case .reset: deriver.logEntry("reset", card: card, at: entry.moment)
    case .manual: deriver.logEntry("set", card: card, at: entry.moment)
    }
  }

  mutating func link(_ card: CardID, to subTopic: SubTopicID) -> CardSubTopicID {
    deriver.link(card: card, subTopic: subTopic)
  }
}
