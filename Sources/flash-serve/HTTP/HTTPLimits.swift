/// How much a connection may ask for, and how long it may take.
struct HTTPLimits: Sendable, Hashable {
  /// Bytes of a request line with its fields.
  var head = 16 << 10
  /// Fields of a head.
  var fields = 100
  var connections = 1_000
  /// Connections of one address, unless it is a proxy that is trusted.
  var connectionsPerAddress = 32
  /// Seconds without a byte in either direction.
  var idle = 30
  /// Milliseconds that a head may take.
  var headTime: Int64 = 10_000
  /// Milliseconds that a body may take before its rate counts.
  var bodyGrace: Int64 = 5_000
  /// Bytes a second that a body must make after that.
  var bodyRate: Int64 = 1_000
  /// Bytes of a refused body that are read all the same, so that the connection may go on.
  var drains = 64 << 10
}
