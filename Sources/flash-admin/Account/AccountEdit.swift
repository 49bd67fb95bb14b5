import FlashAPI
import FlashCommand
import FlashModel

/// The look of an app.
enum ThemeChoice: String, Choice {
  case system
  case light
  case dark
}

/// A time of day, or none.
enum ReminderText: CommandValue, Hashable {
  case at(String)
  case off

  init?(argument: String) {
    let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
    if argument == "off" {
      self = .off
    } else if parts.count == 2, parts.allSatisfy({ $0.utf8.count == 2 }),
      let hour = Int(argument: String(parts[0])), (0...23).contains(hour),
      let minute = Int(argument: String(parts[1])), (0...59).contains(minute)
    {
      self = .at(argument)
    } else {
      return nil
    }
  }

  static let expected = "a time such as 07:30, or 'off'"
  static let valueName = "HH:MM|off"
}

/// `flash admin account edit`.
struct AccountEdit: Command {
  struct Options: CommandOptions {
    var remote: String?
    var name: String?
    var goal: Int?
    var newCards: Int?
    var reminder: ReminderText?
    var theme: ThemeChoice?
    var zone: String?
    var marketing: YesOrNo?
    var isDryRun = false

    /// What is to change.
    var members: [JSONValue.Member] {
      var members: [JSONValue.Member] = []
      if let name { members.append(.init("name", .string(name))) }
      if let goal { members.append(.init("daily_goal_cards", .integer(Int64(goal)))) }
      if let newCards { members.append(.init("daily_new_card_limit", .integer(Int64(newCards)))) }
      switch reminder {
      case .at(let time):
        members.append(.init("reminder_time_local", .string(time)))
        members.append(.init("reminder_enabled", .bool(true)))
      case .off: members.append(.init("reminder_enabled", .bool(false)))
      case nil: break
      }
      if let theme { members.append(.init("theme_preference", .string(theme.rawValue))) }
      if let zone { members.append(.init("timezone", zone.isEmpty ? .null : .string(zone))) }
      if let marketing { members.append(.init("marketing_opt_in", .bool(marketing == .yes))) }
      return members
    }
  }

  static let description = CommandDescription<Options>(
    name: "edit", abstract: "change your profile",
    options: [
      .value("name", help: "your name", into: \.name),
      .value("goal", in: 1...500, help: "cards a day that are the goal", into: \.goal),
      .value("new-cards", in: 1...50, help: "new cards a day", into: \.newCards),
      .value("reminder", help: "when apps remind you", into: \.reminder),
      .value("theme", help: "the look of apps", into: \.theme),
      .value("timezone", named: "ZONE", help: "your time zone; empty for none", into: \.zone),
      .value("marketing", help: "whether marketing may be mailed", into: \.marketing),
      .remote(into: \.remote), .rehearsal(into: \.isDryRun),
    ],
    fields: ProfileFields.fields.specifications, exitCodes: AdminExit.codes)

  static func run(_ options: Options, in context: inout CommandContext) throws {
    guard !options.members.isEmpty else {
      throw UsageError.other("nothing is to be changed", hint: "'flash admin account edit -h'")
    }
    let session = try AdminSession(ofRemote: options.remote, in: context)
    let change = JSONValue.object(options.members)
    if options.isDryRun {
      return try Changes(ProfileFields.fields, in: context).rehearse(
        "would change your profile: \(Shown.members(change))", in: context)
    }
    let me: Me = try session.call(Endpoints.patchMe, change)
    try context.tell(me, ProfileFields.fields) {
      try $0.say("changed your profile: \(Shown.members(change))")
    }
  }
}
