/// The connections that are open, and how far each has come.
struct OpenConnections {
  private enum Stage {
    /// Nothing has come yet, or a part of the first head.
    case fresh
    /// Between two requests, or with a part of a request line.
    case waiting
    /// With a request line, and a part of the fields.
    case head
    case body
    case answering
  }

  private struct Connection {
    var stage = Stage.fresh
    /// When the stage began, in milliseconds.
    var since: Int64
    /// Bytes of the body so far.
    var taken: Int64 = 0
  }

  private var byDescriptor: [Int32: Connection] = [:]
  private var byAddress: [String: Int] = [:]

  var count: Int { byDescriptor.count }

  /// Requests that are being read or answered.
  var requests: Int {
    byDescriptor.values.count { $0.stage != .fresh && $0.stage != .waiting }
  }

  func count(of address: String) -> Int { byAddress[address] ?? 0 }

  mutating func open(_ descriptor: Int32, from address: String, at now: Int64) {
    byDescriptor[descriptor] = Connection(since: now)
    byAddress[address, default: 0] += 1
  }

  mutating func close(_ descriptor: Int32, from address: String) {
    byDescriptor[descriptor] = nil
    let left = (byAddress[address] ?? 1) - 1
    byAddress[address] = left > 0 ? left : nil
  }

  /// The request line is there. A first head's time runs from when the connection was opened.
  mutating func named(_ descriptor: Int32, at now: Int64) {
    guard byDescriptor[descriptor]?.stage != .fresh else { return }
    enter(.head, descriptor, now)
  }

  /// The head is there.
  mutating func began(_ descriptor: Int32, at now: Int64) {
    enter(.body, descriptor, now)
    byDescriptor[descriptor]?.taken = 0
  }

  mutating func took(_ count: Int, _ descriptor: Int32) {
    byDescriptor[descriptor]?.taken += Int64(count)
  }

  mutating func answering(_ descriptor: Int32, at now: Int64) { enter(.answering, descriptor, now) }

  /// The request is over; the connection waits for the next.
  mutating func rest(_ descriptor: Int32, at now: Int64) { enter(.waiting, descriptor, now) }

  private mutating func enter(_ stage: Stage, _ descriptor: Int32, _ now: Int64) {
    byDescriptor[descriptor]?.stage = stage
    byDescriptor[descriptor]?.since = now
  }

  /// Those that have taken longer than they may.
  func late(at now: Int64, _ limits: HTTPLimits) -> [Int32] {
    byDescriptor.compactMap { descriptor, connection in
      let age = now - connection.since
      let isLate =
        switch connection.stage {
        case .fresh, .head: age > limits.headTime
        // When the next request began is not known before its first line is there.
        case .waiting: age > Int64(limits.idle) * 1_000 + limits.headTime
        case .body:
          age > limits.bodyGrace
            && connection.taken * 1_000 < (age - limits.bodyGrace) * limits.bodyRate
        case .answering: false
        }
      return isLate ? descriptor : nil
    }
  }
}
