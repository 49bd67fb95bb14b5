import Dispatch
import FlashAPI
import FlashCrypto
import FlashModel
import FlashSQL
import FlashTestSupport
import Foundation
import Synchronization

@testable import FlashServer

/// The operations of signing in and of the account, on a storage of their own, with a clock that
/// stands still until it is moved, and a mailbox that gets all mail.
final class SignInWorld<Storage: ServerStorage>: SignInService {
  let server: Server<Storage>
  let settings: SignInSettings
  let store: StoreSettings
  let mailbox = Mailbox()
  private let clock: Ticking
  private let routes: [String: Route<Storage>]
  /// What is to live as long as the world does.
  private let keep: any Sendable

  final class Ticking: Sendable {
    private let moment = Mutex(Timestamp(milliseconds: 1_776_800_000_000))
    var now: Timestamp { moment.withLock { $0 } }
    func pass(_ milliseconds: Int64) {
      moment.withLock { $0 = $0.advanced(by: milliseconds) }
    }
  }

  final class Dice: Sendable {
    private let source = Mutex(SeededRandom(seed: 7))
    func bytes(_ count: Int) -> [UInt8] {
      source.withLock { source in
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &source) }
      }
    }
  }

  init(
    _ storage: Storage, keep: any Sendable, settings: SignInSettings, apple: AppleSignInVerifier?,
    store: StoreSettings
  ) throws {
    try storage.migrate()
    self.settings = settings
    self.store = store
    self.keep = keep
    let clock = Ticking()
    self.clock = clock
    let dice = Dice()
    let all: [Route<Storage>] =
      SignInRoutes(settings: settings, apple: apple).all
      + AccountRoutes(settings: settings, apple: apple, zones: { _ in nil }).all
      + SyncRoutes.routes(zones: { _ in nil })
      + AdminUserRoutes(settings: settings, zones: { _ in nil }).all
      + AdminServerRoutes(
        jobs: Jobs.all(settings: settings, store: store, sender: mailbox)
      ).all
      + EntitlementRoutes().all + PlanRoutes().all + GrantRoutes().all
      + ReminderRoutes(zones: { _ in nil }).all + MailRoutes().all
      + StoreRoutes(settings: store).all + StoreAdminRoutes(settings: store).all
    routes = Dictionary(uniqueKeysWithValues: all.map { ($0.operation.name, $0) })
    server = Server(
      storage: storage, clock: { clock.now },
      random: { dice.bytes($0) }, routes: all,
      tokens: { bearer, call in
        try Tokens.principal(of: bearer, from: call.head.peer, in: call.storage, now: call.now)
      })
  }

  func http(
    _ method: String, _ target: String, _ json: String, bearer: String?, fields: [String: String]
  ) -> HTTPResponse {
    var fields = fields
    if let bearer { fields["authorization"] = "Bearer \(bearer)" }
    if !json.isEmpty { fields["content-length"] = "\(json.utf8.count)" }
    guard
      let head = try? HTTPHead(
        method: method, target: target, fields: fields, peer: "192.0.2.7")
    else { return HTTPResponse(400) }
    switch server.service(head) {
    case .answer(let response): return response
    case .read(_, let answer): return answer(Array(json.utf8))
    }
  }

  func adminToken(_ abilities: [String], life: Int) throws -> IssuedAdminToken {
    guard let abilities = AdminAbilities(abilities) else { throw Problem(.conflict, "abilities") }
    return try HostTokens(server).add("test", abilities, life: life)
  }

  var now: Timestamp { clock.now }

  func pass(_ milliseconds: Int64) { clock.pass(milliseconds) }

  func send(_ operation: String, _ request: TestRequest) -> HTTPResponse {
    do {
      guard let route = routes[operation] else { throw Problem(.notFound, "no \(operation)") }
      var fields = request.fields
      var principal: Principal?
      if let bearer = request.bearer {
        fields["authorization"] = "Bearer \(bearer)"
        do {
          principal = try Tokens.principal(
            of: bearer, from: request.peer, in: server.storage, now: now)
        } catch let problem as Problem {
          guard route.operation.access == .accountIfAny else { throw problem }
        }
      } else if route.operation.access == .account {
        throw Problem(.unauthenticated, "Sign in first.")
      }
      let call = Call(
        server: server,
        head: HTTPHead(
          method: route.operation.method.rawValue, path: route.operation.path.text,
          query: request.query.map { (name: $0.key, value: $0.value) }, fields: fields,
          peer: request.peer),
        parameters: request.parameters, principal: principal, now: now, requestID: "test")
      return try route.answer(call, request.body)
    } catch let problem as Problem {
      return HTTPResponse(problem.status, body: problem.json(requestID: "test").bytes)
    } catch {
      return HTTPResponse(500, body: Array("\(error)".utf8))
    }
  }

  func integer(_ sql: String) throws -> Int64? {
    try server.storage.readDirectory { try $0.row(sql) { $0.integer(0) } }
  }

  func texts(_ sql: String) throws -> [String] {
    try server.storage.readDirectory { try $0.rows(sql) { $0.text(0) } }
  }

  func changeAccount(_ user: String, _ sql: String) throws {
    guard let user = UserID(user) else { throw Problem(.notFound, user) }
    try server.storage.account(user) { try $0.run(sql, [SQLValue(user)]) }
  }

  func change(_ sql: String) throws { try server.storage.directory { try $0.execute(sql) } }

  func runJob(_ name: String) throws -> String {
    let jobs: [Job<Storage>] = Jobs.all(settings: settings, store: store, sender: mailbox)
    let job = try requireJob(jobs.first { $0.name == name }, name)
    switch try job.run(on: server) {
    case .done(let line): return line
    case .held: return "held"
    case .notDue: return "not due"
    }
  }

  private func requireJob(_ job: Job<Storage>?, _ name: String) throws -> Job<Storage> {
    guard let job else { throw Problem(.notFound, name) }
    return job
  }
}

/// What is sent to an operation.
struct TestRequest: Sendable {
  var body: [UInt8] = []
  var bearer: String?
  var fields: [String: String] = [:]
  var query: [String: String] = [:]
  var parameters: [String: String] = [:]
  var peer = "192.0.2.7"
}

/// A ``SignInWorld`` of whatever storage.
protocol SignInService: Sendable {
  var now: Timestamp { get }
  var mailbox: Mailbox { get }
  func pass(_ milliseconds: Int64)
  func send(_ operation: String, _ request: TestRequest) -> HTTPResponse
  /// Sends a request through everything that one from the network goes through.
  func http(
    _ method: String, _ target: String, _ json: String, bearer: String?, fields: [String: String]
  ) -> HTTPResponse
  /// An operator's token, as it is made on the server's machine.
  func adminToken(_ abilities: [String], life: Int) throws -> IssuedAdminToken
  func integer(_ sql: String) throws -> Int64?
  func texts(_ sql: String) throws -> [String]
  func change(_ sql: String) throws
  /// Changes the rows of an account, which is `$1`.
  func changeAccount(_ user: String, _ sql: String) throws
  func runJob(_ name: String) throws -> String
}

/// Gets mails, and loses them if told to.
final class Mailbox: MailSender {
  private let state = Mutex((mails: [OutgoingMail](), isAway: false))
  var mails: [OutgoingMail] { state.withLock { $0.mails } }
  var isAway: Bool {
    get { state.withLock { $0.isAway } }
    set { state.withLock { $0.isAway = newValue } }
  }

  struct Away: Error {}

  func send(_ mail: OutgoingMail) throws {
    try state.withLock { state in
      guard !state.isAway else { throw Away() }
      state.mails.append(mail)
    }
  }
}

/// A world of its own, on either database.
func makeWorld(
  on database: TestDatabase = .sqlite,
  settings: SignInSettings = SignInSettings(publicURL: "https://flash.example"),
  apple: AppleSignInVerifier? = nil, store: StoreSettings = StoreSettings()
) throws -> any SignInService {
  switch database {
  case .sqlite:
    let folder = try TemporaryDirectory()
    let storage = EmbeddedStorage(
      folder: folder.path,
      makeFolder: {
        try FileManager.default.createDirectory(atPath: $0, withIntermediateDirectories: true)
      },
      removeFiles: {
        for path in $0 where FileManager.default.fileExists(atPath: path) {
          try FileManager.default.removeItem(atPath: path)
        }
      })
    return try SignInWorld(storage, keep: folder, settings: settings, apple: apple, store: store)
  case .postgreSQL:
    let address = try TestPostgreSQL.database()
    return try SignInWorld(
      PostgreSQLStorage(address: address), keep: address, settings: settings, apple: apple,
      store: store)
  }
}

extension SignInService {
  /// Asks as an operator.
  func admin(
    _ method: String, _ path: String, _ json: String = "", by token: String,
    fields: [String: String] = [:]
  ) -> HTTPResponse {
    http(method, "/api/v1/admin/" + path, json, bearer: token, fields: fields)
  }

  /// The secret of a token that may do so.
  func operatorToken(_ abilities: String...) throws -> String {
    try adminToken(abilities.isEmpty ? ["admin:*"] : abilities, life: 86_400 * 300).token
  }

  /// Sends a JSON body.
  func send(
    _ operation: String, _ json: String = "", bearer: String? = nil, key: String? = nil,
    peer: String = "192.0.2.7", parameters: [String: String] = [:]
  ) -> HTTPResponse {
    send(
      operation,
      TestRequest(
        body: Array(json.utf8), bearer: bearer, fields: key.map { ["idempotency-key": $0] } ?? [:],
        parameters: parameters, peer: peer))
  }

  /// Sends what mail there is, and returns the last one.
  func lastMail() throws -> OutgoingMail? {
    _ = try runJob("send_mail")
    return mailbox.mails.last
  }

  /// Asks for a link.
  /// - Returns: its token, from the mail.
  func link(to address: String, secret: String? = nil, peer: String = "192.0.2.7") throws -> String
  {
    // So that the last mail is the link's.
    _ = try runJob("send_mail")
    let more = secret.map { #","login_secret":"\#($0)""# } ?? ""
    let answer = send("requestMagicLink", #"{"email":"\#(address)"\#(more)}"#, peer: peer)
    guard answer.status == 204 else { throw Problem(.conflict, answer.text) }
    return try token(in: lastMail())
  }

  func token(in mail: OutgoingMail?) throws -> String {
    guard let body = mail?.body, let start = body.firstRange(of: "?t=") else {
      throw Problem(.notFound, "no mail")
    }
    return String(body[start.upperBound...].prefix(64))
  }

  /// Signs an address in.
  func signIn(_ address: String = "ada@example.org") throws -> SignedIn {
    let answer = send("consumeMagicLink", #"{"token":"\#(try link(to: address))"}"#)
    guard answer.status == 200 else { throw Problem(.conflict, answer.text) }
    return SignedIn(answer.json)
  }

  func refresh(_ token: String, key: String? = nil) -> HTTPResponse {
    send("refreshTokens", #"{"refresh_token":"\#(token)"}"#, key: key)
  }
}

struct SignedIn: Sendable {
  let json: JSONValue
  let access: String
  let refresh: String
  let user: String
  let session: String

  init(_ json: JSONValue) {
    self.json = json
    access = json["access_token"]?.string ?? ""
    refresh = json["refresh_token"]?.string ?? ""
    user = json["user"]?["id"]?.string ?? ""
    session = json["session_id"]?.string ?? ""
  }
}

/// What so many threads get that do the same at once.
func atOnce<Result: Sendable>(_ count: Int, _ body: @Sendable (Int) -> Result) -> [Result] {
  let results = Mutex([Int: Result]())
  DispatchQueue.concurrentPerform(iterations: count) { index in
    let result = body(index)
    results.withLock { $0[index] = result }
  }
  return results.withLock { results in (0..<count).compactMap { results[$0] } }
}

extension HTTPResponse {
  var code: String { json["code"]?.string ?? "" }
}
