import FlashAPI
import FlashCommand
import FlashModel
import FlashTestSupport
import Foundation
import Testing

@testable import FlashServer
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

  @Test("what a full disk, or a busy server, is answered with is in the contract")
  func noRoom() throws {
    let contract = try Self.statuses()
    let parts = try Self.parts(CommandSession())
    for route in parts.server.routes where route.fillsDisk || route.operation.name == "exportMe" {
      let statuses = contract[route.operation.name] ?? []
      #expect(statuses.isSuperset(of: [503, 507]), "\(route.operation.name): \(statuses)")
    }
    #expect(contract["syncPush"] == [200, 401, 409, 413, 422, 429, 503, 507])
  }

  /// The statuses of each operation of the contract, by its indentation.
  static func statuses() throws -> [String: Set<Int>] {
    let text = try String(contentsOf: Fixture.projectFile("docs/api/openapi.yaml"), encoding: .utf8)
    var (found, name): ([String: Set<Int>], String) = ([:], "")
    for line in text.split(separator: "\n") {
      if line.hasPrefix("components:") { break }
      if line.hasPrefix("      operationId: ") { name = String(line.dropFirst(19)) }
      if line.hasPrefix("        \""), let status = Int(line.dropFirst(9).prefix(3)) {
        found[name, default: []].insert(status)
      }
    }
    return found
  }

  @Test(
    "only bodies of sync may be long, and only those of accounts; a notification of the store somewhat"
  )
  func bodies() throws {
    let session = try CommandSession()
    let parts = try Self.parts(session)
    for route in parts.server.routes where route.bodyLimit > 64 << 10 {
      if route.operation.name == Endpoints.appStoreNotification.operation.name {
        #expect(route.bodyLimit < 260 << 10 && !route.fillsDisk)
        continue
      }
      #expect(route.operation.access == .account)
      #expect(route.operation.path.text.hasPrefix("/api/v1/sync/"))
    }
  }
}
