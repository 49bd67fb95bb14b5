import FlashTestSupport
import Foundation
import Testing

@testable import FlashMail

@Suite struct MailFolderTests {
  private func rights(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test("a folder gets one file a mail, which only its owner may read")
  func folder() throws {
    let folder = try TemporaryDirectory()
    let destination = try MailDestination("dir:\(folder.path)/mail")
    for _ in 0..<2 {
      // Carried twice, it is there once.
      try destination.deliver(
        Array("Hello\r\n".utf8), from: "a@b.c", to: "d@e.f", written: 0, name: "one")
    }
    try destination.deliver([], from: "a@b.c", to: "d@e.f", written: 0, name: "two")
    #expect(try folder.names(in: "mail") == ["one.eml", "two.eml"])
    #expect(try folder.read("mail/one.eml") == Array("Hello\r\n".utf8))
    #expect(try rights(folder.path + "/mail/one.eml") == 0o600)
    #expect(try rights(folder.path + "/mail") == 0o700)
  }

  @Test("a Maildir gets its mail in new")
  func maildir() throws {
    let folder = try TemporaryDirectory()
    let destination = try MailDestination("maildir:\(folder.path)/Mail")
    try destination.deliver(
      Array("Hello\r\n".utf8), from: "a@b.c", to: "d@e.f", written: 12_345, name: "one")
    #expect(try folder.names(in: "Mail") == ["cur", "new", "tmp"])
    #expect(try folder.names(in: "Mail/new") == ["12.one.flash"])
    #expect(try folder.names(in: "Mail/tmp") == [])
  }

  @Test("a place that can't be written is said, and nothing is left behind")
  func unwritable() throws {
    let folder = try TemporaryDirectory()
    try folder.write("", to: "file")
    let destination = try MailDestination("dir:\(folder.path)/file")
    let error = try #require(throws: MailError.self) {
      try destination.deliver([], from: "a@b.c", to: "d@e.f", written: 0, name: "one")
    }
    #expect(error.code == "mail_write")
    #expect(error.message.hasSuffix("not a folder"))
    #expect(try folder.names(in: ".") == ["file"])
  }
}
