/// Reads a `Decodable` value from a JSON tree; for small bodies, as bulk goes through ``JSONReader``.
///
/// Keys are written in snake case, such as `daily_goal_cards` for `dailyGoalCards`.
public struct JSONValueDecoder {
  public init() {}

  /// - Throws: ``JSONFieldError``.
  public func decode<Value: Decodable>(
    _ type: Value.Type, from json: JSONValue
  ) throws(JSONFieldError) -> Value {
    do {
      return try Value(from: ValueDecoder(json: json, codingPath: []))
    } catch let error as DecodingError {
      throw JSONFieldError(error)
    } catch let error as JSONFieldError {
      throw error
    } catch {
      throw JSONFieldError(field: "", reason: "not understood")
    }
  }
}

/// A member of a JSON body that is missing or not what it should be.
public struct JSONFieldError: Error, Hashable {
  /// The member, such as `device.name`; empty for the body as a whole.
  public let field: String
  public let reason: String

  public init(field: String, reason: String) {
    self.field = field
    self.reason = reason
  }

  init(_ error: DecodingError) {
    switch error {
    case .keyNotFound(let key, let context):
      self.init(field: path(context.codingPath + [key]), reason: "is required")
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .dataCorrupted(let context):
      self.init(field: path(context.codingPath), reason: context.debugDescription)
    @unknown default: self.init(field: "", reason: "not understood")
    }
  }
}

private func path(_ keys: [any CodingKey]) -> String {
  keys.map { snakeCase($0.stringValue) }.joined(separator: ".")
}

/// `dailyGoalCards` as `daily_goal_cards`; what is in snake case already stays.
func snakeCase(_ name: String) -> String {
  // Swift's names in ASCII; each member of each small body passes here.
  guard name.utf8.contains(where: { (0x41...0x5A).contains($0) }) else { return name }
  var text: [UInt8] = []
  for byte in name.utf8 {
    if (0x41...0x5A).contains(byte) {
      text.append(UInt8(ascii: "_"))
      text.append(byte | 0x20)
    } else {
      text.append(byte)
    }
  }
  return String(decoding: text, as: UTF8.self)
}

private struct ValueDecoder: Decoder {
  let json: JSONValue
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func mismatch<Value>(_ type: Value.Type, _ expected: String) -> DecodingError {
    .typeMismatch(
      type, DecodingError.Context(codingPath: codingPath, debugDescription: "must be \(expected)"))
  }

  func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    guard case .object = json else { throw mismatch(type, "an object") }
    return KeyedDecodingContainer(ObjectDecoder<Key>(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = json else { throw mismatch([JSONValue].self, "a list") }
    return ListDecoder(elements: elements, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { ScalarDecoder(decoder: self) }

  func scalar<Value>(_ type: Value.Type) throws -> Value {
    let value: Any?
    let expected: String
    switch type {
    case is Bool.Type: (value, expected) = (bool, "true or false")
    case is String.Type: (value, expected) = (json.string, "a string")
    case is Double.Type: (value, expected) = (json.double, "a number")
    case is Int64.Type: (value, expected) = (json.integer, "a whole number")
    case is Int.Type:
      (value, expected) = (json.integer.flatMap(Int.init(exactly:)), "a whole number")
    default: (value, expected) = (nil, "of a type that is read")
    }
    guard let value = value as? Value else { throw mismatch(type, expected) }
    return value
  }

  private var bool: Bool? { if case .bool(let value) = json { value } else { nil } }
}

private struct ScalarDecoder: SingleValueDecodingContainer {
  let decoder: ValueDecoder
  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool { decoder.json == .null }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try read(type, from: decoder)
  }
}

/// Scalars are read here, everything else reads itself.
private func read<Value: Decodable>(
  _ type: Value.Type, from decoder: ValueDecoder
) throws -> Value {
  switch type {
  case is Bool.Type, is String.Type, is Double.Type, is Int64.Type, is Int.Type:
    try decoder.scalar(type)
  default:
    try Value(from: decoder)
  }
}

private struct ObjectDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: ValueDecoder
  var codingPath: [any CodingKey] { decoder.codingPath }

  var allKeys: [Key] {
    guard case .object(let members) = decoder.json else { return [] }
    return members.compactMap { Key(stringValue: $0.key) }
  }

  private func member(_ key: Key) -> JSONValue? { decoder.json[snakeCase(key.stringValue)] }

  func contains(_ key: Key) -> Bool { member(key) != nil }
  func decodeNil(forKey key: Key) -> Bool { member(key).map { $0 == .null } ?? true }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try read(type, from: try nested(key))
  }

  private func nested(_ key: Key) throws -> ValueDecoder {
    guard let json = member(key) else {
      throw DecodingError.keyNotFound(
        key, DecodingError.Context(codingPath: codingPath, debugDescription: "is required"))
    }
    return ValueDecoder(json: json, codingPath: codingPath + [key])
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> { try nested(key).container(keyedBy: type) }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try nested(key).unkeyedContainer()
  }

  func superDecoder() -> any Decoder { decoder }
  func superDecoder(forKey key: Key) throws -> any Decoder { try nested(key) }
}

private struct ListDecoder: UnkeyedDecodingContainer {
  let elements: [JSONValue]
  let codingPath: [any CodingKey]
  private(set) var currentIndex = 0

  init(elements: [JSONValue], codingPath: [any CodingKey]) {
    self.elements = elements
    self.codingPath = codingPath
  }

  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex == elements.count }

  mutating func decodeNil() -> Bool {
    guard !isAtEnd, elements[currentIndex] == .null else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try read(type, from: try next())
  }

  private mutating func next() throws -> ValueDecoder {
    guard !isAtEnd else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: codingPath, debugDescription: "ends too early"))
    }
    defer { currentIndex += 1 }
    return ValueDecoder(json: elements[currentIndex], codingPath: codingPath)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> { try next().container(keyedBy: type) }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { try next() }
}

/// A body whose members are read one by one. Only our own coders know it.
extension JSONValue: Decodable {
  public init(from decoder: any Decoder) throws {
    guard let decoder = decoder as? ValueDecoder else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: "must be read by JSONValueDecoder"))
    }
    self = decoder.json
  }
}
