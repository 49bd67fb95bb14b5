import Testing

@testable import FlashMail

@Suite struct MailServerTests {
  @Test("an address of a mail server is read part by part")
  func parts() throws {
    let server = try MailServer("smtps://flash%40x:p%3Aw%2F@mail.example.org:465/")
    #expect(server.url == "smtps://mail.example.org:465")
    #expect(server.login == MailServer.Login(name: "flash@x", password: "p:w/"))
    #expect(try MailServer("smtp://[2001:db8::1]").url == "smtp://[2001:db8::1]")
    #expect(try MailServer("smtp://[2001:db8::1]:25").url == "smtp://[2001:db8::1]:25")
    #expect(try MailServer("smtp://localhost").isLoopback)
    #expect(try !MailServer("smtp://mail.example.org").isLoopback)
  }

  @Test(
    "what is no address of one is refused, and no password is shown",
    arguments: [
      "http://x", "smtp:", "smtp://", "smtp://x:0", "smtp://x:y", "smtp://a b", "smtp://u@x",
      "smtp://secret:secret@", "smtp://secret:secret%0D@x", "smtp://secret:secret@x:99999", "x",
    ])
  func refused(text: String) throws {
    let error = try #require(throws: MailError.self) { try MailDestination(text) }
    #expect(!error.message.contains("secret"))
    #expect(error.code == "mail_destination")
  }

  @Test("a file of credentials has a name and a password, a line each")
  func credentials() throws {
    let login = MailServer.Login(file: "flash\np w\n")
    #expect(login == MailServer.Login(name: "flash", password: "p w"))
    #expect(MailServer.Login(file: "flash") == nil)
    let destination = try MailDestination("smtp://mail.example.org", login: login)
    guard case .server(let server) = destination else {
      Issue.record("no server")
      return
    }
    #expect(server.login == login)
  }

  @Test(
    "how long a document may be kept is what its headers say",
    arguments: [
      ("max-age=3600", 3_600), ("public, max-age=60, must-revalidate", 60),
      ("no-store, max-age=60", 0), ("Max-Age=\"7\"", 7), ("private", nil), ("", nil),
    ] as [(String, Int?)])
  func ages(field: String, age: Int?) {
    #expect(Fetching.maximumAge(field) == age)
  }
}
