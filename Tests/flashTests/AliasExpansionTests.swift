import FlashCommand
import Testing

@testable import flash

@Suite("Alias expansion")
struct AliasExpansionTests {
  private func expansion(_ aliases: [String: String]) throws -> AliasExpansion {
    let entries = try aliases.map { name, text in
      Configuration.Entry(
        key: try #require(SettingKey("alias.\(name)")), value: text, origin: .commandLine)
    }
    return AliasExpansion { Configuration(entries: entries) }
  }

  @Test("an alias is words, or a line for a shell after an exclamation mark")
  func kinds() throws {
    var expansion = try expansion(["w": "study 'a b'", "s": "!echo \"$1\" | cat"])
    #expect(try expansion.expand("w") == .words(["study", "a b"]))
    #expect(try expansion.expand("s") == .shell("echo \"$1\" | cat"))
    #expect(try expansion.expand("none") == nil)
  }

  @Test("a loop is refused with the aliases that make it, and no others")
  func loop() throws {
    var expansion = try expansion(["a": "b", "b": "c x", "c": "b"])
    for name in ["a", "b", "c"] { _ = try expansion.expand(name) }
    #expect(throws: DispatchError.configuration(.aliasLoop(["b", "c", "b"]))) {
      try expansion.expand("b")
    }
  }

  @Test("an alias that cannot be words is refused", arguments: ["a 'b", "  "])
  func bad(text: String) throws {
    var expansion = try expansion(["x": text])
    #expect(throws: DispatchError.self) { try expansion.expand("x") }
  }
}
