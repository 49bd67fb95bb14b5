import FlashAPI
import FlashModel
import FlashStore
import FlashTestSupport

/// A network to the model of the service, which can fail at a given step.
struct Network: SyncService {
  var server: ServiceModel
  /// Requests until the connection is cut; nil never.
  var cutAfter: Int?
  /// Whether the cut comes before the request arrives, or before its answer does.
  var losesAnswer = false
  private(set) var requests = 0
  private(set) var pushedRows = 0

  struct Cut: Error {}

  init(_ server: ServiceModel) { self.server = server }

  mutating func push(_ body: [UInt8]) throws -> PushResponse {
    let isCut = try begin()
    pushedRows += try PushRequest(body: body).count
    let answer = try server.push(body)
    if isCut { throw Cut() }
    return answer
  }

  mutating func pull(_ request: PullRequest) throws -> PullPage {
    let isCut = try begin()
    let page = server.pull(request)
    if isCut { throw Cut() }
    return page
  }

  /// - Returns: whether the answer is lost.
  private mutating func begin() throws -> Bool {
    requests += 1
    guard let cutAfter, requests > cutAfter else { return false }
    guard losesAnswer else { throw Cut() }
    return true
  }
}

/// A collection that is exchanged with the service.
struct Device {
  let folder: TemporaryDirectory
  let store: Store
  let remote: SyncRemote

  init(seed: UInt64) throws {
    let fixture = try Fixture(seed: seed)
    folder = fixture.folder
    store = fixture.store
    remote = try store.setRemote("origin", url: "https://flash.example")
  }

  /// A copy of another device's file, opened where it was put.
  init(copyOf device: Device, seed: UInt64 = 4_711) throws {
    folder = try TemporaryDirectory()
    device.store.close()
    try folder.write(device.folder.read("collection.db"), to: "collection.db")
    store = try Store(
      path: folder.path + "/collection.db", for: .writing, at: monday,
      random: SeededRandom(seed: seed))
    remote = device.remote
  }

  @discardableResult
  func sync(
    _ network: inout Network, rows: Int = 5_000, at now: Timestamp = afterwards,
    allowsRemovals: Bool = true
  ) throws -> ExchangeReport {
    var exchange = Exchange(by: rules)
    exchange.batchRows = rows
    exchange.allowsRemovals = allowsRemovals
    network.server.now = max(network.server.now, now)
    return try exchange.run(store, with: remote, through: &network, clock: { now })
  }

  /// Everything in it, settings aside, in an order that does not depend on the device.
  func contents() throws -> Contents {
    var contents = Contents()
    try store.forEachRecord { record in
      switch record {
      case .setting: break
      case .topic(let row): contents.topics[row.id] = row
      case .deck(let row): contents.decks[row.id] = row
      case .subTopic(let row): contents.subTopics[row.id] = row
      case .card(let row): contents.cards[row.id] = row
      case .session(let row): contents.sessions[row.id] = row
      case .link(let row): contents.links[row.id] = row
      case .review(let row): contents.reviews[row.id] = row
      }
    }
    return contents
  }
}

struct Contents: Equatable {
  var topics: [TopicID: Topic] = [:]
  var decks: [DeckID: Deck] = [:]
  var subTopics: [SubTopicID: SubTopic] = [:]
  var cards: [CardID: Card] = [:]
  var sessions: [SessionID: StudySession] = [:]
  var links: [CardSubTopicID: CardSubTopic] = [:]
  var reviews: [ReviewID: Review] = [:]

  /// The kinds of record in which two differ, for a message that can be read.
  func differences(from other: Contents) -> [String] {
    var found: [String] = []
    if topics != other.topics { found.append("topics") }
    if decks != other.decks { found.append("decks") }
    if subTopics != other.subTopics { found.append("sub_topics") }
    if sessions != other.sessions { found.append("sessions") }
    if links != other.links { found.append("links") }
    if reviews != other.reviews { found.append("reviews") }
    for (id, card) in cards where other.cards[id] != card {
      guard let twin = other.cards[id] else {
        found.append("card \(id)")
        continue
      }
      if card.front != twin.front { found.append("\(id) \(card.front) / \(twin.front)") }
      if card.scheduling != twin.scheduling {
        found.append("\(id) \(card.scheduling) / \(twin.scheduling)")
      }
      found.append(
        "\(id) \(card.contentUpdatedAt) \(card.schedulingUpdatedAt) / \(twin.contentUpdatedAt)"
          + " \(twin.schedulingUpdatedAt)")
    }
    if cards.count != other.cards.count { found.append("cards") }
    return found
  }
}

/// Later than anything that a made-up history does.
let afterwards = monday.advanced(by: 60 * day)
