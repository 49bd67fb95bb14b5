import FlashClient
import FlashCommand
import FlashModel
import FlashTestSupport
import Foundation
import Testing

@testable import FlashRemote

@Suite struct CredentialsTests {
  private func credentials(
    _ session: CommandSession, _ username: String, at url: String = "https://flash.example"
  ) throws -> Credentials {
    let state = session.folder.path + "/.local/state/flash"
    try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
    return try Credentials(
      for: ServerAddress(url), username: username, in: session.context("flash-sync"))
  }

  @Test("secrets of one server are kept apart by name, in a file that only its owner reads")
  func file() throws {
    let session = try CommandSession()
    let person = try credentials(session, "me@example.org")
    let operatorOfIt = try credentials(session, "admin")
    #expect(person.isFile && person.place.hasSuffix("/flash/credentials"))
    try person.store("fr_1")
    try operatorOfIt.store("fo_1")
    #expect(try person.get() == "fr_1")
    #expect(try operatorOfIt.get() == "fo_1")
    #expect(try credentials(session, "admin", at: "https://other.example").get() == nil)
    #expect(!FilePermissions.mayOthersRead(person.place))
    // Another one took its place meanwhile: that one stays.
    try operatorOfIt.erase("fo_0")
    #expect(try operatorOfIt.get() == "fo_1")
    try operatorOfIt.erase("fo_1")
    #expect(try operatorOfIt.get() == nil)
    #expect(try person.get() == "fr_1")
  }

  @Test("a helper is asked first, and nothing is written to the file")
  func helper() throws {
    let session = try CommandSession()
    session.variables["PATH"] = "/usr/bin:/bin"
    session.variables["FLASH_CONFIG_COUNT"] = "1"
    session.variables["FLASH_CONFIG_KEY_0"] = "credential.helper"
    session.variables["FLASH_CONFIG_VALUE_0"] =
      "!f() { cat >'\(session.folder.path)/asked'; echo password=from-helper; }; f"
    let kept = try credentials(session, "admin")
    #expect(!kept.isFile)
    #expect(try kept.get() == "from-helper")
    try kept.store("fo_1")
    let asked = try String(contentsOfFile: session.folder.path + "/asked", encoding: .utf8)
    #expect(
      asked == "protocol=https\nhost=flash.example\nusername=admin\npassword=fo_1\n\n")
    #expect(
      !FileManager.default.fileExists(
        atPath: session.folder.path + "/.local/state/flash/credentials"))
  }
}
