/// A JSON value in memory. Object members keep their order.
public enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// A number written without fraction or exponent that fits 64 bits.
  case integer(Int64)
  case double(Double)
  case string(String)
  case array([JSONValue])
  case object([Member])

  /// One member of an object.
  public struct Member: Hashable, Sendable {
    public var key: String
    public var value: JSONValue

    public init(_ key: String, _ value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// The member of that key; the last one where a key is repeated. Nil for what is no object.
  public subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.key == key }?.value
  }

  /// Reads one value; nothing but white space may follow.
  /// - Throws: ``JSONError`` with the offset of the fault.
  public init(parsing bytes: [UInt8]) throws(JSONError) {
    var reader = JSONReader(bytes)
    self = try reader.value()
    try reader.end()
  }

  /// The compact JSON text.
  public var bytes: [UInt8] {
    var writer = JSONWriter()
    writer.value(self)
    return writer.bytes
  }
}

/// What is wrong with a JSON text, and where.
public struct JSONError: UserFacingError, Hashable {
  /// Bytes from the start of what was read.
  public let offset: Int
  public let reason: String
  /// The member whose value is at fault, if it is one member's.
  public let field: String?

  public init(offset: Int, reason: String, field: String? = nil) {
    self.offset = offset
    self.reason = reason
    self.field = field
  }

  public var message: String { "malformed JSON at byte \(offset): \(reason)" }
  public var code: String { "malformed" }
  public var kind: FailureKind { .badInput }
}
