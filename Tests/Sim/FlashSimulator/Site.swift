import FlashModel
import FlashPostgreSQL
import FlashSQL
import FlashServer
import Synchronization

/// A running server, of whatever storage.
protocol Site: AnyObject {
  /// Answers as the listener would: the head first, then what of the body was sent.
  func answer(_ head: HTTPHead, _ body: [UInt8]) -> HTTPResponse
  /// Sends the mails that wait.
  func sendMails() throws
  /// Runs every job, whether or not it is due.
  func runJobs() throws -> [String]
  /// What an operator does whose account's rows are older than what clients were sent.
  func raiseEpoch(of user: UserID) throws
  func image(of user: UserID) throws -> TableImage
  /// `entity/id` of what was removed for good.
  func purged(of user: UserID) throws -> Set<String>
}

/// What a server has of the world, behind locks as its closures may be called from any thread.
final class Surroundings: Sendable {
  private let state: Mutex<(now: Int64, dice: Dice, mails: [OutgoingMail], errors: [String])>

  init(seed: UInt64) { state = Mutex((0, Dice(seed, 0x5E17), [], [])) }

  var now: Int64 {
    get { state.withLock { $0.now } }
    set { state.withLock { $0.now = newValue } }
  }

  func bytes(_ count: Int) -> [UInt8] {
    state.withLock { state in (0..<count).map { _ in UInt8(truncatingIfNeeded: state.dice.next()) }
    }
  }

  /// The mails that were sent since this was asked last.
  func takeMails() -> [OutgoingMail] {
    state.withLock { state in
      defer { state.mails = [] }
      return state.mails
    }
  }

  /// Why answers were 500, since this was asked last.
  func takeErrors() -> [String] {
    state.withLock { state in
      defer { state.errors = [] }
      return state.errors
    }
  }

  func note(_ error: String) { state.withLock { $0.errors.append(error) } }
}

extension Surroundings: MailSender {
  func send(_ mail: OutgoingMail) throws { state.withLock { $0.mails.append(mail) } }
}

/// The service as `flash serve` puts it together.
final class StorageSite<Storage: ServerStorage>: Site {
  private let server: Server<Storage>
  private let settings: SignInSettings
  private let surroundings: Surroundings

  init(_ storage: Storage, in surroundings: Surroundings, limits: ServiceLimits) throws {
    try storage.migrate()
    // A plan's limit is no fault to be found.
    _ = try DefaultPlans.set(
      "plus", in: storage, now: Timestamp(milliseconds: surroundings.now),
      random: { surroundings.bytes($0) })
    self.surroundings = surroundings
    var settings = SignInSettings(publicURL: "https://flash.example")
    settings.limits = SignInLimits(linksToAddress: 1_000_000, linksFromPeer: 1_000_000)
    self.settings = settings
    server = Server(
      storage: storage, clock: { Timestamp(milliseconds: surroundings.now) },
      random: { surroundings.bytes($0) },
      routes: SignInRoutes(settings: settings, apple: nil).all
        + AccountRoutes(settings: settings, apple: nil, zones: { _ in nil }).all
        + SyncRoutes.routes(zones: { _ in nil }),
      tokens: { bearer, call in
        try Tokens.principal(
          of: bearer, from: call.head.peer, in: call.server.storage, now: call.now)
      }, limits: limits,
      log: { line in
        if line.level == .error {
          surroundings.note(String(decoding: JSONValue.object(line.members).bytes, as: UTF8.self))
        }
      })
  }

  func answer(_ head: HTTPHead, _ body: [UInt8]) -> HTTPResponse {
    switch server.service(head) {
    case .answer(let response): response
    case .read(let limit, let answer): answer(Array(body.prefix(limit + 1)))
    }
  }

  private var jobs: [Job<Storage>] { Jobs.all(settings: settings, sender: surroundings) }

  func sendMails() throws {
    for job in jobs where job.name == "send_mail" { _ = try job.run(on: server) }
  }

  func runJobs() throws -> [String] {
    var told: [String] = []
    for job in jobs {
      if case .done(let line) = try job.run(on: server) { told.append("\(job.name): \(line)") }
    }
    return told
  }

  func raiseEpoch(of user: UserID) throws {
    try server.storage.account(user) { connection in
      try connection.run(
        "update account_state set resync_epoch = resync_epoch + 1 where user_id = $1",
        [SQLValue(user)])
    }
  }

  func image(of user: UserID) throws -> TableImage {
    try server.storage.readAccount(user) { connection in
      var image: TableImage = [:]
      for query in TableQuery.all {
        let rows = try connection.rows(
          "\(query.server) where user_id = $1", [SQLValue(user)], { query.row($0) })
        for (key, row) in rows { image[key] = row }
      }
      return image
    }
  }

  func purged(of user: UserID) throws -> Set<String> {
    let names = [
      "topics", "decks", "sub_topics", "cards", "sessions", "card_sub_topics", "reviews",
    ]
    return try server.storage.readAccount(user) { connection in
      Set(
        try connection.rows(
          "select entity, id from purged_ids where user_id = $1", [SQLValue(user)]
        ) { row in
          let id: Identifier<TableRow>? = row.identifier(1)
          return "\(names[Int(row.integer(0))])/\(id?.description ?? "?")"
        })
    }
  }
}
