import FlashModel
import Testing

@testable import FlashMail

@Suite struct MailHandOverTests {
  private func send(_ server: SmallMailServer) throws {
    try MailDestination("smtp://127.0.0.1:\(server.port)").deliver(
      Array("Subject: Hi\r\n\r\n.One\r\nTwo\r\n".utf8), from: "flash@example.net",
      to: "ada@example.org", written: 0, name: "one")
  }

  @Test("a mail is handed over line by line")
  func takes() throws {
    let server = try SmallMailServer(.takes)
    try send(server)
    try send(server)
    #expect(server.mails == Array(repeating: "Subject: Hi\n\n.One\nTwo", count: 2))
  }

  @Test("a server that does not say that it took a mail is taken not to have")
  func hangsUp() throws {
    let server = try SmallMailServer(.hangsUp)
    #expect(throws: MailError.self) { try send(server) }
    #expect(server.mails.count == 1)
  }

  @Test("a server that is too busy is asked again later")
  func busy() throws {
    let server = try SmallMailServer(.isBusy)
    let error = try #require(throws: MailError.self) { try send(server) }
    #expect(error.kind == .tryLater)
    #expect(server.mails == [])
  }
}
