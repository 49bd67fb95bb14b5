// Operations of the contract that nothing answers yet. A name goes when the operation is served.

extension Endpoints {
  /// By the names of the contract.
  public static let awaited: Set<String> = [
    // Plans
    "getEntitlements",
    "listPlans",
    "adminGetSubscription",
    "adminGrantPlan",
    "adminExtendPlan",
    "adminRevokePlan",
    "adminListPlans",
    "adminGetPlan",
    "adminPutPlan",
    "adminDeletePlan",
    "adminPutEntitlement",
    "adminGetDefaultPlan",
    "adminPutDefaultPlan",

    // Reminders
    "listReminders",
    "createReminder",
    "updateReminder",
    "deleteReminder",

    // The App Store
    "verifySubscription",
    "getSubscription",
    "appStoreNotification",
    "adminListStoreEvents",
    "adminReprocessStoreEvent",
  ]
}
