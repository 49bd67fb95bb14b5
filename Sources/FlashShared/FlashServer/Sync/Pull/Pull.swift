public import FlashAPI
public import FlashModel
import FlashSQL

/// Answers a pull.
public struct Pull<Storage: ServerStorage> {
  let storage: Storage
  let principal: Principal
  let now: Timestamp

  public init(storage: Storage, principal: Principal, now: Timestamp) {
    self.storage = storage
    self.principal = principal
    self.now = now
  }

  /// The body of the answer.
  /// - Parameter keys: what was asked for, known or not.
  @specialized(where Storage == EmbeddedStorage)
  @specialized(where Storage == PostgreSQLStorage)
  public func answer(_ request: PullRequest, asked keys: [String]) throws -> [UInt8] {
    guard let (body, end, before, after) = try read(request, keys) else {
      // The rows here are older than what this client was sent. Every client is to offer what it has.
      try storage.account(principal.user) { connection in
        var account = try AccountState.load(of: principal.user, connection)
        guard account.resyncEpoch == request.epoch else { return }
        account.resyncEpoch += 1
        try account.save(of: principal.user, connection)
      }
      return try answer(request, asked: keys)
    }
    // Most pulls find nothing, and then nothing is to be remembered.
    if before != after || end != nil {
      try storage.account(principal.user) { connection in
        try after.save(of: principal.user, principal.signIn, connection)
        if let end { try ToldStamps.note(end, of: principal.user, connection) }
      }
    }
    return body
  }

  /// - Returns: the body, where it was cut, and the cursor of the sign-in; nil for a client that is ahead
  ///   of what is stored here.
  private func read(
    _ request: PullRequest, _ keys: [String]
  ) throws -> (body: [UInt8], end: Int64?, before: PullCursor, after: PullCursor)? {
    try storage.readAccount(principal.user) { connection in
      let account = try AccountState.load(of: principal.user, connection)
      if try account.isBehind(request, of: principal.user, connection) { return nil }
      let cursor = try PullCursor.load(of: principal.user, principal.signIn, connection)
      let start = PullStart(request, cursor, account)
      let rows = try PullReader(connection, of: principal.user, request, since: start.since).read()
      let next = PullCursor(
        nextSince: rows.end ?? account.lastArrived, epoch: account.resyncEpoch,
        pass: rows.end == nil ? .following : start.pass)
      let body = write(rows.lists, keys, start, next, hasMore: rows.end != nil)
      return (body, rows.end, cursor, cursor.followed(by: next, request))
    }
  }

  private func write(
    _ lists: [(entity: SyncEntity, json: [UInt8])], _ keys: [String], _ start: PullStart,
    _ next: PullCursor, hasMore: Bool
  ) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("server_clock_ms", now)
    writer.key("records")
    writer.beginObject()
    for key in keys {
      writer.key(key)
      writer.raw(lists.first { $0.entity.key == key }?.json ?? Array("[]".utf8))
    }
    writer.endObject()
    writer.member("has_more", hasMore)
    writer.key("next_since")
    writer.value(next.nextSince)
    writer.member("full_resync", start.isFullResync)
    writer.key("resync_epoch")
    writer.value(next.epoch)
    writer.endObject()
    return writer.bytes
  }
}
