internal import FlashModel

/// An object whose members are of one kind, whatever they are called: counts by name, entitlements
/// by key. They keep their order.
public struct NamedValues<Value: Codable & Sendable & Hashable>: Codable, Sendable, Hashable {
  public var members: [Member]

  public struct Member: Sendable, Hashable {
    public var name: String
    public var value: Value

    public init(_ name: String, _ value: Value) {
      self.name = name
      self.value = value
    }
  }

  public init(_ members: [Member] = []) { self.members = members }

  /// The value of that name; setting one that is new puts it at the end, nil takes it away.
  public subscript(name: String) -> Value? {
    get { members.last { $0.name == name }?.value }
    set {
      if let newValue, let index = members.firstIndex(where: { $0.name == name }) {
        members[index].value = newValue
      } else if let newValue {
        members.append(Member(name, newValue))
      } else {
        members.removeAll { $0.name == name }
      }
    }
  }

  public init(from decoder: any Decoder) throws {
    guard case .object(let object) = try JSONValue(from: decoder) else {
      throw DecodingError.typeMismatch(
        Self.self,
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "must be an object")
      )
    }
    self.init()
    for member in object {
      do throws(JSONFieldError) {
        self[member.key] = try JSONValueDecoder().decode(Value.self, from: member.value)
      } catch {
        let path =
          decoder.codingPath.map(\.stringValue) + [member.key]
          + (error.field.isEmpty ? [] : [error.field])
        throw JSONFieldError(field: path.joined(separator: "."), reason: error.reason)
      }
    }
  }

  public func encode(to encoder: any Encoder) throws {
    try JSONValue.object(
      members.map { .init($0.name, JSONValueEncoder().encode($0.value)) }
    ).encode(to: encoder)
  }
}

extension NamedValues: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (String, Value)...) {
    self.init(elements.map { Member($0.0, $0.1) })
  }
}
