/// A member that is written as null where there is nothing, rather than left out.
///
/// It may be absent in what is read.
@propertyWrapper
public struct Nullable<Value: Codable & Sendable & Hashable>: Codable, Sendable, Hashable {
  public var wrappedValue: Value?

  public init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

  public init(from decoder: any Decoder) throws {
    let scalar = try decoder.singleValueContainer()
    wrappedValue = scalar.decodeNil() ? nil : try scalar.decode(Value.self)
  }

  public func encode(to encoder: any Encoder) throws {
    var scalar = encoder.singleValueContainer()
    if let wrappedValue { try scalar.encode(wrappedValue) } else { try scalar.encodeNil() }
  }
}

extension KeyedDecodingContainer {
  // What the compiler makes of a member with the wrapper calls this.
  func decode<Value>(
    _ type: Nullable<Value>.Type, forKey key: Key
  ) throws -> Nullable<Value> {
    Nullable(wrappedValue: try decodeIfPresent(Value.self, forKey: key))
  }
}
