public import FlashModel

/// A value that can be bound to a statement.
public enum SQLValue: Sendable, Hashable {
  case null
  case integer(Int64)
  case double(Double)
  case text(String)
  case blob([UInt8])
  /// The 16 bytes of an id, without an array being made of them.
  case id(high: UInt64, low: UInt64)

  public init(_ value: Int?) { self = value.map { .integer(Int64($0)) } ?? .null }
  public init(_ value: Timestamp?) { self = value.map { .integer($0.milliseconds) } ?? .null }
  public init(_ value: String?) { self = value.map { .text($0) } ?? .null }
  public init(_ value: Double?) { self = value.map { .double($0) } ?? .null }
  @inlinable
  public init<Entity>(_ value: Identifier<Entity>?) {
    self = value.map { .id(high: $0.high, low: $0.low) } ?? .null
  }
}

extension SQLValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  public init(integerLiteral value: Int64) { self = .integer(value) }
  public init(stringLiteral value: String) { self = .text(value) }
}
