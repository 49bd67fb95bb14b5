public import FlashModel

/// What a client asks for: the rows that arrived after a cursor.
public struct PullRequest: EndpointQuery {
  /// The last `next_since`, 0 at first.
  public var since: Int64
  public var entities: [SyncEntity]
  /// Rows by entity and page, 1 to 5,000.
  public var limit: Int
  /// The `resync_epoch` that the client last saw; nil for one that keeps no cursor properly.
  public var epoch: Int64?
  /// The newest stamp that the client was told, by the answer to a push, if it has not fetched up to there
  /// since.
  public var told: Int64?

  public init(
    since: Int64, entities: [SyncEntity], limit: Int, epoch: Int64?, told: Int64? = nil
  ) {
    self.since = since
    self.entities = entities
    self.limit = limit
    self.epoch = epoch
    self.told = told
  }

  /// The query of the URL.
  public var query: String {
    var text =
      "since=\(since)&entities=\(entities.map(\.key).joined(separator: ","))&limit=\(limit)"
    if let epoch { text += "&epoch=\(epoch)" }
    if let told { text += "&told=\(told)" }
    return text
  }
}

/// One page of a pull.
public struct PullPage: Sendable, Hashable {
  public var serverClock: Timestamp
  public var hasMore: Bool
  public var nextSince: Int64
  public var isFullResync: Bool
  /// Nil from the older service.
  public var resyncEpoch: Int64?
  public var topics: [Topic] = []
  public var decks: [Deck] = []
  public var subTopics: [SubTopic] = []
  public var cards: [Card] = []
  public var cardSubTopics: [CardSubTopic] = []
  public var reviews: [Review] = []
  public var sessions: [StudySession] = []

  public init(
    serverClock: Timestamp, hasMore: Bool, nextSince: Int64, isFullResync: Bool = false,
    resyncEpoch: Int64? = nil
  ) {
    self.serverClock = serverClock
    self.hasMore = hasMore
    self.nextSince = nextSince
    self.isFullResync = isFullResync
    self.resyncEpoch = resyncEpoch
  }

  /// Reads the body of an answer.
  /// - Throws: ``JSONError``.
  public init(body: [UInt8]) throws(JSONError) {
    self.init(serverClock: Timestamp(milliseconds: 0), hasMore: false, nextSince: 0)
    var reader = JSONReader(body)
    try reader.beginObject()
    var (hasClock, hasCursor) = (false, false)
    while let key = try reader.nextKey() {
      switch key {
      case "server_clock_ms":
        serverClock = try reader.timestamp()
        hasClock = true
      case "has_more": hasMore = try reader.bool()
      case "next_since":
        nextSince = try reader.integer()
        hasCursor = true
      case "full_resync": isFullResync = try reader.bool()
      case "resync_epoch": resyncEpoch = try reader.readNull() ? nil : reader.integer()
      case "records": try readRecords(&reader)
      default: try reader.skipValue()
      }
    }
    try reader.end()
    guard hasClock, hasCursor else {
      throw JSONError(offset: 0, reason: "a page without its clock or its cursor")
    }
  }

  /// An object of lists, or an empty list.
  private mutating func readRecords(_ reader: inout JSONReader) throws(JSONError) {
    if reader.peek() == UInt8(ascii: "[") {
      try reader.beginArray()
      guard try !reader.nextElement() else {
        throw JSONError(offset: reader.offset, reason: "records by entity expected")
      }
      return
    }
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch SyncEntity(key: key) {
      case .topics: topics = try PullPage.list(&reader)
      case .decks: decks = try PullPage.list(&reader)
      case .subTopics: subTopics = try PullPage.list(&reader)
      case .cards: cards = try PullPage.list(&reader)
      case .cardSubTopics: cardSubTopics = try PullPage.list(&reader)
      case .reviews: reviews = try PullPage.list(&reader)
      case .sessions: sessions = try PullPage.list(&reader)
      case nil: try reader.skipValue()
      }
    }
  }

  private static func list<Record: WireRecord>(
    _ reader: inout JSONReader
  ) throws(JSONError) -> [Record] {
    var records: [Record] = []
    try reader.beginArray()
    while try reader.nextElement() { records.append(try Record(from: &reader)) }
    return records
  }
}
