import FlashAPI
import FlashCommand
import FlashModel
import FlashServer

/// `flash serve token`.
struct ServeToken: CommandGroup {
  static let description = CommandDescription(
    group: "token", abstract: "make tokens for those who run the service",
    subcommands: [
      Subcommand(ServeTokenAdd.self), Subcommand(ServeTokenList.self),
      Subcommand(ServeTokenRemove.self),
    ], traits: [],
    manual: Manual(
      """
      `flash admin` asks a server with an admin token. The first one is made here, on the machine
      that the server keeps its accounts on, or with its database; whoever has it can make others
      through the server, with no more abilities than their own.
      """))

  static let fields = Fields<IssuedAdminToken>([
    .string("id") { $0.facts.id }, .string("name") { $0.facts.name },
    .strings("abilities") { $0.facts.abilities },
    .string("created_at") { $0.facts.createdAt }, .string("expires_at") { $0.facts.expiresAt },
    .string("last_used_at") { $0.facts.lastUsedAt },
    .string("created_by") { $0.facts.createdBy },
    .string("token") { $0.token.isEmpty ? nil : $0.token },
  ])

  /// Opens the database of a server that may be running, and gives its tokens to `body`.
  static func withTokens(
    _ database: String?, in context: CommandContext, _ body: any TokenWork
  ) throws {
    let settings = try ServeSettings(listen: nil, database: database, in: context)
    switch settings.database {
    case .folder(let path): try run(body, ServeDatabase.folder(path), settings, in: context)
    case .postgreSQL(let url):
      try run(body, PostgreSQLStorage(address: url), settings, in: context)
    }
  }

  private static func run(
    _ work: any TokenWork, _ storage: some ServerStorage, _ settings: ServeSettings,
    in context: CommandContext
  ) throws {
    try storage.migrate()
    let parts = try ServeDatabase.parts(storage, settings, in: context).parts
    try work.run(HostTokens(parts.server), in: context)
  }
}

/// What a command does with the tokens of a server, whatever keeps them.
protocol TokenWork {
  func run(_ tokens: HostTokens<some ServerStorage>, in context: CommandContext) throws
}

/// `flash serve token add`.
struct ServeTokenAdd: Command {
  struct Options: CommandOptions {
    var name = ""
    var isAdmin = false
    var abilities: [String] = []
    var days = 90
    var database: String?
  }

  static let description = CommandDescription<Options>(
    name: "add", abstract: "make a token, and print it",
    operands: [.required("NAME", help: "what lists call it", into: \.name)],
    options: [
      .flag(
        "admin", help: "a token for those who run the service; there are no others",
        into: \.isAdmin),
      .values(
        "abilities", named: "ABILITY[,ABILITY…]",
        help: "what it is good for, such as users.read; without it everything",
        into: \.abilities),
      .value(
        "expires", named: "DAYS", in: 1...365, help: "how many days it lives; 90 without it",
        into: \.days),
      ServeDatabase.option(into: \.database),
    ],
    fields: ServeToken.fields.specifications, exitCodes: [.cannotCreate, .tryLater], traits: [],
    manual: Manual(
      """
      Prints the token on standard output. It is shown this once: the database keeps a digest of
      it. Every token, this one too, stands in the audit log.
      """,
      examples: [
        Manual.Example(
          "Make the first token and keep it for flash admin",
          "flash serve token add --admin root | flash admin login --token-stdin"),
        Manual.Example(
          "Make one for a script that reads figures, for a month",
          "flash serve token add --admin --abilities stats.read --expires 30 dashboard"),
      ], seeAlso: ["flash-admin(1)"]))

  static func run(_ options: Options, in context: inout CommandContext) throws {
    guard options.isAdmin else {
      throw UsageError.other(
        "say what kind of token: --admin", hint: "tokens of accounts are had by signing in")
    }
    guard (1...100).contains(options.name.unicodeScalars.count) else {
      throw UsageError.other("the name of a token has 1 to 100 characters", hint: nil)
    }
    let names = options.abilities.flatMap { $0.split(separator: ",") }.map(String.init)
    let full = names.map { $0.hasPrefix("admin:") ? $0 : "admin:" + $0 }
    if let unknown = full.first(where: { AdminAbility(rawValue: $0) == nil }) {
      throw UsageError.other(
        "no such ability: '\(unknown)'",
        hint: "there are \(AdminAbility.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    guard let abilities = AdminAbilities(full.isEmpty ? ["admin:*"] : full) else { return }
    try ServeToken.withTokens(
      options.database, in: context,
      Work(name: options.name, abilities: abilities, life: options.days * 86_400))
  }

  private struct Work: TokenWork {
    let name: String
    let abilities: AdminAbilities
    let life: Int

    func run(_ tokens: HostTokens<some ServerStorage>, in context: CommandContext) throws {
      let made = try tokens.add(name, abilities, life: life)
      if let lines = try context.jsonLines(ServeToken.fields) {
        try lines.write(made)
        return try lines.finish()
      }
      context.output.line(made.token)
    }
  }
}

/// `flash serve token list`.
struct ServeTokenList: Command {
  struct Options: CommandOptions {
    var database: String?
  }

  static let description = CommandDescription<Options>(
    name: "list", abstract: "list the tokens there are, without what they say",
    options: [ServeDatabase.option(into: \.database)],
    fields: ServeToken.fields.specifications, exitCodes: [.cannotCreate, .tryLater], traits: [])

  static func run(_ options: Options, in context: inout CommandContext) throws {
    try ServeToken.withTokens(options.database, in: context, Work())
  }

  private struct Work: TokenWork {
    func run(_ tokens: HostTokens<some ServerStorage>, in context: CommandContext) throws {
      let list = try tokens.list().map { IssuedAdminToken($0, token: "") }
      if let lines = try context.jsonLines(ServeToken.fields) {
        for token in list { try lines.write(token) }
        return try lines.finish()
      }
      guard !list.isEmpty else { return try context.say("there are no tokens") }
      for token in list {
        let facts = token.facts
        context.output.line(
          "\(facts.id)  \(facts.name)  \(facts.abilities.joined(separator: ","))  "
            + "until \(facts.expiresAt)")
      }
    }
  }
}

/// `flash serve token rm`.
struct ServeTokenRemove: Command {
  struct Options: CommandOptions {
    var name = ""
    var database: String?
  }

  static let description = CommandDescription<Options>(
    name: "rm", abstract: "revoke a token",
    operands: [.required("NAME", help: "its name or id", into: \.name)],
    options: [ServeDatabase.option(into: \.database)],
    exitCodes: [.notFound, .cannotCreate, .tryLater], traits: [])

  static func run(_ options: Options, in context: inout CommandContext) throws {
    try ServeToken.withTokens(options.database, in: context, Work(name: options.name))
  }

  private struct Work: TokenWork {
    let name: String

    func run(_ tokens: HostTokens<some ServerStorage>, in context: CommandContext) throws {
      switch try tokens.remove(name) {
      case 0: throw ServeError.noSuchToken(name)
      case 1: try context.say("revoked '\(name)'")
      case let count: throw ServeError.manyTokens(name, count)
      }
    }
  }
}
