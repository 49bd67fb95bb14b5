/// A transaction that StoreKit signed, as a client presents it; one of the two is given, and `jws` wins.
public struct TransactionProof: Codable, Sendable, Hashable {
  /// Up to 64 KiB, as the other.
  public var jws: String?
  public var signedTransaction: String?

  public init(jws: String? = nil, signedTransaction: String? = nil) {
    self.jws = jws
    self.signedTransaction = signedTransaction
  }
}

/// The plan and status that are in force after a purchase was presented.
public struct VerifyResponse: Codable, Sendable, Hashable {
  public var planKey: String
  /// `free`, `active`, `in_grace` or `expired`.
  public var subscriptionStatus: String
  /// Always null here: the clients of the older service can't read a date in it.
  @Nullable public var subscriptionExpiresAt: String?
  /// 0 for a purchase without an end.
  public var expiresAtMs: Int64
  /// RFC 3339.
  @Nullable public var subscriptionExpiresAtIso: String?

  public init(
    planKey: String, subscriptionStatus: String, expiresAtMs: Int64,
    subscriptionExpiresAtIso: String?
  ) {
    self.planKey = planKey
    self.subscriptionStatus = subscriptionStatus
    subscriptionExpiresAt = nil
    self.expiresAtMs = expiresAtMs
    self.subscriptionExpiresAtIso = subscriptionExpiresAtIso
  }
}

/// What is behind the plan of an account.
public struct Subscription: Codable, Sendable, Hashable {
  public var planKey: String
  /// `free`, `active`, `in_grace` or `expired`.
  public var status: String
  /// `none`, `app_store` or `grant`.
  public var source: String
  @Nullable public var productId: String?
  @Nullable public var originalTransactionId: String?
  /// `Production`, `Sandbox`, `Xcode` or `LocalTesting`.
  @Nullable public var environment: String?
  /// RFC 3339, as all moments here.
  @Nullable public var expiresAt: String?
  @Nullable public var graceExpiresAt: String?
  @Nullable public var autoRenew: Bool?
  @Nullable public var inBillingRetry: Bool?
  @Nullable public var lastEventAt: String?

  public init(
    planKey: String, status: String, source: String, productId: String? = nil,
    originalTransactionId: String? = nil, environment: String? = nil, expiresAt: String? = nil,
    graceExpiresAt: String? = nil, autoRenew: Bool? = nil, inBillingRetry: Bool? = nil,
    lastEventAt: String? = nil
  ) {
    self.planKey = planKey
    self.status = status
    self.source = source
    self.productId = productId
    self.originalTransactionId = originalTransactionId
    self.environment = environment
    self.expiresAt = expiresAt
    self.graceExpiresAt = graceExpiresAt
    self.autoRenew = autoRenew
    self.inBillingRetry = inBillingRetry
    self.lastEventAt = lastEventAt
  }
}
