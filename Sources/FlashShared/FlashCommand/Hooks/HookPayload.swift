public import FlashModel

/// What a hook reads: one JSON object on one line, whose `version` changes when a member is taken
/// away or means something else.
public struct HookPayload {
  private var writer = JSONWriter()

  public static var version: Int { 1 }

  /// - Parameter now: when it happened.
  public init(_ name: HookName, at now: Timestamp) {
    writer.beginObject()
    writer.key("version")
    writer.value(Self.version)
    writer.key("hook")
    writer.value(name.rawValue)
    writer.key("at")
    writer.value(now)
  }

  public mutating func add(_ key: String, _ text: String?) {
    writer.key(key)
    writer.value(text)
  }

  public mutating func add(_ key: String, _ flag: Bool) {
    writer.key(key)
    writer.value(flag)
  }

  /// Adds a row as an object with all the fields that `--json` has.
  public mutating func add<Row>(_ key: String, _ row: Row, _ fields: Fields<Row>) {
    writer.key(key)
    fields.write(row, into: &writer)
  }

  /// Adds rows as an array of such objects.
  public mutating func add<Row>(_ key: String, all rows: [Row], _ fields: Fields<Row>) {
    writer.key(key)
    writer.beginArray()
    for row in rows { fields.write(row, into: &writer) }
    writer.endArray()
  }

  /// The whole line.
  var bytes: [UInt8] {
    var writer = writer
    writer.endObject()
    writer.newline()
    return writer.bytes
  }
}

extension Fields {
  /// Writes all fields of a row as an object.
  fileprivate func write(_ row: Row, into writer: inout JSONWriter) {
    writer.beginObject()
    for field in all {
      writer.key(field.specification.name)
      field.write(row, &writer)
    }
    writer.endObject()
  }
}
