import FlashClient
import FlashModel
import FlashTestSupport
import Foundation
import Testing

@testable import flash_admin

@Suite struct AdminSessionTests {
  private typealias Answer = ImitationServer.Answer
  private let token =
    #"{"id":"t1","name":"desk","abilities":["admin:users.read"],"created_at":"#
    + #""2026-01-02T03:04:05Z","expires_at":"2026-04-02T03:04:05Z","last_used_at":null}"#

  @Test("a token is kept once the server has taken it, in a file of its owner's")
  func login() throws {
    let home = try AdminHome([Answer("GET /api/v1/admin/whoami", 200, token)])
    home.session.variables["FLASH_TOKEN"] = nil
    home.session.variables["FLASH_SERVER"] = nil
    let refused = home.run(
      "login --server \(home.server.address) --token-stdin", input: "fo_wrong\n")
    #expect(refused.code == 4 && !refused.errors.contains("fo_wrong"))
    #expect(home.run("whoami").code == 64)
    let taken = home.run("login --server \(home.server.address) --token-stdin", input: "fo_test\n")
    #expect(taken.output.hasPrefix("signed in at 127.0.0.1:"))
    #expect(taken.output.hasSuffix("as 'desk', until 2026-04-02 03:04\n"))
    let file = home.session.folder.path + "/.local/state/flash/credentials"
    let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(try home.run("whoami --json").objects().first?["name"] == .string("desk"))
    #expect(home.run("logout").code == 0)
    #expect(home.run("whoami").code == 4)
    #expect(home.run("logout").code == 4)
  }

  @Test("a token that is not given is not waited for")
  func noTerminal() throws {
    let home = try AdminHome([])
    #expect(home.run("login").code == 64)
    #expect(home.run("login --token-stdin", input: "\n").code == 4)
  }

  @Test(
    "what the server refuses has the exit code that scripts know",
    arguments: [
      (400, "bad_request", 64), (401, "token_revoked", 4), (403, "insufficient_ability", 77),
      (404, "not_found", 66), (409, "conflict", 1), (412, "precondition_failed", 75),
      (422, "validation_failed", 64), (500, "internal", 75),
    ])
  func refusals(status: Int, code: String, exit: Int32) throws {
    let home = try AdminHome([
      Answer("GET /api/v1/admin/jobs", status, #"{"code":"\#(code)","message":"No."}"#)
    ])
    let outcome = home.run("jobs list --json")
    #expect(outcome.code == exit)
    #expect(outcome.errors.hasPrefix(#"{"error":{"code":"\#(code)","message":"no""#))
  }

  @Test("a token that has ended is told with what to do")
  func signedOut() throws {
    let home = try AdminHome([])
    home.session.variables["FLASH_TOKEN"] = "fo_old"
    #expect(
      home.run("jobs list").errors
        == "flash-admin: the token was revoked\nhint: flash admin login\n")
  }

  @Test("a server that is away is code 75, and none at all is wrong usage")
  func away() throws {
    let home = try AdminHome([])
    home.session.variables["FLASH_SERVER"] = "http://127.0.0.1:9"
    #expect(home.run("jobs list").code == 75)
    home.session.variables["FLASH_SERVER"] = "http://flash.example"
    #expect(home.run("jobs list").code == 78)
    home.session.variables["FLASH_SERVER"] = nil
    #expect(home.run("jobs list").code == 64)
  }

  @Test("one's own account wants the sign-in of a person")
  func account() throws {
    let home = try AdminHome([])
    for command in ["account show", "account export", "subscription status"] {
      let outcome = home.run(command)
      #expect(outcome.code == 4 && outcome.errors.contains("flash sync login"))
    }
  }
}
