import FlashModel
import FlashTestSupport
import Testing

@testable import FlashServer
@testable import flash_serve

/// `flash serve token`.
@Suite struct ServeTokenTests {
  private func run(_ session: CommandSession, _ arguments: String...) -> CommandSession.Outcome {
    session.run(
      FlashServe.self, "flash-serve", ["token"] + arguments + ["--database", session.folder.path])
  }

  @Test("a token is printed once, opens the server, is listed without its secret, and is revoked")
  func life() throws {
    let session = try CommandSession()
    let added = run(session, "add", "--admin", "--abilities", "users.read,admin:stats.read", "ci")
    #expect(added.code == 0)
    let secret = try #require(added.lines.first)
    #expect(secret.hasPrefix("fadm_") && added.lines.count == 1)
    let storage = try ServeDatabase.folder(session.folder.path)
    let principal = try OperatorTokens.principal(of: secret, in: storage, now: session.now)
    #expect(principal.abilities.names == ["admin:users.read", "admin:stats.read"])
    let list = try run(session, "list", "--json").objects()
    #expect(list.map { $0["name"] } == [.string("ci")])
    #expect(list[0]["created_by"] == .string("system:host") && list[0]["token"] == .null)
    #expect(
      list[0]["expires_at"] == .string(session.now.advanced(by: 90 * 86_400_000).rfc3339))
    #expect(!run(session, "list").output.contains(secret))
    #expect(run(session, "rm", "ci").code == 0)
    #expect(run(session, "rm", "ci").code == 66)
    #expect(throws: (any Error).self) {
      try OperatorTokens.principal(of: secret, in: storage, now: session.now)
    }
  }

  @Test("of tokens with one name the one that is meant has to be named by its id")
  func names() throws {
    let session = try CommandSession()
    let ids = try (0..<2).map { _ in
      try run(session, "add", "--admin", "--json", "twin").objects()[0]["id"]?.string ?? ""
    }
    #expect(run(session, "rm", "twin").code == 66)
    #expect(run(session, "rm", ids[0]).code == 0)
    #expect(run(session, "rm", "twin").code == 0)
    #expect(try run(session, "list", "--json").objects().isEmpty)
  }

  @Test("what is no token is not made")
  func refusals() throws {
    let session = try CommandSession()
    #expect(run(session, "add", "ci").code == 64)
    #expect(run(session, "add", "--admin", "--abilities", "users.reed", "ci").code == 64)
    #expect(run(session, "add", "--admin", "--expires", "366", "ci").code == 64)
    #expect(run(session, "add", "--admin", "").code == 64)
    #expect(try run(session, "list", "--json").objects().isEmpty)
  }
}
