public import FlashAPI
import FlashModel
import FlashSQL

/// Making and taking back tokens on the server's own machine, where the first one comes from.
public struct HostTokens<Storage: ServerStorage>: Sendable {
  private let server: Server<Storage>

  public init(_ server: Server<Storage>) { self.server = server }

  /// - Parameter life: seconds; one of ``OperatorTokens/lives``.
  public func add(
    _ name: String, _ abilities: AdminAbilities, life: Int
  ) throws -> IssuedAdminToken {
    try server.storage.directory {
      try OperatorTokens.issue(
        name, abilities, life: life, by: entry("token.create"), in: $0, now: server.clock(),
        random: server.random)
    }
  }

  /// Those that were not revoked, the newest first.
  public func list() throws -> [AdminToken] {
    try server.storage.readDirectory { try OperatorTokens.list(in: $0) }
  }

  /// - Parameter name: an id, or the name of one token.
  /// - Returns: how many tokens are called so; one of them is revoked if it is the only one.
  public func remove(_ name: String) throws -> Int {
    try server.storage.directory { connection in
      let found = try OperatorTokens.list(in: connection).filter {
        $0.id == name || $0.name == name
      }
      guard found.count == 1, let id = AdminTokenID(found[0].id) else { return found.count }
      _ = try OperatorTokens.revoke(
        id, by: entry("token.revoke"), in: connection, now: server.clock(), random: server.random)
      return 1
    }
  }

  private func entry(_ action: String) -> AuditEntry {
    AuditEntry(action: action, actor: .system("host"))
  }
}
