/// Turns an `Encodable` value into a JSON tree: what ``JSONValueDecoder`` reads.
///
/// Absent optionals leave their member out unless the value encodes them as null.
public struct JSONValueEncoder {
  public init() {}

  public func encode(_ value: some Encodable) -> JSONValue {
    let node = Node()
    // Our own bodies throw nothing, and a number that is not finite becomes null.
    try? node.encode(value)
    return node.json
  }
}

/// A place in the tree that is being made.
private final class Node: Encoder {
  private enum Content {
    case scalar(JSONValue)
    case object([(key: String, node: Node)])
    case list([Node])
  }

  private var content = Content.object([])
  let codingPath: [any CodingKey] = []
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  var json: JSONValue {
    switch content {
    case .scalar(let json): json
    case .object(let members): .object(members.map { JSONValue.Member($0.key, $0.node.json) })
    case .list(let nodes): .array(nodes.map(\.json))
    }
  }

  func encode<Value: Encodable>(_ value: Value) throws {
    switch value {
    case let value as Bool: content = .scalar(.bool(value))
    case let value as String: content = .scalar(.string(value))
    case let value as Double: content = .scalar(value.isFinite ? .double(value) : .null)
    case let value as Int: content = .scalar(.integer(Int64(value)))
    case let value as Int64: content = .scalar(.integer(value))
    default: try value.encode(to: self)
    }
  }

  func set(_ json: JSONValue) { content = .scalar(json) }

  func member(_ key: String) -> Node {
    let node = Node()
    if case .object(var members) = content {
      // Emptied first, so that appending copies nothing.
      content = .object([])
      members.append((key, node))
      content = .object(members)
    }
    return node
  }

  func element() -> Node {
    let node = Node()
    if case .list(var nodes) = content {
      content = .list([])
      nodes.append(node)
      content = .list(nodes)
    }
    return node
  }

  var count: Int { if case .list(let nodes) = content { nodes.count } else { 0 } }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(ObjectEncoder<Key>(node: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    content = .list([])
    return ListEncoder(node: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { ScalarEncoder(node: self) }
}

private struct ScalarEncoder: SingleValueEncodingContainer {
  let node: Node
  var codingPath: [any CodingKey] { [] }

  mutating func encodeNil() { node.set(.null) }
  mutating func encode<Value: Encodable>(_ value: Value) throws { try node.encode(value) }
}

private struct ObjectEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: Node
  var codingPath: [any CodingKey] { [] }

  private func member(_ key: Key) -> Node { node.member(snakeCase(key.stringValue)) }

  mutating func encodeNil(forKey key: Key) { member(key).set(.null) }

  mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try member(key).encode(value)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy keyType: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> { member(key).container(keyedBy: keyType) }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    member(key).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { node }
  mutating func superEncoder(forKey key: Key) -> any Encoder { member(key) }
}

private struct ListEncoder: UnkeyedEncodingContainer {
  let node: Node
  var codingPath: [any CodingKey] { [] }
  var count: Int { node.count }

  mutating func encodeNil() { node.element().set(.null) }
  mutating func encode<Value: Encodable>(_ value: Value) throws { try node.element().encode(value) }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy keyType: Nested.Type
  ) -> KeyedEncodingContainer<Nested> { node.element().container(keyedBy: keyType) }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    node.element().unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { node.element() }
}

extension JSONValue: Encodable {
  public func encode(to encoder: any Encoder) throws {
    guard let node = encoder as? Node else {
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath, debugDescription: "must be written by JSONValueEncoder"))
    }
    node.set(self)
  }
}
