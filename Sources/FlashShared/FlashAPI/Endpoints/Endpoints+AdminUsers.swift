public import FlashModel

// Accounts, for operators.

extension Endpoints {
  public static let adminWhoami = Endpoint<NoBody, AdminToken>(
    "adminWhoami", .get, "/api/v1/admin/whoami", .admin(ability: nil))

  /// Takes a ``UserQuery``.
  public static let adminUsers = Endpoint<NoBody, AdminUsers>(
    "adminListUsers", .get, "/api/v1/admin/users", .admin(ability: .readUsers))
  public static let adminCreateUser = Endpoint<AdminUserInput, AdminUser>(
    "adminCreateUser", .post, "/api/v1/admin/users", .admin(ability: .writeUsers), success: 201)
  public static let adminUser = Endpoint<NoBody, AdminUserDetail>(
    "adminGetUser", .get, "/api/v1/admin/users/{user_id}", .admin(ability: .readUsers))
  /// The body is read member by member, as an absent one stays as it is and null clears.
  public static let adminPatchUser = Endpoint<JSONValue, AdminUserDetail>(
    "adminPatchUser", .patch, "/api/v1/admin/users/{user_id}", .admin(ability: .writeUsers))
  /// Takes a ``DeletionQuery``.
  public static let adminDeleteUser = Endpoint<NoBody, NoBody>(
    "adminDeleteUser", .delete, "/api/v1/admin/users/{user_id}", .admin(ability: .deleteUsers),
    success: 204)
  public static let adminDisableUser = Endpoint<Reason, AdminUser>(
    "adminDisableUser", .post, "/api/v1/admin/users/{user_id}/disable",
    .admin(ability: .writeUsers))
  public static let adminEnableUser = Endpoint<Reason, AdminUser>(
    "adminEnableUser", .post, "/api/v1/admin/users/{user_id}/enable",
    .admin(ability: .writeUsers))
  public static let adminRestoreUser = Endpoint<Reason, AdminUser>(
    "adminRestoreUser", .post, "/api/v1/admin/users/{user_id}/restore",
    .admin(ability: .writeUsers))
  public static let adminExportUser = Endpoint<NoBody, RawBody>(
    "adminExportUser", .get, "/api/v1/admin/users/{user_id}/export",
    .admin(ability: .exportUsers))

  public static let adminSessions = Endpoint<NoBody, AuthSessions>(
    "adminListSessions", .get, "/api/v1/admin/users/{user_id}/sessions",
    .admin(ability: .readUsers))
  /// Takes a ``ReasonQuery``.
  public static let adminRevokeAllSessions = Endpoint<NoBody, RevokedSessions>(
    "adminRevokeAllSessions", .delete, "/api/v1/admin/users/{user_id}/sessions",
    .admin(ability: .writeTokens))
  public static let adminRevokeSession = Endpoint<NoBody, NoBody>(
    "adminRevokeSession", .delete, "/api/v1/admin/users/{user_id}/sessions/{session_id}",
    .admin(ability: .writeTokens), success: 204)
  public static let adminIssueToken = Endpoint<SupportTokenInput, SupportToken>(
    "adminIssueToken", .post, "/api/v1/admin/users/{user_id}/tokens",
    .admin(ability: .issueTokens), success: 201)
  public static let adminResendMagicLink = Endpoint<NoBody, MailReceipt>(
    "adminResendMagicLink", .post, "/api/v1/admin/users/{user_id}/magic-link",
    .admin(ability: .writeUsers), success: 202)

  public static let adminForceResync = Endpoint<Reason, ResyncEpoch>(
    "adminForceResync", .post, "/api/v1/admin/users/{user_id}/resync",
    .admin(ability: .writeSync))
  public static let adminReplayReviews = Endpoint<ReplayInput, ReplayReport>(
    "adminReplayReviews", .post, "/api/v1/admin/users/{user_id}/replay",
    .admin(ability: .writeSync), success: 202)

  static let adminUserOperations: [Operation] = [
    adminWhoami.operation, adminUsers.operation, adminCreateUser.operation, adminUser.operation,
    adminPatchUser.operation, adminDeleteUser.operation, adminDisableUser.operation,
    adminEnableUser.operation, adminRestoreUser.operation, adminExportUser.operation,
    adminSessions.operation, adminRevokeAllSessions.operation, adminRevokeSession.operation,
    adminIssueToken.operation, adminResendMagicLink.operation, adminForceResync.operation,
    adminReplayReviews.operation,
  ]
}
