import FlashAPI
import FlashCollection
import FlashCommand
import FlashModel
import FlashTerminal

/// `flash admin token`.
struct TokenCommands: CommandGroup {
  static let description = CommandDescription(
    group: "token", abstract: "the tokens of operators",
    subcommands: [
      Subcommand(TokenList.self), Subcommand(TokenAdd.self), Subcommand(TokenRemove.self),
    ], traits: [])
}

/// How operators' tokens are listed.
enum TokenListing {
  static let listing = Listing<AdminToken>(
    [
      ("id", .string), ("name", .string), ("abilities", .strings), ("created_at", .time),
      ("expires_at", .time), ("last_used_at", .time), ("created_by", .string),
    ],
    [
      .init(.whole("ID")) { $0.id },
      .init(.text("NAME")) { $0.name },
      .init(.text("ABILITIES", minimumWidth: 12)) { $0.abilities.joined(separator: ", ") },
      .init(.text("RUNS OUT", minimumWidth: 10)) { Shown.moment($0.expiresAt) },
      .init(.text("LAST USED", minimumWidth: 10)) { Shown.moment($0.lastUsedAt) },
    ])
}

/// `flash admin token list`.
struct TokenList: Command {
  static let description = CommandDescription<NoOptions>(
    name: "list", abstract: "list the tokens of operators, without their secrets",
    fields: TokenListing.listing.fields.specifications, exitCodes: AdminExit.codes, traits: [])

  static func run(_ options: NoOptions, in context: inout CommandContext) throws {
    let answer: AdminTokens = try AdminSession(in: context).call(Endpoints.adminTokens)
    try context.write(TokenListing.listing, answer.tokens, orSay: "no tokens")
  }
}

/// An ability, as somebody writes it.
struct AbilityText: CommandValue, Hashable {
  let ability: AdminAbility

  init?(argument: String) {
    guard let ability = AdminAbility(rawValue: argument) else { return nil }
    self.ability = ability
  }

  private static let names = AdminAbility.allCases.map(\.rawValue)
  static let expected = "one of " + names.map { "'\($0)'" }.joined(separator: ", ")
  static let valueName = "ABILITY"
  static let completion = Completion.words(names)
}

/// `flash admin token add`.
struct TokenAdd: Command {
  struct Options: CommandOptions {
    var name = ""
    var abilities: [AbilityText] = []
    var life: Duration?
    var isDryRun = false
  }

  private static let fields = Fields<JSONValue>.members(
    TokenListing.listing.fields.specifications.map { ($0.name, $0.type) } + [("token", .string)])

  static let description = CommandDescription<Options>(
    name: "add", abstract: "make a token, and print it this once",
    operands: [.required("NAME", help: "what it is for", into: \.name)],
    options: [
      .values("ability", help: "what it may do; may be repeated", into: \.abilities),
      .value("life", help: "how long it lives; 90 days without it", into: \.life),
      .rehearsal(into: \.isDryRun),
    ],
    fields: fields.specifications, exitCodes: AdminExit.codes, traits: [],
    manual: Manual(
      """
      Nobody makes a token that may do more than their own. What is printed on standard output is the
      secret alone.
      """,
      examples: [
        Manual.Example(
          "A token for a desk that answers questions:",
          "flash admin token add desk --ability admin:users.read --ability admin:billing.read --life 30d"
        )
      ]))

  static func run(_ options: Options, in context: inout CommandContext) throws {
    guard !options.abilities.isEmpty else {
      throw UsageError.other(
        "a token has to be able to something", hint: "--ability=admin:users.read")
    }
    let session = try AdminSession(in: context)
    let abilities = options.abilities.map(\.ability.rawValue)
    if options.isDryRun {
      return try Changes(fields, in: context).rehearse(
        "would make a token '\(options.name)' for \(abilities.joined(separator: ", "))", in: context
      )
    }
    let made: IssuedAdminToken = try session.call(
      Endpoints.adminCreateToken,
      AdminTokenInput(
        name: options.name, abilities: abilities,
        ttlSeconds: options.life.map { Int($0.components.seconds) }))
    try context.tell(made, fields) { context in
      context.output.line(made.token.printable(.line))
      context.note("'\(made.facts.id)' lives until \(Shown.moment(made.facts.expiresAt))")
    }
  }
}

/// `flash admin token rm`.
struct TokenRemove: Command {
  struct Options: CommandOptions {
    var tokens: [String] = []
    var isDryRun = false
  }

  static let description = CommandDescription<Options>(
    name: "rm", abstract: "end tokens at once",
    operands: [
      .repeated(
        "TOKEN", help: "its id, not its secret; '-' reads ids from standard input",
        isRequired: true, into: \.tokens)
    ],
    options: [.rehearsal(into: \.isDryRun)], exitCodes: AdminExit.batch, traits: [])

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let session = try AdminSession(in: context)
    var batch = Batch(options.tokens, in: context)
    let world = context
    try batch.run { id in
      if options.isDryRun { return try world.say("would end the token '\(id)'") }
      let _: NoBody = try session.call(Endpoints.adminRevokeToken, path: ["token_id": id])
      try world.say("ended the token '\(id)'")
    }
  }
}
