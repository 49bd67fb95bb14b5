import FlashAPI
import FlashModel
import FlashSQL

/// A plan as it is kept.
struct StoredPlan: Sendable, Hashable {
  var key: String
  var label: String
  /// Higher is better.
  var rank: Int
  /// Whether everybody may see it.
  var isPublic: Bool
  /// Whether accounts that have no other plan have this one.
  var isDefault: Bool
  var version: Int
  var entitlements: Entitlements
  /// What the store calls it.
  var products: [String]
  var updated: Timestamp
  /// Accounts that have it.
  var holders: Int

  /// All plans, the best last.
  static func all(in connection: some SQLConnection) throws(SQLError) -> [StoredPlan] {
    var products: [String: [String]] = [:]
    let named = try connection.rows(
      "select plan_key, product_id from plan_products order by product_id", []
    ) { (plan: $0.text(0), product: $0.text(1)) }
    for (plan, product) in named { products[plan, default: []].append(product) }
    return try connection.rows(
      """
      select p.key, p.label, p.rank, p.is_public, p.is_default, p.version, p.entitlements,
        p.updated_ms, (select count(*) from users u where u.plan_key = p.key)
      from plans p order by p.rank, p.key
      """, []
    ) { row in
      StoredPlan(
        key: row.text(0), label: row.text(1), rank: Int(row.integer(2)),
        isPublic: row.integer(3) == 1, isDefault: row.integer(4) == 1, version: Int(row.integer(5)),
        entitlements: Entitlements(stored: row.text(6)), products: products[row.text(0)] ?? [],
        updated: row.timestamp(7), holders: Int(row.integer(8)))
    }
  }

  static func load(
    _ key: String, in connection: some SQLConnection
  ) throws(SQLError) -> StoredPlan? {
    try all(in: connection).first { $0.key == key }
  }

  /// Writes it; what was there before is left behind as the version it was.
  /// - Parameters:
  ///   - old: what was there.
  ///   - keepsHolders: whether accounts that have it now keep what it allows.
  func save(
    over old: StoredPlan?, keepsHolders: Bool, in connection: some SQLConnection
  ) throws(SQLError) {
    if let old {
      try connection.run(
        "insert into plan_versions (key, version, label, entitlements) values ($1, $2, $3, $4)",
        [
          .text(key), SQLValue(old.version), .text(old.label), .text(old.entitlements.stored),
        ])
    }
    if let old, keepsHolders {
      try connection.run(
        "update users set plan_version = $2 where plan_key = $1 and plan_version is null",
        [.text(key), SQLValue(old.version)])
    }
    try connection.run(
      """
      insert into plans (key, label, rank, is_public, version, entitlements, updated_ms)
      values ($1, $2, $3, $4, $5, $6, $7)
      on conflict (key) do update set label = excluded.label, rank = excluded.rank,
        is_public = excluded.is_public, version = excluded.version,
        entitlements = excluded.entitlements, updated_ms = excluded.updated_ms
      """,
      [
        .text(key), .text(label), SQLValue(rank), .integer(isPublic ? 1 : 0), SQLValue(version),
        .text(entitlements.stored), SQLValue(updated),
      ])
    try connection.run("delete from plan_products where plan_key = $1", [.text(key)])
    for product in products {
      try connection.run(
        "insert into plan_products (product_id, plan_key) values ($1, $2)",
        [.text(product), .text(key)])
    }
  }

  // MARK: As it is told

  var told: Plan {
    Plan(
      key: key, label: label, version: version, entitlements: entitlements, productIds: products)
  }

  var toldToOperators: AdminPlan {
    AdminPlan(
      key: key, label: label, version: version, entitlements: entitlements, productIds: products,
      rank: rank, isPublic: isPublic, holders: holders, updatedAt: updated.rfc3339)
  }

  /// What the record of an edit says of it.
  var recorded: JSONValue {
    .object([
      .init("label", .string(label)), .init("rank", .integer(Int64(rank))),
      .init("public", .bool(isPublic)), .init("version", .integer(Int64(version))),
      .init("product_ids", .array(products.map { .string($0) })),
      .init("entitlements", JSONValueEncoder().encode(entitlements)),
    ])
  }

  var entityTag: String { "\"\(version)\"" }
}
