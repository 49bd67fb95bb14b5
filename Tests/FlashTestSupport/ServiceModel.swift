public import FlashAPI
public import FlashModel
import FlashScheduler

/// A record that one clock decides about, and what it belongs to.
private protocol Clocked: WireRecord {
  associatedtype Entity
  var id: Identifier<Entity> { get }
  var updatedAt: Timestamp { get set }
}

extension Topic: Clocked {}
extension Deck: Clocked {}
extension SubTopic: Clocked {}
extension StudySession: Clocked {}
extension CardSubTopic: Clocked {}

/// A small model of the service, for tests of what exchanges with it: the rules of the contract over
/// dictionaries. A value: a copy kept aside is a backup.
public struct ServiceModel: Sendable {
  /// A row and its arrival.
  struct Stamped<Record: Sendable>: Sendable {
    var record: Record
    var arrived: Int64
  }

  public var now: Timestamp
  /// Raised by whoever restores a backup.
  public var epoch: Int64 = 1
  public private(set) var lastArrived: Int64 = 0
  /// Clients whose cursor is older than this, and not 0, walk through everything.
  public var horizon: Int64 = 0
  /// Rows that are refused, by id, with the reason.
  public var refusals: [String: String] = [:]
  var topics: [TopicID: Stamped<Topic>] = [:]
  var decks: [DeckID: Stamped<Deck>] = [:]
  var subTopics: [SubTopicID: Stamped<SubTopic>] = [:]
  var cards: [CardID: Stamped<Card>] = [:]
  var sessions: [SessionID: Stamped<StudySession>] = [:]
  var links: [CardSubTopicID: Stamped<CardSubTopic>] = [:]
  var reviews: [ReviewID: Stamped<Review>] = [:]
  private var logs: [CardID: [ReviewID]] = [:]
  /// The session whose walk goes on, by the cursor it was given.
  private var walks: Set<Int64> = []

  public init(now: Timestamp) { self.now = now }

  /// How many rows there are.
  public var count: Int {
    topics.count + decks.count + subTopics.count + cards.count + sessions.count + links.count
      + reviews.count
  }

  private mutating func stamp() -> Int64 {
    lastArrived = max(now.milliseconds, lastArrived + 1)
    return lastArrived
  }

  // MARK: Push

  public mutating func push(_ body: [UInt8]) throws -> PushResponse {
    let request = try PushRequest(body: body)
    var answer = PushResponse(serverClockMs: now.milliseconds)
    let skew = request.clientClock.map { $0.milliseconds - now.milliseconds } ?? 0
    let latest = now.advanced(by: skew + 300_000)
    var touched: Set<CardID> = []
    for entity in SyncEntity.allCases {
      for offset in request[entity] {
        var reader = JSONReader(body, from: offset)
        switch entity {
        case .topics: try take(Topic(from: &reader), \.topics, true, latest, &answer)
        case .decks:
          var deck = try Deck(from: &reader)
          if let topic = deck.topicID, topics[topic] == nil { deck.topicID = nil }
          try take(deck, \.decks, true, latest, &answer)
          if answer.rejected.last?.id != deck.id.description { touched.formUnion(logs.keys) }
        case .subTopics:
          let row = try SubTopic(from: &reader)
          try take(row, \.subTopics, decks[row.deckID] != nil, latest, &answer)
        case .cards: try take(Card(from: &reader), latest, &answer)
        case .sessions:
          let row = try StudySession(from: &reader)
          try take(row, \.sessions, decks[row.deckID] != nil, latest, &answer)
        case .cardSubTopics:
          let row = try CardSubTopic(from: &reader)
          let hasParents = cards[row.cardID] != nil && subTopics[row.subTopicID] != nil
          try take(row, \.links, hasParents, latest, &answer)
        case .reviews: try take(Review(from: &reader), &touched, &answer)
        }
      }
    }
    for card in touched.sorted() { fold(card) }
    return answer
  }

  private func refuse(
    _ id: String, _ entity: SyncEntity, _ reason: String, _ answer: inout PushResponse
  ) {
    answer.rejected.append(
      RejectedRow(id: id, reason: reason, entity: entity.key, retryable: nil))
  }

  private mutating func take<Record: Clocked>(
    _ incoming: Record,
    _ table: WritableKeyPath<Self, [Identifier<Record.Entity>: Stamped<Record>]>,
    _ hasParents: Bool, _ latest: Timestamp, _ answer: inout PushResponse
  ) throws {
    let id = incoming.id
    if let reason = refusals[id.description] ?? (hasParents ? nil : "forbidden") {
      return refuse(id.description, Record.entity, reason, &answer)
    }
    var incoming = incoming
    if incoming.updatedAt > latest {
      incoming.updatedAt = now
      answer.adjusted.append(
        AdjustedRow(
          entity: Record.entity.key, id: id.description, updatedAtMs: now.milliseconds))
    }
    guard var stored = self[keyPath: table][id] else {
      self[keyPath: table][id] = Stamped(record: incoming, arrived: stamp())
      answer.accepted += 1
      return
    }
    var same = stored.record
    same.updatedAt = incoming.updatedAt
    if incoming.updatedAt > stored.record.updatedAt {
      self[keyPath: table][id] = Stamped(record: incoming, arrived: stamp())
      answer.accepted += 1
    } else if same == incoming {
      answer.unchanged += 1
    } else {
      if incoming.updatedAt == stored.record.updatedAt {
        stored.record.updatedAt = stored.record.updatedAt.advanced(by: 1)
        self[keyPath: table][id] = Stamped(record: stored.record, arrived: stamp())
      }
      refuse(id.description, Record.entity, "stale", &answer)
    }
  }

  private mutating func take(
    _ incoming: Card, _ latest: Timestamp, _ answer: inout PushResponse
  ) throws {
    let id = incoming.id
    if let reason = refusals[id.description] ?? (decks[incoming.deckID] == nil ? "forbidden" : nil)
    {
      return refuse(id.description, .cards, reason, &answer)
    }
    var incoming = incoming
    if incoming.updatedAt > latest {
      incoming.contentUpdatedAt = min(incoming.contentUpdatedAt, now)
      incoming.schedulingUpdatedAt = min(incoming.schedulingUpdatedAt, now)
      answer.adjusted.append(
        AdjustedRow(entity: "cards", id: id.description, updatedAtMs: now.milliseconds))
    }
    guard let stored = cards[id]?.record else {
      cards[id] = Stamped(record: incoming, arrived: stamp())
      answer.accepted += 1
      return
    }
    var content = incoming
    content.scheduling = stored.scheduling
    content.schedulingUpdatedAt = stored.schedulingUpdatedAt
    var next = stored
    content.contentUpdatedAt = stored.contentUpdatedAt
    let isSame = content == stored
    if incoming.contentUpdatedAt > stored.contentUpdatedAt {
      next = content
      next.contentUpdatedAt = incoming.contentUpdatedAt
    }
    if logs[id] == nil, incoming.schedulingUpdatedAt > stored.schedulingUpdatedAt {
      next.scheduling = incoming.scheduling
      next.schedulingUpdatedAt = incoming.schedulingUpdatedAt
    }
    if next != stored {
      cards[id] = Stamped(record: next, arrived: stamp())
      answer.accepted += 1
    } else if isSame {
      answer.unchanged += 1
    } else {
      if incoming.contentUpdatedAt == stored.contentUpdatedAt {
        next.contentUpdatedAt = next.contentUpdatedAt.advanced(by: 1)
        cards[id] = Stamped(record: next, arrived: stamp())
      }
      refuse(id.description, .cards, "stale", &answer)
    }
  }

  private mutating func take(
    _ review: Review, _ touched: inout Set<CardID>, _ answer: inout PushResponse
  ) {
    if let reason = refusals[review.id.description] {
      return refuse(review.id.description, .reviews, reason, &answer)
    }
    guard cards[review.cardID] != nil else {
      return refuse(review.id.description, .reviews, "forbidden", &answer)
    }
    if let stored = reviews[review.id]?.record {
      if stored == review {
        answer.unchanged += 1
      } else {
        refuse(review.id.description, .reviews, "duplicate", &answer)
      }
      return
    }
    reviews[review.id] = Stamped(record: review, arrived: stamp())
    logs[review.cardID, default: []].append(review.id)
    touched.insert(review.cardID)
    answer.accepted += 1
  }

  /// Makes a card's schedule follow its log.
  private mutating func fold(_ id: CardID) {
    guard let card = cards[id]?.record, let log = logs[id] else { return }
    let options = decks[card.deckID]?.record.options ?? StudyOptions()
    guard
      let scheduler = try? Scheduler(
        parameters: StudyParameters(options), calendar: StudyCalendar(zone: .utc), fuzz: false)
    else { return }
    let folded = Replay.fold(
      unordered: log.compactMap { reviews[$0].map { ReplayEntry($0.record) } }, card: id,
      with: scheduler)
    let newest = log.compactMap { reviews[$0]?.record.order }.max()
    var next = card
    next.scheduling = folded.scheduling
    next.schedulingUpdatedAt = newest ?? card.schedulingUpdatedAt
    let isNews = folded.scheduling != card.scheduling
    cards[id] = Stamped(record: next, arrived: isNews ? stamp() : cards[id]?.arrived ?? stamp())
  }

  // MARK: Pull

  public mutating func pull(_ request: PullRequest) -> PullPage {
    var since = request.since
    var isWalk = walks.contains(since)
    if !isWalk, since != 0, since < horizon || request.epoch.map({ $0 != epoch }) ?? false {
      isWalk = true
      since = 0
    }
    var page = PullPage(
      serverClock: now, hasMore: false, nextSince: lastArrived, isFullResync: isWalk,
      resyncEpoch: epoch)
    var cuts: [Int64] = []
    func cut<Key, Record: Sendable>(_ table: [Key: Stamped<Record>]) -> [Record] {
      let rows = table.values.filter { $0.arrived > since }.sorted { $0.arrived < $1.arrived }
      if rows.count > request.limit { cuts.append(rows[request.limit - 1].arrived) }
      return rows.prefix(request.limit).map(\.record)
    }
    page.topics = cut(topics)
    page.decks = cut(decks)
    page.subTopics = cut(subTopics)
    page.cards = cut(cards)
    page.sessions = cut(sessions)
    page.cardSubTopics = cut(links)
    page.reviews = cut(reviews)
    if let least = cuts.min() {
      page.hasMore = true
      page.nextSince = least
    }
    if isWalk, page.hasMore { walks.insert(page.nextSince) }
    return page
  }

  /// Forgets removed records as if their tombstones had run out.
  public mutating func purge() {
    cards = cards.filter { $0.value.record.deletedAt == nil }
    links = links.filter { cards[$0.value.record.cardID] != nil }
    horizon = lastArrived
  }
}
