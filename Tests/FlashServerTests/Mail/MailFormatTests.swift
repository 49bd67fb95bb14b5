import FlashModel
import Testing

@testable import FlashServer

@Suite struct MailFormatTests {
  private func mail(subject: String = "Hello", body: String = "One\nTwo\n") -> OutgoingMail {
    OutgoingMail(
      id: Identifier(high: 1, low: 2), recipient: "ada@example.org", subject: subject, body: body,
      written: Timestamp(milliseconds: 1_776_800_000_000))
  }

  private func message(_ mail: OutgoingMail, from origin: String = "Flash <flash@example.net>")
    throws
    -> String
  {
    String(decoding: mail.message(from: try #require(MailOrigin(origin))), as: UTF8.self)
  }

  @Test("a plain mail reads as RFC 5322 has it")
  func plain() throws {
    #expect(
      try message(mail()).split(separator: "\r\n", omittingEmptySubsequences: false) == [
        "From: \"Flash\" <flash@example.net>", "To: <ada@example.org>", "Subject: Hello",
        "Date: Tue, 21 Apr 2026 19:33:20 +0000",
        "Message-ID: <00000000-0000-0001-0000-000000000002@example.net>",
        "Auto-Submitted: auto-generated", "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 7bit", "", "One",
        "Two", "",
      ])
  }

  @Test("a body that is not ASCII travels in base 64, in lines of 76")
  func encodedBody() throws {
    let text = try message(mail(body: String(repeating: "grüße ", count: 40)))
    #expect(text.contains("Content-Transfer-Encoding: base64"))
    #expect(text.split(separator: "\r\n").allSatisfy { $0.utf8.count <= 76 })
    #expect(text.utf8.allSatisfy { $0 < 127 })
  }

  @Test(
    "no text can begin a header of its own",
    arguments: ["a\r\nBcc: eve@example.org", "a\nX: y", "a\u{0}b", "ж\r\nX: y", "=?utf-8?Q?x?="])
  func injection(text: String) throws {
    let names = { (message: String) in
      message.split(separator: "\r\n", omittingEmptySubsequences: false)
        .prefix { !$0.isEmpty }.filter { !$0.hasPrefix(" ") }
        .map { String($0.prefix { $0 != ":" }) }
    }
    let usual = names(try message(mail()))
    #expect(names(try message(mail(subject: text))) == usual)
    #expect(names(try message(mail(), from: "\(text) <flash@example.net>")) == usual)
  }

  @Test("a long subject is split into words that can be decoded one by one")
  func longSubject() throws {
    let text = try message(mail(subject: String(repeating: "日本", count: 30)))
    let lines = text.split(separator: "\r\n").filter { $0.contains("=?utf-8?B?") }
    #expect(lines.count == 5)
    #expect(lines.allSatisfy { $0.utf8.count <= 78 && $0.hasSuffix("?=") })
  }

  @Test(
    "a sender is an address, or a name and one",
    arguments: [
      ("flash@example.net", nil, true), ("Flash <flash@example.net>", "Flash", true),
      ("<flash@example.net>", nil, true), ("flash", nil, false), ("Flash <flash>", nil, false),
      ("Flash <a@b.c>\r\nX: y", nil, false),
    ] as [(String, String?, Bool)])
  func origins(text: String, name: String?, isValid: Bool) {
    #expect((MailOrigin(text) != nil) == isValid)
    if isValid { #expect(MailOrigin(text)?.name == name) }
  }

  @Test("quotes in a name are escaped")
  func quotes() {
    #expect(MailHeader.phrase(#"Ada "x" \"#) == #""Ada \"x\" \\""#)
  }
}
