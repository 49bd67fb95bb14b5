import FlashCommand
import FlashModel
import FlashTerminal

/// A program that uses all of the command kit, for its tests: it keeps no store and changes nothing.
@main
struct FlashSample: CommandGroup {
  static let description = CommandDescription(
    group: "flash-sample", abstract: "try the command kit",
    subcommands: [
      Subcommand(SampleList.self), Subcommand(SampleShow.self), Subcommand(SampleTag.self),
      Subcommand(SampleWait.self),
      Subcommand(SampleFail.self), Subcommand(SampleStuck.self), Subcommand(SampleRemove.self),
      Subcommand(SampleWrite.self),
      Subcommand(SampleTopic.self), Subcommand(SampleSync.self),
    ],
    manual: Manual(
      """
      Shows what a command looks like. It lists *made-up* decks, and its options do what they say
      and nothing else (see `flash-deck(1)`).

      A literal block:

          name = value
      """,
      seeAlso: ["flash-deck(1)"]))

  static func candidates(
    for request: CompletionRequest, in context: inout CommandContext
  ) throws -> [CompletionCandidate] {
    guard request.kind == .decks else { return [] }
    return SampleDeck.all.map { CompletionCandidate($0.name, "\($0.due) due") }
  }
}

/// A made-up deck.
struct SampleDeck {
  let name: String
  let due: Int
  let next: Timestamp?

  static let all = [
    SampleDeck(name: "Chemistry", due: 0, next: nil),
    SampleDeck(name: "Spanish::Verbs", due: 12, next: Timestamp(milliseconds: 1_700_814_066_250)),
  ]

  static let fields = Fields<SampleDeck>([
    .string("name") { $0.name },
    .integer("due_count") { $0.due },
    .time("next_due_at") { $0.next },
  ])
}

struct SampleList: Command {
  enum Order: String, Choice { case name, due }

  struct Options: CommandOptions {
    var deck: String?
    var order = Order.name
    var limit: Int?
    var isReversed = false
    var count = 1
  }

  static let description = CommandDescription<Options>(
    name: "list", abstract: "list decks",
    operands: [.optional("DECK", help: "only this deck", into: \.deck, completion: .decks)],
    options: [
      .value("order", help: "what to sort by", into: \.order),
      .value("limit", in: 1...100, help: "list at most this many decks", into: \.limit),
      .flag("reverse", help: "last first", into: \.isReversed),
      .value(
        "repeat", named: "TIMES", in: 1...10_000_000, help: "list them so often", into: \.count
      )
      .hidden(),
    ],
    fields: SampleDeck.fields.specifications, exitCodes: [.notFound],
    traits: [.usesStore, .listsNames],
    manual: Manual(
      "Lists the decks, one a line.",
      examples: [
        Manual.Example("The decks with most due cards:", "flash sample list --order=due --reverse"),
        Manual.Example("Their names for a script:", "flash sample list --json=name"),
      ]))

  static func run(_ options: Options, in context: inout CommandContext) throws {
    var decks = SampleDeck.all
    if let name = options.deck {
      decks = decks.filter { $0.name == name }
      guard !decks.isEmpty else { throw SampleError.noDeck(name) }
    }
    if options.order == .due { decks.sort { $0.due < $1.due } }
    if options.isReversed { decks.reverse() }
    decks = Array(decks.prefix(options.limit ?? decks.count))
    let lines = try context.jsonLines(SampleDeck.fields)
    for _ in 0..<options.count {
      for deck in decks {
        try context.check()
        if let lines { try lines.write(deck) } else { context.name(deck.name) }
      }
    }
    try lines?.finish()
  }
}

struct SampleShow: Command {
  struct Options: CommandOptions { var names: [String] = [] }

  static let description = CommandDescription<Options>(
    name: "show", abstract: "show the store's place, the time and names",
    operands: [.repeated("NAME", help: "a name to show", into: \.names)])

  static func run(_ options: Options, in context: inout CommandContext) throws {
    try context.show([
      StyledLine("store: \(context.storePath)", .strong),
      StyledLine("zone: \(context.timeZone.identifier)"),
      StyledLine("now: \(context.now.rfc3339)"),
    ])
    for name in options.names { context.name(name) }
  }
}

struct SampleTag: Command {
  struct Options: CommandOptions {
    var files: [String] = []
    var deck = ""
    var isDryRun = false
    var answersYes = false
    var isForced = false
    var output: String?
    var tags: [String] = []
  }

  static let description = CommandDescription<Options>(
    name: "tag", abstract: "tag the cards of files",
    operands: [
      .files(help: "files to read; '-' is standard input", isRequired: true, into: \.files),
      .required("DECK", help: "the deck they belong to", into: \.deck, completion: .decks),
    ],
    options: [
      .values("tag", named: "NAME", help: "add this tag", into: \.tags),
      .value(
        "output", short: "o", named: "FILE", help: "write the result here", into: \.output,
        completion: .files),
      .flag(
        "dry-run", short: "n", help: "show what would change, change nothing", into: \.isDryRun),
      .flag("yes", short: "y", help: "do not ask", into: \.answersYes),
      .flag("force", short: "f", help: "tag locked cards too", into: \.isForced),
    ])

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let tags = options.tags.joined(separator: ",")
    context.output.line("\(options.files.joined(separator: " ")) -> \(options.deck) [\(tags)]")
  }
}

/// Does something itself and has a subcommand besides.
struct SampleTopic: Command {
  struct Options: CommandOptions { var name: String? }

  static let description = CommandDescription<Options>(
    name: "topic", abstract: "show a topic",
    operands: [.optional("TOPIC", help: "the topic to show", into: \.name)],
    subcommands: [Subcommand(SampleTopicAdd.self)])

  static func run(_ options: Options, in context: inout CommandContext) throws {
    context.output.line("topic \(options.name ?? "none")")
  }
}

struct SampleTopicAdd: Command {
  struct Options: CommandOptions { var names: [String] = [] }

  static let description = CommandDescription<Options>(
    name: "add", abstract: "add topics",
    operands: [.repeated("TOPIC", help: "names", isRequired: true, into: \.names)])

  static func run(_ options: Options, in context: inout CommandContext) throws {
    context.output.line("\(context.invocation): \(options.names.joined(separator: ", "))")
  }
}

struct SampleWait: Command {
  static let description = CommandDescription<NoOptions>(
    name: "wait", abstract: "echo lines until the input ends", traits: [.listsNames])

  static func run(_ options: NoOptions, in context: inout CommandContext) throws {
    context.output.line("ready")
    context.output.flush()
    while let line = try context.input.textLine(endedBy: context.nameSeparator, limit: 1_000) {
      context.name(line)
    }
  }
}

struct SampleFail: Command {
  struct Options: CommandOptions { var name = "" }

  static let description = CommandDescription<Options>(
    name: "fail", abstract: "fail over a deck",
    operands: [.required("DECK", help: "the deck that is not there", into: \.name)],
    exitCodes: [.notFound], traits: [.isHidden])

  static func run(_ options: Options, in context: inout CommandContext) throws {
    context.output.line("begun")
    throw SampleError.noDeck(options.name)
  }
}

/// Never comes to a safe point.
struct SampleStuck: Command {
  static let description = CommandDescription<NoOptions>(
    name: "stuck", abstract: "hang", traits: [.isHidden])

  static func run(_ options: NoOptions, in context: inout CommandContext) throws {
    context.output.line("ready")
    context.output.flush()
    while context.clock.uptime >= 0 {}
  }
}

/// Asks before it does nothing.
struct SampleRemove: Command {
  struct Options: CommandOptions {
    var name = ""
    var answersYes = false
    var confirmation: String?
  }

  static let description = CommandDescription<Options>(
    name: "rm", abstract: "remove a deck, or pretend to",
    operands: [.required("DECK", help: "the deck to remove", into: \.name, completion: .decks)],
    options: [
      .flag("yes", short: "y", help: "do not ask", into: \.answersYes),
      .value("confirm", named: "NAME", help: "remove it for good", into: \.confirmation),
    ],
    exitCodes: [.cancelled], traits: [.isHidden])

  static func run(_ options: Options, in context: inout CommandContext) throws {
    if let confirmation = options.confirmation {
      try context.confirm("Gone for good.", losing: options.name, given: confirmation)
    } else if options.name == "Everything" {
      try context.confirm("Gone for good.", losing: options.name, given: nil)
    } else {
      try context.confirm("Remove '\(options.name)'?", answersYes: options.answersYes)
    }
    try context.say("removed \(options.name)")
  }
}

/// Shows what was written in the editor.
struct SampleWrite: Command {
  static let description = CommandDescription<NoOptions>(
    name: "write", abstract: "write in the editor", exitCodes: [.cancelled], traits: [.isHidden])

  static func run(_ options: NoOptions, in context: inout CommandContext) throws {
    try context.show(StyledLine.lines(of: context.edit("first text\n"), width: 80))
  }
}

enum SampleError: UserFacingError, Hashable {
  case noDeck(String)

  var message: String {
    switch self {
    case .noDeck(let name): "no deck '\(name)'"
    }
  }
  var hint: String? { "flash sample list" }
  var code: String { "no_such_deck" }
  var kind: FailureKind { .notFound }
}

/// Does nothing, if the hook that is asked before it allows it.
struct SampleSync: Command {
  struct Options: CommandOptions {}

  static let description = CommandDescription<Options>(
    name: "sync", abstract: "ask the hook before a sync", traits: [.isHidden])

  static func run(_ options: Options, in context: inout CommandContext) throws {
    try context.ask(.preSync) {
      var payload = HookPayload(.preSync, at: context.now)
      payload.add("remote", "home")
      return payload
    }
    context.output.line("synced")
  }
}
