import FlashAPI
import FlashCommand
import FlashModel
import FlashSQL
import FlashTestSupport
import Testing

@testable import FlashServer
@testable import flash_serve

/// Who may ask for what: every operation with every kind of token, or none, against the program's own
/// list of operations.
@Suite struct AccessMatrixTests {
  /// Who asks.
  enum Asker: String, CaseIterable {
    case nobody, expired, user, otherUser, refresh, adminWithout, admin, disabled, leaving
  }

  /// Operations without a token that want something else that proves who one is.
  private static let refusesAll: Set = ["getMetrics", "signInWithApple", "refreshTokens"]
  /// Operations that name something of an account's in their path, so that it is nobody else's.
  private static let ownedByUser: Set = [
    "revokeMySession", "getSnapshotPart", "putSnapshotPart", "commitSnapshot", "updateReminder",
    "deleteReminder",
  ]

  @Test(
    "every operation answers every kind of token as the contract says",
    arguments: TestDatabase.here)
  func matrix(database: TestDatabase) throws {
    let session = try CommandSession()
    let context = session.context("flash-serve")
    switch database {
    case .sqlite:
      let settings = try ServeSettings(
        listen: nil, database: session.folder.path, in: context)
      try check(ServeDatabase.folder(session.folder.path), settings, context)
    case .postgreSQL:
      let url = try TestPostgreSQL.database()
      let settings = try ServeSettings(listen: nil, database: url, in: context)
      try check(PostgreSQLStorage(address: url), settings, context)
    }
  }

  private func check<Storage: ServerStorage>(
    _ storage: Storage, _ settings: ServeSettings, _ context: CommandContext
  ) throws {
    try storage.migrate()
    let parts = try ServeDatabase.parts(storage, settings, in: context).parts
    let server = Server(
      storage: storage, clock: parts.server.clock, random: parts.server.random,
      routes: parts.server.routes, tokens: parts.server.tokens, limits: Self.noLimits,
      spool: parts.server.spool)
    let contract = try ServedOperationsTests.statuses()
    #expect(Set(server.routes.map(\.operation)) == Set(Endpoints.all))
    for operation in Endpoints.all {
      let people = try MatrixPeople(server, for: operation)
      var answers: [Asker: Int] = [:]
      // Whoever may do it comes last, as it may be the last that is done to them.
      for asker in Asker.allCases.sorted(by: { rank($0) < rank($1) }) {
        let answer = people.ask(operation, as: asker)
        answers[asker] = answer
        let expected = expected(operation, asker, documented: contract[operation.name] ?? [])
        #expect(expected.contains(answer), "\(operation.name) as \(asker.rawValue)")
      }
      if operation.access == .anyone {
        #expect(
          Set(answers.filter { !Self.seesFigures($0.key, operation) }.values).count == 1,
          "\(operation.name) looks at tokens")
      }
    }
  }

  private static var noLimits: ServiceLimits {
    var limits = ServiceLimits()
    let none = ServiceLimits.Rate(1_000_000, each: 60)
    (limits.account, limits.sync, limits.signIn, limits.export, limits.admin) =
      (none, none, none, none, none)
    return limits
  }

  /// Figures are shown to this machine, and to operators from anywhere.
  private static func seesFigures(_ asker: Asker, _ operation: Operation) -> Bool {
    operation.name == "getMetrics" && [.admin, .adminWithout].contains(asker)
  }

  private func rank(_ asker: Asker) -> Int {
    [.user: 1, .admin: 2][asker] ?? 0
  }

  /// The statuses that are right.
  private func expected(
    _ operation: Operation, _ asker: Asker, documented: Set<Int>
  ) -> Set<Int> {
    // Whoever is let in gets what the contract lists, and is not told to sign in.
    let letIn = documented.subtracting([401, 403])
    switch operation.access {
    case .anyone:
      return Self.refusesAll.contains(operation.name) ? documented : letIn
    case .accountIfAny: return [.user, .otherUser].contains(asker) ? [204] : [401]
    case .account:
      switch asker {
      case .user: return letIn
      case .otherUser:
        return Self.ownedByUser.contains(operation.name) ? [404] : letIn
      default: return [401]
      }
    case .admin(let ability):
      switch asker {
      case .adminWithout: return ability == nil ? [200] : [403]
      case .admin: return letIn
      default: return [401]
      }
    }
  }
}

/// Those who ask, and what they ask for; made anew for each operation, as some end accounts.
struct MatrixPeople<Storage: ServerStorage> {
  private let server: Server<Storage>
  private var tokens: [AccessMatrixTests.Asker: String] = [:]
  private let user: UserID
  private let session: SignInID
  private let adminToken: String

  init(_ server: Server<Storage>, for operation: Operation) throws {
    self.server = server
    let ada = try Self.person(server)
    let eve = try Self.person(server)
    let expired = try Self.person(server)
    let disabled = try Self.person(server)
    let leaving = try Self.person(server)
    user = ada.user
    session = ada.session
    try server.storage.directory { connection in
      try connection.run(
        "update tokens set expires_ms = 1 where user_id = $1", [SQLValue(expired.user)])
      try connection.run(
        "update users set disabled_ms = 1 where id = $1", [SQLValue(disabled.user)])
      try AccountDeletion.schedule(
        leaving.user, settings: SignInSettings(publicURL: ""), caller: Self.caller(server),
        in: connection)
    }
    tokens[.user] = ada.pair.accessToken
    tokens[.refresh] = ada.pair.refreshToken
    tokens[.otherUser] = eve.pair.accessToken
    tokens[.expired] = expired.pair.accessToken
    tokens[.disabled] = disabled.pair.accessToken
    tokens[.leaving] = leaving.pair.accessToken
    let host = HostTokens(server)
    // One that has every ability but the one that is wanted.
    var ability: AdminAbility?
    if case .admin(let wanted) = operation.access { ability = wanted }
    let others = AdminAbility.allCases.filter { $0 != .everything && $0 != ability }
    for (asker, names) in [
      (AccessMatrixTests.Asker.adminWithout, others.map(\.rawValue)),
      (.admin, ["admin:*"]),
    ] {
      guard let abilities = AdminAbilities(names) else { continue }
      tokens[asker] = try host.add("matrix", abilities, life: 3_600).token
    }
    let revoked = AdminAbilities(["admin:mail.read"])
    adminToken = try revoked.map { try host.add("revoked", $0, life: 60).facts.id } ?? ""
  }

  private static func caller(_ server: Server<Storage>) -> Caller {
    Caller(
      Call(
        server: server, head: HTTPHead(method: "GET", path: "/", peer: "192.0.2.7"),
        parameters: [:], principal: nil, now: server.clock(), requestID: "matrix"))
  }

  /// A new account that is signed in.
  private static func person(
    _ server: Server<Storage>
  ) throws -> (user: UserID, session: SignInID, pair: TokenPair) {
    let user = UserID(madeAt: server.clock(), random: server.random)
    let settings = SignInSettings(publicURL: "")
    return try server.storage.directory { connection in
      try connection.run(
        """
        insert into users (id, email, auth_provider, updated_at_ms, created_ms)
        values ($1, $2, 'email', 0, 0)
        """, [SQLValue(user), .text("\(user)@example.org")])
      let (principal, ends) = try SignIns.begin(
        for: user, device: nil, caller: caller(server), settings: settings, in: connection)
      let pair = try Tokens.issue(
        Tokens.Pair(random: server.random), to: principal, ends: ends, settings: settings,
        in: connection, now: server.clock())
      return (user, principal.signIn, pair)
    }
  }

  /// - Returns: the status of the answer.
  func ask(_ operation: Operation, as asker: AccessMatrixTests.Asker) -> Int {
    let path = operation.path.path([
      "user_id": user.description, "session_id": session.description, "provider": "apple",
      "snapshot_id": session.description, "part": "0", "token_id": adminToken,
      "job_name": "prune_magic_links", "plan_key": "no-plan", "reminder_id": session.description,
      "entitlement_key": "decks.create", "event_id": session.description,
    ])
    let body = operation.method == .get || operation.method == .head ? "" : "{}"
    var fields: [String: String] = [:]
    if let token = tokens[asker] { fields["authorization"] = "Bearer \(token)" }
    if !body.isEmpty { fields["content-length"] = "\(body.utf8.count)" }
    guard
      let head = try? HTTPHead(
        method: operation.method.rawValue, target: path, fields: fields, peer: "192.0.2.7")
    else { return 0 }
    switch server.service(head) {
    case .answer(let response): return response.status
    case .read(_, let answer): return answer(Array(body.utf8)).status
    }
  }
}
