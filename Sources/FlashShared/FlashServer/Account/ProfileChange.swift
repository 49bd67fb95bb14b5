import FlashAPI
import FlashModel
import FlashSQL

/// A change of a profile: the columns that a body names, checked. What it does not name stays.
struct ProfileChange {
  /// In the order of the body.
  private(set) var values: [(column: String, value: SQLValue)] = []
  /// Whether reminders are to come by mail; nil if it does not say.
  let wantsReminderMail: Bool?

  /// - Parameter plan: the account's.
  /// - Throws: ``Problem`` `.validationFailed` with every field that is wrong, or
  ///   `.entitlementRequired`.
  init(_ body: JSONValue, plan: AccountPlan) throws(Problem) {
    guard case .object = body else { throw Problem.invalid("", "must be an object") }
    var faults: [Problem.Field] = []
    for field in ProfileChange.fields {
      guard let given = body[field.name] else { continue }
      // The older service takes an empty text for null.
      switch field.read(given == .string("") ? .null : given) {
      case .success(let value): values.append((field.name, value))
      case .failure(let fault):
        faults.append(.init(field.name, ["'\(field.name)' \(fault.reason)."]))
      }
    }
    switch body["reminder_mail"] {
    case nil: wantsReminderMail = nil
    case .bool(let isWanted)?: wantsReminderMail = isWanted
    default:
      wantsReminderMail = nil
      faults.append(.init("reminder_mail", ["'reminder_mail' must be true or false."]))
    }
    guard faults.isEmpty else {
      throw Problem(.validationFailed, faults[0].messages[0], errors: faults)
    }
    if let wanted = body["daily_new_card_limit"]?.integer,
      let most = plan.entitlements.newCardLimit,
      wanted > Int64(most)
    {
      throw Problem.planLimit(.moreNewCards, most)
    }
  }

  /// Whether schedules depend on what is changed.
  var touchesStudying: Bool {
    values.contains { ["study_options", "study_timezone", "study_rollover"].contains($0.column) }
  }

  /// Whether mails are to come at other times, or no more.
  var touchesReminders: Bool {
    wantsReminderMail != nil
      || values.contains { ["timezone", "study_timezone"].contains($0.column) }
  }

  /// Writes the change and a clock that is later than before.
  func apply(to user: UserID, in connection: some SQLConnection, now: Timestamp) throws {
    let assignments = values.enumerated().map { "\($1.column) = $\($0 + 3)" }
    let clock = "updated_at_ms = case when updated_at_ms >= $2 then updated_at_ms + 1 else $2 end"
    try connection.run(
      "update users set \((assignments + [clock]).joined(separator: ", ")) where id = $1",
      [SQLValue(user), SQLValue(now)] + values.map(\.value))
  }

  private struct Fault: Error {
    let reason: String
  }

  private struct Field: Sendable {
    /// The member and the column.
    let name: String
    let read: @Sendable (JSONValue) -> Result<SQLValue, Fault>
  }

  private static let fields: [Field] = [
    Field(name: "name") { text($0, 1...200) },
    Field(name: "daily_goal_cards") { whole($0, 1...500) },
    Field(name: "reminder_time_local") { $0 == .null ? .success(.null) : time($0) },
    Field(name: "reminder_enabled") { flag($0) },
    Field(name: "theme_preference") { value in
      guard let theme = value.string, ["system", "light", "dark"].contains(theme) else {
        return .failure(Fault(reason: "must be system, light or dark"))
      }
      return .success(.text(theme))
    },
    Field(name: "marketing_opt_in") { flag($0) },
    Field(name: "daily_new_card_limit") { whole($0, 1...50) },
    Field(name: "timezone") { $0 == .null ? .success(.null) : zone($0) },
    Field(name: "study_timezone") { $0 == .null ? .success(.null) : zone($0) },
    Field(name: "study_rollover") { $0 == .null ? .success(.null) : whole($0, 0...23) },
    Field(name: "study_options") { $0 == .null ? .success(.null) : options($0) },
  ]

  private static func text(
    _ value: JSONValue, _ lengths: ClosedRange<Int>
  ) -> Result<SQLValue, Fault> {
    guard let text = value.string, lengths.contains(text.unicodeScalars.count),
      !text.utf8.contains(0)
    else {
      return .failure(
        Fault(reason: "must be a text of \(lengths.lowerBound) to \(lengths.upperBound) characters")
      )
    }
    return .success(.text(text))
  }

  private static func whole(
    _ value: JSONValue, _ range: ClosedRange<Int64>
  ) -> Result<SQLValue, Fault> {
    guard let number = value.integer, range.contains(number) else {
      return .failure(
        Fault(reason: "must be a whole number from \(range.lowerBound) to \(range.upperBound)"))
    }
    return .success(.integer(number))
  }

  private static func flag(_ value: JSONValue) -> Result<SQLValue, Fault> {
    guard case .bool(let flag) = value else {
      return .failure(Fault(reason: "must be true or false"))
    }
    return .success(.integer(flag ? 1 : 0))
  }

  /// `HH:MM`.
  private static func time(_ value: JSONValue) -> Result<SQLValue, Fault> {
    guard let time = TimeOfDay(value.string ?? "") else {
      return .failure(Fault(reason: "must be a time such as 08:30"))
    }
    return .success(.text(time.text))
  }

  /// A name as the time zone database has them. Whether this machine knows the zone says little
  /// about the devices that will look for it, so only the form is checked.
  private static func zone(_ value: JSONValue) -> Result<SQLValue, Fault> {
    let name = value.string ?? ""
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    let isName = parts.allSatisfy { part in
      !part.isEmpty && part.first != "." && part.first != "-"
        && part.utf8.allSatisfy { byte in
          switch byte {
          case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
            UInt8(ascii: "+"):
            true
          default: false
          }
        }
    }
    guard isName, (1...64).contains(name.utf8.count) else {
      return .failure(Fault(reason: "must be a time zone such as Europe/Berlin"))
    }
    return .success(.text(name))
  }

  private static func options(_ value: JSONValue) -> Result<SQLValue, Fault> {
    guard case .object = value else { return .failure(Fault(reason: "must be an object")) }
    do throws(StudyOptionError) {
      let options = try StudyOptions(json: value)
      return .success(.text(String(decoding: options.json.bytes, as: UTF8.self)))
    } catch {
      return .failure(Fault(reason: "is wrong at '\(error.option)': \(error.expected) expected"))
    }
  }
}
