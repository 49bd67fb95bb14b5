public import FlashModel

/// A token of an operator.
public enum OperatorToken {}

public typealias AdminTokenID = Identifier<OperatorToken>

/// The operator who asks, once a token has been looked up.
public struct AdminPrincipal: Sendable, Hashable {
  public let token: AdminTokenID
  let abilities: AdminAbilities
}

/// What a token of an operator is good for.
struct AdminAbilities: Sendable, Hashable {
  /// As the contract writes them, in its order.
  let names: [String]

  /// Stands for all of them.
  static let everything = "admin:*"

  /// In the order of the contract.
  static let known = [
    everything, "admin:users.read", "admin:users.write", "admin:users.delete",
    "admin:billing.read", "admin:billing.write", "admin:plans.read", "admin:plans.write",
    "admin:tokens.read", "admin:tokens.write", "admin:tokens.issue", "admin:sync.write",
    "admin:stats.read", "admin:audit.read", "admin:mail.read", "admin:jobs.read",
    "admin:jobs.write", "admin:metrics",
  ]

  /// - Returns: nil if one of `names` is none, or there are none.
  init?(_ names: some Collection<String>) {
    let wanted = Set(names)
    guard !wanted.isEmpty, wanted.isSubset(of: AdminAbilities.known) else { return nil }
    self.names = AdminAbilities.known.filter(wanted.contains)
  }

  /// What the database has: names with spaces between.
  init(stored text: String) { names = text.split(separator: " ").map(String.init) }

  var stored: String { names.joined(separator: " ") }

  func contain(_ ability: String) -> Bool {
    names.contains(ability) || names.contains(AdminAbilities.everything)
  }

  /// Whether whoever has these may hand `others` out.
  func cover(_ others: AdminAbilities) -> Bool { others.names.allSatisfy(contain) }
}
