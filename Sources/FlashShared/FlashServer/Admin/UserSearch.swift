import FlashAPI
import FlashModel
import FlashSQL

/// Which accounts an operator looks for, a page at a time.
///
/// A page begins behind the last row of the one before, by the index of its order, so that the
/// thousandth costs what the first does.
struct UserSearch {
  private let order: Order
  private let limit: Int
  private var conditions: [String] = []
  private var values: [SQLValue] = []

  /// What a list is ordered by.
  private struct Order {
    let name: String
    /// As the index has it; never null.
    let expression: String
    let isText: Bool
    let isDescending: Bool

    init?(_ name: String) {
      self.name = name
      isDescending = name.hasPrefix("-")
      switch isDescending ? String(name.dropFirst()) : name {
      case "created_at": (expression, isText) = ("u.created_ms", false)
      case "email": (expression, isText) = ("coalesce(u.email, '')", true)
      case "last_seen_at": (expression, isText) = ("coalesce(u.last_seen_ms, 0)", false)
      default: return nil
      }
    }

    func value(_ text: String) -> SQLValue? {
      isText ? .text(text) : Int64(text).map { .integer($0) }
    }
  }

  /// - Throws: ``Problem`` `.validationFailed`.
  init<Storage: ServerStorage>(_ call: Call<Storage>) throws(Problem) {
    guard let order = Order(call.head.query("sort") ?? "-created_at") else {
      throw Problem.invalid(
        "sort", "must be created_at, email or last_seen_at, possibly with '-' before it")
    }
    self.order = order
    limit = try call.pageLimit()
    try filter(call)
    try look(for: call.head.query("q")?.trimmed ?? "")
    guard let cursor = try call.cursor(3) else { return }
    guard cursor[0] == order.name, let value = order.value(cursor[1]),
      let id = UserID(cursor[2])
    else { throw Problem.invalid("cursor", "is none of this list") }
    let behind = order.isDescending ? "<" : ">"
    add("(\(order.expression), u.id) \(behind) ({}, {})", [value, SQLValue(id)])
  }

  private mutating func filter<Storage: ServerStorage>(_ call: Call<Storage>) throws(Problem) {
    switch try call.choice("status", of: ["active", "disabled", "pending_deletion"]) {
    case "active": add("u.disabled_ms is null and u.scheduled_delete_ms is null")
    case "disabled": add("u.disabled_ms is not null")
    case "pending_deletion": add("u.disabled_ms is null and u.scheduled_delete_ms is not null")
    default: break
    }
    if let key = call.head.query("plan_key") { add("u.plan_key = {}", [.text(key)]) }
    let statuses = ["free", "active", "in_grace", "expired"]
    if let status = try call.choice("subscription_status", of: statuses) {
      add("u.subscription_status = {}", [.text(status)])
    }
    if let provider = try call.choice("provider", of: ["apple", "email"]) {
      add(
        "exists (select 1 from identities i where i.user_id = u.id and i.provider = {})",
        [.text(provider)])
    }
    if let moment = try call.moment("created_after") {
      add("u.created_ms > {}", [SQLValue(moment)])
    }
    if let moment = try call.moment("last_seen_before") {
      // Who was never seen was not seen since.
      add("coalesce(u.last_seen_ms, 0) < {}", [SQLValue(moment)])
    }
  }

  /// An id as a whole, else part of an address or a name.
  private mutating func look(for text: String) throws(Problem) {
    guard !text.isEmpty else { return }
    guard text.utf8.count <= 255, !text.utf8.contains(0) else {
      throw Problem.invalid("q", "must have at most 255 characters")
    }
    if let id = UserID(text) { return add("u.id = {}", [SQLValue(id)]) }
    var pattern = ""
    for character in text.lowercased() {
      if "%_\\".contains(character) { pattern.append("\\") }
      pattern.append(character)
    }
    // Looked for on its own, in the order of the table: along the index of the list's order each row
    // would be somewhere else.
    add(
      """
      u.id in (select v.id from users v
        where v.email like {} escape '\\' or lower(v.name) like {} escape '\\')
      """, [.text("%\(pattern)%"), .text("%\(pattern)%")])
  }

  /// Adds a condition in which `{}` stands for the values, one after the other.
  private mutating func add(_ condition: String, _ more: [SQLValue] = []) {
    var condition = condition
    for value in more {
      values.append(value)
      condition = condition.replacingMark("{}", "$\(values.count)")
    }
    conditions.append(condition)
  }

  func page(in connection: some SQLConnection) throws -> AdminUsers {
    let direction = order.isDescending ? " desc" : ""
    let condition = conditions.isEmpty ? "" : "where " + conditions.joined(separator: " and ")
    let found = try connection.rows(
      """
      select \(UserRow.columns), \(order.expression) from users u \(condition)
      order by \(order.expression)\(direction), u.id\(direction) limit \(limit + 1)
      """, values
    ) { row in
      (
        UserRow.read(row),
        order.isText ? row.text(UserRow.count) : "\(row.integer(UserRow.count))"
      )
    }
    let page = found.prefix(limit)
    let last = found.count > limit ? page.last : nil
    return AdminUsers(
      users: page.map(\.0),
      nextCursor: last.map { PageCursor.text([order.name, $0.1, $0.0.id]) },
      total: conditions.isEmpty ? try count(in: connection) : nil)
  }

  private func count(in connection: some SQLConnection) throws -> Int? {
    try connection.row("select count(*) from users") { Int($0.integer(0)) }
  }
}

/// An account as lists of operators show it.
enum UserRow {
  /// Of `users u`.
  static let columns = """
    u.id, u.email, u.name, u.plan_key, u.subscription_status, u.subscription_expires_ms,
    u.scheduled_delete_ms, u.disabled_ms, u.disabled_reason, u.created_ms, u.last_seen_ms,
    (select count(*) from identities i where i.user_id = u.id and i.provider = 'apple'),
    (select count(*) from identities i where i.user_id = u.id and i.provider = 'email')
    """
  /// How many they are.
  static let count = 13

  static func read(_ row: some SQLStatement) -> AdminUser {
    let id: UserID? = row.identifier(0)
    let status = row.isNull(7) ? row.isNull(6) ? "active" : "pending_deletion" : "disabled"
    return AdminUser(
      id: id?.description ?? "", email: row.optionalText(1), name: row.optionalText(2),
      providers: (row.integer(11) > 0 ? ["apple"] : []) + (row.integer(12) > 0 ? ["email"] : []),
      status: status, planKey: row.text(3), subscriptionStatus: row.text(4),
      subscriptionExpiresAt: row.optionalTimestamp(5)?.rfc3339,
      scheduledDeleteAt: row.optionalTimestamp(6)?.rfc3339,
      disabledAt: row.optionalTimestamp(7)?.rfc3339, disabledReason: row.optionalText(8),
      createdAt: row.timestamp(9).rfc3339, lastSeenAt: row.optionalTimestamp(10)?.rfc3339)
  }

  /// - Throws: ``Problem`` `.notFound`.
  static func find(_ user: UserID, in connection: some SQLConnection) throws -> AdminUser {
    let found = try connection.row(
      "select \(columns) from users u where u.id = $1", [SQLValue(user)]
    ) { read($0) }
    guard let found else { throw Problem.noSuchUser }
    return found
  }
}
