import FlashAPI
import FlashClient
import FlashCollection
import FlashCommand
import FlashModel
import FlashRemote
import FlashStore

/// `flash sync logout`.
struct SyncLogout: Command {
  struct Options: CommandOptions {
    var remote: String?
    var allDevices = false
    var forgets = false
  }

  static let description = CommandDescription<Options>(
    name: "logout", abstract: "sign out at a server",
    operands: [.remote(into: \.remote)],
    options: [
      .flag("all-devices", help: "sign out all devices of the account", into: \.allDevices),
      .flag(
        "forget", help: "forget the remote too; another login offers everything again",
        into: \.forgets),
    ],
    fields: LoginRow.fields.specifications, exitCodes: [.notSignedIn, .tryLater, .notFound],
    manual: SyncManual.logout)

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let lock = try SyncLock(in: context, wait: 10)
    _ = lock
    let store = try context.openStore(for: .writing)
    let remote = try Remotes.named(options.remote, in: store, context)
    if let username = remote.username {
      try signOut(remote, username, options, in: context)
      try store.signOut(remote)
    } else if !options.forgets {
      throw RemoteError.notSignedIn(remote.name)
    }
    if options.forgets { try store.removeRemote(remote) }
    if let lines = try context.jsonLines(LoginRow.fields) {
      try lines.write(
        LoginRow(remote: remote.name, username: remote.username, expires: nil, place: nil))
      return try lines.finish()
    }
    try context.say("signed out at '\(remote.name)'; what was exchanged stays here")
  }

  /// Takes the secret away there and here. A server that is away is told of; the secret is gone here
  /// all the same.
  private static func signOut(
    _ remote: SyncRemote, _ username: String, _ options: Options, in context: CommandContext
  ) throws {
    let address = try ServerAddress(remote.url)
    let credentials = try Credentials(for: address, username: username, in: context)
    let keeper = try KeptToken(credentials, in: context)
    try keeper.locked {
      guard let token = try keeper.token() else { return }
      do throws(ClientError) {
        let _: NoBody = try client(address, in: context).call(
          Endpoints.signOut,
          SignOut(allDevices: options.allDevices ? true : nil, refreshToken: token))
      } catch {
        // A token that the server does not know any more is signed out.
        if error.kind != .notSignedIn { context.warn("the server was not told: \(error.message)") }
      }
      try keeper.forget(token)
    }
  }

  private static func client(
    _ address: ServerAddress, in context: CommandContext
  ) throws(ClientError) -> Client {
    do {
      return try Client.over(address, in: context)
    } catch let error as ClientError {
      throw error
    } catch {
      throw .unusable(reason: "\(error)")
    }
  }
}
