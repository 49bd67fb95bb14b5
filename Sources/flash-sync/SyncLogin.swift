import FlashAPI
import FlashClient
import FlashCollection
import FlashCommand
import FlashModel
import FlashRemote
import FlashStore

/// `flash sync login`.
struct SyncLogin: Command {
  struct Options: CommandOptions {
    var email: String?
    var server: String?
    var remote: String?
    var usesApple = false
    var readsToken = false
  }

  static let description = CommandDescription<Options>(
    name: "login", abstract: "sign in at a server",
    operands: [
      .optional("EMAIL", help: "the address that a link is sent to", into: \.email)
    ],
    options: [
      .value(
        "server", named: "URL", help: "the server; 'sync.server', or the remote's, without it",
        into: \.server),
      .value("remote", named: "NAME", help: "what to call the server here", into: \.remote),
      .flag(
        "apple", help: "sign in with Apple in a browser, and type the code of its page here",
        into: \.usesApple),
      .flag(
        "token-stdin", help: "take a refresh token from standard input instead",
        into: \.readsToken),
    ],
    fields: LoginRow.fields.specifications,
    exitCodes: [.cancelled, .notSignedIn, .tryLater, .incompatible],
    manual: SyncManual.login)

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let lock = try SyncLock(in: context, wait: 10)
    _ = lock
    let store = try context.openStore(for: .writing)
    let name = try options.remote ?? context.settings.string("sync.remote") ?? Remotes.usual
    guard
      let url = try options.server ?? store.remote(named: name)?.url
        ?? context.settings.string("sync.server")
    else { throw SyncError.noServer }
    let address = try ServerAddress(url)
    let client = try Client.over(address, in: context)
    let answer: SignInResponse
    if options.readsToken {
      answer = try TokenSignIn(client).run(in: &context)
    } else if options.usesApple {
      answer = try BrowserSignIn(client).run(in: &context)
    } else {
      answer = try LinkSignIn(client, email: try email(options, in: context)).run(in: &context)
    }
    try keep(answer, at: address, as: name, in: store, &context)
  }

  private static func email(_ options: Options, in context: CommandContext) throws -> String {
    if let email = options.email { return email }
    let email = try context.ask("Address to send a link to:", otherwise: "EMAIL")
    guard !email.isEmpty else { throw Cancelled() }
    return email
  }

  private static func keep(
    _ answer: SignInResponse, at address: ServerAddress, as name: String, in store: Store,
    _ context: inout CommandContext
  ) throws {
    let username = answer.user.email ?? answer.user.id
    let credentials = try Credentials(for: address, username: username, in: context)
    let keeper = try KeptToken(credentials, in: context)
    try keeper.locked { try keeper.keep(answer.tokens.refreshToken) }
    let remote = try store.setRemote(name, url: address.description)
    let before = remote.username
    let isOther = try store.signIn(remote, username: username, account: answer.user.id)
    let row = LoginRow(
      remote: name, username: username,
      expires: context.now.advanced(by: Int64(answer.tokens.refreshExpiresIn) * 1_000),
      place: credentials.place)
    if let lines = try context.jsonLines(LoginRow.fields) {
      try lines.write(row)
      return try lines.finish()
    }
    try context.say("signed in at \(address.host) as \(username)")
    if isOther {
      context.warn(
        "this is another account than \(before.map { "'\($0)'" } ?? "before"): all that is here is"
          + " sent to it as well")
    }
    if answer.user.deletionCancelled == true {
      context.warn("the account was to be deleted; signing in has cancelled that")
    }
    if credentials.isFile {
      context.note(
        "the secret is in '\(credentials.place)'; set 'credential.helper' to keep it elsewhere")
    }
  }
}

/// A sign-in as it was kept.
struct LoginRow: Sendable {
  let remote: String
  let username: String?
  let expires: Timestamp?
  let place: String?

  static let fields = Fields<LoginRow>([
    .string("remote") { $0.remote },
    .string("username") { $0.username },
    .time("expires_at") { $0.expires },
    .string("stored_in") { $0.place },
  ])
}
