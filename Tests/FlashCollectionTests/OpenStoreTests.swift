import FlashCollection
import FlashCommand
import FlashModel
import FlashScheduler
import FlashStore
import FlashTestSupport
import Foundation
import Testing

/// A moment that tests count from: 2026-03-02T09:00:00Z, a Monday.
let monday = Timestamp(milliseconds: 1_772_442_000_000)

func context(
  _ folder: TemporaryDirectory, _ variables: [String: String] = [:], input: String = ""
) -> CommandContext {
  var variables = variables
  variables["HOME"] = variables["HOME"] ?? folder.path
  variables["TZ"] = variables["TZ"] ?? "UTC"
  return CommandContext(
    program: "flash-test", environment: Environment(variables),
    input: InputStream(bytes: Array(input.utf8)), clock: .fixed(at: monday))
}

@Suite struct OpenStoreTests {
  @Test("a collection is made in the data folder, with the folders above it")
  func places() throws {
    let folder = try TemporaryDirectory()
    let context = context(folder)
    let store = try context.openStore(for: .writing)
    try store.addDeck(titled: "Spanish", at: monday)
    #expect(store.path == folder.path + "/.local/share/flash/collection.db")
    #expect(try context.openStore(for: .reading).decks().map(\.title) == ["Spanish"])
  }

  @Test("reading a collection that does not exist makes nothing")
  func reading() throws {
    let folder = try TemporaryDirectory()
    let context = context(folder)
    #expect(try context.openStore(for: .reading).decks() == [])
    #expect(try context.openStore(isDryRun: true).decks() == [])
    #expect(!folder.exists(".local"))
  }

  @Test("a folder that can't be made is told by name")
  func noFolder() throws {
    let folder = try TemporaryDirectory()
    try folder.write("", to: "file")
    let context = context(folder, ["FLASH_STORE": folder.path + "/file/x/collection.db"])
    #expect(
      throws: CollectionError.noFolder(path: folder.path + "/file/x", reason: "Not a directory")
    ) { try context.openStore(for: .writing) }
  }

  @Test("days are counted by this machine's settings, else the collection's, else the machine")
  func calendars() throws {
    let folder = try TemporaryDirectory()
    let plain = context(folder, ["TZ": "Asia/Tokyo"])
    let store = try plain.openStore(for: .writing)
    func zoneAndHour(_ variables: [String: String] = [:]) throws -> String {
      var variables = variables
      variables["TZ"] = "Asia/Tokyo"
      let calendar = try context(folder, variables).studyRules(store).calendar
      return "\(calendar.zone.identifier) \(calendar.rolloverHour)"
    }
    #expect(try zoneAndHour() == "Asia/Tokyo 4")
    try store.setSetting("study.timezone", to: "Europe/Madrid", at: monday)
    try store.setSetting("study.rollover", to: "2", at: monday)
    #expect(try zoneAndHour() == "Europe/Madrid 2")
    let over = [
      "FLASH_CONFIG_COUNT": "2", "FLASH_CONFIG_KEY_0": "study.rollover",
      "FLASH_CONFIG_VALUE_0": "6", "FLASH_CONFIG_KEY_1": "study.timezone",
      "FLASH_CONFIG_VALUE_1": "America/Lima",
    ]
    #expect(try zoneAndHour(over) == "America/Lima 6")
  }

  @Test("fuzz can be switched off")
  func fuzz() throws {
    let folder = try TemporaryDirectory()
    let plain = context(folder)
    let store = try plain.openStore(for: .reading)
    #expect(try plain.studyRules(store).isFuzzed)
    let off = context(
      folder,
      [
        "FLASH_CONFIG_COUNT": "1", "FLASH_CONFIG_KEY_0": "study.fuzz",
        "FLASH_CONFIG_VALUE_0": "false",
      ])
    #expect(try !off.studyRules(store).isFuzzed)
  }

  @Test("a list of collections that can't be read is told, kept, and gives no new id")
  func unreadableRegister() throws {
    let folder = try TemporaryDirectory()
    let first = try context(folder).openStore(for: .writing)
    let id = try first.info().deviceID
    let path = folder.path + "/.local/state/flash/replicas"
    try FileManager.default.removeItem(atPath: path)
    try folder.makeFolder(".local/state/flash/replicas")
    let again = context(folder)
    #expect(try again.openStore(for: .writing).info().deviceID == id)
    #expect(
      again.errors.captured
        == "flash-test: warning: cannot read '\(path)': Is a directory; a copy of "
        + "'\(first.path)' is not noticed\n")
    #expect(try folder.names(in: ".local/state/flash/replicas") == [])
  }
}
