import FlashAPI
import FlashCommand
import FlashModel

/// `flash admin user edit`.
struct UserEdit: Command {
  struct Options: CommandOptions {
    var user = ""
    var address: String?
    var name: String?
    var note: String?
    var marketing: YesOrNo?
    var isDryRun = false
  }

  static let description = CommandDescription<Options>(
    name: "edit", abstract: "correct an account's address, name, note or choice of marketing",
    operands: [.user(into: \.user)],
    options: [
      .value("email", named: "ADDRESS", help: "the address", into: \.address),
      .value("name", help: "the person's name; empty takes it away", into: \.name),
      .value("note", help: "a note that only operators see; empty takes it away", into: \.note),
      .value("marketing", help: "whether marketing may be mailed", into: \.marketing),
      .rehearsal(into: \.isDryRun),
    ],
    fields: UserShow.fields.specifications, exitCodes: AdminExit.codes, traits: [])

  static func run(_ options: Options, in context: inout CommandContext) throws {
    var members: [JSONValue.Member] = []
    if let address = options.address { members.append(.init("email", .string(address))) }
    if let name = options.name { members.append(.init("name", clearing(name))) }
    if let note = options.note { members.append(.init("note", clearing(note))) }
    if let marketing = options.marketing {
      members.append(.init("marketing_opt_in", .bool(marketing == .yes)))
    }
    guard !members.isEmpty else {
      throw UsageError.other("nothing is to be changed", hint: "'flash admin user edit -h'")
    }
    let session = try AdminSession(in: context)
    if options.isDryRun {
      let user = try session.user(options.user)
      return try context.tell(user, UserShow.fields) {
        try $0.say("would change \(user.user.label): \(Shown.members(.object(members)))")
      }
    }
    let user: AdminUserDetail = try session.call(
      Endpoints.adminPatchUser, .object(members), path: ["user_id": session.userID(options.user)])
    try context.tell(user, UserShow.fields) { try $0.say("changed \(user.user.label)") }
  }

  private static func clearing(_ text: String) -> JSONValue {
    text.isEmpty ? .null : .string(text)
  }
}

/// A choice that may also be left as it is.
enum YesOrNo: String, Choice {
  case yes
  case no
}
