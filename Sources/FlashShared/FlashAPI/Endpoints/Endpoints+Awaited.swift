// Operations of the contract that nothing answers yet. A name goes when the operation is served.

extension Endpoints {
  /// By the names of the contract.
  public static let awaited: Set<String> = [
    // The App Store
    "verifySubscription",
    "getSubscription",
    "appStoreNotification",
    "adminListStoreEvents",
    "adminReprocessStoreEvent",
  ]
}
