public import FlashModel
import Synchronization

/// How often accounts and addresses have asked of late, in the memory of this process.
///
/// A window begins with the first request in it. Several processes count apart: the limit then is
/// that of each.
public final class RateBuckets: Sendable {
  /// Whose requests are counted together.
  public struct Key: Hashable, Sendable {
    /// What is limited, such as `account`.
    let bucket: String
    let user: UserID?
    let address: String

    public static func account(_ user: UserID, _ bucket: String = "account") -> Key {
      Key(bucket: bucket, user: user, address: "")
    }

    static func admin(_ token: AdminTokenID) -> Key {
      Key(bucket: "admin", user: token.reinterpreted(), address: "")
    }

    public static func address(_ address: String, _ bucket: String = "sign_in") -> Key {
      Key(bucket: bucket, user: nil, address: address)
    }
  }

  /// How a window stands after a request.
  public struct Standing: Sendable, Hashable {
    public let isAllowed: Bool
    public let limit: Int
    public let remaining: Int
    /// When the window ends.
    public let ends: Timestamp
  }

  private struct Window {
    var ends: Int64
    var used: Int
  }

  private struct Windows {
    var byKey: [Key: Window] = [:]
    /// How many there are when those that have ended are thrown away.
    var sweepsAt = RateBuckets.fewest

    mutating func sweep(at now: Int64) {
      guard byKey.count >= sweepsAt else { return }
      byKey = byKey.filter { $1.ends > now }
      // Twice as many as are alive, so that sweeping costs little whoever asks.
      sweepsAt = max(RateBuckets.fewest, byKey.count * 2)
    }
  }

  private final class Shard: Sendable {
    let windows = Mutex(Windows())
  }

  private let shards = (0..<16).map { _ in Shard() }
  private static let fewest = 4_096

  public init() {}

  /// Windows that are remembered.
  var count: Int {
    shards.reduce(0) { sum, shard in sum + shard.windows.withLock { $0.byKey.count } }
  }

  /// Counts a request, unless there were too many.
  public func take(_ key: Key, _ rate: ServiceLimits.Rate, at now: Timestamp) -> Standing {
    let now = now.milliseconds
    let shard = shards[Int(UInt(bitPattern: key.hashValue) % UInt(shards.count))]
    let (window, isAllowed) = shard.windows.withLock { windows in
      var window = windows.byKey[key] ?? Window(ends: 0, used: 0)
      // A clock that was set back begins a window too: none lasts longer than it should.
      if window.ends <= now || window.ends > now + Int64(rate.seconds) * 1_000 {
        windows.sweep(at: now)
        window = Window(ends: now + Int64(rate.seconds) * 1_000, used: 0)
      }
      let isAllowed = window.used < rate.count
      if isAllowed { window.used += 1 }
      windows.byKey[key] = window
      return (window, isAllowed)
    }
    return Standing(
      isAllowed: isAllowed, limit: rate.count, remaining: max(0, rate.count - window.used),
      ends: Timestamp(milliseconds: window.ends))
  }
}
