import Testing

@testable import FlashCommand

@Suite("Configuration text")
struct ConfigurationTextTests {
  private func entries(_ text: String) throws -> [String] {
    try ConfigurationText(Array(text.utf8), path: "f").entries.map {
      "\($0.line) \($0.key)=\($0.value.map { "<\($0)>" } ?? "true")"
    }
  }

  @Test(
    "a value is read as git reads it",
    arguments: [
      ("a = b", "<b>"), ("a=b", "<b>"), ("a", "true"), ("a =", "<>"), ("a = ", "<>"),
      ("a # c", "true"), ("a = b # c", "<b>"), ("a = b;c", "<b>"), ("a = \"b # c\"", "<b # c>"),
      ("a =   b c  ", "<b c>"), ("a = \" b \"", "< b >"), ("a = x\"  \"", "<x  >"),
      ("a = \\\"b\\\\\\n\\t\\b", "<\"b\\\n\t\u{8}>"), ("a = b\\\n  c", "<b  c>"),
      ("a = b\\\r\nc", "<bc>"), ("a = b\r", "<b>"), ("a = \"\"", "<>"), ("A-1 = é", "<é>"),
    ])
  func values(line: String, expected: String) throws {
    let name = line.hasPrefix("A-1") ? "a-1" : "a"
    #expect(try entries("[s]\n\(line)\n") == ["2 s.\(name)=\(expected)"])
  }

  @Test("sections lose their case, subsections keep it, and both may share a line with an entry")
  func sections() throws {
    let text = """
      \u{FEFF}; first
      [Study] new = 1
      \t# a comment
      [remote "Ho\\"me.x"]
        url = u
      [study]
      Rollover
      """
    #expect(
      try entries(text) == [
        "2 study.new=<1>", "5 remote.Ho\"me.x.url=<u>", "7 study.rollover=true",
      ]
    )
  }

  @Test(
    "what cannot be read is named with its line",
    arguments: [
      ("a = b", 1, "'a' stands before any [section]"),
      ("[s]\n\n=x", 3, "expected a [section] or a name"),
      ("[s]\na b", 2, "expected '=' after 'a'"),
      ("[s]\na = \"b\nc", 2, "the quoted value is not closed"),
      ("[s]\na = \\q", 2, "unknown escape '\\q'"),
      ("[s]\na = \\", 2, "a backslash stands at the end of the file"),
      ("[s", 1, "expected ']' after '[s'"),
      ("[]", 1, "not a section's name: ''"),
      ("[s \"x]\n", 1, "the quoted name is not closed"),
      ("[s]\na = \u{0}", 2, "a NUL byte in the text"),
    ])
  func refused(text: String, line: Int, problem: String) {
    #expect(
      throws: ConfigurationError.syntax(origin: .file(path: "f", line: line), problem: problem)
    ) { try entries(text) }
  }

  @Test("text that is not UTF-8 is refused with its line")
  func notUTF8() {
    let bytes = Array("[s]\na = ".utf8) + [0xFF]
    #expect(
      throws: ConfigurationError.syntax(
        origin: .file(path: "f", line: 2), problem: "the text is not UTF-8")
    ) { try ConfigurationText(bytes, path: "f") }
  }
}
