import FlashAPI
import FlashModel
import FlashSQL

/// What an operator corrects of an account: the members that the body names; others stay.
struct UserChange {
  private let email: EmailAddress?
  private let values: [(column: String, value: SQLValue, json: JSONValue)]

  /// - Throws: ``Problem`` `.validationFailed`.
  init(_ body: JSONValue) throws(Problem) {
    guard case .object = body else { throw Problem.invalid("", "must be an object") }
    var values: [(column: String, value: SQLValue, json: JSONValue)] = []
    email = try body["email"].map { value throws(Problem) in
      guard let text = value.string else { throw Problem.invalid("email", "must be an address") }
      return try EmailAddress(text)
    }
    for (name, most) in [("name", 200), ("note", 4_000)] {
      guard let given = body[name] else { continue }
      let text = try UserChange.text(given, name, most)
      values.append((name, SQLValue(text), text.map { .string($0) } ?? .null))
    }
    if let given = body["marketing_opt_in"] {
      guard case .bool(let flag) = given else {
        throw Problem.invalid("marketing_opt_in", "must be true or false")
      }
      values.append(("marketing_opt_in", .integer(flag ? 1 : 0), given))
    }
    self.values = values
  }

  private static func text(
    _ value: JSONValue, _ name: String, _ most: Int
  ) throws(Problem) -> String? {
    if value == .null || value == .string("") { return nil }
    guard let text = value.string, text.unicodeScalars.count <= most, !text.utf8.contains(0) else {
      throw Problem.invalid(name, "must be null or a text of at most \(most) characters")
    }
    return text
  }

  /// Writes the change and its entry. Of a note is told that it changed, not what it says.
  /// - Throws: ``Problem`` `.notFound`, or `.emailInUse`.
  func apply<Storage: ServerStorage>(
    to user: UserID, for call: Call<Storage>, in connection: Storage.Connection
  ) throws {
    var before: [JSONValue.Member] = []
    var after: [JSONValue.Member] = []
    let stored = try stored(user, in: connection)
    for (column, value, json) in values where stored[column] != json {
      try connection.run(
        "update users set \(column) = $2 where id = $1", [SQLValue(user), value])
      let isTold = column != "note"
      before.append(.init(column, isTold ? stored[column] ?? .null : .string("…")))
      after.append(.init(column, isTold ? json : .string("…")))
    }
    if let email, stored["email"] != .string(email.text) {
      try move(user, to: email, in: connection, now: call.now)
      before.append(.init("email", stored["email"] ?? .null))
      after.append(.init("email", .string(email.text)))
    }
    guard !after.isEmpty else { return }
    try connection.run(
      """
      update users set
        updated_at_ms = case when updated_at_ms >= $2 then updated_at_ms + 1 else $2 end
      where id = $1
      """, [SQLValue(user), SQLValue(call.now)])
    try call.record(
      "user.update", of: user, before: .object(before), after: .object(after), in: connection)
  }

  private func stored(
    _ user: UserID, in connection: some SQLConnection
  ) throws -> [String: JSONValue] {
    let found = try connection.row(
      "select email, name, note, marketing_opt_in from users where id = $1", [SQLValue(user)]
    ) { row -> [String: JSONValue] in
      var members: [String: JSONValue] = [:]
      for (index, name) in ["email", "name", "note"].enumerated() {
        members[name] = row.optionalText(index).map { .string($0) } ?? .null
      }
      members["marketing_opt_in"] = .bool(row.integer(3) == 1)
      return members
    }
    guard let found else { throw Problem.noSuchUser }
    return found
  }

  /// Gives the account another address; whoever has the mailbox signs in by it from now on, and
  /// nobody by the old one.
  private func move(
    _ user: UserID, to email: EmailAddress, in connection: some SQLConnection, now: Timestamp
  ) throws {
    let owners = try connection.rows(
      """
      select id from users where email = $1
      union select user_id from identities where provider = 'email' and subject = $1
      """, [.text(email.text)]
    ) { row -> UserID? in row.identifier(0) }
    guard owners.allSatisfy({ $0 == user }) else {
      throw Problem(.emailInUse, "The address belongs to another account.")
    }
    let old = try connection.row("select email from users where id = $1", [SQLValue(user)]) {
      $0.optionalText(0)
    }
    if let old = old ?? nil {
      try connection.run(
        "delete from magic_links where email = $1 and consumed_ms is null and purpose = 'sign_in'",
        [.text(old)])
    }
    try connection.run(
      "delete from identities where user_id = $1 and provider = 'email'", [SQLValue(user)])
    try connection.run(
      "update users set email = $2 where id = $1", [SQLValue(user), .text(email.text)])
    try LinkedIdentities.add(
      Accounts.Proof(provider: "email", subject: email.text, verifiedEmail: email.text), to: user,
      in: connection, now: now)
  }
}
