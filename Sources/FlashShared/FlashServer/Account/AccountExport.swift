import FlashAPI
import FlashModel
import FlashSQL

/// Everything that is held about an account, an object a line.
///
/// The rows are those of a pull, so that `flash import` reads the file as it reads an export of its
/// own; what it does not know, such as the profile, it passes over.
struct AccountExport<Storage: ServerStorage> {
  let storage: Storage
  let principal: Principal
  let now: Timestamp

  /// Rows of one entity that are read at a time.
  private static var pageSize: Int { 5_000 }

  func lines() throws -> [UInt8] {
    var writer = JSONWriter()
    var lines: [UInt8] = []
    var count = 0
    func add(_ entity: String, _ row: JSONValue) {
      writer.beginObject()
      writer.member("entity", entity)
      writer.key("row")
      writer.value(row)
      writer.endObject()
      lines += writer.bytes + [10]
      writer = JSONWriter()
      count += 1
    }
    lines +=
      JSONValue.object([
        .init("entity", .string("header")), .init("format", .string("flash-export")),
        .init("version", .integer(1)), .init("exported_at_ms", .integer(now.milliseconds)),
      ]).bytes + [10]
    for (entity, row) in try directoryRows() { add(entity, row) }
    try storage.readAccount(principal.user) { connection in
      for entity in SyncEntity.allCases {
        try rows(of: entity, in: connection) { add(entity.key, $0) }
      }
    }
    lines +=
      JSONValue.object([
        .init("entity", .string("end")), .init("count", .integer(Int64(count))),
      ]).bytes + [10]
    return lines
  }

  /// What the directory knows: the profile, the ways to sign in, the devices.
  private func directoryRows() throws -> [(String, JSONValue)] {
    let encoder = JSONValueEncoder()
    return try storage.readDirectory { connection in
      var rows = [("users", encoder.encode(try Profile.read(principal.user, in: connection)))]
      rows += try LinkedIdentities.list(of: principal.user, in: connection).map {
        ("identities", encoder.encode($0))
      }
      rows += try SignIns.list(of: principal, in: connection, now: now).map {
        ("auth_sessions", encoder.encode($0))
      }
      return rows
    }
  }

  private func rows(
    of entity: SyncEntity, in connection: Storage.Connection, _ body: (JSONValue) -> Void
  ) throws {
    var since: Int64 = 0
    while true {
      let request = PullRequest(
        since: since, entities: [entity], limit: Self.pageSize, epoch: 0)
      let page = try PullReader(
        connection, of: principal.user, request, since: since
      ).read()
      for list in page.lists {
        guard case .array(let rows) = try JSONValue(parsing: list.json) else { continue }
        for row in rows { body(row) }
      }
      guard let end = page.end else { return }
      since = end
    }
  }
}
