import FlashAPI
import FlashCrypto
import FlashModel
import Synchronization

/// A set of keys as it came from its address.
public struct FetchedKeys: Sendable, Hashable {
  /// JSON.
  public let bytes: [UInt8]
  /// Seconds that it may be kept, from `Cache-Control`; nil if nothing was said.
  public let maximumAge: Int?

  public init(bytes: [UInt8], maximumAge: Int?) {
    self.bytes = bytes
    self.maximumAge = maximumAge
  }
}

/// The keys that Apple signs with: fetched when they are needed, kept as long as Apple says, and
/// used on if Apple can't be reached.
public final class AppleKeys: Sendable {
  private let fetch: @Sendable () throws -> FetchedKeys
  private let kept = Mutex(Kept())
  /// Held while a set is fetched, so that one thread at a time does.
  private let fetching = Mutex(())

  private struct Kept {
    var keys: [String: PublicKey] = [:]
    var freshUntil = Timestamp(milliseconds: .min)
    var lastTry = Timestamp(milliseconds: .min)
  }

  /// Milliseconds.
  private static let shortestLife: Int64 = 300_000
  private static let longestLife: Int64 = 86_400_000
  /// Nobody makes us ask more often than this.
  private static let betweenTries: Int64 = 60_000

  /// - Parameter fetch: gets the set, within some seconds.
  public init(fetch: @escaping @Sendable () throws -> FetchedKeys) { self.fetch = fetch }

  /// The key of that id; nil if there is none.
  /// - Throws: ``Problem`` `.appleKeysUnavailable` if no set could ever be had.
  func key(_ id: String, now: Timestamp) throws(Problem) -> PublicKey? {
    if let key = known(id, now: now) { return key }
    // A failure leaves what is kept as it is; whoever gave `fetch` knows of it.
    try? fetching.withLock { _ in
      guard known(id, now: now) == nil, mayTry(now) else { return }
      let fetched = try fetch()
      let life = Int64(fetched.maximumAge ?? 0) * 1_000
      let keys = AppleKeys.keys(fetched.bytes)
      guard !keys.isEmpty else { return }
      kept.withLock {
        $0.keys = keys
        $0.freshUntil = now.advanced(
          by: min(max(life, AppleKeys.shortestLife), AppleKeys.longestLife))
      }
    }
    let keys = kept.withLock { $0.keys }
    guard !keys.isEmpty else {
      throw Problem(
        .appleKeysUnavailable, "Apple's keys can't be had at the moment.", retryAfter: 60)
    }
    return keys[id]
  }

  private func known(_ id: String, now: Timestamp) -> PublicKey? {
    kept.withLock { now < $0.freshUntil ? $0.keys[id] : nil }
  }

  private func mayTry(_ now: Timestamp) -> Bool {
    kept.withLock { kept in
      guard now.milliseconds(since: kept.lastTry) >= AppleKeys.betweenTries else { return false }
      kept.lastTry = now
      return true
    }
  }

  /// - Source: RFC 7517; RFC 7518, 6.2 and 6.3.
  private static func keys(_ bytes: [UInt8]) -> [String: PublicKey] {
    // A set that can't be read has no keys.
    guard let json = try? JSONValue(parsing: bytes), case .array(let entries)? = json["keys"]
    else { return [:] }
    var keys: [String: PublicKey] = [:]
    for entry in entries {
      guard let id = entry["kid"]?.string, entry["use"]?.string ?? "sig" == "sig" else { continue }
      func number(_ name: String) -> [UInt8] {
        entry[name]?.string.flatMap { Base64.url.decode($0) } ?? []
      }
      switch entry["kty"]?.string {
      case "RSA": keys[id] = PublicKey(modulus: number("n"), exponent: number("e"))
      case "EC" where entry["crv"]?.string == "P-256":
        keys[id] = PublicKey(x: number("x"), y: number("y"))
      default: continue
      }
    }
    return keys
  }
}
