import FlashAPI
import FlashCommand
import FlashModel

/// What commands about subscriptions write for programs.
enum SubscriptionFields {
  static let grant = Fields<JSONValue>.members([
    ("id", .string), ("plan_key", .string), ("created_at", .time), ("expires_at", .time),
    ("revoked_at", .time), ("reason", .string), ("actor", .string),
  ])

  static let subscription = Fields<JSONValue>.members([
    ("plan_key", .string), ("status", .string), ("source", .string), ("product_id", .string),
    ("original_transaction_id", .string), ("environment", .string), ("expires_at", .time),
    ("grace_expires_at", .time), ("auto_renew", .boolean), ("in_billing_retry", .boolean),
    ("last_event_at", .time),
  ])
}

extension String? {
  /// A reason where one is wanted.
  /// - Throws: `UsageError` without one.
  func asReason() throws(UsageError) -> String {
    guard let self, self.count >= 3 else {
      throw .other("a reason is wanted, for the audit log", hint: "--reason='asked by mail'")
    }
    return self
  }
}

/// `flash admin subscription grant`.
struct SubscriptionGrant: Command {
  struct Options: CommandOptions {
    var plan = ""
    var users: [String] = []
    var until: PointInTime?
    var reason: String?
    var isDryRun = false
  }

  static let description = CommandDescription<Options>(
    name: "grant", abstract: "give accounts a plan by hand",
    operands: [
      .required("PLAN", help: "the plan; 'flash admin plan list' has them", into: \.plan),
      .users(into: \.users),
    ],
    options: [
      .value("until", help: "when it ends; never without it", into: \.until),
      .reason(into: \.reason), .rehearsal(into: \.isDryRun),
    ],
    fields: SubscriptionFields.grant.specifications, exitCodes: AdminExit.batch, traits: [],
    manual: Manual(
      """
      A grant stands beside a purchase, and neither takes the other away: the better plan of the two is
      the account's.
      """,
      examples: [
        Manual.Example(
          "Give somebody a year:",
          "flash admin subscription grant plus me@example.org --until 2027-12-01 --reason 'a prize'"
        )
      ]))

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let reason = try options.reason.asReason()
    let end = try options.until.map { try $0.moment(in: context.timeZone).rfc3339 }
    let session = try AdminSession(in: context)
    let changes = try Changes(SubscriptionFields.grant, in: context)
    var batch = Batch(options.users, in: context)
    let world = context
    let ending = end.map { "until \(Shown.moment($0))" } ?? "without an end"
    try batch.run { name in
      if options.isDryRun {
        let label = try session.user(name).user.label
        return try changes.rehearse("would give \(label) '\(options.plan)' \(ending)", in: world)
      }
      let grant: PlanGrant = try session.call(
        Endpoints.adminGrantPlan,
        GrantInput(planKey: options.plan, expiresAt: end, reason: reason),
        path: ["user_id": session.userID(name)])
      try changes.tell(
        grant,
        "gave \(name) '\(grant.planKey)' \(ending); 'flash admin subscription revoke' takes it back",
        in: world)
    }
    try changes.finish()
  }
}

/// `flash admin subscription extend`.
struct SubscriptionExtend: Command {
  struct Options: CommandOptions {
    var users: [String] = []
    var days: Int?
    var reason: String?
    var isDryRun = false
  }

  static let description = CommandDescription<Options>(
    name: "extend", abstract: "move the end of what accounts have by days",
    operands: [.users(into: \.users)],
    options: [
      .value("days", named: "N", in: 1...3_660, help: "by how many", into: \.days),
      .reason(into: \.reason), .rehearsal(into: \.isDryRun),
    ],
    fields: SubscriptionFields.grant.specifications, exitCodes: AdminExit.batch, traits: [])

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let reason = try options.reason.asReason()
    guard let days = options.days else {
      throw UsageError.other("it is not said by how many days", hint: "--days=30")
    }
    let session = try AdminSession(in: context)
    let changes = try Changes(SubscriptionFields.grant, in: context)
    var batch = Batch(options.users, in: context)
    let world = context
    try batch.run { name in
      if options.isDryRun {
        let label = try session.user(name).user.label
        return try changes.rehearse(
          "would move the end of \(label) by \(Shown.count(days, "day"))", in: world)
      }
      let grant: PlanGrant = try session.call(
        Endpoints.adminExtendPlan, ExtensionInput(days: days, reason: reason),
        path: ["user_id": session.userID(name)])
      try changes.tell(
        grant, "\(name) has '\(grant.planKey)' until \(Shown.moment(grant.expiresAt))", in: world)
    }
    try changes.finish()
  }
}

/// `flash admin subscription revoke`.
struct SubscriptionRevoke: Command {
  struct Options: CommandOptions {
    var users: [String] = []
    var includesStore = false
    var reason: String?
    var isDryRun = false
  }

  static let description = CommandDescription<Options>(
    name: "revoke", abstract: "take back what accounts were given",
    operands: [.users(into: \.users)],
    options: [
      .flag(
        "include-store", help: "end the effect of a purchase here as well", into: \.includesStore),
      .reason(into: \.reason), .rehearsal(into: \.isDryRun),
    ],
    fields: SubscriptionFields.subscription.specifications, exitCodes: AdminExit.batch, traits: [],
    manual: Manual("Nothing that the accounts have is removed; they can only add less."))

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let reason = try options.reason.asReason()
    let session = try AdminSession(in: context)
    let changes = try Changes(SubscriptionFields.subscription, in: context)
    var batch = Batch(options.users, in: context)
    let world = context
    try batch.run { name in
      if options.isDryRun {
        return try changes.rehearse(
          "would take back what \(session.user(name).user.label) was given", in: world)
      }
      let now: Subscription = try session.call(
        Endpoints.adminRevokePlan,
        RevocationInput(includeStore: options.includesStore ? true : nil, reason: reason),
        path: ["user_id": session.userID(name)])
      try changes.tell(
        now, "\(name) has '\(now.planKey)' now; 'flash admin subscription grant' gives another",
        in: world)
    }
    try changes.finish()
  }
}
