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

    // Accounts, for operators
    "adminListUsers",
    "adminCreateUser",
    "adminGetUser",
    "adminPatchUser",
    "adminDeleteUser",
    "adminDisableUser",
    "adminEnableUser",
    "adminRestoreUser",
    "adminExportUser",
    "adminListSessions",
    "adminRevokeAllSessions",
    "adminRevokeSession",
    "adminIssueToken",
    "adminResendMagicLink",
    "adminForceResync",
    "adminReplayReviews",

    // The server, for operators
    "adminWhoami",
    "adminListTokens",
    "adminCreateToken",
    "adminRevokeToken",
    "adminStats",
    "adminAuditLog",
    "adminListMail",
    "adminListJobs",
    "adminRunJob",
  ]
}
