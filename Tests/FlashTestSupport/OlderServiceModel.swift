public import FlashAPI
public import FlashModel

/// A small model of the older service, faults included: rows are found by the clock of whoever wrote
/// them, of what is cut one place is told, and only the newest answer counts.
public struct OlderServiceModel: Sendable {
  public var now: Timestamp
  private var inner: ServiceModel
  /// Rows of an entity in a page.
  private let pageRows: Int

  public init(now: Timestamp, pageRows: Int = 500) {
    self.now = now
    self.pageRows = pageRows
    inner = ServiceModel(now: now)
  }

  /// How many rows there are.
  public var count: Int { inner.count }

  /// Takes rows, and tells a repeated one as `stale` or `duplicate`.
  public mutating func push(_ body: [UInt8]) throws -> PushResponse {
    inner.now = now
    var answer = try inner.push(body)
    let request = try PushRequest(body: body)
    for offset in request[.reviews] {
      var reader = JSONReader(body, from: offset)
      let review = try Review(from: &reader)
      // What the log knows beside ratings it refuses, as it has no such column.
      guard review.kind == .review else { throw UnknownKind() }
    }
    answer.unchanged = 0
    answer.adjusted = []
    answer.clockSkewMs = nil
    answer.rejected = answer.rejected.map {
      RejectedRow(id: $0.id, reason: $0.reason, entity: nil, retryable: nil)
    }
    return answer
  }

  public struct UnknownKind: Error {}

  /// A row without the members that the older service and its client do not know.
  public static func known(of row: JSONValue) -> JSONValue {
    guard case .object(let members) = row else { return row }
    let ours: Set = [
      "content_ms", "sched_ms", "suspended", "buried_until_ms", "flag", "kind", "hint", "note_id",
      "note_ord", "note_text", "source_key", "step", "last_scheduled_at_ms", "order_ms",
      "cancels_id", "options",
    ]
    return .object(members.filter { !ours.contains($0.key) })
  }

  public func pull(_ request: PullRequest) -> PullPage {
    var page = PullPage(serverClock: now, hasMore: false, nextSince: request.since)
    var places: [Int64] = []
    func cut<Record>(_ entity: SyncEntity, _ rows: [(Record, Int64)]) -> [Record] {
      guard request.entities.contains(entity) else { return [] }
      let found = rows.filter { $0.1 > request.since }.sorted { $0.1 < $1.1 }
      if found.count > pageRows { page.hasMore = true }
      if let last = found.prefix(pageRows).last { places.append(last.1) }
      return found.prefix(pageRows).map(\.0)
    }
    page.topics = cut(.topics, inner.topics.values.map { ($0.record, $0.record.clock) })
    page.decks = cut(.decks, inner.decks.values.map { ($0.record.plain, $0.record.clock) })
    page.subTopics = cut(.subTopics, inner.subTopics.values.map { ($0.record, $0.record.clock) })
    page.cards = cut(.cards, inner.cards.values.map { ($0.record.plain, $0.record.clock) })
    page.sessions = cut(.sessions, inner.sessions.values.map { ($0.record, $0.record.clock) })
    page.cardSubTopics = cut(
      .cardSubTopics, inner.links.values.map { ($0.record, $0.record.clock) })
    page.reviews = cut(
      .reviews, inner.reviews.values.map { ($0.record, $0.record.ratedAt.milliseconds) })
    page.nextSince = places.max() ?? request.since
    return page
  }
}

extension Topic { fileprivate var clock: Int64 { updatedAt.milliseconds } }
extension SubTopic { fileprivate var clock: Int64 { updatedAt.milliseconds } }
extension StudySession { fileprivate var clock: Int64 { updatedAt.milliseconds } }
extension CardSubTopic { fileprivate var clock: Int64 { updatedAt.milliseconds } }

extension Deck {
  fileprivate var clock: Int64 { updatedAt.milliseconds }

  /// Without what the older service does not know.
  fileprivate var plain: Deck {
    var deck = self
    deck.options = StudyOptions()
    return deck
  }
}

extension Card {
  fileprivate var clock: Int64 { updatedAt.milliseconds }

  /// Without what the older service does not know; it has one clock.
  fileprivate var plain: Card {
    var card = Card(
      id: id, deckID: deckID, front: front, back: back, position: position,
      scheduling: scheduling, contentUpdatedAt: updatedAt, schedulingUpdatedAt: updatedAt,
      deletedAt: deletedAt)
    card.scheduling.step = nil
    card.scheduling.lastScheduled = nil
    return card
  }
}
