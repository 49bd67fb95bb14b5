import FlashAPI
public import FlashModel

/// A token of an operator, as it is stored.
public enum OperatorToken {}

public typealias AdminTokenID = Identifier<OperatorToken>

/// The operator who asks, once a token has been looked up.
public struct AdminPrincipal: Sendable, Hashable {
  public let token: AdminTokenID
  let abilities: AdminAbilities
}

/// What a token of an operator is good for.
public struct AdminAbilities: Sendable, Hashable {
  /// In the order of the contract.
  let list: [AdminAbility]

  /// - Returns: nil if one of `names` is no ability, or there are none.
  public init?(_ names: some Collection<String>) {
    let wanted = Set(names)
    guard !wanted.isEmpty, wanted.allSatisfy({ AdminAbility(rawValue: $0) != nil }) else {
      return nil
    }
    list = AdminAbility.allCases.filter { wanted.contains($0.rawValue) }
  }

  /// What the database has: names with spaces between. What this version does not know gives nothing.
  init(stored text: String) {
    list = text.split(separator: " ").compactMap { AdminAbility(rawValue: String($0)) }
  }

  var stored: String { names.joined(separator: " ") }

  var names: [String] { list.map(\.rawValue) }

  /// - Parameter ability: nil is any token's.
  func contain(_ ability: AdminAbility?) -> Bool {
    guard let ability else { return true }
    return list.contains(ability) || list.contains(.everything)
  }

  /// Whether whoever has these may hand `others` out.
  func cover(_ others: AdminAbilities) -> Bool { others.list.allSatisfy(contain) }
}
