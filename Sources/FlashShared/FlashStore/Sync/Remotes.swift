public import FlashModel
internal import FlashSQL

/// A side that the collection is exchanged with, and how far that has come.
public struct SyncRemote: Sendable, Hashable {
  let key: Int64
  public let name: String
  /// The root of the server.
  public let url: String
  /// Who is signed in, as credentials are kept for it.
  public let username: String?
  /// The account that everything below belongs to, as its server calls it.
  public let account: String?
  /// The arrival stamp up to which everything was fetched.
  public internal(set) var cursor: Int64
  /// Nil until the server has told one.
  public internal(set) var epoch: Int64?
  /// The newest arrival stamp when the remote took what was sent last; nil if it told none.
  public internal(set) var told: Int64?
  /// This device's clock when the newest whole exchange began.
  public internal(set) var syncedAt: Timestamp?
  /// When the newest good exchange ended.
  public let succeededAt: Timestamp?
  /// Why the last exchange failed; nil after a good one.
  public let error: String?
  /// How many failed in a row.
  public let failures: Int
  /// A scheduled exchange does not try before this moment.
  public let retryAt: Timestamp
  /// As ``plan``, as JSON.
  let planText: String?
  /// This device's clock when the server told of its plan.
  public let planFetchedAt: Timestamp?

  /// Whether the last exchange ended at something that time does not heal.
  public var needsPerson: Bool { error != nil && failures == 0 }
}

extension Store {
  private static let remoteColumns = """
    key, name, url, username, account, cursor, epoch, synced_ms, success_ms, error, failures, \
    retry_at_ms, told, plan, plan_ms
    """

  /// All remotes, by name.
  public func remotes() throws(StoreError) -> [SyncRemote] {
    try rows("select \(Store.remoteColumns) from remotes order by name") { $0.remote() }
  }

  /// The remote of that name; nil if there is none.
  public func remote(named name: String) throws(StoreError) -> SyncRemote? {
    try row("select \(Store.remoteColumns) from remotes where name = $1", [.text(name)]) {
      $0.remote()
    }
  }

  /// Notes a remote, or another address of one that is known.
  @discardableResult
  public func setRemote(_ name: String, url: String) throws(StoreError) -> SyncRemote {
    guard !name.isEmpty, name.utf8.count <= 64, name.utf8.allSatisfy(Store.isNameByte) else {
      throw .invalid(field: "remote", reason: "'\(name)' is not a name of letters and digits")
    }
    return try transaction { () throws(StoreError) in
      try storing { () throws(SQLError) in
        try connection.run(
          """
          insert into remotes (name, url) values ($1, $2)
          on conflict (name) do update set url = excluded.url
          """, .text(name), .text(url))
      }
      guard let remote = try remote(named: name) else {
        throw .notFound(what: .remote, name: name, near: [])
      }
      return remote
    }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
    default: false
    }
  }

  /// Forgets a remote and how far it was; nothing else changes.
  public func removeRemote(_ remote: SyncRemote) throws(StoreError) {
    try transaction { () throws(StoreError) in
      try storing { () throws(SQLError) in
        try connection.run("delete from remotes where key = $1", .integer(remote.key))
      }
    }
  }

  /// Notes who is signed in. Another account than before has got nothing yet: all is pending for it.
  /// - Returns: whether it is another account than before.
  @discardableResult
  public func signIn(
    _ remote: SyncRemote, username: String, account: String
  ) throws(StoreError) -> Bool {
    try transaction { () throws(StoreError) in
      let before = try self.remote(named: remote.name)?.account
      let isOther = before.map { $0 != account } ?? false
      if isOther { try beginAnew(remote) }
      try storing { () throws(SQLError) in
        try connection.run(
          """
          update remotes set username = $1, account = $2, error = null, failures = 0,
            retry_at_ms = 0
          where key = $3
          """, .text(username), .text(account), .integer(remote.key))
      }
      return isOther
    }
  }

  /// Notes that nobody is signed in. What was exchanged stays known, for the same account.
  public func signOut(_ remote: SyncRemote) throws(StoreError) {
    try transaction { () throws(StoreError) in
      try storing { () throws(SQLError) in
        try connection.run(
          "update remotes set username = null where key = $1", .integer(remote.key))
      }
    }
  }

  /// Forgets what was exchanged with a remote, so that the next exchange offers all that is here and
  /// fetches all that is there. No record is lost or changed by that.
  public func resetRemote(_ remote: SyncRemote) throws(StoreError) {
    try transaction { () throws(StoreError) in
      try beginAnew(remote)
      try storing { () throws(SQLError) in
        try connection.run(
          "update remotes set error = null, failures = 0, retry_at_ms = 0 where key = $1",
          .integer(remote.key))
      }
    }
  }

  /// Makes every row pending for a remote, and the remote one that nothing was fetched from.
  func beginAnew(_ remote: SyncRemote) throws(StoreError) {
    try storing { () throws(SQLError) in
      for table in ["pushed", "received", "parked", "orphans"] {
        try connection.run("delete from \(table) where remote_key = $1", .integer(remote.key))
      }
      try connection.run(
        """
        update remotes set cursor = 0, epoch = null, told = null, synced_ms = null, plan = null,
          plan_ms = null
        where key = $1
        """, .integer(remote.key))
    }
  }

  /// Notes that everything was exchanged.
  /// - Parameter start: this device's clock when it began.
  public func noteSuccess(
    of remote: SyncRemote, since start: Timestamp, at now: Timestamp
  ) throws(StoreError) {
    try transaction { () throws(StoreError) in
      try storing { () throws(SQLError) in
        try connection.run(
          """
          update remotes set synced_ms = $1, success_ms = $2, error = null, failures = 0,
            retry_at_ms = 0
          where key = $3
          """, .integer(start.milliseconds), .integer(now.milliseconds), .integer(remote.key))
      }
    }
  }

  /// Notes that an exchange failed, and when a scheduled one may try again: after 2 s, 8 s, 30 s,
  /// 2 min, then every 15 min.
  public func noteFailure(
    of remote: SyncRemote, _ reason: String, at now: Timestamp
  ) throws(StoreError) {
    let wait = Backoff.wait(after: remote.failures + 1)
    try transaction { () throws(StoreError) in
      try storing { () throws(SQLError) in
        try connection.run(
          """
          update remotes set error = $1, failures = failures + 1, retry_at_ms = $2 where key = $3
          """, .text(reason), .integer(now.advanced(by: wait).milliseconds), .integer(remote.key))
      }
    }
  }
}

extension Store {
  /// Notes that an exchange came to something that only a person can settle. Waiting is of no use.
  public func noteObstacle(of remote: SyncRemote, _ reason: String) throws(StoreError) {
    try transaction { () throws(StoreError) in
      try storing { () throws(SQLError) in
        try connection.run(
          "update remotes set error = $1, failures = 0, retry_at_ms = 0 where key = $2",
          .text(reason), .integer(remote.key))
      }
    }
  }
}

/// How long to leave a server alone.
enum Backoff {
  /// Milliseconds after that many failures in a row, at least one.
  static func wait(after failures: Int) -> Int64 {
    switch failures {
    case ...1: 2_000
    case 2: 8_000
    case 3: 30_000
    case 4: 120_000
    default: 900_000
    }
  }
}

extension SQLiteStatement {
  fileprivate func remote() -> SyncRemote {
    SyncRemote(
      key: integer(0), name: text(1), url: text(2), username: optionalText(3),
      account: optionalText(4), cursor: integer(5), epoch: optionalInteger(6),
      told: optionalInteger(12), syncedAt: optionalTimestamp(7), succeededAt: optionalTimestamp(8),
      error: optionalText(9),
      failures: Int(integer(10)), retryAt: timestamp(11), planText: optionalText(13),
      planFetchedAt: optionalTimestamp(14))
  }
}
