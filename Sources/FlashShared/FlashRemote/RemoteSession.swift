public import FlashClient
public import FlashCommand
public import FlashStore

extension SignedInClient {
  /// A client for a remote's server, with the secret that is kept for it.
  /// - Throws: ``RemoteError/notSignedIn(_:)`` for a remote that nobody is signed in at; `ClientError`.
  public convenience init(_ remote: SyncRemote, in context: CommandContext) throws {
    let address = try ServerAddress(remote.url)
    guard let username = remote.username else { throw RemoteError.notSignedIn(remote.name) }
    let credentials = try Credentials(for: address, username: username, in: context)
    let keeper = try KeptToken(credentials, in: context)
    self.init(try Client.over(address, in: context), keeper)
  }
}

extension Client {
  /// A client over a connection of its own.
  /// - Parameter patience: milliseconds that it waits in all for a server that asks for time.
  /// - Throws: `ClientError.unusable`.
  public static func over(
    _ address: ServerAddress, patience: Int64 = 120_000, in context: CommandContext
  ) throws -> Client {
    let world = context
    let transport = try CurlTransport(agent: "flash/\(Release.version)") {
      world.interrupted != nil
    }
    return Client(address, over: transport, patience: patience) {
      (time) throws(ClientError) in
      guard Pause.wait(milliseconds: time, isStopped: { world.interrupted != nil }) else {
        throw .stopped
      }
    }
  }
}
