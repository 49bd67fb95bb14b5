import FlashAPI
import FlashCommand
import FlashModel
import FlashTerminal

/// `flash admin plan rm`.
struct PlanRemove: Command {
  struct Options: CommandOptions {
    var key = ""
    var confirmed: String?
    var isDryRun = false
  }

  static let description = CommandDescription<Options>(
    name: "rm", abstract: "remove a plan that nobody has", operands: [.plan(into: \.key)],
    options: [
      .value(
        "confirm", named: "PLAN", help: "the plan's key, instead of typing it", into: \.confirmed),
      .rehearsal(into: \.isDryRun),
    ],
    exitCodes: [.cancelled] + AdminExit.codes, traits: [],
    manual: Manual("The plan `free` stays, and so does one that an account has."))

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let session = try AdminSession(in: context)
    if options.isDryRun {
      let plan: AdminPlan = try session.call(
        Endpoints.adminPlan, path: ["plan_key": options.key])
      return try context.say("would remove the plan '\(plan.key)', which \(plan.holders) have")
    }
    try context.confirm(
      "Remove the plan '\(options.key)'?", losing: options.key, given: options.confirmed)
    let _: NoBody = try session.call(
      Endpoints.adminDeletePlan, path: ["plan_key": options.key])
    try context.say("removed the plan '\(options.key)'")
  }
}

/// What a plan may allow, as somebody writes it.
enum EntitlementText: CommandValue, Hashable {
  case allowed(Bool)
  case count(Int?)

  init?(argument: String) {
    switch argument {
    case "yes": self = .allowed(true)
    case "no": self = .allowed(false)
    case "unlimited": self = .count(nil)
    default:
      guard let count = Int(argument: argument), count >= 0 else { return nil }
      self = .count(count)
    }
  }

  static let expected = "'yes', 'no', a number or 'unlimited'"
  static let valueName = "VALUE"
  static let completion = Completion.words(["yes", "no", "unlimited"])

  var config: EntitlementConfig {
    switch self {
    case .allowed(let isAllowed): .boolean(isAllowed)
    case .count(let max): .maxCount(max)
    }
  }
}

/// `flash admin plan entitle`.
struct PlanEntitle: Command {
  struct Options: CommandOptions {
    var key = ""
    var entitlement = ""
    var value = EntitlementText.allowed(false)
    var keepsHolders = false
    var isDryRun = false
  }

  static let description = CommandDescription<Options>(
    name: "entitle", abstract: "set one thing that a plan allows",
    operands: [
      .plan(into: \.key),
      .required(
        "WHAT", help: "such as 'decks.create'; 'flash admin plan show' has them",
        into: \.entitlement),
      .required("VALUE", help: "'yes', 'no', a number or 'unlimited'", into: \.value),
    ],
    options: [.keepsHolders(into: \.keepsHolders), .rehearsal(into: \.isDryRun)],
    fields: PlanListing.listing.fields.specifications, exitCodes: AdminExit.codes, traits: [],
    manual: Manual(
      "Takes effect at once. Nothing that accounts have already is removed.",
      examples: [
        Manual.Example(
          "Ten decks for those who do not pay:", "flash admin plan entitle free decks.create 10")
      ]))

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let session = try AdminSession(in: context)
    let changes = try Changes(PlanListing.listing.fields, in: context)
    let shown = Shown.entitlement(options.value.config)
    if options.isDryRun {
      return try changes.rehearse(
        "would set '\(options.entitlement)' of '\(options.key)' to \(shown)", in: context)
    }
    let plan: AdminPlan = try session.call(
      Endpoints.adminPutEntitlement, options.value.config,
      path: ["plan_key": options.key, "entitlement_key": options.entitlement],
      query: PlanChangeQuery(keepsHolders: options.keepsHolders))
    try changes.tell(
      plan, "'\(options.entitlement)' of '\(plan.key)' is \(shown) now", in: context)
    try changes.finish()
  }
}

/// `flash admin plan default`.
struct PlanDefault: Command {
  struct Options: CommandOptions {
    var key: String?
    var isDryRun = false
  }

  private static let fields = Fields<JSONValue>.members([("plan_key", .string)])

  static let description = CommandDescription<Options>(
    name: "default", abstract: "tell or set the plan of accounts that have no other",
    operands: [.optional("PLAN", help: "the plan's key", into: \.key)],
    options: [.rehearsal(into: \.isDryRun)],
    fields: fields.specifications, exitCodes: AdminExit.codes, traits: [])

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let session = try AdminSession(in: context)
    guard let key = options.key else {
      let plan: DefaultPlan = try session.call(Endpoints.adminDefaultPlan)
      return try context.tell(plan, fields) { $0.output.line(plan.planKey.printable(.line)) }
    }
    let changes = try Changes(fields, in: context)
    if options.isDryRun {
      return try changes.rehearse("would make '\(key)' the default plan", in: context)
    }
    let plan: DefaultPlan = try session.call(
      Endpoints.adminPutDefaultPlan, DefaultPlan(planKey: key))
    try changes.tell(plan, "accounts without a plan have '\(plan.planKey)' now", in: context)
    try changes.finish()
  }
}
