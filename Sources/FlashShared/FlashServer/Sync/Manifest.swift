import FlashAPI
import FlashModel
import FlashSQL

/// A page of the ids and clocks of an entity's live records, by id.
enum Manifest {
  static let mostRows = 10_000

  static func page(
    _ entity: SyncEntity, after cursor: RowID?, limit: Int, of user: UserID,
    _ connection: some SQLConnection
  ) throws -> JSONValue {
    let clock = entity == .reviews ? "rated_at_ms" : "updated_at_ms"
    let alive = entity == .reviews ? "" : "and deleted_at_ms is null"
    let rows = try connection.rows(
      """
      select id, \(clock) from \(entity.key) where user_id = $1 and id > $2 \(alive)
      order by id limit $3
      """, [SQLValue(user), SQLValue(cursor ?? .nothing), .integer(Int64(limit) + 1)]
    ) { (id: $0.id(0) as RowID, clock: $0.timestamp(1)) }
    var digest = ManifestDigest()
    var items: [JSONValue] = []
    for row in rows.prefix(limit) {
      digest.add(row.id.description, row.clock)
      items.append(
        .object([
          .init("id", .string(row.id.description)), .init("updated_at_ms", JSONValue(row.clock)),
        ]))
    }
    let next = rows.count > limit ? rows[limit - 1].id.description : nil
    return .object([
      .init("entity", .string(entity.key)), .init("items", .array(items)),
      .init("digest", .string(try digest.finish())),
      .init("next_cursor", next.map { .string($0) } ?? .null),
    ])
  }
}
