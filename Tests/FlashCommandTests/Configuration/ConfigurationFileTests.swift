import FlashTestSupport
import Testing

@testable import FlashCommand

@Suite("Configuration file")
struct ConfigurationFileTests {
  private func key(_ name: String) throws -> SettingKey { try #require(SettingKey(name)) }

  @Test("a file and its folders are made for their owner alone")
  func creation() throws {
    try TemporaryFolder.with { folder in
      let file = ConfigurationFile(path: folder.path + "/a/b/config")
      try file.set(try key("study.new"), to: "3")
      #expect(try folder.text(of: "a/b/config") == "[study]\n\tnew = 3\n")
      #expect(try folder.mode(of: "a/b/config") == 0o600)
      #expect(try folder.mode(of: "a/b") == 0o700)
      #expect(try folder.names(in: "a/b") == ["config"])
    }
  }

  @Test("a symbolic link stays, and what it leads to is edited")
  func link() throws {
    try TemporaryFolder.with { folder in
      try folder.write("# mine\n", to: "dot/flashrc")
      try folder.link("config", to: "dot/flashrc")
      let file = ConfigurationFile(path: folder.path + "/config")
      try file.set(try key("study.new"), to: "3")
      #expect(try folder.target(ofLink: "config") == "dot/flashrc")
      #expect(try folder.text(of: "dot/flashrc") == "# mine\n[study]\n\tnew = 3\n")
    }
  }

  @Test("what a killed process left beside the file is in nobody's way")
  func leftover() throws {
    try TemporaryFolder.with { folder in
      try folder.write("half", to: "config.new")
      try ConfigurationFile(path: folder.path + "/config").set(try key("a.b"), to: "c")
      #expect(try folder.names(in: ".") == ["config"])
    }
  }

  @Test("a file with an error is not touched")
  func broken() throws {
    try TemporaryFolder.with { folder in
      try folder.write("[s\n", to: "config")
      let file = ConfigurationFile(path: folder.path + "/config")
      #expect(throws: ConfigurationError.self) { try file.set(try key("a.b"), to: "c") }
      #expect(try folder.text(of: "config") == "[s\n")
      #expect(try folder.names(in: ".") == ["config"])
    }
  }

  @Test("unsetting tells whether there was anything, and makes no file")
  func unset() throws {
    try TemporaryFolder.with { folder in
      let file = ConfigurationFile(path: folder.path + "/config")
      #expect(try file.unset(try key("a.b")) == false)
      #expect(try folder.names(in: ".").isEmpty)
      try file.set(try key("a.b"), to: "c")
      #expect(try file.unset(try key("a.b")) == true)
      #expect(try folder.text(of: "config") == "")
    }
  }

  @Test("edits at the same time lose none of each other")
  func concurrent() async throws {
    try await TemporaryFolder.with { folder in
      let path = folder.path + "/config"
      try await withThrowingTaskGroup(of: Void.self) { group in
        for index in 0..<20 {
          group.addTask {
            let key = try #require(SettingKey("t.k\(index)"))
            try ConfigurationFile(path: path).set(key, to: "v")
          }
        }
        try await group.waitForAll()
      }
      let text = try #require(try FileContents.bytes(of: path))
      #expect(try ConfigurationText(text, path: path).entries.count == 20)
    }
  }

  @Test("a folder in the place of the file is an error that names it")
  func folderInPlace() throws {
    try TemporaryFolder.with { folder in
      #expect(
        throws: ConfigurationError.cannotRead(path: folder.path, reason: "Is a directory")
      ) { try ConfigurationFile.read(folder.path) }
    }
  }
}
