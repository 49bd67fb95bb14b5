public import FlashModel

/// Where a command gets the time from.
public struct Clock: Sendable {
  private let read: @Sendable () -> Timestamp
  private let readUptime: @Sendable () -> Int64

  /// A clock for tests that need time to pass.
  /// - Parameter uptime: milliseconds that never go back.
  public init(
    now: @escaping @Sendable () -> Timestamp, uptime: @escaping @Sendable () -> Int64 = { 0 }
  ) {
    read = now
    readUptime = uptime
  }

  /// The machine's clock.
  public static let system = Clock(
    now: { ProcessFacts.now }, uptime: { ProcessFacts.uptime })

  /// A clock that stands still at `moment`; durations are still measured.
  public static func fixed(at moment: Timestamp) -> Clock {
    Clock(now: { moment }, uptime: { ProcessFacts.uptime })
  }

  public var now: Timestamp { read() }

  /// Milliseconds since some fixed moment, for measuring how long something took.
  public var uptime: Int64 { readUptime() }

  /// The clock that `FLASH_NOW` fixes, in RFC 3339 or in milliseconds since 1970, else the
  /// machine's.
  /// - Throws: ``EnvironmentError/badClock(_:)``.
  static func from(environment: Environment) throws(EnvironmentError) -> Clock {
    guard let text = environment.nonEmpty("FLASH_NOW") else { return .system }
    if let milliseconds = Int64(text) { return .fixed(at: Timestamp(milliseconds: milliseconds)) }
    guard let moment = Timestamp(rfc3339: text) else { throw .badClock(text) }
    return .fixed(at: moment)
  }
}
