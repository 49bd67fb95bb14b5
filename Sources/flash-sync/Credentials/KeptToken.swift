import FlashClient
import FlashCommand
import FlashCrypto
import FlashModel
import FlashSQL

/// The refresh token of a sign-in, renewed by one process at a time.
final class KeptToken: TokenKeeper {
  private let credentials: Credentials
  private let lock: FileLock
  private let keyFile: String
  private var random: RandomSource

  init(_ credentials: Credentials, in context: CommandContext) throws {
    self.credentials = credentials
    random = context.random
    let folder = try context.paths.state
    do throws(SystemError) {
      try FileReplacement.makeFolder(folder)
    } catch {
      throw SyncError.cannotKeep(path: folder, reason: error.description)
    }
    lock = try FileLock(path: folder + "/credentials.lock")
    keyFile = folder + "/renewal"
  }

  func locked<Result>(_ body: () throws -> Result) throws -> Result {
    // Longer than any renewal takes.
    guard lock.acquire(tries: 60_000) else { throw SyncError.busy(holder: nil) }
    defer { lock.release() }
    return try body()
  }

  func token() throws -> String? { try credentials.get() }

  /// A file keeps the key, and by a hash which token it is for. It is random: a key that derived from
  /// the token would let a thief of the token take the pair unseen.
  func renewalKey(for token: String) throws -> String {
    let hash = try Secrets.sha256(token)
    // A key that a power loss has damaged is no key; the token is asked to be renewed under a new one.
    let kept = try FileContents.bytes(of: keyFile).flatMap { try? JSONValue(parsing: $0) }
    if let kept, kept["token"] == .string(hash), case .string(let key)? = kept["key"] {
      return key
    }
    let key = Secrets.random(bytes: 16, &random)
    let json = JSONValue.object([
      JSONValue.Member("token", .string(hash)), JSONValue.Member("key", .string(key)),
    ])
    do throws(SystemError) {
      try FileReplacement(of: keyFile).commit(json.bytes, mode: 0o600)
    } catch {
      throw SyncError.cannotKeep(path: keyFile, reason: error.description)
    }
    return key
  }

  func keep(_ token: String) throws { try credentials.store(token) }

  func forget(_ token: String) throws { try credentials.erase(token) }
}

/// Small help with secrets.
enum Secrets {
  /// Random bytes in lower-case hexadecimal digits.
  static func random(bytes count: Int, _ source: inout RandomSource) -> String {
    (0..<count).map { _ in
      let byte = UInt8.random(in: 0...255, using: &source)
      return (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  static func sha256(_ text: String) throws -> String {
    var digest = try MessageDigest(.sha256)
    return digest.hash(of: text.utf8Span.span).description
  }
}
