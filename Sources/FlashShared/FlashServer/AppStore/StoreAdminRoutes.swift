import FlashAPI
import FlashModel
import FlashSQL

/// What operators see of the App Store's notifications.
public struct StoreAdminRoutes<Storage: ServerStorage>: Sendable {
  let settings: StoreSettings

  public init(settings: StoreSettings) { self.settings = settings }

  public var all: [Route<Storage>] {
    [
      Route(Endpoints.adminStoreEvents, list),
      Route(Endpoints.adminReprocessStoreEvent, reprocess),
    ]
  }

  @Sendable private func list(_ call: Call<Storage>, _: NoBody) throws -> StoreEvents {
    let outcome = try call.choice("outcome", of: StoreOutcome.allCases.map(\.rawValue))
    var before: Identifier<StoreEvent>?
    if let cursor = try call.cursor(1) {
      guard let id = Identifier<StoreEvent>(cursor[0]) else {
        throw Problem.invalid("cursor", "is none of this list")
      }
      before = id
    }
    let limit = try call.pageLimit()
    let found = try call.storage.readDirectory { connection in
      try StoreRows.events(
        originalID: call.head.query("original_transaction_id"), outcome: outcome, before: before,
        limit: limit + 1, in: connection)
    }
    let page = Array(found.prefix(limit))
    return StoreEvents(
      events: page,
      nextCursor: found.count > limit ? page.last.map { PageCursor.text([$0.id]) } : nil)
  }

  @Sendable private func reprocess(_ call: Call<Storage>, _: NoBody) throws -> StoreEvent {
    let id = call.parameters["event_id"].flatMap { Identifier<StoreEvent>($0) }
    let missing = Problem(.notFound, "There is no such notification.")
    guard let id else { throw missing }
    return try call.storage.directory { connection in
      guard let before = try StoreRows.event(id, in: connection) else { throw missing }
      try StoreIntake(settings: settings, now: call.now, random: call.server.random)
        .applyAgain(id, in: connection)
      guard let after = try StoreRows.event(id, in: connection) else { throw missing }
      try call.record(
        "store_event.reprocess", of: after.userId.flatMap { UserID($0) }, target: after.id,
        before: .object([.init("outcome", .string(before.outcome))]),
        after: .object([.init("outcome", .string(after.outcome))]), in: connection)
      return after
    }
  }
}
