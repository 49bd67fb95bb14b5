import FlashAPI
import FlashModel

/// The operations of sync.
public enum SyncRoutes {
  /// Bytes of a push, unpacked.
  public static let pushLimit = 8 << 20

  /// - Parameter zones: of the machine the server runs on.
  public static func routes<Storage: ServerStorage>(zones: @escaping ZoneFinder) -> [Route<Storage>]
  {
    [push(zones), pull(), manifest()] + snapshots(zones)
  }

  private static func push<Storage: ServerStorage>(_ zones: @escaping ZoneFinder) -> Route<Storage>
  {
    Route(Endpoints.push.operation, bodyLimit: pushLimit) { call, body in
      let push = Push(
        storage: call.storage, principal: try call.account(), now: call.now, zones: zones,
        mostBytes: call.server.limits.accountSize)
      let response = try push.answer(PushRequest(body: body))
      return .json(200, JSONValueEncoder().encode(response))
    }
  }

  private static func pull<Storage: ServerStorage>() -> Route<Storage> {
    Route(Endpoints.pull.operation) { call, _ in
      let pull = Pull(storage: call.storage, principal: try call.account(), now: call.now)
      let query = try PullQuery(call.head)
      return HTTPResponse(
        200, fields: [("Content-Type", "application/json")],
        body: try pull.answer(query.request, asked: query.keys))
    }
  }

  private static func manifest<Storage: ServerStorage>() -> Route<Storage> {
    Route(Endpoints.manifest.operation) { call, _ in
      let user = try call.account().user
      guard let entity = SyncEntity(key: call.head.query("entity") ?? "") else {
        throw Problem.invalid("entity", "must be an entity's key")
      }
      let limit = try PullQuery.limit(
        call.head, atMost: Manifest.mostRows, otherwise: Manifest.mostRows)
      let cursor = call.head.query("cursor")
      let id = cursor.flatMap { RowID($0) }
      if cursor != nil, id == nil { throw Problem.invalid("cursor", "is none that was given out") }
      return try call.storage.readAccount(user) { connection in
        .json(200, try Manifest.page(entity, after: id, limit: limit, of: user, connection))
      }
    }
  }
}

/// The query of a pull.
struct PullQuery: Hashable {
  let request: PullRequest
  /// What was asked for, known or not, each once.
  let keys: [String]

  /// - Throws: ``Problem`` `.validationFailed`.
  init(_ head: HTTPHead) throws(Problem) {
    let entities = head.query("entities") ?? ""
    guard entities.utf8.count <= 512 else {
      throw Problem.invalid("entities", "is longer than 512 characters")
    }
    keys = distinct(
      entities.split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty })
    request = PullRequest(
      since: head.query("since").flatMap { Int64($0) } ?? 0,
      entities: keys.compactMap { SyncEntity(key: $0) },
      limit: try PullQuery.limit(head, atMost: 5_000, otherwise: 500),
      epoch: try PullQuery.number("epoch", of: head), told: try PullQuery.number("told", of: head))
  }

  private static func number(_ name: String, of head: HTTPHead) throws(Problem) -> Int64? {
    guard let text = head.query(name) else { return nil }
    guard let number = Int64(text), number >= 0 else {
      throw Problem.invalid(name, "must be a whole number of at least 0")
    }
    return number
  }

  static func limit(
    _ head: HTTPHead, atMost most: Int, otherwise: Int
  ) throws(Problem) -> Int {
    guard let text = head.query("limit") else { return otherwise }
    guard let number = Int(text), (1...most).contains(number) else {
      throw Problem.invalid("limit", "must be a whole number from 1 to \(most)")
    }
    return number
  }
}
