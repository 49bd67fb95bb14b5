import FlashAPI
import FlashClient
import FlashCollection
import FlashCommand

/// What became of something that the store told.
enum StoreOutcome: String, Choice {
  case applied
  case duplicate
  case outOfOrder = "out_of_order"
  case unknownAccount = "unknown_account"
  case ignored
  case failed
  case rejected
}

/// How they are listed.
enum StoreEventListing {
  static let listing = Listing<StoreEvent>(
    [
      ("id", .string), ("notification_uuid", .string), ("notification_type", .string),
      ("subtype", .string), ("environment", .string), ("original_transaction_id", .string),
      ("user_id", .string), ("signed_at", .time), ("received_at", .time), ("outcome", .string),
      ("detail", .string),
    ],
    [
      .init(.whole("ID")) { $0.id },
      .init(.text("SIGNED", minimumWidth: 10)) { Shown.moment($0.signedAt) },
      .init(.text("TYPE", minimumWidth: 10)) {
        [$0.notificationType, $0.subtype].compactMap { $0 }.joined(separator: " ")
      },
      .init(.text("OUTCOME")) { $0.outcome },
      .init(.text("ACCOUNT")) { Shown.text($0.userId) },
      .init(.text("DETAIL")) { Shown.text($0.detail) },
    ])
}

/// `flash admin subscription events`.
struct SubscriptionEvents: Command {
  struct Options: CommandOptions {
    var transaction: String?
    var outcome: StoreOutcome?
    var limit: Int?
  }

  static let description = CommandDescription<Options>(
    name: "events", abstract: "list what the App Store told, and what became of it",
    options: [
      .value(
        "transaction", named: "ID", help: "only of this original transaction", into: \.transaction),
      .value("outcome", help: "only those with which this was done", into: \.outcome),
      .most(into: \.limit),
    ],
    fields: StoreEventListing.listing.fields.specifications, exitCodes: AdminExit.codes,
    traits: [])

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let query = StoreEventQuery(
      originalTransactionId: options.transaction, outcome: options.outcome?.rawValue)
    var pages = try AdminSession(in: context).pages(
      Endpoints.adminStoreEvents, query, limit: options.limit)
    try context.write(StoreEventListing.listing, orSay: "nothing was told") { try pages.next() }
  }
}

/// `flash admin subscription reprocess`.
struct SubscriptionReprocess: Command {
  struct Options: CommandOptions {
    var events: [String] = []
    var isDryRun = false
  }

  static let description = CommandDescription<Options>(
    name: "reprocess", abstract: "apply what the App Store told once more",
    operands: [
      .repeated(
        "EVENT", help: "its id; '-' reads them, or JSON Lines, from standard input",
        isRequired: true, into: \.events)
    ],
    options: [.rehearsal(into: \.isDryRun)],
    fields: StoreEventListing.listing.fields.specifications, exitCodes: AdminExit.batch,
    traits: [],
    manual: Manual(
      "What was applied already changes nothing.",
      examples: [
        Manual.Example(
          "Try what failed again:",
          "flash admin subscription events --outcome=failed --json=id | flash admin subscription reprocess -"
        )
      ]))

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let session = try AdminSession(in: context)
    let changes = try Changes(StoreEventListing.listing.fields, in: context)
    var batch = Batch(options.events, in: context)
    let world = context
    try batch.run { id in
      if options.isDryRun { return try world.say("would apply '\(id)' again") }
      let event: StoreEvent = try session.call(
        Endpoints.adminReprocessStoreEvent, path: ["event_id": id])
      try changes.tell(event, "'\(id)' was \(event.outcome)", in: world)
    }
    try changes.finish()
  }
}
