import FlashCollection
import FlashCommand
import FlashModel
import FlashTerminal

/// Rows of one kind that a server answers: which of their members `--json` offers, and what people see.
struct Listing<Row: Encodable & Sendable>: Sendable {
  let fields: Fields<JSONValue>
  let columns: [Column]

  /// A column with how a row fills it.
  struct Column: Sendable {
    let column: ListColumn
    let cell: @Sendable (Row) -> String

    init(_ column: ListColumn, _ cell: @escaping @Sendable (Row) -> String) {
      self.column = column
      self.cell = cell
    }
  }

  init(_ members: [(String, FieldType)], _ columns: [Column]) {
    fields = .members(members)
    self.columns = columns
  }
}

extension Fields where Row == JSONValue {
  /// The members of an object, under their own names; null where there is none.
  static func members(_ members: [(String, FieldType)]) -> Fields {
    Fields(
      members.map { name, type in
        .custom(name, type) { row, writer in writer.value(row[name] ?? .null) }
      })
  }
}

extension CommandContext {
  /// Writes rows as they come: for programs, or as a list for people.
  func write<Row>(
    _ listing: Listing<Row>, orSay nothing: String, next: () throws -> Row?
  ) throws {
    if let lines = try jsonLines(listing.fields) {
      while let row = try next() {
        try check()
        try lines.write(JSONValueEncoder().encode(row))
      }
      return try lines.finish()
    }
    var list = list(listing.columns.map(\.column))
    while let row = try next() {
      try check()
      list.append(listing.columns.map { $0.cell(row) })
    }
    list.finish(in: self, orSay: nothing)
  }

  /// The same for rows that are all there.
  func write<Row>(_ listing: Listing<Row>, _ rows: [Row], orSay nothing: String) throws {
    var rest = rows[...]
    try write(listing, orSay: nothing) { rest.popFirst() }
  }

  /// Writes one thing for programs, or lets `show` tell people of it.
  func tell(
    _ value: some Encodable, _ fields: Fields<JSONValue>,
    show: (CommandContext) throws -> Void
  ) throws {
    guard let lines = try jsonLines(fields) else { return try show(self) }
    try lines.write(JSONValueEncoder().encode(value))
    try lines.finish()
  }

  /// Shows names with their values.
  func show(_ facts: [(String, String)]) throws {
    try show(FactLines.lines(facts, width: max(20, terminal.size.columns)))
  }
}
