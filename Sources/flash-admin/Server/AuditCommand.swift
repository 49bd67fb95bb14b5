import FlashAPI
import FlashClient
import FlashCollection
import FlashCommand
import FlashModel
import FlashRemote
import FlashTerminal

/// `flash admin audit`.
struct AuditCommand: Command {
  struct Options: CommandOptions {
    var user: String?
    var actor: String?
    var action: String?
    var since: PointInTime?
    var until: PointInTime?
    var limit: Int?
    var follows = false
  }

  static let listing = Listing<AuditEvent>(
    [
      ("id", .string), ("at", .time), ("actor", .string), ("action", .string),
      ("user_id", .string), ("ip", .string), ("request_id", .string), ("reason", .string),
      ("before", .object), ("after", .object), ("prev_hash", .string),
    ],
    [
      .init(.text("AT", minimumWidth: 16)) { Shown.moment($0.at) },
      .init(.text("WHO", minimumWidth: 12)) { $0.actor },
      .init(.text("WHAT", minimumWidth: 12)) { $0.action },
      .init(.text("ACCOUNT")) { Shown.text($0.userId) },
      .init(.text("FROM", minimumWidth: 9)) { Shown.text($0.ip) },
      .init(.text("CHANGE")) { Shown.members($0.after) },
      .init(.text("WHY")) { Shown.text($0.reason) },
    ])

  static let description = CommandDescription<Options>(
    name: "audit", abstract: "tell who did what, and when",
    options: [
      .value("user", named: "USER", help: "only what is about this account", into: \.user),
      .value(
        "actor", named: "WHO", help: "only what was done by 'user:ID', 'admin:ID' or 'system:JOB'",
        into: \.actor),
      .value(
        "action", named: "WHAT", help: "only this, or what begins with 'user.'", into: \.action),
      .value("since", help: "only from then on", into: \.since),
      .value("until", help: "only up to then", into: \.until),
      .flag("follow", help: "the last ten, then whatever is done, as it is done", into: \.follows),
      .most(into: \.limit),
    ],
    fields: listing.fields.specifications, exitCodes: AdminExit.codes, traits: [],
    manual: Manual(
      """
      The newest stands first, but with `--follow`, which goes on until it is stopped. Neither secrets nor
      the texts of cards are in the log.
      """,
      examples: [
        Manual.Example(
          "Watch what operators do:", "flash admin audit --follow --action user. --json")
      ]))

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let session = try AdminSession(in: context)
    var query = AuditQuery()
    query.userId = try options.user.map { try session.userID($0) }
    query.actor = options.actor
    query.action = options.action
    query.since = try options.since.map { try $0.moment(in: context.timeZone).rfc3339 }
    query.until = try options.until.map { try $0.moment(in: context.timeZone).rfc3339 }
    if options.follows {
      guard options.until == nil else {
        throw UsageError.other("'--follow' and '--until' exclude each other", hint: nil)
      }
      return try AuditTail(session, query).run(in: context)
    }
    var pages = session.pages(Endpoints.adminAuditLog, query, limit: options.limit)
    try context.write(listing, orSay: "nothing is in the log") { try pages.next() }
  }
}

/// The audit log as it grows.
struct AuditTail {
  private let session: AdminSession
  private var query: AuditQuery
  /// What was written of the newest moment, so that it is not written twice.
  private var known: Set<String> = []

  /// How many are shown of what was before.
  private static let first = 10
  /// Milliseconds between two looks.
  private static let interval: Int64 = 2_000

  init(_ session: AdminSession, _ query: AuditQuery) {
    self.session = session
    self.query = query
  }

  /// Goes on until somebody stops it.
  func run(in context: CommandContext) throws {
    var tail = self
    let lines = try context.jsonLines(AuditCommand.listing.fields)
    var events = try tail.events(limit: AuditTail.first)
    while true {
      for event in events {
        guard let lines else {
          context.output.line(AuditTail.line(event))
          continue
        }
        try lines.write(JSONValueEncoder().encode(event))
      }
      try lines?.flush()
      context.output.flush()
      try context.check()
      _ = Pause.wait(milliseconds: AuditTail.interval, isStopped: { context.interrupted != nil })
      try context.check()
      events = try tail.events(limit: nil)
    }
  }

  /// What is new, the oldest first.
  mutating func events(limit: Int?) throws -> [AuditEvent] {
    var pages = session.pages(Endpoints.adminAuditLog, query, limit: limit)
    var new: [AuditEvent] = []
    while let event = try pages.next() {
      if !known.contains(event.id) { new.append(event) }
    }
    guard let newest = new.first?.at else { return [] }
    if newest != query.since { known = [] }
    query.since = newest
    known.formUnion(new.lazy.filter { $0.at == newest }.map(\.id))
    return new.reversed()
  }

  private static func line(_ event: AuditEvent) -> String {
    AuditCommand.listing.columns.map { $0.cell(event).printable(.line) }.joined(separator: "\t")
  }
}
