import FlashAPI
import FlashModel
import FlashSQL

/// What devices show and the App Store tells of purchases.
public struct StoreRoutes<Storage: ServerStorage>: Sendable {
  let settings: StoreSettings

  public init(settings: StoreSettings) { self.settings = settings }

  public var all: [Route<Storage>] {
    [
      Route(Endpoints.verifySubscription, verify),
      Route(Endpoints.subscription) { call, _ in
        let user = try call.account().user
        return try call.storage.readDirectory {
          try Subscription.load(of: user, in: $0, now: call.now)
        }
      },
      Route(
        Endpoints.appStoreNotification.operation, bodyLimit: StoreVerifier.largestNotification + 64,
        receive),
    ]
  }

  private var verifier: StoreVerifier { StoreVerifier(settings: settings) }

  @Sendable private func verify(
    _ call: Call<Storage>, _ body: TransactionProof
  ) throws -> VerifyResponse {
    let user = try call.account().user
    do {
      guard let text = body.jws ?? body.signedTransaction else {
        throw StoreRefusal.incomplete(.transaction)
      }
      let period = try verifier.transaction(text, now: call.now)
      guard period.revoked == nil else { throw StoreRefusal.takenBack }
      return try call.storage.directory { connection in
        try take(period, of: user, call, in: connection)
      }.get()
    } catch let refusal as StoreRefusal {
      try note(refusal, "subscription.verify", of: user, .account(user, "store_refusals"), call)
      throw refusal.problem
    }
  }

  private func take(
    _ period: StoreTransaction, of user: UserID, _ call: Call<Storage>,
    in connection: Storage.Connection
  ) throws -> Result<VerifyResponse, StoreRefusal> {
    let presentation = StorePresentation(
      period: period, user: user, settings: settings, now: call.now)
    switch try presentation.take(in: connection) {
    case .failure(let refusal): return .failure(refusal)
    case .success(let settled):
      let me = try Profile.read(user, in: connection)
      if settled.before != settled.after {
        try call.record(
          "subscription.verify", of: user, before: settled.before, after: settled.after,
          in: connection)
      }
      let expires = settled.subscription.period.expires
      return .success(
        VerifyResponse(
          planKey: me.planKey ?? "", subscriptionStatus: me.subscriptionStatus,
          expiresAtMs: expires?.milliseconds ?? 0, subscriptionExpiresAtIso: expires?.rfc3339))
    }
  }

  /// Answers 200 whatever it was, so that nobody sends it again; only what could not be kept comes back.
  @Sendable private func receive(_ call: Call<Storage>, _ body: [UInt8]) throws -> HTTPResponse {
    let sender = RateBuckets.Key.address(Buckets.network(of: call.head.peer), "store_refusals")
    do {
      // What is no JSON has nothing in it.
      let text = (try? JSONValue(parsing: body))?["signedPayload"]?.string
      guard let text else { throw StoreRefusal.incomplete(.notification) }
      let notification = try verifier.notification(text, now: call.now)
      guard try keep(notification, call) else { throw StoreRefusal.repeated }
      call.server.metrics.count(.webhooks, [notification.label])
    } catch let refusal as StoreRefusal {
      call.server.metrics.count(.webhooks, [refusal == .repeated ? "repeated" : "rejected"])
      // What is only written down is no reason for the store to send it again.
      try? note(refusal, "subscription.notification", of: nil, sender, call)
    }
    return .json(200, .object([]))
  }

  private func keep(_ notification: StoreNotification, _ call: Call<Storage>) throws -> Bool {
    do {
      return try call.storage.directory { connection in
        try StoreIntake(settings: settings, now: call.now, random: call.server.random)
          .keep(notification, in: connection)
      }
    } catch {
      call.server.log(
        LogLine(
          .error, "store_event", [.init("detail", .string(Failure(error).detail ?? "\(error)"))]))
      throw Problem(.unavailable, "It could not be kept; send it again.", retryAfter: 60)
    }
  }

  /// Records why something was refused; of one sender not so often that the record fills the disk.
  private func note(
    _ refusal: StoreRefusal, _ action: String, of user: UserID?, _ sender: RateBuckets.Key,
    _ call: Call<Storage>
  ) throws {
    let server = call.server
    guard server.buckets.take(sender, server.limits.refusals, at: call.now).isAllowed else {
      return
    }
    try call.storage.directory { connection in
      try call.record(
        action, of: user, outcome: "rejected: \(refusal.reason)", in: connection)
    }
  }
}

extension StoreRefusal {
  /// What whoever showed a purchase is answered.
  var problem: Problem {
    switch self {
    case .claimed, .spent: Problem(.transactionClaimed, "\(sentence).")
    default: Problem(.transactionInvalid, "\(sentence).")
    }
  }

  private var sentence: String { reason.prefix(1).uppercased() + reason.dropFirst() }
}
