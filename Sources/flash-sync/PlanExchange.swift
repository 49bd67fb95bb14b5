import FlashAPI
import FlashClient
import FlashModel
import FlashStore

/// Keeps what the account's plan allows, so that it is known where there is no network.
struct PlanExchange {
  private let store: Store
  private let session: ServerSession
  private let remote: SyncRemote

  /// How old what is kept may be, in milliseconds.
  private static let longestKept: Int64 = 300_000

  init(_ store: Store, _ session: ServerSession, _ remote: SyncRemote) {
    self.store = store
    self.session = session
    self.remote = remote
  }

  /// Asks if what is kept is old, or the plan was in the way of something just now. A server that does
  /// not tell changes nothing.
  func run(after report: ExchangeReport, at now: Timestamp) throws {
    let isRefused = report.sent.refused.contains { EntitlementKey(rawValue: $0.reason) != nil }
    let isRecent =
      remote.planFetchedAt.map { abs(now.milliseconds(since: $0)) < PlanExchange.longestKept }
      ?? false
    guard isRefused || !isRecent else { return }
    do {
      let plan = try session.signedIn.signedIn { try $0.call(Endpoints.entitlements) }
      try store.keepPlan(plan, of: remote, at: now)
    } catch let error as ClientError where error.kind != .cancelled {
      // What is kept stays: the exchange itself is through.
    }
  }
}
