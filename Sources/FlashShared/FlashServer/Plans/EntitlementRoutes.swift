import FlashAPI
import FlashCrypto
import FlashModel
import FlashSQL

/// What an account is told of its plan, and everybody of all plans.
public struct EntitlementRoutes<Storage: ServerStorage>: Sendable {
  public init() {}

  public var all: [Route<Storage>] {
    [
      Route(Endpoints.entitlements) { call, _ in try snapshot(call) },
      Route(Endpoints.plans.operation) { call, _ in try plans(call) },
    ]
  }

  private func snapshot(_ call: Call<Storage>) throws -> EntitlementSnapshot {
    let user = try call.account().user
    let (plan, reminders) = try call.storage.readDirectory { connection in
      (
        try AccountPlan.load(of: user, in: connection),
        try StoredReminder.enabledCount(of: user, in: connection)
      )
    }
    let usage = try call.storage.readAccount(user) { try PlanUsage(of: user, in: $0) }
    return EntitlementSnapshot(
      planKey: plan.key, version: Int(plan.version), entitlements: plan.entitlements,
      usage: usage.told(reminders: reminders))
  }

  private func plans(_ call: Call<Storage>) throws -> HTTPResponse {
    let plans = try call.storage.readDirectory { try StoredPlan.all(in: $0) }
    let told = Plans(plans: plans.filter(\.isPublic).map(\.told))
    let body = JSONValueEncoder().encode(told).bytes
    let tag = "\"\(hexadecimal(Array(try Digest.sha256(body).bytes.prefix(12))))\""
    if EntityTags(call.head.fields["if-none-match"]).match(tag) {
      return HTTPResponse(304, fields: [("ETag", tag)])
    }
    return HTTPResponse(
      200, fields: [("Content-Type", "application/json"), ("ETag", tag)], body: body)
  }
}

/// How much of what a plan counts an account has.
struct PlanUsage: Sendable, Hashable {
  let decks: Int
  /// In the fullest deck.
  let cardsInDeck: Int
  let cards: Int

  init(of user: UserID, in connection: some SQLConnection) throws(SQLError) {
    let counts = try connection.row(
      """
      select count(*), cast(coalesce(max(card_count), 0) as bigint),
        cast(coalesce(sum(card_count), 0) as bigint)
      from decks where user_id = $1 and deleted_at_ms is null
      """, [SQLValue(user)]
    ) { (Int($0.integer(0)), Int($0.integer(1)), Int($0.integer(2))) }
    (decks, cardsInDeck, cards) = counts ?? (0, 0, 0)
  }

  func told(reminders: Int) -> NamedValues<Int> {
    var told: NamedValues<Int> = [:]
    told[EntitlementKey.createDecks.rawValue] = decks
    told[EntitlementKey.createCardsInDeck.rawValue] = cardsInDeck
    told[EntitlementKey.createCards.rawValue] = cards
    told[EntitlementKey.addReminders.rawValue] = reminders
    return told
  }
}

/// The tags of a condition such as `If-Match`.
/// - Source: RFC 9110, 8.8.3 and 13.1.
struct EntityTags: Sendable, Hashable {
  /// Nil is no condition.
  private let tags: [String]?

  init(_ field: String?) {
    tags = field.map { field in
      field.split(separator: ",").map { tag in
        let tag = String(tag).trimmed
        return tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : tag
      }
    }
  }

  /// Whether something that is there has one of the tags; `*` is any.
  func match(_ tag: String) -> Bool {
    tags.map { $0.contains(tag) || $0.contains("*") } ?? false
  }

  /// - Throws: ``Problem`` `.preconditionFailed` if there is a condition, and what is there (nil for
  ///   nothing) does not meet it.
  func require(_ tag: String?) throws(Problem) {
    guard tags != nil else { return }
    guard let tag, match(tag) else {
      throw Problem(.preconditionFailed, "It was changed meanwhile, or is not there.")
    }
  }
}
