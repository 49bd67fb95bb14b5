import FlashTestSupport
import Testing

@testable import FlashMail

@Suite(
  .enabled(
    if: RealMailServer.isExpected, "needs the mail server of scripts/install-smtp"))
struct SMTPTests {
  private func send(
    _ server: RealMailServer, login: String = "", trusting authorities: String? = nil,
    to recipient: String = "ada@example.org", body: String = "Hello"
  ) throws {
    var address = try MailServer("smtp://\(login)localhost:\(server.port)")
    address.authorities = authorities
    try MailDestination.server(address).deliver(
      Array("Subject: Hi\r\n\r\n\(body)\r\n".utf8), from: "flash@example.net", to: recipient,
      written: 0, name: "one")
  }

  @Test("a mail arrives as it was sent, dots and all")
  func plain() throws {
    let server = try RealMailServer("plain")
    try send(server, body: "One\r\n.\r\n..two")
    #expect(
      try server.mails() == [
        "flash@example.net\nada@example.org\nSubject: Hi\r\n\r\nOne\r\n.\r\n..two\r\n"
      ])
  }

  @Test("behind STARTTLS a name and a password are shown")
  func login() throws {
    let server = try RealMailServer("login")
    try send(server, login: "flash:secret@", trusting: server.certificate)
    #expect(try server.mails().count == 1)
    let error = try #require(throws: MailError.self) {
      try send(server, login: "flash:wrong@", trusting: server.certificate)
    }
    #expect(error.code == "mail_refused")
    #expect(try server.mails().count == 1)
  }

  @Test("a server whose certificate nobody vouches for gets neither mail nor password")
  func certificate() throws {
    let server = try RealMailServer("login")
    #expect(throws: MailError.self) { try send(server, login: "flash:secret@") }
    #expect(try server.mails() == [])
  }

  @Test("a refused recipient is an error with the server's code")
  func recipient() throws {
    let server = try RealMailServer("plain")
    let error = try #require(throws: MailError.self) {
      try send(server, to: "nobody@example.org")
    }
    #expect(error.message.contains("(550)"))
  }

  @Test("a server that is not there is an error, not a loss")
  func away() throws {
    let destination = try MailDestination("smtp://127.0.0.1:1")
    let error = try #require(throws: MailError.self) {
      try destination.deliver([], from: "a@b.c", to: "d@e.f", written: 0, name: "one")
    }
    #expect(error.code == "mail_refused")
  }
}
