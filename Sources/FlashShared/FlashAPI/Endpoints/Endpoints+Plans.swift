// What an account's plan allows, and its reminders.

extension Endpoints {
  public static let entitlements = Endpoint<NoBody, EntitlementSnapshot>(
    "getEntitlements", .get, "/api/v1/me/entitlements", .account)
  public static let plans = Endpoint<NoBody, Plans>("listPlans", .get, "/api/v1/plans", .anyone)

  public static let reminders = Endpoint<NoBody, Reminders>(
    "listReminders", .get, "/api/v1/reminders", .account)
  public static let createReminder = Endpoint<ReminderInput, Reminder>(
    "createReminder", .post, "/api/v1/reminders", .account, success: 201)
  public static let updateReminder = Endpoint<ReminderChange, Reminder>(
    "updateReminder", .patch, "/api/v1/reminders/{reminder_id}", .account)
  public static let deleteReminder = Endpoint<NoBody, NoBody>(
    "deleteReminder", .delete, "/api/v1/reminders/{reminder_id}", .account, success: 204)

  /// The pages behind the link that ends reminders by mail.
  public static let unsubscribePage = Endpoint<NoBody, RawBody>(
    "getUnsubscribePage", .get, "/mail/unsubscribe", .anyone)
  public static let unsubscribe = Endpoint<RawBody, RawBody>(
    "unsubscribe", .post, "/mail/unsubscribe", .anyone)

  static let planOperations: [Operation] = [
    unsubscribePage.operation, unsubscribe.operation,
    entitlements.operation, plans.operation, reminders.operation, createReminder.operation,
    updateReminder.operation, deleteReminder.operation,
  ]
}
