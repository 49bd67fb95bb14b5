internal import FlashModel
internal import FlashSQL

/// A column and the value it is to have.
typealias Assignment = (column: String, value: SQLValue)

extension SyncEntity {
  /// The clock that a change of content moves.
  var clockColumn: String { self == .cards ? "content_ms" : "updated_at_ms" }
}

extension Store {
  /// Sets columns of one row, notes what they were, and moves the row's clock past its old value.
  ///
  /// Columns that have the value already do not count; if none differs, nothing is written.
  /// - Returns: whether anything changed.
  @discardableResult
  func update(
    _ entity: SyncEntity, key: Int64, set assignments: [Assignment], at now: Timestamp
  ) throws(StoreError) -> Bool {
    let before = try values(of: assignments.map(\.column), entity, key: key)
    let changed = zip(assignments, before).filter { $0.value != $1 }
    guard !changed.isEmpty else { return false }
    try journalUpdate(
      entity, key: key,
      before: changed.map { JSONValue.Member($0.0.column, JSONValue(sql: $0.1)) })
    let change = try nextChange()
    let clock = entity.clockColumn
    let sets = changed.indices.map { "\(changed[$0].0.column) = $\($0 + 4)" }
    try storing { () throws(SQLError) in
      let statement = try connection.statement(
        """
        update \(entity.key) set \(clock) = max($1, \(clock) + 1), change_seq = $2, \
        \(sets.joined(separator: ", ")) where key = $3
        """)
      statement.bind(now, at: 1)
      statement.bind(change, at: 2)
      statement.bind(key, at: 3)
      for (index, change) in changed.enumerated() { statement.bind(change.0.value, at: index + 4) }
      try statement.run()
    }
    return true
  }

  /// Sets columns of one row, and nothing else: no clock, no number of the change, no journal.
  func assign(
    _ assignments: [Assignment], to entity: SyncEntity, key: Int64
  ) throws(StoreError) {
    let sets = assignments.enumerated().map { "\($1.column) = $\($0 + 2)" }
    try storing { () throws(SQLError) in
      let statement = try connection.statement(
        "update \(entity.key) set \(sets.joined(separator: ", ")) where key = $1")
      statement.bind(key, at: 1)
      for (index, assignment) in assignments.enumerated() {
        statement.bind(assignment.value, at: index + 2)
      }
      try statement.run()
    }
  }

  /// The columns of one row as they stand.
  func values(
    of columns: [String], _ entity: SyncEntity, key: Int64
  ) throws(StoreError) -> [SQLValue] {
    try storing { () throws(SQLError) in
      let statement = try connection.statement(
        "select \(columns.joined(separator: ", ")) from \(entity.key) where key = $1")
      statement.bind(key, at: 1)
      defer { statement.reset() }
      guard try statement.step() else {
        throw .corrupt(path: path, reason: "row \(key) of \(entity.key) is missing")
      }
      return columns.indices.map { statement.value($0) }
    }
  }
}

extension JSONValue {
  /// How the journal writes a value: a blob as an object with its hexadecimal digits.
  init(sql: SQLValue) {
    switch sql {
    case .null: self = .null
    case .integer(let value): self = .integer(value)
    case .double(let value): self = .double(value)
    case .text(let value): self = .string(value)
    case .blob(let bytes): self = JSONValue.hexadecimal(bytes)
    case .id(let high, let low):
      self = JSONValue.hexadecimal(Identifier<Never>(high: high, low: low).bytes)
    }
  }
}

extension JSONValue {
  private static func hexadecimal(_ bytes: [UInt8]) -> JSONValue {
    .object([Member("hex", .string(bytes.map(FlashStore.hexadecimal).joined()))])
  }
}

extension SQLValue {
  /// Reads what ``JSONValue/init(sql:)`` wrote.
  init?(journal: JSONValue) {
    switch journal {
    case .null: self = .null
    case .integer(let value): self = .integer(value)
    case .double(let value): self = .double(value)
    case .string(let value): self = .text(value)
    case .object:
      guard case .string(let digits)? = journal["hex"], digits.utf8.count % 2 == 0 else {
        return nil
      }
      var bytes: [UInt8] = []
      var rest = digits[...]
      while !rest.isEmpty {
        guard let byte = UInt8(rest.prefix(2), radix: 16) else { return nil }
        bytes.append(byte)
        rest = rest.dropFirst(2)
      }
      self = .blob(bytes)
    case .bool, .array: return nil
    }
  }
}

private func hexadecimal(_ byte: UInt8) -> String {
  (byte < 16 ? "0" : "") + String(byte, radix: 16)
}
