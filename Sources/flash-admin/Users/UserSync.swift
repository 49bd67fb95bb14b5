import FlashAPI
import FlashCommand
import FlashModel

// What is done about an account's cards.

/// `flash admin user resync`.
struct UserResync: Command {
  struct Options: CommandOptions {
    var users: [String] = []
    var reason: String?
    var isDryRun = false
  }

  private static let fields = Fields<JSONValue>.members([
    ("id", .string), ("resync_epoch", .integer),
  ])

  static let description = CommandDescription<Options>(
    name: "resync", abstract: "let every device of accounts fetch everything anew",
    operands: [.users(into: \.users)],
    options: [.reason(into: \.reason), .rehearsal(into: \.isDryRun)],
    fields: fields.specifications, exitCodes: AdminExit.batch, traits: [],
    manual: Manual(
      "Devices also offer everything that they have. Nothing is lost on either side."))

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let session = try AdminSession(in: context)
    let changes = try Changes(fields, in: context)
    var batch = Batch(options.users, in: context)
    let world = context
    try batch.run { name in
      if options.isDryRun {
        return try changes.rehearse(
          "would begin anew for \(session.user(name).user.label)", in: world)
      }
      let id = try session.userID(name)
      let answer: ResyncEpoch = try session.call(
        Endpoints.adminForceResync, Reason(reason: options.reason), path: ["user_id": id])
      try changes.tell(
        JSONValue.object([
          .init("id", .string(id)), .init("resync_epoch", .integer(answer.resyncEpoch)),
        ]), "\(name) begins anew at the next sync of each device", in: world)
    }
    try changes.finish()
  }
}

/// `flash admin user replay`.
struct UserReplay: Command {
  struct Options: CommandOptions {
    var users: [String] = []
    var deck: String?
    var cards: [String] = []
    var isDryRun = false
  }

  private static let fields = Fields<JSONValue>.members([
    ("id", .string), ("cards", .integer), ("changed", .integer),
  ])

  static let description = CommandDescription<Options>(
    name: "replay", abstract: "work schedules out anew from the answers",
    operands: [.users(into: \.users)],
    options: [
      .value("deck", short: "d", named: "ID", help: "only this deck's cards", into: \.deck),
      .values("card", named: "ID", help: "only this card; may be repeated", into: \.cards),
      .rehearsal(into: \.isDryRun),
    ],
    fields: fields.specifications, exitCodes: AdminExit.batch, traits: [])

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let session = try AdminSession(in: context)
    let changes = try Changes(fields, in: context)
    var batch = Batch(options.users, in: context)
    let world = context
    let input = ReplayInput(
      deckId: options.deck, cardIds: options.cards.isEmpty ? nil : options.cards,
      dryRun: options.isDryRun ? true : nil)
    try batch.run { name in
      let id = try session.userID(name)
      let answer: ReplayReport = try session.call(
        Endpoints.adminReplayReviews, input, path: ["user_id": id])
      let cards = Shown.count(answer.cards, "card")
      let text =
        options.isDryRun
        ? "would change \(answer.changed ?? 0) of \(cards) of \(name)"
        : "\(cards) of \(name) are worked out anew"
      try changes.tell(
        JSONValue.object([
          .init("id", .string(id)), .init("cards", .integer(Int64(answer.cards))),
          .init("changed", answer.changed.map { .integer(Int64($0)) } ?? .null),
        ]), text, in: world)
    }
    try changes.finish()
  }
}
