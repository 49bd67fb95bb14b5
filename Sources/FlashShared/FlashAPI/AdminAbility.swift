/// What an admin token may be used for.
public enum AdminAbility: String, Sendable, Hashable, CaseIterable, Codable {
  /// All of them.
  case everything = "admin:*"
  case readUsers = "admin:users.read"
  case writeUsers = "admin:users.write"
  case deleteUsers = "admin:users.delete"
  /// All that is held about an account, card text included.
  case exportUsers = "admin:users.export"
  case readBilling = "admin:billing.read"
  case writeBilling = "admin:billing.write"
  case readPlans = "admin:plans.read"
  case writePlans = "admin:plans.write"
  case readTokens = "admin:tokens.read"
  case writeTokens = "admin:tokens.write"
  case issueTokens = "admin:tokens.issue"
  case writeSync = "admin:sync.write"
  case readStats = "admin:stats.read"
  case readAudit = "admin:audit.read"
  case readMail = "admin:mail.read"
  case readJobs = "admin:jobs.read"
  case writeJobs = "admin:jobs.write"
  case metrics = "admin:metrics"
}
