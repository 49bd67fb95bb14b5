import FlashAPI
import FlashModel
import FlashSQL

/// A purchase that a device shows as its account's.
struct StorePresentation {
  let period: StoreTransaction
  let user: UserID
  let settings: StoreSettings
  let now: Timestamp

  /// Makes the purchase the account's, with whatever the store has told of it before.
  /// - Returns: a failure, without a change, for one that is not this account's to show.
  func take<Connection: SQLConnection>(
    in connection: Connection
  ) throws -> Result<StoreLedger<Connection>.Settled, StoreRefusal> {
    if try SpentPurchases.contain(period.originalID, in: connection) { return .failure(.spent) }
    let plan = try StoreProducts.plan(
      of: period.productID, originalID: period.originalID, settings, in: connection)
    guard plan != nil else { return .failure(.productUnknown) }
    // Whoever gets hold of a purchase that somebody made for their account gets nothing.
    if let named = period.account, named != user, try exists(named, in: connection) {
      return .failure(.claimed)
    }
    var ledger = try StoreLedger(
      of: period.originalID, settings: settings, now: now, in: connection)
    try ledger.claim(for: user)
    guard ledger.owner == user else { return .failure(.claimed) }
    try ledger.keep(period)
    guard let settled = try ledger.settle() else { return .failure(.incomplete(.transaction)) }
    try EffectivePlan.settle(user, in: connection, now: now)
    return .success(settled)
  }

  private func exists(_ user: UserID, in connection: some SQLConnection) throws -> Bool {
    try connection.row("select 1 from users where id = $1", [SQLValue(user)]) { _ in true } ?? false
  }
}
