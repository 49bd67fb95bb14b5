import FlashModel

/// A subscription of the store's, as far as it is known: a pure function of what the store has
/// signed about it, in the order in which that was signed.
///
/// What arrives late takes its place in that order, so that neither delays nor repeats matter.
struct StoreSubscription: Sendable, Hashable {
  /// The newest period.
  private(set) var period: StoreTransaction
  private(set) var renews: Bool?
  /// What it goes on as, if that is something else.
  private(set) var nextProductID: String?
  /// Whether the store tries to be paid.
  private(set) var isInBillingRetry = false
  private(set) var graceExpires: Timestamp?
  /// Why it is over, whatever its dates say.
  private(set) var end: End?

  /// Why a subscription is over before its time, or for good.
  enum End: Sendable, Hashable {
    case expired(reason: String?)
    case graceOver
    case refunded
    case revoked
    /// Another subscription took its place.
    case upgraded

    /// A word for it.
    var name: String {
      switch self {
      case .expired(let reason): reason?.lowercased() ?? "expired"
      case .graceOver: "grace_over"
      case .refunded: "refunded"
      case .revoked: "revoked"
      case .upgraded: "upgraded"
      }
    }
  }

  /// Whether it gives anything, and how safely.
  enum Status: String, Sendable, Hashable {
    case active
    /// A payment is missing.
    case inGrace = "in_grace"
    case expired
  }

  /// What something that was signed did.
  enum Effect: Sendable, Hashable {
    case applied
    /// Nothing, and why.
    case none(String)
  }

  private init(_ period: StoreTransaction) {
    self.period = period
    end = StoreSubscription.end(of: period)
  }

  /// How it stands at a moment.
  func status(at now: Timestamp) -> Status {
    if end != nil { return .expired }
    if let graceExpires, now < graceExpires { return .inGrace }
    if let expires = period.expires, expires <= now { return .expired }
    return isInBillingRetry ? .inGrace : .active
  }

  /// When it ends if nothing more is heard; nil for never.
  var ends: Timestamp? {
    guard let expires = period.expires else { return nil }
    return max(expires, graceExpires ?? expires)
  }

  /// Puts together what is known.
  /// - Returns: nil if nothing names a purchase; and what each entry did, by its place in `entries`.
  static func fold(_ entries: [StoreEntry]) -> (StoreSubscription?, [Effect]) {
    var subscription: StoreSubscription?
    var effects = [Effect](repeating: .applied, count: entries.count)
    for index in entries.indices.sorted(by: { entries[$0].precedes(entries[$1]) }) {
      effects[index] = apply(entries[index], to: &subscription)
    }
    return (subscription, effects)
  }
}

extension StoreSubscription {
  private static func apply(
    _ entry: StoreEntry, to subscription: inout StoreSubscription?
  ) -> Effect {
    let change: StoreChange?
    switch entry.kind {
    case .presented: change = nil
    case .notified(let type, let subtype):
      change = StoreChange(type: type, subtype: subtype)
      if change == nil { return .none("notifications of this type are only written down") }
    }
    guard let period = entry.period else { return .none("it names no purchase") }
    var next = subscription ?? StoreSubscription(period)
    let isNewest = next.take(period)
    next.take(entry.renewal)
    let effect =
      if let change {
        next.apply(change, of: period, isNewest, entry)
      } else {
        next.present(period, isNewest)
      }
    // What only tells of an earlier period leaves no trace, not even as the first that is heard.
    if effect == .applied || subscription != nil { subscription = next }
    return effect
  }

  /// Takes in a period unless a newer one is known.
  private mutating func take(_ new: StoreTransaction) -> Bool {
    if new.id == period.id {
      period = new
      if new.revoked != nil, end == nil { end = .revoked }
    } else {
      guard (period.purchased, period.id) < (new.purchased, new.id) else { return false }
      self = StoreSubscription(new, after: self)
    }
    return true
  }

  private init(_ period: StoreTransaction, after earlier: StoreSubscription) {
    self.init(period)
    renews = earlier.renews
    nextProductID = earlier.nextProductID == period.productID ? nil : earlier.nextProductID
  }

  private mutating func take(_ renewal: StoreRenewal?) {
    guard let renewal else { return }
    renews = renewal.renews ?? renews
    nextProductID = renewal.nextProductID == period.productID ? nil : renewal.nextProductID
  }

  private mutating func apply(
    _ change: StoreChange, of changed: StoreTransaction, _ isNewest: Bool, _ entry: StoreEntry
  ) -> Effect {
    // How it goes on is said of the subscription, whichever period is named beside it.
    if change == .changesRenewal { return .applied }
    guard isNewest else { return .none("it is of an earlier period") }
    switch change {
    case .begins: begin()
    case .isOffered:
      if let expires = changed.expires, expires <= entry.signed {
        return .none("the offer had ended")
      }
      begin()
    case .failsToRenew(let hasGrace):
      isInBillingRetry = true
      graceExpires = hasGrace ? entry.renewal?.graceExpires : nil
    case .losesGrace: over(.graceOver)
    case .expires(let reason):
      isInBillingRetry = false
      over(.expired(reason: reason))
    case .isRefunded: over(.refunded)
    case .isRevoked: over(.revoked)
    case .isRefundedNoMore: end = StoreSubscription.end(of: changed)
    case .changesRenewal, .isExtended: break
    }
    return .applied
  }

  /// Takes a period as it was presented by a device. It is of the past unless its dates say otherwise.
  private mutating func present(_ shown: StoreTransaction, _ isNewest: Bool) -> Effect {
    guard isNewest else { return .none("it is of an earlier period") }
    // Signed anew without a word of being taken back: what was said before holds no more.
    if let expires = shown.expires, expires <= shown.signed { return .applied }
    end = StoreSubscription.end(of: shown)
    return .applied
  }

  private mutating func begin() {
    isInBillingRetry = false
    graceExpires = nil
    end = StoreSubscription.end(of: period)
  }

  private mutating func over(_ reason: End) {
    graceExpires = nil
    end = reason
  }

  private static func end(of period: StoreTransaction) -> End? {
    if period.revoked != nil { return .revoked }
    return period.isUpgraded ? .upgraded : nil
  }
}
