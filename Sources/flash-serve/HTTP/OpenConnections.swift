import Synchronization

/// How far a connection has come.
///
/// Only the thread that serves the connection writes it, at each step of each request, so that
/// connections that are at work have no lock in common.
final class ConnectionProgress: Sendable {
  enum Stage: Int64 {
    /// Nothing has come yet, or a part of the first head.
    case fresh
    /// Between two requests, or with a part of a request line.
    case waiting
    /// With a request line, and a part of the fields.
    case head
    case body
    case answering
  }

  /// Of the other side.
  let address: String
  /// The stage in the lowest three bits; above it when it began, in milliseconds. In one word, so that
  /// nobody reads the one without the other.
  private let state: Atomic<Int64>
  /// Bytes of the body so far.
  private let taken = Atomic<Int64>(0)

  init(from address: String, at now: Int64) {
    self.address = address
    state = Atomic(ConnectionProgress.state(.fresh, now))
  }

  private static func state(_ stage: Stage, _ since: Int64) -> Int64 { since << 3 | stage.rawValue }

  private var stage: (stage: Stage, since: Int64) {
    let state = state.load(ordering: .acquiring)
    return (Stage(rawValue: state & 7) ?? .answering, state >> 3)
  }

  private func enter(_ stage: Stage, _ now: Int64) {
    state.store(ConnectionProgress.state(stage, now), ordering: .releasing)
  }

  /// The request line is there. A first head's time runs from when the connection was opened.
  func named(at now: Int64) {
    if stage.stage != .fresh { enter(.head, now) }
  }

  /// The head is there.
  func began(at now: Int64) {
    taken.store(0, ordering: .relaxed)
    enter(.body, now)
  }

  func took(_ count: Int) { taken.wrappingAdd(Int64(count), ordering: .relaxed) }

  func answering(at now: Int64) { enter(.answering, now) }

  /// The request is over; the connection waits for the next.
  func rest(at now: Int64) { enter(.waiting, now) }

  /// Whether a request is being read or answered.
  var hasRequest: Bool {
    switch stage.stage {
    case .fresh, .waiting: false
    case .head, .body, .answering: true
    }
  }

  /// Whether it has taken longer than it may.
  func isLate(at now: Int64, _ limits: HTTPLimits) -> Bool {
    let (stage, since) = stage
    let age = now - since
    return switch stage {
    case .fresh, .head: age > limits.headTime
    // When the next request began is not known before its first line is there.
    case .waiting: age > Int64(limits.idle) * 1_000 + limits.headTime
    case .body:
      age > limits.bodyGrace
        && taken.load(ordering: .relaxed) * 1_000 < (age - limits.bodyGrace) * limits.bodyRate
    case .answering: false
    }
  }
}

/// The connections that are open.
struct OpenConnections {
  private var byDescriptor: [Int32: ConnectionProgress] = [:]
  private var byAddress: [String: Int] = [:]

  var count: Int { byDescriptor.count }

  /// Requests that are being read or answered.
  var requests: Int { byDescriptor.values.count { $0.hasRequest } }

  func count(of address: String) -> Int { byAddress[address] ?? 0 }

  mutating func open(_ descriptor: Int32, _ progress: ConnectionProgress) {
    byDescriptor[descriptor] = progress
    byAddress[progress.address, default: 0] += 1
  }

  mutating func close(_ descriptor: Int32) {
    guard let progress = byDescriptor.removeValue(forKey: descriptor) else { return }
    let left = (byAddress[progress.address] ?? 1) - 1
    byAddress[progress.address] = left > 0 ? left : nil
  }

  /// Those that have taken longer than they may.
  func late(at now: Int64, _ limits: HTTPLimits) -> [Int32] {
    byDescriptor.compactMap { $1.isLate(at: now, limits) ? $0 : nil }
  }
}
