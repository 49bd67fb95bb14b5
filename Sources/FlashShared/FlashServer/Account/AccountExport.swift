import FlashAPI
import FlashModel
import FlashSQL

/// Everything that is held about an account, an object a line.
///
/// The rows are those of a pull, so that `flash import` reads the file as it reads an export of its
/// own; what it does not know, such as the profile, it passes over.
struct AccountExport<Storage: ServerStorage> {
  let storage: Storage
  let user: UserID
  /// The sign-in that asks; nil for an operator.
  let signIn: SignInID?
  let now: Timestamp

  /// Rows of one entity that are read at a time.
  private static var pageSize: Int { 1_000 }

  /// Gives every line to `body`, all rows of one moment, in pieces that do not grow with the account.
  func write(_ body: (ArraySlice<UInt8>) throws -> Void) throws {
    var count = 0
    func add(_ entity: String, _ row: some Sequence<UInt8>) throws {
      try body(Array("{\"entity\":\"\(entity)\",\"row\":".utf8) + row + [0x7D, 0x0A])
      count += 1
    }
    try body(
      line([
        .init("entity", .string("header")), .init("format", .string("flash-export")),
        .init("version", .integer(1)), .init("exported_at_ms", .integer(now.milliseconds)),
      ]))
    for (entity, row) in try directoryRows() { try add(entity, row.bytes) }
    try storage.readAccount(user) { connection in
      for entity in SyncEntity.allCases {
        try forEachRow(of: entity, in: connection) { try add(entity.key, $0) }
      }
    }
    try body(line([.init("entity", .string("end")), .init("count", .integer(Int64(count)))]))
  }

  private func line(_ members: [JSONValue.Member]) -> ArraySlice<UInt8> {
    JSONValue.object(members).bytes + [0x0A]
  }

  /// What the directory knows: the profile, the ways to sign in, reminders, grants, what was bought, the
  /// devices, and what was noted of it in the log of events.
  private func directoryRows() throws -> [(String, JSONValue)] {
    let encoder = JSONValueEncoder()
    return try storage.readDirectory { connection in
      var rows = [("users", encoder.encode(try Profile.read(user, in: connection)))]
      rows += try LinkedIdentities.list(of: user, in: connection).map {
        ("identities", encoder.encode($0))
      }
      rows += try StoredReminder.all(of: user, in: connection).map {
        ("reminders", encoder.encode($0.told))
      }
      rows += try PlanGrants.all(of: user, in: connection).map {
        ("plan_grants", encoder.encode($0.told))
      }
      rows += try SignIns.list(of: user, current: signIn, in: connection, now: now).map {
        ("auth_sessions", encoder.encode($0))
      }
      rows += try StoreRows.exported(of: user, in: connection, now: now)
      rows += try AuditLog.events(of: user, in: connection).map {
        ("audit_events", encoder.encode($0))
      }
      return rows
    }
  }

  private func forEachRow(
    of entity: SyncEntity, in connection: Storage.Connection,
    _ body: (ArraySlice<UInt8>) throws -> Void
  ) throws {
    var since: Int64? = 0
    while let from = since {
      let request = PullRequest(since: from, entities: [entity], limit: Self.pageSize, epoch: 0)
      var page = PulledRows()
      since = try PullReader(connection, of: user, request, since: from)
        .read(only: entity, into: &page)
      try page.forEachRow(body)
    }
  }
}

extension Call {
  /// The answer with everything that is held about an account.
  /// - Parameter signIn: that asks for it; nil for an operator.
  func export(of user: UserID, signIn: SignInID?) throws -> HTTPResponse {
    try server.exports.pass(user) {
      // It takes as long as a snapshot may: all of the account goes through.
      let export = AccountExport(
        storage: server.snapshotStorage, user: user, signIn: signIn, now: now)
      let body = try SpooledBody(
        in: server.spool,
        isPacked: AcceptEncoding.takesGzip(head.fields["accept-encoding"]))
      try export.write { try body.add($0) }
      var response = HTTPResponse(
        200, fields: [("Content-Type", "application/jsonl"), AcceptEncoding.varies])
      if body.isPacked { response.fields.append(("Content-Encoding", "gzip")) }
      response.file = try body.finish()
      return response
    }
  }
}
