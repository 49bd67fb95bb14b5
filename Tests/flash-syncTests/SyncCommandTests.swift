import FlashCommand
import FlashModel
import FlashTestSupport
import Testing

@testable import flash_sync

@Suite struct SyncCommandTests {
  private func run(
    _ session: CommandSession, _ arguments: String, input: String = ""
  ) -> CommandSession.Outcome {
    session.run(
      FlashSync.self, "flash-sync", arguments.split(separator: " ").map(String.init), input: input)
  }

  @Test("without a sign-in a sync is code 4, and says what to do")
  func signedOut() throws {
    let outcome = run(try CommandSession(), "")
    #expect(outcome.code == 4)
    #expect(
      outcome.errors == "flash-sync: nobody is signed in\nhint: flash sync login\n")
    let json = run(try CommandSession(), "--json")
    #expect(json.errors.contains(#""code":"auth_required""#))
  }

  @Test("status of nothing says so, and its check is no")
  func status() throws {
    let session = try CommandSession()
    #expect(run(session, "status").output.hasPrefix("nobody is signed in"))
    #expect(run(session, "status --check").code == 1)
    #expect(run(session, "status --json").output == "")
  }

  @Test("a login needs a server, and none in the clear")
  func server() throws {
    let session = try CommandSession()
    #expect(run(session, "login me@example.org").code == 64)
    let clear = run(session, "login --server=http://flash.example me@example.org")
    #expect(clear.code == 78)
  }

  @Test("a server that is away is code 75")
  func away() throws {
    let outcome = run(
      try CommandSession(), "login --server=http://127.0.0.1:9 --token-stdin", input: "fr_1\n")
    #expect(outcome.code == 75)
    #expect(outcome.errors.contains("can't reach '127.0.0.1:9'"))
    #expect(!outcome.errors.contains("fr_1"))
  }

  @Test("a reset wants the remote's name, and forgets nothing without it")
  func reset() throws {
    let session = try CommandSession()
    #expect(run(session, "reset").code == 4)
  }

  @Test(
    "what is pasted is a link's token, or the code",
    arguments: [
      ("https://flash.example/auth/consume?t=ab12", "ab12"),
      (" https://flash.example/auth/consume?x=1&t=ab12#top ", "ab12"), ("ABCD-EFGH", "ABCD-EFGH"),
      ("  ", nil),
    ])
  func pasted(line: String, token: String?) {
    #expect(LinkSignIn.token(in: line) == token)
  }

  @Test("mail and terminal show one number, made of the secret's hash")
  func checkNumber() throws {
    let secret = String(repeating: "0", count: 64)
    // SHA-256 of 64 zeros begins with 60e05bd1: 0x60e0 is 24,800.
    #expect(try LinkSignIn.checkNumber(secret) == "4800")
  }
}
