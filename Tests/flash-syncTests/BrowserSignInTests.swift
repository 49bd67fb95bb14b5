import FlashAPI
import FlashClient
import FlashCommand
import FlashModel
import FlashTestSupport
import Testing

@testable import flash_sync

@Suite struct BrowserSignInTests {
  private final class Answers: Transport {
    var answers: [IncomingAnswer]
    private(set) var bodies: [String] = []

    init(_ answers: [IncomingAnswer]) { self.answers = answers }

    func send(_ request: OutgoingRequest) throws(ClientError) -> IncomingAnswer {
      bodies.append(String(decoding: request.body, as: UTF8.self))
      guard !answers.isEmpty else { throw .unreachable(host: "test", reason: "no more answers") }
      return answers.removeFirst()
    }
  }

  private let signedIn = IncomingAnswer(
    status: 200,
    body: Array(
      """
      {"access_token":"fa_1","refresh_token":"fr_1","token_type":"Bearer","expires_in":900,\
      "refresh_expires_in":7776000,"user":{"id":"u1","email":null,"created":true}}
      """.utf8))
  private let unknown = IncomingAnswer(
    status: 410, body: Array(#"{"code":"magic_link_invalid","message":"Not known."}"#.utf8))

  private func client(_ transport: Answers) throws -> Client {
    Client(try ServerAddress("https://flash.example"), over: transport, patience: 0) {
      (_) throws(ClientError) in
    }
  }

  @Test("the server's page is named, and the code of it signs in")
  func code() throws {
    let transport = Answers([signedIn])
    var context = try CommandSession().context("flash-sync", input: "\n abcde-fghjk \n")
    let answer = try BrowserSignIn(client(transport)).run(in: &context)
    #expect(answer.tokens.refreshToken == "fr_1" && answer.user.id == "u1")
    #expect(context.errors.captured.contains("Open https://flash.example/auth/apple in a browser"))
    #expect(transport.bodies.count == 1 && transport.bodies[0].contains(#""token":"abcde-fghjk""#))
  }

  @Test("a code that is not known is an error where nobody can type another")
  func unknownCode() throws {
    let transport = Answers([unknown, signedIn])
    var context = try CommandSession().context("flash-sync", input: "x\ny\n")
    let error = #expect(throws: ClientError.self) {
      _ = try BrowserSignIn(client(transport)).run(in: &context)
    }
    #expect(error?.code == "magic_link_invalid")
  }

  @Test("without a code nobody is signed in")
  func nothing() throws {
    var context = try CommandSession().context("flash-sync", input: "")
    #expect(throws: SyncError.notApproved) {
      _ = try BrowserSignIn(client(Answers([]))).run(in: &context)
    }
  }
}
