import FlashAPI
import FlashModel
import FlashScheduler
import FlashServer
import FlashStore
import FlashTestSupport

/// The service as a collection reaches it, without a network.
struct SiteService: SyncService {
  let device: SyncDevice
  /// What was asked for beside rows, in order, and with what problems.
  var calls: [String] = []
  var problems: [Int] = []
  var pushes = 0
  var pulls = 0
  /// The n-th pull from now on, counted down, has no answer.
  var lostPull = 0

  /// No answer came.
  struct Lost: Error {}
  /// The n-th call of a name ends without an answer, whether it arrives or not.
  var cut: (name: String, nth: Int, arrives: Bool)?
  /// Changes a part on its way.
  var spoil: (_ number: Int, [UInt8]) -> [UInt8] = { $1 }

  mutating func push(_ body: [UInt8]) throws -> PushResponse {
    pushes += 1
    return try device.push(body: String(decoding: body, as: UTF8.self))
  }

  mutating func pull(_ request: PullRequest) throws -> PullPage {
    pulls += 1
    let page = try device.page(
      since: request.since, epoch: request.epoch, told: request.told, limit: request.limit)
    lostPull -= 1
    if lostPull == 0 { throw Lost() }
    return page
  }

  // MARK: Snapshots

  mutating func snapshot() throws -> SnapshotManifest? { try call("getSnapshot") }

  mutating func snapshotPart(_ number: Int, of id: String) throws -> [UInt8]? {
    let answer = try send("getSnapshotPart", ["snapshot_id": id, "part": "\(number)"])
    return answer.map { spoil(number, $0.body) }
  }

  mutating func beginSnapshot(_ manifest: SnapshotManifest) throws -> SnapshotStanding? {
    try call("beginSnapshot", body: JSONValueEncoder().encode(manifest).bytes)
  }

  mutating func putSnapshotPart(
    _ number: Int, _ bytes: [UInt8], of id: String
  ) throws -> SnapshotStanding? {
    try call(
      "putSnapshotPart", ["snapshot_id": id, "part": "\(number)"], body: spoil(number, bytes))
  }

  mutating func commitSnapshot(_ id: String) throws -> SnapshotReceipt? {
    try call("commitSnapshot", ["snapshot_id": id])
  }

  private mutating func call<Body: Decodable>(
    _ name: String, _ parameters: [String: String] = [:], body: [UInt8] = []
  ) throws -> Body? {
    guard let answer = try send(name, parameters, body: body) else { return nil }
    return try JSONValueDecoder().decode(Body.self, from: JSONValue(parsing: answer.body))
  }

  /// - Returns: nil for a problem, as a client that goes on with rows sees it.
  private mutating func send(
    _ name: String, _ parameters: [String: String] = [:], body: [UInt8] = []
  ) throws -> HTTPResponse? {
    calls.append(name)
    if let cut, calls.filter({ $0 == name }).count == cut.nth, cut.name == name {
      self.cut = nil
      if cut.arrives {
        _ = try device.site.answer(
          device.principal, name, parameters: parameters, body: body)
      }
      throw CutConnection()
    }
    do {
      return try device.site.answer(device.principal, name, parameters: parameters, body: body)
    } catch let problem as Problem {
      problems.append(problem.status)
      return nil
    }
  }
}

/// A connection that ends before its answer comes.
struct CutConnection: Error {}

/// A collection on a device that is signed in.
struct Replica {
  let folder: TemporaryDirectory
  let store: Store
  let remote: SyncRemote
  var service: SiteService
  private var random: SeededRandom
  private var now: Timestamp
  static let rules = StudyRules(calendar: StudyCalendar(zone: .utc))

  init(_ device: SyncDevice, seed: UInt64, at now: Timestamp) throws {
    folder = try TemporaryDirectory()
    self.now = now
    store = try Store(
      path: folder.path + "/collection.db", for: .writing, at: now,
      random: SeededRandom(seed: seed))
    remote = try store.setRemote("origin", url: "https://flash.example")
    service = SiteService(device: device)
    random = SeededRandom(seed: seed)
  }

  @discardableResult
  mutating func sync(rows: Int, snapshotFrom: Int = .max) throws -> ExchangeReport {
    var exchange = Exchange(by: Replica.rules)
    exchange.batchRows = rows
    exchange.allowsRemovals = true
    exchange.snapshotFrom = snapshotFrom
    let clock = service.device.site.now
    return try exchange.run(store, with: remote, through: &service, clock: { clock })
  }

  /// Makes the decks that everything happens in.
  mutating func begin() throws {
    for title in ["A::B", "A::C", "D"] {
      let deck = try store.addDeck(titled: title, at: now)
      try store.addCards(
        (0..<4).map { NewCard(front: "\(title) \($0)", back: "b", subTopics: ["t\($0 % 2)"]) },
        to: deck, at: now)
    }
  }

  mutating func use(steps: Int) throws {
    for _ in 0..<steps {
      now = now.advanced(by: Int64.random(in: 1_000...20_000_000, using: &random))
      guard let card = try store.cards().randomElement(using: &random)?.card.id else { return }
      switch Int.random(in: 0..<12, using: &random) {
      case 0...6:
        let rating = Rating.allCases[Int.random(in: 0..<4, using: &random)]
        _ = try store.record(
          Answer(cardID: card, rating: rating, ratedAt: now, durationMilliseconds: 900),
          by: Replica.rules)
      case 7:
        // There may be nothing to take back.
        _ = try? store.undo(by: Replica.rules, at: now)
      case 8: try store.resetCards([card], at: now)
      case 9: try store.removeCards([card], at: now)
      case 10: try store.tagCards([card], with: ["x"], at: now)
      default:
        var edit = CardEdit()
        edit.front = "edited \(Int.random(in: 0..<100, using: &random))"
        try store.editCards([card], edit, at: now)
      }
    }
  }

  /// Everything in it, settings aside.
  func contents() throws -> Set<StoredRecord> {
    var records: Set<StoredRecord> = []
    try store.forEachRecord { record in
      if case .setting = record { return }
      records.insert(record)
    }
    return records
  }

  func findings() throws -> [StoreRule] {
    try store.check(by: Replica.rules, at: service.device.site.now).findings.map(\.rule)
  }
}
