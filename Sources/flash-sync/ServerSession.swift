import FlashAPI
import FlashClient
import FlashCommand
import FlashModel
import FlashStore

/// A remote's server with the credentials that are kept for it.
struct ServerSession: SyncService {
  let signedIn: SignedInClient
  var client: Client { signedIn.client }

  init(_ remote: SyncRemote, in context: CommandContext) throws {
    let address = try ServerAddress(remote.url)
    guard let username = remote.username else { throw SyncError.notSignedIn(remote.name) }
    let credentials = try Credentials(for: address, username: username, in: context)
    let keeper = try KeptToken(credentials, in: context)
    signedIn = SignedInClient(try Client.over(address, in: context), keeper)
  }

  func push(_ body: [UInt8]) throws -> PushResponse { try signedIn.push(body) }
  func pull(_ request: PullRequest) throws -> PullPage { try signedIn.pull(request) }
}

extension Client {
  /// A client over a connection of its own. It waits two minutes in all for a server that asks for time.
  static func over(_ address: ServerAddress, in context: CommandContext) throws -> Client {
    let world = context
    let transport = try CurlTransport(agent: "flash/\(Release.version)") {
      world.interrupted != nil
    }
    return Client(address, over: transport, patience: 120_000) {
      (time) throws(ClientError) in
      guard Pause.wait(milliseconds: time, isStopped: { world.interrupted != nil }) else {
        throw .stopped
      }
    }
  }
}
