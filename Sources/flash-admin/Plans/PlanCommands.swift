import FlashAPI
import FlashCollection
import FlashCommand
import FlashModel

/// `flash admin plan`.
struct PlanCommands: CommandGroup {
  static let description = CommandDescription(
    group: "plan", abstract: "plans, and what they allow",
    subcommands: [
      Subcommand(PlanList.self), Subcommand(PlanShow.self), Subcommand(PlanSet.self),
      Subcommand(PlanRemove.self), Subcommand(PlanEntitle.self), Subcommand(PlanDefault.self),
    ], traits: [])
}

/// How plans are listed.
enum PlanListing {
  static let listing = Listing<AdminPlan>(
    [
      ("key", .string), ("label", .string), ("version", .integer), ("rank", .integer),
      ("public", .boolean), ("holders", .integer), ("product_ids", .strings),
      ("entitlements", .object), ("updated_at", .time),
    ],
    [
      .init(.whole("PLAN")) { $0.key },
      .init(.text("LABEL")) { $0.label },
      .init(.number("VERSION")) { "\($0.version)" },
      .init(.number("RANK")) { "\($0.rank)" },
      .init(.text("PUBLIC", minimumWidth: 6)) { Shown.flag($0.public) },
      .init(.number("HOLDERS")) { "\($0.holders)" },
    ])

  static func facts(of plan: AdminPlan) -> [(String, String)] {
    [
      ("plan", plan.key), ("label", plan.label), ("version", "\(plan.version)"),
      ("rank", "\(plan.rank)"), ("public", Shown.flag(plan.public)),
      ("holders", "\(plan.holders)"), ("products", plan.productIds.joined(separator: ", ")),
    ] + plan.entitlements.members.map { ($0.name, Shown.entitlement($0.value)) }
  }
}

extension CommandOperand {
  /// `PLAN`.
  static func plan(into path: any WritableKeyPath<Options, String> & Sendable) -> Self {
    .required("PLAN", help: "the plan's key", into: path)
  }
}

/// `flash admin plan list`.
struct PlanList: Command {
  static let description = CommandDescription<NoOptions>(
    name: "list", abstract: "list plans, hidden ones too",
    fields: PlanListing.listing.fields.specifications, exitCodes: AdminExit.codes, traits: [])

  static func run(_ options: NoOptions, in context: inout CommandContext) throws {
    let answer: AdminPlans = try AdminSession(in: context).call(Endpoints.adminPlans)
    try context.write(PlanListing.listing, answer.plans, orSay: "no plans")
  }
}

/// `flash admin plan show`.
struct PlanShow: Command {
  struct Options: CommandOptions {
    var key = ""
  }

  static let description = CommandDescription<Options>(
    name: "show", abstract: "show a plan and what it allows", operands: [.plan(into: \.key)],
    fields: PlanListing.listing.fields.specifications, exitCodes: AdminExit.codes, traits: [])

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let plan: AdminPlan = try AdminSession(in: context).call(
      Endpoints.adminPlan, path: ["plan_key": options.key])
    try context.tell(plan, PlanListing.listing.fields) {
      try $0.show(PlanListing.facts(of: plan))
    }
  }
}
