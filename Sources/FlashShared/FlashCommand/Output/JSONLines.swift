import FlashModel

/// Writes rows for programs: as JSON Lines, through jq, or through a template, as was asked for.
///
/// ``finish()`` must be called after the last row; it waits for jq.
public final class JSONLines<Row> {
  private let fields: [Fields<Row>.Field]
  private let sink: any LineSink
  private let template: Template?
  private var writer = JSONWriter()

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
    self.fields =
      if let template {
        template.fieldNames.compactMap { name in
          fields.all.first { $0.specification.name == name }
        }
      } else {
        selected
      }
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
      try write(row, into: template)
    } else {
      writer.beginObject()
      for field in fields {
        writer.key(field.specification.name)
        field.write(row, &writer)
      }
      writer.endObject()
      writer.newline()
    }
    if writer.bytes.count >= Self.blockSize { try drain() }
  }

  /// Hands over what is left and waits until it has been taken.
  public func finish() throws {
    try drain()
    try sink.finish()
  }

  private func drain() throws {
    guard template == nil else { return }
    try sink.take(writer.bytes)
    writer.removeAll()
  }

  private func write(_ row: Row, into template: Template) throws {
    let texts = try fields.map { field in
      writer.removeAll()
      field.write(row, &writer)
      return try Template.text(of: writer.bytes)
    }
    try sink.take(Array((template.filled(with: texts) + "\n").utf8))
    writer.removeAll()
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
  /// - Throws: ``UsageError/unknownField(_:known:)``; ``ChildProcessError/missing(_:)`` without jq.
  public func jsonLines<Row>(_ fields: Fields<Row>) throws -> JSONLines<Row>? {
    guard common.isForPrograms else { return nil }
    return try JSONLines(fields, options: common, output: output, program: program)
  }
}
