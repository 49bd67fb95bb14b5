import FlashAPI
import FlashClient
import FlashCommand
import FlashModel
import FlashRemote
import FlashTerminal

/// `flash admin login`.
struct AdminLogin: Command {
  struct Options: CommandOptions {
    var server: String?
    var readsToken = false
  }

  static let description = CommandDescription<Options>(
    name: "login", abstract: "keep an operator's token for a server",
    options: [
      .value(
        "server", named: "URL",
        help: "the server; that of the settings or the last login without it", into: \.server),
      .flag(
        "token-stdin", help: "take the token from standard input rather than ask for it",
        into: \.readsToken),
    ],
    fields: AdminLoginRow.fields.specifications,
    exitCodes: [.cancelled, .notSignedIn, .tryLater, .incompatible], traits: [],
    manual: Manual(
      """
      Asks for an operator's token without showing it, asks the server whose it is, and keeps it: with
      `credential.helper` if that is set, else in a file that only its owner reads. It is kept apart
      from the sign-in of `flash sync`.

      The first token of a server is made on the server's own machine, by
      `flash serve token add --admin`.
      """,
      examples: [
        Manual.Example(
          "Take the token from a file that others can't read:",
          "flash admin login --server=https://flash.example --token-stdin <token")
      ]))

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let server =
      try options.server.map { try AdminServer($0, in: context) }
      ?? AdminServer.current(in: context)
    let token = try token(options, in: context)
    let client = try Client.over(server.address, in: context)
    client.accessToken = token
    let facts: AdminToken = try AdminSession(client).call(Endpoints.adminWhoami)
    try server.keep(token, in: context)
    let row = AdminLoginRow(
      server: server.address.description, name: facts.name,
      expires: Timestamp(rfc3339: facts.expiresAt), place: server.place)
    if let lines = try context.jsonLines(AdminLoginRow.fields) {
      try lines.write(row)
      return try lines.finish()
    }
    try context.say(
      "signed in at \(server.address.host) as '\(facts.name)', until \(Shown.moment(facts.expiresAt))"
    )
    if server.isInFile {
      context.note(
        "the token is in '\(server.place)'; set 'credential.helper' to keep it elsewhere")
    }
  }

  private static func token(_ options: Options, in context: CommandContext) throws -> String {
    let text: String
    if options.readsToken {
      text = try context.input.textLine() ?? ""
    } else {
      guard context.canAsk else {
        throw UsageError.other("there is nobody to ask for a token", hint: "--token-stdin")
      }
      text = try SecretPrompt.ask("Token:", charset: context.charset)
    }
    let token = text.filter { !$0.isWhitespace }
    guard !token.isEmpty else { throw AdminError.noToken }
    return token
  }
}

/// `flash admin logout`.
struct AdminLogout: Command {
  static let description = CommandDescription<NoOptions>(
    name: "logout", abstract: "forget the operator's token",
    exitCodes: [.notSignedIn], traits: [],
    manual: Manual(
      """
      Forgets the token here. The server goes on taking it until it runs out;
      `flash admin token rm` ends it.
      """))

  static func run(_ options: NoOptions, in context: inout CommandContext) throws {
    let server = try AdminServer.current(in: context)
    guard try server.forget() else { throw AdminError.notSignedIn(server.address.host) }
    try context.say(
      "the token for \(server.address.host) is forgotten here; 'flash admin token rm' ends one")
  }
}

/// `flash admin whoami`.
struct AdminWhoami: Command {
  static let description = CommandDescription<NoOptions>(
    name: "whoami", abstract: "tell whose token is used, and what it may do",
    fields: TokenListing.listing.fields.specifications, exitCodes: AdminExit.codes, traits: [])

  static func run(_ options: NoOptions, in context: inout CommandContext) throws {
    let facts: AdminToken = try AdminSession(in: context).call(Endpoints.adminWhoami)
    try context.tell(facts, TokenListing.listing.fields) { context in
      try context.show([
        ("name", facts.name), ("token", facts.id),
        ("abilities", facts.abilities.joined(separator: ", ")),
        ("made", Shown.moment(facts.createdAt)), ("runs out", Shown.moment(facts.expiresAt)),
        ("last used", Shown.moment(facts.lastUsedAt)),
      ])
    }
  }
}

/// A token as it was kept.
struct AdminLoginRow: Sendable {
  let server: String
  let name: String
  let expires: Timestamp?
  let place: String

  static let fields = Fields<AdminLoginRow>([
    .string("server") { $0.server },
    .string("name") { $0.name },
    .time("expires_at") { $0.expires },
    .string("stored_in") { $0.place },
  ])
}

/// The codes that any command ends with which asks a server.
enum AdminExit {
  static let codes: [ExitCode] = [.notSignedIn, .notFound, .tryLater, .incompatible, .notAllowed]
  /// Those of a command that changes something for several.
  static let batch: [ExitCode] = [.cancelled, .partly] + codes
}
