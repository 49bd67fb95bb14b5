// Plans and what accounts have of them, for operators.

extension Endpoints {
  public static let adminSubscription = Endpoint<NoBody, SubscriptionHistory>(
    "adminGetSubscription", .get, "/api/v1/admin/users/{user_id}/subscription",
    .admin(ability: .readBilling))
  public static let adminGrantPlan = Endpoint<GrantInput, PlanGrant>(
    "adminGrantPlan", .post, "/api/v1/admin/users/{user_id}/subscription/grant",
    .admin(ability: .writeBilling), success: 201)
  public static let adminExtendPlan = Endpoint<ExtensionInput, PlanGrant>(
    "adminExtendPlan", .post, "/api/v1/admin/users/{user_id}/subscription/extend",
    .admin(ability: .writeBilling))
  public static let adminRevokePlan = Endpoint<RevocationInput, Subscription>(
    "adminRevokePlan", .post, "/api/v1/admin/users/{user_id}/subscription/revoke",
    .admin(ability: .writeBilling))

  /// Takes a ``StoreEventQuery``.
  public static let adminStoreEvents = Endpoint<NoBody, StoreEvents>(
    "adminListStoreEvents", .get, "/api/v1/admin/store-events", .admin(ability: .readBilling))
  public static let adminReprocessStoreEvent = Endpoint<NoBody, StoreEvent>(
    "adminReprocessStoreEvent", .post, "/api/v1/admin/store-events/{event_id}/reprocess",
    .admin(ability: .writeBilling))

  public static let adminPlans = Endpoint<NoBody, AdminPlans>(
    "adminListPlans", .get, "/api/v1/admin/plans", .admin(ability: .readPlans))
  public static let adminPlan = Endpoint<NoBody, AdminPlan>(
    "adminGetPlan", .get, "/api/v1/admin/plans/{plan_key}", .admin(ability: .readPlans))
  /// Takes a ``PlanChangeQuery``. A plan that was not there before is answered with 201.
  public static let adminPutPlan = Endpoint<PlanInput, AdminPlan>(
    "adminPutPlan", .put, "/api/v1/admin/plans/{plan_key}", .admin(ability: .writePlans))
  public static let adminDeletePlan = Endpoint<NoBody, NoBody>(
    "adminDeletePlan", .delete, "/api/v1/admin/plans/{plan_key}", .admin(ability: .writePlans),
    success: 204)
  /// Takes a ``PlanChangeQuery``.
  public static let adminPutEntitlement = Endpoint<EntitlementConfig, AdminPlan>(
    "adminPutEntitlement", .put, "/api/v1/admin/plans/{plan_key}/entitlements/{entitlement_key}",
    .admin(ability: .writePlans))
  public static let adminDefaultPlan = Endpoint<NoBody, DefaultPlan>(
    "adminGetDefaultPlan", .get, "/api/v1/admin/default-plan", .admin(ability: .readPlans))
  public static let adminPutDefaultPlan = Endpoint<DefaultPlan, DefaultPlan>(
    "adminPutDefaultPlan", .put, "/api/v1/admin/default-plan", .admin(ability: .writePlans))

  static let adminBillingOperations: [Operation] = [
    adminSubscription.operation, adminGrantPlan.operation, adminExtendPlan.operation,
    adminRevokePlan.operation, adminStoreEvents.operation, adminReprocessStoreEvent.operation,
    adminPlans.operation, adminPlan.operation, adminPutPlan.operation,
    adminDeletePlan.operation, adminPutEntitlement.operation, adminDefaultPlan.operation,
    adminPutDefaultPlan.operation,
  ]
}
