public import FlashModel

/// Makes UUIDs of version 5, so that the same source gives the same id on every device.
///
/// A name is a word for the kind of thing, a colon, and what identifies it; whatever may hold any
/// character stands last, so that no two things share a name.
///
/// - Source: RFC 9562, section 5.5.
public struct IdentifierDeriver: ~Copyable {
  private let nameSpace: NameSpace
  private var digest: MessageDigest

  /// - Throws: `.algorithmUnavailable` if libcrypto offers no SHA-1.
  public init(in nameSpace: NameSpace = .flash) throws(CryptoError) {
    digest = try MessageDigest(.sha1)
    self.nameSpace = nameSpace
  }

  /// The id that `name` has in the name space.
  public mutating func derived<Entity>(name: Span<UInt8>) -> Identifier<Entity> {
    begin()
    digest.update(name)
    return end()
  }

  /// The id that the UTF-8 of `name` has in the name space.
  public mutating func derived<Entity>(name: String) -> Identifier<Entity> {
    begin()
    digest.update(name)
    return end()
  }

  /// The id of an imported card: `card:KEY`.
  /// - Parameter sourceKey: at most 512 bytes, such as `anki:GUID:ORD` or a ``TextSourceKey``.
  public mutating func card(sourceKey: Span<UInt8>) -> CardID {
    begin()
    digest.update("card:")
    digest.update(sourceKey)
    return end()
  }

  /// The id of an imported card: `card:KEY`.
  public mutating func card(sourceKey: String) -> CardID {
    card(sourceKey: sourceKey.utf8Span.span)
  }

  /// The id of a deck that an import makes: `deck:PATH`.
  /// - Parameter path: `A::B`, cleaned and in NFC.
  public mutating func deck(path: String) -> DeckID { derived(name: "deck:" + path) }

  /// The id of a topic that an import makes: `topic:NAME`.
  /// - Parameter name: cleaned and in NFC.
  public mutating func topic(name: String) -> TopicID { derived(name: "topic:" + name) }

  /// The id of a sub-topic or tag that an import makes: `sub-topic:DECK:NAME`.
  /// - Parameter foldedName: in NFC and without case, because names that differ in case alone are
  ///   one sub-topic.
  public mutating func subTopic(in deck: DeckID, foldedName: String) -> SubTopicID {
    derived(name: "sub-topic:\(deck):" + foldedName)
  }

  /// The id of every link, also one made by hand: `link:CARD:SUBTOPIC`, ids as 16 bytes each.
  /// So two devices that tag one card alike make one link.
  public mutating func link(card: CardID, subTopic: SubTopicID) -> CardSubTopicID {
    begin()
    digest.update("link:")
    update(card)
    update(subTopic)
    return end()
  }

  /// The id of an imported review: `review:CARD TIME RATING`, as 16, 8 and 8 bytes, big-endian.
  public mutating func review(card: CardID, ratedAt: Timestamp, rating: Rating) -> ReviewID {
    begin()
    digest.update("review:")
    update(card)
    digest.update(UInt64(bitPattern: ratedAt.milliseconds))
    digest.update(UInt64(rating.rawValue))
    return end()
  }

  /// The id of an imported entry that nobody rated: `KIND-entry:CARD TIME`, as 16 and 8 bytes.
  public mutating func logEntry(
    _ kind: String, card: CardID, at moment: Timestamp
  ) -> ReviewID {
    begin()
    digest.update(kind)
    digest.update("-entry:")
    update(card)
    digest.update(UInt64(bitPattern: moment.milliseconds))
    return end()
  }

  /// The id of the entry that gives an imported card its schedule: `manual:CARD STATE`, so that two
  /// exports of one collection agree about it exactly if they agree about the schedule.
  ///
  /// The state is state, step, stability, difficulty, due, last reviewed, last scheduled, reps and
  /// lapses, eight bytes each, big-endian, numbers with a fraction by their bits; what is absent is
  /// all ones, which no such number is.
  public mutating func manualEntry(card: CardID, state: Scheduling) -> ReviewID {
    begin()
    digest.update("manual:")
    update(card)
    let absent = UInt64.max
    let fields: InlineArray<9, UInt64> = [
      UInt64(state.state.rawValue), state.step.map { UInt64(bitPattern: Int64($0)) } ?? absent,
      state.memory?.stability.bitPattern ?? absent, state.memory?.difficulty.bitPattern ?? absent,
      state.due.map { UInt64(bitPattern: $0.milliseconds) } ?? absent,
      state.lastReviewed.map { UInt64(bitPattern: $0.milliseconds) } ?? absent,
      state.lastScheduled.map { UInt64(bitPattern: $0.milliseconds) } ?? absent,
      UInt64(bitPattern: Int64(state.reps)), UInt64(bitPattern: Int64(state.lapses)),
    ]
    for index in fields.indices { digest.update(fields[index]) }
    return end()
  }

  private mutating func begin() {
    digest.update(nameSpace.high)
    digest.update(nameSpace.low)
  }

  private mutating func update<Entity>(_ identifier: Identifier<Entity>) {
    digest.update(identifier.high)
    digest.update(identifier.low)
  }

  /// Sets the version and the variant over the hash's first 16 bytes.
  private mutating func end<Entity>() -> Identifier<Entity> {
    let hash = digest.finish()
    return Identifier(
      high: hash.first & 0xFFFF_FFFF_FFFF_0FFF | 0x5000,
      low: hash.second & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
  }
}
