public import FlashModel

// Purchases in the App Store.

extension Endpoints {
  public static let verifySubscription = Endpoint<TransactionProof, VerifyResponse>(
    "verifySubscription", .post, "/api/v1/subscriptions/verify", .account)
  public static let subscription = Endpoint<NoBody, Subscription>(
    "getSubscription", .get, "/api/v1/subscriptions/current", .account)
  /// The body is read by hand, as its member `signedPayload` is not in snake case. What the answer says
  /// does not matter.
  public static let appStoreNotification = Endpoint<RawBody, JSONValue>(
    "appStoreNotification", .post, "/api/v1/webhooks/app-store", .anyone)

  static let subscriptionOperations: [Operation] = [
    verifySubscription.operation, subscription.operation, appStoreNotification.operation,
  ]
}
