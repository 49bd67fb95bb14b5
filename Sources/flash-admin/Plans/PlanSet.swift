import FlashAPI
import FlashClient
import FlashCommand
import FlashModel

/// `flash admin plan set`.
struct PlanSet: Command {
  struct Options: CommandOptions {
    var key = ""
    var file: String?
    var label: String?
    var rank: Int?
    var isPublic: YesOrNo?
    var products: [String] = []
    var model = "free"
    var keepsHolders = false
    var isDryRun = false
  }

  static let description = CommandDescription<Options>(
    name: "set", abstract: "make a plan, or change one",
    operands: [
      .plan(into: \.key),
      .optional(
        "FILE", help: "the whole plan, as 'plan show --json' prints it; '-' is standard input",
        into: \.file, completion: .files),
    ],
    options: [
      .value("label", help: "what people call it", into: \.label),
      .value("rank", help: "the higher of two plans is an account's", into: \.rank),
      .value("public", help: "whether a paywall shows it", into: \.isPublic),
      .values(
        "product", named: "ID", help: "a product of the App Store that buys it; may be repeated",
        into: \.products),
      .value("like", named: "PLAN", help: "what a new plan allows at first", into: \.model),
      .keepsHolders(into: \.keepsHolders), .rehearsal(into: \.isDryRun),
    ],
    fields: PlanListing.listing.fields.specifications,
    exitCodes: AdminExit.codes + [.badInput], traits: [],
    manual: Manual(
      """
      Changes what the options name, and leaves the rest of the plan as it is. A plan that is not there
      yet begins as a copy of what another one allows. Who has the plan is told of the change at the next
      sync. If somebody else changed the plan meanwhile, nothing is done.
      """,
      examples: [
        Manual.Example(
          "A plan for schools:",
          "flash admin plan set school --label School --like plus --rank 5 --public no"),
        Manual.Example(
          "Carry a plan to another server:",
          "flash admin plan show plus --json | flash -c admin.server=https://other.example admin plan set plus -"
        ),
      ]))

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let session = try AdminSession(in: context)
    let present = try session.plan(options.key)
    var plan = try given(options, in: context) ?? start(options, present, by: session)
    if let label = options.label { plan.label = label }
    if let rank = options.rank { plan.rank = rank }
    if let isPublic = options.isPublic { plan.public = isPublic == .yes }
    if !options.products.isEmpty { plan.productIds = options.products }
    let changes = try Changes(PlanListing.listing.fields, in: context)
    if options.isDryRun {
      return try changes.rehearse(
        "would \(present == nil ? "make" : "change") the plan '\(options.key)'", in: context)
    }
    let stored: AdminPlan = try session.call(
      Endpoints.adminPutPlan, plan, path: ["plan_key": options.key],
      query: PlanChangeQuery(keepsHolders: options.keepsHolders), version: present?.version)
    try changes.tell(
      stored, "the plan '\(stored.key)' is at version \(stored.version)", in: context)
    try changes.finish()
  }

  /// The plan before the options: as it is, or like another one.
  private static func start(
    _ options: Options, _ present: AdminPlan?, by session: AdminSession
  ) throws -> PlanInput {
    if let present {
      return PlanInput(
        label: present.label, rank: present.rank, isPublic: present.public,
        productIds: present.productIds, entitlements: present.entitlements)
    }
    let model: AdminPlan = try session.call(
      Endpoints.adminPlan, path: ["plan_key": options.model])
    return PlanInput(label: options.key, entitlements: model.entitlements)
  }

  /// The plan in the file; nil if there is none.
  private static func given(_ options: Options, in context: CommandContext) throws -> PlanInput? {
    guard let file = options.file else { return nil }
    let bytes: [UInt8]
    if file == "-" {
      bytes = try context.input.rest()
    } else {
      bytes = try contents(of: file, in: context)
    }
    do {
      return try JSONValueDecoder().decode(PlanInput.self, from: JSONValue(parsing: bytes))
    } catch let error as JSONFieldError {
      throw AdminError.badPlan(file: file, reason: "'\(error.field)' \(error.reason)")
    } catch let error as JSONError {
      throw AdminError.badPlan(file: file, reason: error.message)
    }
  }

  private static func contents(of file: String, in context: CommandContext) throws -> [UInt8] {
    let path = file.hasPrefix("/") ? file : context.workingDirectory + "/" + file
    let found: [UInt8]?
    do throws(SystemError) {
      found = try FileContents.bytes(of: path)
    } catch {
      throw AdminError.badPlan(file: file, reason: error.description)
    }
    guard let found else { throw AdminError.badPlan(file: file, reason: "no such file") }
    return found
  }
}

extension AdminSession {
  /// A plan; nil if there is none of that key.
  func plan(_ key: String) throws -> AdminPlan? {
    do {
      return try call(Endpoints.adminPlan, path: ["plan_key": key]) as AdminPlan
    } catch AdminError.failed(.refused(let problem)) where problem.status == 404 {
      return nil
    }
  }
}
