import FlashAPI
import FlashCommand
import FlashModel
import FlashServer
import FlashTestSupport
import Testing

@testable import flash_serve

@Suite struct ServedOperationsTests {
  @Test("what the server answers are the operations of the contract, each once")
  func operations() throws {
    let session = try CommandSession()
    let context = session.context("flash-serve")
    let settings = try ServeSettings(listen: nil, database: session.folder.path, in: context)
    let parts = try ServeDatabase.parts(
      ServeDatabase.folder(session.folder.path), settings, in: context
    ).parts
    let served = parts.server.routes.map(\.operation)
    #expect(served.count == Set(served).count)
    let contract = Set(Endpoints.all)
    #expect(Set(served).subtracting(contract).map(\.name).sorted() == [])
    #expect(contract.subtracting(served).map(\.name).sorted() == [])
  }

  @Test("only bodies of sync may be long, and only those of accounts")
  func bodies() throws {
    let session = try CommandSession()
    let context = session.context("flash-serve")
    let settings = try ServeSettings(listen: nil, database: session.folder.path, in: context)
    let parts = try ServeDatabase.parts(
      ServeDatabase.folder(session.folder.path), settings, in: context
    ).parts
    for route in parts.server.routes where route.bodyLimit > 64 << 10 {
      #expect(route.operation.access == .account)
      #expect(route.operation.path.text.hasPrefix("/api/v1/sync/"))
    }
  }
}
