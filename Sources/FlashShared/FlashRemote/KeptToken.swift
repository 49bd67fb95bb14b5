public import FlashClient
public import FlashCommand
internal import FlashModel
internal import FlashSQL

/// The refresh token of a sign-in, renewed by one process at a time.
public final class KeptToken: TokenKeeper {
  private let credentials: Credentials
  private let lock: FileLock
  private let keyFile: String
  private var random: RandomSource

  public init(_ credentials: Credentials, in context: CommandContext) throws {
    self.credentials = credentials
    random = context.random
    let folder = try context.paths.state
    do throws(SystemError) {
      try FileReplacement.makeFolder(folder)
    } catch {
      throw RemoteError.cannotKeep(path: folder, reason: error.description)
    }
    lock = try FileLock(path: folder + "/credentials.lock")
    keyFile = folder + "/renewal"
  }

  public func locked<Result>(_ body: () throws -> Result) throws -> Result {
    // Longer than any renewal takes.
    guard lock.acquire(tries: 60_000) else { throw RemoteError.locked }
    defer { lock.release() }
    return try body()
  }

  public func token() throws -> String? { try credentials.get() }

  /// A file keeps the key, and by a hash which token it is for. It is random: a key that derived from
  /// the token would let a thief of the token take the pair unseen.
  public func renewalKey(for token: String) throws -> String {
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
      throw RemoteError.cannotKeep(path: keyFile, reason: error.description)
    }
    return key
  }

  public func keep(_ token: String) throws { try credentials.store(token) }

  public func forget(_ token: String) throws { try credentials.erase(token) }
}
