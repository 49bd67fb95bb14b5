import FlashModel

/// Writes rows for programs: as JSON Lines, through jq, or through a template, as was asked for.
///
/// ``finish()`` must be called after the last row; it waits for jq.
public final class JSONLines<Row> {
  private let sink: any LineSink
  private let template: Template?
  private var rows: RowWriter<Row>

  private static var blockSize: Int { 32 * 1_024 }

  init(
    _ fields: Fields<Row>, options: CommonOptions, output: OutputStream, program: String
  ) throws {
    var names: String?
    if case .value(let list) = options.json { names = list }
    let selected = try fields.selected(names)
    self.template = try options.template.map {
      try Template($0, known: fields.all.map(\.specification.name))
    }
    rows = RowWriter(
      template?.fieldNames.compactMap { name in
        fields.all.first { $0.specification.name == name }
      } ?? selected)
    if let expression = options.jq {
      guard template == nil else {
        throw UsageError.other("'--jq' and '--template' exclude each other", hint: nil)
      }
      output.flush()
      sink = try JQFilter(expression)
    } else {
      sink = output
    }
  }

  /// Writes one row.
  public func write(_ row: Row) throws {
    if let template {
      let texts = try rows.texts(of: row)
      try sink.take(Array((template.filled(with: texts) + "\n").utf8))
    } else if rows.append(row) >= Self.blockSize {
      try drain()
    }
  }

  /// Hands over the rows so far, for a reader who waits for them.
  public func flush() throws { try drain() }

  /// Hands over what is left and waits until it has been taken.
  public func finish() throws {
    try drain()
    try sink.finish()
  }

  private func drain() throws {
    try sink.take(rows.writer.bytes)
    rows.writer.removeAll()
  }
}

/// The fields that were chosen, with their keys quoted once, and the text that they wrote.
private struct RowWriter<Row> {
  private struct Column {
    var key: [UInt8]
    var write: @Sendable (Row, inout JSONWriter) -> Void
  }

  private let columns: [Column]
  var writer = JSONWriter()

  init(_ fields: [Fields<Row>.Field]) {
    columns = fields.map { field in
      Column(key: JSONValue.string(field.specification.name).bytes, write: field.write)
    }
  }

  /// Appends one row as a line; gives back how many bytes are waiting.
  mutating func append(_ row: Row) -> Int {
    writer.beginObject()
    for column in columns {
      writer.key(json: column.key)
      column.write(row, &writer)
    }
    writer.endObject()
    writer.newline()
    return writer.bytes.count
  }

  /// The fields of one row as a template shows them.
  mutating func texts(of row: Row) throws(JSONError) -> [String] {
    var texts: [String] = []
    for column in columns {
      writer.removeAll()
      column.write(row, &writer)
      texts.append(try Template.text(of: writer.bytes))
    }
    writer.removeAll()
    return texts
  }
}

/// Where finished lines go.
protocol LineSink {
  func take(_ bytes: [UInt8]) throws
  func finish() throws
}

extension OutputStream: LineSink {
  /// - Throws: the failure of the stream, so that a long list stops at a full disk.
  func take(_ bytes: [UInt8]) throws {
    write(bytes)
    if let failure { throw failure }
  }

  func finish() {}
}

extension CommandContext {
  /// The writer for programs, if `--json`, `--jq` or `--template` was given; nil if the answer is
  /// for people.
  /// - Throws: ``UsageError/unknownField(_:known:)``; ``HelperError/missing(_:)`` without jq.
  public func jsonLines<Row>(_ fields: Fields<Row>) throws -> JSONLines<Row>? {
    guard common.isForPrograms else { return nil }
    return try JSONLines(fields, options: common, output: output, program: program)
  }
}
