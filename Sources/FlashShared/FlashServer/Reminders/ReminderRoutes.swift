import FlashAPI
import FlashModel
import FlashSQL

/// The reminders of an account.
public struct ReminderRoutes<Storage: ServerStorage>: Sendable {
  let zones: ZoneFinder

  /// - Parameter zones: of the machine the server runs on.
  public init(zones: @escaping ZoneFinder) { self.zones = zones }

  public var all: [Route<Storage>] {
    [
      Route(Endpoints.reminders) { call, _ in
        let user = try call.account().user
        let reminders = try call.storage.readDirectory { try StoredReminder.all(of: user, in: $0) }
        return Reminders(reminders: reminders.map(\.told))
      },
      Route(Endpoints.createReminder.operation) { call, body in
        .json(201, JSONValueEncoder().encode(try create(call, body)))
      },
      Route(Endpoints.updateReminder) { call, body in try update(call, body) },
      Route(Endpoints.deleteReminder) { call, _ in try delete(call) },
    ]
  }

  /// The plan is asked before the body is looked at, as the older service does.
  private func create(_ call: Call<Storage>, _ body: [UInt8]) throws -> Reminder {
    let user = try call.account().user
    return try call.storage.directory { connection in
      try lock(user, in: connection)
      let all = try StoredReminder.all(of: user, in: connection)
      try requireRoom(beside: all, of: user, in: connection)
      let input: ReminderInput = try Route<Storage>.value(of: body)
      guard all.count < StoredReminder.most else {
        throw Problem(
          .validationFailed, "An account has at most \(StoredReminder.most) reminders.",
          errors: [.init("time_local", ["There are \(StoredReminder.most) reminders already."])])
      }
      let reminder = StoredReminder(
        id: ReminderID(madeAt: call.now, random: call.server.random), user: user,
        time: try time(input.timeLocal), isEnabled: input.enabled ?? true, at: call.now)
      try save(reminder, in: connection, now: call.now)
      return reminder.told
    }
  }

  private func update(_ call: Call<Storage>, _ change: ReminderChange) throws -> Reminder {
    let user = try call.account().user
    return try call.storage.directory { connection in
      try lock(user, in: connection)
      let all = try StoredReminder.all(of: user, in: connection)
      var reminder = try find(call, in: all)
      if let isEnabled = change.enabled {
        if isEnabled, !reminder.isEnabled {
          try requireRoom(beside: all, of: user, in: connection)
        }
        reminder.isEnabled = isEnabled
      }
      if let text = change.timeLocal { reminder.time = try time(text) }
      reminder.updated = max(call.now, reminder.updated.advanced(by: 1))
      try save(reminder, in: connection, now: call.now)
      return reminder.told
    }
  }

  private func delete(_ call: Call<Storage>) throws -> NoBody {
    let user = try call.account().user
    return try call.storage.directory { connection in
      let all = try StoredReminder.all(of: user, in: connection)
      try find(call, in: all).remove(in: connection)
      return NoBody()
    }
  }

  private func save(
    _ reminder: StoredReminder, in connection: Storage.Connection, now: Timestamp
  ) throws {
    try reminder.save(in: connection)
    try ReminderMail.plan(of: reminder.user, in: connection, zones: zones, now: now)
  }

  /// Two requests at once must not both see the last free place.
  private func lock(_ user: UserID, in connection: Storage.Connection) throws(SQLError) {
    try connection.run("update users set plan_key = plan_key where id = $1", [SQLValue(user)])
  }

  private func requireRoom(
    beside all: [StoredReminder], of user: UserID, in connection: Storage.Connection
  ) throws {
    try AccountPlan.load(of: user, in: connection)
      .require(.addReminders, beside: all.count { $0.isEnabled })
  }

  /// Those of others and those that never were look alike.
  private func find(
    _ call: Call<Storage>, in all: [StoredReminder]
  ) throws(Problem) -> StoredReminder {
    let id = call.parameters["reminder_id"].flatMap { ReminderID($0) }
    guard let reminder = all.first(where: { $0.id == id }) else {
      throw Problem(.notFound, "The account has no such reminder.")
    }
    return reminder
  }

  private func time(_ text: String) throws(Problem) -> TimeOfDay {
    guard let time = TimeOfDay(text) else {
      throw Problem.invalid("time_local", "must be a time such as 08:30")
    }
    return time
  }
}
