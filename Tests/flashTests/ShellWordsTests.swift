import Testing

@testable import flash

@Suite("Shell words")
struct ShellWordsTests {
  @Test(
    "a line is split as a shell splits it, and nothing is expanded",
    arguments: [
      ("", []), ("  ", []), ("study due", ["study", "due"]), (" a\tb\nc ", ["a", "b", "c"]),
      ("a 'b  c'd", ["a", "b  cd"]), ("''", [""]), ("a \"\" b", ["a", "", "b"]),
      ("\"a 'b' \\\" \\$ \\x\"", ["a 'b' \" $ \\x"]), ("a\\ b \\'", ["a b", "'"]),
      ("'a\\'", ["a\\"]), ("$HOME * ~ `x`", ["$HOME", "*", "~", "`x`"]), ("é 'ü'", ["é", "ü"]),
    ])
  func words(line: String, expected: [String]) {
    #expect(ShellWords.split(line) == expected)
  }

  @Test("an open quote or a last backslash is no line", arguments: ["'a", "\"a", "\"a\\", "a\\"])
  func open(line: String) {
    #expect(ShellWords.split(line) == nil)
  }
}
