import Testing

@testable import FlashCommand

@Suite("Paths")
struct PathsTests {
  @Test("home stands in for what is unset, empty or relative")
  func home() throws {
    let paths = try Paths(
      environment: Environment([
        "HOME": "/h/", "XDG_DATA_HOME": "", "XDG_STATE_HOME": "state", "XDG_CONFIG_DIRS": ":x",
      ]))
    #expect(paths.configurationFile == "/h/.config/flash/config")
    #expect(paths.systemConfigurationFiles == ["/etc/xdg/flash/config"])
    #expect(paths.data == "/h/.local/share/flash")
    #expect(paths.defaultStore == "/h/.local/share/flash/collection.db")
    #expect(paths.state == "/h/.local/state/flash")
    #expect(paths.cache == "/h/.cache/flash")
    #expect(paths.runtime == nil)
  }

  @Test("absolute XDG folders are used, and need no home")
  func folders() throws {
    let paths = try Paths(
      environment: Environment([
        "XDG_CONFIG_HOME": "/c", "XDG_DATA_HOME": "/d/", "XDG_STATE_HOME": "/s",
        "XDG_CACHE_HOME": "/k", "XDG_RUNTIME_DIR": "/r", "XDG_CONFIG_DIRS": "/x:/y/",
      ]))
    #expect(paths.configurationFile == "/c/flash/config")
    #expect(paths.systemConfigurationFiles == ["/x/flash/config", "/y/flash/config"])
    #expect(paths.data == "/d/flash")
    #expect(paths.runtime == "/r/flash")
  }

  @Test("without a home there is an error, and no folder in the root")
  func homeless() {
    #expect(throws: ConfigurationError.homeUnknown) { try Paths(environment: Environment([:])) }
    #expect(throws: ConfigurationError.homeUnknown) {
      try Paths(environment: Environment(["HOME": "h"]))
    }
  }
}
