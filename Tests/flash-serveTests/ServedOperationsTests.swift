import FlashAPI
import FlashCommand
import FlashModel
import FlashServer
import FlashTestSupport
import Testing

@testable import flash_serve

@Suite struct ServedOperationsTests {
  /// The server as it is started in a home of its own, with some limits set.
  static func parts(
    _ session: CommandSession, limits: [String: Int] = [:]
  ) throws -> ServiceParts<EmbeddedStorage> {
    session.variables["FLASH_CONFIG_COUNT"] = "\(limits.count)"
    for (index, limit) in limits.enumerated() {
      session.variables["FLASH_CONFIG_KEY_\(index)"] = "serve.limit.\(limit.key)"
      session.variables["FLASH_CONFIG_VALUE_\(index)"] = "\(limit.value)"
    }
    let context = session.context("flash-serve")
    let settings = try ServeSettings(listen: nil, database: session.folder.path, in: context)
    return try ServeDatabase.parts(
      ServeDatabase.folder(session.folder.path), settings, in: context
    ).parts
  }

  @Test("what the server answers are the operations of the contract, each once")
  func operations() throws {
    let session = try CommandSession()
    let parts = try Self.parts(session)
    let served = parts.server.routes.map(\.operation)
    #expect(served.count == Set(served).count)
    let contract = Set(Endpoints.all)
    #expect(Set(served).subtracting(contract).map(\.name).sorted() == [])
    #expect(contract.subtracting(served).map(\.name).sorted() == [])
  }

  @Test("only bodies of sync may be long, and only those of accounts")
  func bodies() throws {
    let session = try CommandSession()
    let parts = try Self.parts(session)
    for route in parts.server.routes where route.bodyLimit > 64 << 10 {
      #expect(route.operation.access == .account)
      #expect(route.operation.path.text.hasPrefix("/api/v1/sync/"))
    }
  }
}
