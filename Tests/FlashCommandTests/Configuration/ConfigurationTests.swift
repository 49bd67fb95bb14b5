import FlashTestSupport
import Testing

@testable import FlashCommand

@Suite("Configuration")
struct ConfigurationTests {
  private func configuration(_ text: String) throws -> Configuration {
    let read = try ConfigurationText(Array(text.utf8), path: "/h/.config/flash/config")
    return Configuration(
      entries: read.entries.map {
        Configuration.Entry(
          key: $0.key, value: $0.value, origin: .file(path: read.path, line: $0.line))
      }, home: "/h")
  }

  @Test("what nothing sets has the default that ships")
  func defaults() throws {
    let configuration = Configuration(entries: [])
    #expect(try configuration.int("study.rollover") == 4)
    #expect(try configuration.bool("study.fuzz") == true)
    #expect(try configuration.string("study.images") == "auto")
    #expect(try configuration.string("study.timezone") == nil)
    #expect(try configuration.int("study.new") == nil)
    #expect(try configuration.path("store.path") == nil)
  }

  @Test("every default is allowed by its own setting, and the table is sorted by name")
  func table() {
    for setting in Settings.all {
      if let value = setting.defaultValue {
        #expect(setting.type.accepts(value), "\(setting.name)")
      }
      #expect(SettingKey(setting.name)?.description == setting.name)
    }
    #expect(Settings.all.map(\.name) == Settings.all.map(\.name).sorted())
  }

  @Test("the command line stands over variables, they over the user's file, it over the system's")
  func precedence() throws {
    try TemporaryFolder.with { folder in
      try folder.write("[core]\npager = system\neditor = system\n", to: "etc/flash/config")
      try folder.write("[core]\npager = far\n[study]\nnew = 9\n", to: "far/flash/config")
      try folder.write(
        "[core]\neditor = user\n[help]\nautocorrect = prompt\n", to: "c/flash/config")
      var variables = [
        "HOME": folder.path, "XDG_CONFIG_HOME": folder.path + "/c",
        "XDG_CONFIG_DIRS": "relative:\(folder.path)/etc:\(folder.path)/far",
      ]
      func value(_ name: String) throws -> String {
        let configuration = try Configuration.load(environment: Environment(variables))
        let entry = configuration.entry(try #require(SettingKey(name)))
        return "\(entry?.value ?? "nil") \(entry?.origin.description ?? "")"
          .replacing(folder.path, with: "~")
      }
      #expect(try value("core.pager") == "system ~/etc/flash/config:2")
      #expect(try value("core.editor") == "user ~/c/flash/config:2")
      #expect(try value("study.new") == "9 ~/far/flash/config:4")
      #expect(try value("study.rollover") == "4 default")
      variables["FLASH_EDITOR"] = ""
      #expect(try value("core.editor") == " FLASH_EDITOR")
      variables["FLASH_STORE"] = ""
      #expect(try value("store.path") == "nil ")
      variables["FLASH_CONFIG_COUNT"] = "2"
      variables["FLASH_CONFIG_KEY_0"] = "core.editor"
      variables["FLASH_CONFIG_VALUE_0"] = "x"
      variables["FLASH_CONFIG_KEY_1"] = "Study.New"
      #expect(try value("core.editor") == "x -c")
      #expect(try value("study.new") == "nil -c")
    }
  }

  @Test("a value that its setting does not allow is refused with its place")
  func validation() throws {
    let configuration = try configuration(
      "[study]\nrollover = 24\nfuzz = maybe\nimages\nnew = +3\n")
    func origin(_ line: Int) -> SettingOrigin { .file(path: "/h/.config/flash/config", line: line) }
    #expect(
      throws: ConfigurationError.invalidValue(
        key: "study.rollover", value: "24", expected: "a number from 0 to 23", origin: origin(2))
    ) { try configuration.int("study.rollover") }
    #expect(
      throws: ConfigurationError.invalidValue(
        key: "study.fuzz", value: "maybe", expected: "true or false", origin: origin(3))
    ) { try configuration.bool("study.fuzz") }
    #expect(throws: ConfigurationError.self) { try configuration.string("study.images") }
    #expect(throws: ConfigurationError.self) { try configuration.int("study.new") }
    #expect(throws: ConfigurationError.invalidKey("study")) { try configuration.string("study") }
  }

  @Test(
    "a path in a file may begin at home or at the file's folder",
    arguments: [
      ("~/x.db", "/h/x.db"), ("/a/x.db", "/a/x.db"), ("x.db", "/h/.config/flash/x.db"),
    ])
  func paths(written: String, expected: String) throws {
    let configuration = try configuration("[store]\npath = \(written)\n")
    #expect(try configuration.path("store.path") == expected)
  }

  @Test("what somebody stores is checked: our names and values, nobody else's")
  func checks() throws {
    func check(_ name: String, _ value: String) throws -> ConfigurationError? {
      let key = try #require(SettingKey(name))
      do throws(ConfigurationError) { try Settings.check(key, value) } catch { return error }
      return nil
    }
    #expect(try check("study.rollover", "23") == nil)
    #expect(
      try check("study.rollover", "x")
        == .refusedValue(key: "study.rollover", value: "x", expected: "a number from 0 to 23"))
    #expect(
      try check("study.rolover", "3") == .unknownKey("study.rolover", near: ["study.rollover"]))
    #expect(try check("alias.x", "!ls") == nil)
    #expect(try check("hello.anything", "x") == nil)
    #expect(try check("plugin.https://x.helper", "x") == nil)
  }

  @Test(
    "a broken count of settings from the command line is refused",
    arguments: [["FLASH_CONFIG_COUNT": "x"], ["FLASH_CONFIG_COUNT": "1"]])
  func brokenCount(variables: [String: String]) {
    #expect(throws: ConfigurationError.self) {
      try CommandLineSettings(environment: Environment(variables))
    }
  }

  @Test("settings of the command line are handed on in order")
  func handedOn() throws {
    var settings = CommandLineSettings()
    try settings.add(argument: "study.new=0")
    try settings.add(argument: "Study.Fuzz")
    try settings.add(argument: "alias.x=a=b")
    #expect(throws: ConfigurationError.invalidKey("x")) { try settings.add(argument: "x=1") }
    var variables: [String: String] = [:]
    for (name, value) in settings.variables { variables[name] = value }
    #expect(
      variables == [
        "FLASH_CONFIG_COUNT": "3", "FLASH_CONFIG_KEY_0": "study.new", "FLASH_CONFIG_VALUE_0": "0",
        "FLASH_CONFIG_KEY_1": "study.fuzz", "FLASH_CONFIG_KEY_2": "alias.x",
        "FLASH_CONFIG_VALUE_2": "a=b",
      ])
    let read = try CommandLineSettings(environment: Environment(variables))
    #expect(read == settings)
  }
}
