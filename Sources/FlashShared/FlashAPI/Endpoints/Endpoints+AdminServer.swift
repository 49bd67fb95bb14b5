// The server itself, for operators: their tokens, its figures, its log, its mail, its jobs.

extension Endpoints {
  public static let adminTokens = Endpoint<NoBody, AdminTokens>(
    "adminListTokens", .get, "/api/v1/admin/tokens", .admin(ability: .readTokens))
  public static let adminCreateToken = Endpoint<AdminTokenInput, IssuedAdminToken>(
    "adminCreateToken", .post, "/api/v1/admin/tokens", .admin(ability: .issueTokens),
    success: 201)
  public static let adminRevokeToken = Endpoint<NoBody, NoBody>(
    "adminRevokeToken", .delete, "/api/v1/admin/tokens/{token_id}",
    .admin(ability: .writeTokens), success: 204)

  /// Takes a ``StatsQuery``.
  public static let adminStats = Endpoint<NoBody, AdminStats>(
    "adminStats", .get, "/api/v1/admin/stats", .admin(ability: .readStats))
  /// Takes an ``AuditQuery``.
  public static let adminAuditLog = Endpoint<NoBody, AuditEvents>(
    "adminAuditLog", .get, "/api/v1/admin/audit-log", .admin(ability: .readAudit))
  /// Takes a ``MailQuery``.
  public static let adminMail = Endpoint<NoBody, MailReceipts>(
    "adminListMail", .get, "/api/v1/admin/mail", .admin(ability: .readMail))
  public static let adminJobs = Endpoint<NoBody, JobReports>(
    "adminListJobs", .get, "/api/v1/admin/jobs", .admin(ability: .readJobs))
  /// Takes a ``JobRunQuery``.
  public static let adminRunJob = Endpoint<NoBody, JobReport>(
    "adminRunJob", .post, "/api/v1/admin/jobs/{job_name}/run", .admin(ability: .writeJobs))

  static let adminServerOperations: [Operation] = [
    adminTokens.operation, adminCreateToken.operation, adminRevokeToken.operation,
    adminStats.operation, adminAuditLog.operation, adminMail.operation, adminJobs.operation,
    adminRunJob.operation,
  ]
}
