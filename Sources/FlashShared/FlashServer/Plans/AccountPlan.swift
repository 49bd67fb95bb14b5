import FlashAPI
import FlashModel
import FlashSQL

/// What an account may do, by the plan that it has.
struct AccountPlan: Sendable, Hashable {
  let key: String
  /// The newest version of the plan, or the older one that the account keeps.
  let version: Int64
  /// What it allows, as its row keeps it.
  private let stored: String

  /// What it allows. Reading it takes longer than finding it, so that who may not need it asks late.
  var entitlements: Entitlements { Entitlements(stored: stored) }

  /// The plan of an account; the default plan for one whose plan is not known.
  static func load(
    of user: UserID, in connection: some SQLConnection
  ) throws(SQLError) -> AccountPlan {
    let own = try connection.row(
      """
      select p.key, coalesce(v.version, p.version), coalesce(v.entitlements, p.entitlements)
      from users u join plans p on p.key = u.plan_key
        left join plan_versions v on v.key = u.plan_key and v.version = u.plan_version
      where u.id = $1
      """, [SQLValue(user)]
    ) { read($0) }
    if let own { return own }
    let everybodys = try connection.row(
      "select key, version, entitlements from plans where is_default = 1", []
    ) { read($0) }
    return everybodys ?? AccountPlan(key: "free", version: 1, stored: "{}")
  }

  private static func read(_ row: some SQLStatement) -> AccountPlan {
    AccountPlan(
      key: row.text(0), version: row.integer(1), stored: row.text(2))
  }

  /// - Throws: ``Problem`` `.entitlementRequired` if the plan does not allow one more beside `current`.
  func require(_ key: EntitlementKey, beside current: Int) throws(Problem) {
    guard !entitlements.allows(key, beside: current) else { return }
    throw Problem.planLimit(key, entitlements.limit(key))
  }
}

extension NamedValues where Value == EntitlementConfig {
  /// As a plan's row keeps them.
  init(stored text: String) {
    // Only what was read as rules is ever stored; anything else allows nothing.
    let stored = try? JSONValueDecoder().decode(
      Self.self, from: JSONValue(parsing: Array(text.utf8)))
    self = stored ?? [:]
  }

  var stored: String { String(decoding: JSONValueEncoder().encode(self).bytes, as: UTF8.self) }
}

extension Problem {
  /// A plan's limit is reached.
  static func planLimit(_ key: EntitlementKey, _ limit: Int?) -> Problem {
    var problem = Problem(.entitlementRequired, "The plan allows \(key.words(limit: limit)).")
    problem.reason = key.rawValue
    problem.limit = limit
    return problem
  }
}
