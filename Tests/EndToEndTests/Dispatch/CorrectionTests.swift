import FlashTestSupport
import Testing

/// Rule 1.7 of the command-line contract, on a terminal.
@Suite("Correction of mistyped commands")
struct CorrectionTests {
  private func run(
    _ line: String, setting: String?, answer: String? = nil, aliases: String = ""
  ) throws -> (screen: String, status: ProcessOutcome.Status) {
    try TestHome.with { home in
      for name in ["study", "import"] {
        try home.install("flash-\(name)", "echo \(name) runs \"$@\"")
      }
      let autocorrect = setting.map { "[help]\nautocorrect = \($0)\n" } ?? ""
      try home.folder.write(autocorrect + "[alias]\n" + aliases, to: ".config/flash/config")
      home.environment["FLASH_EXEC_PATH"] = home.folder.path(of: "none")
      let terminal = try PseudoTerminal(
        .built("flash"), line.split(separator: " ").map(String.init),
        environment: home.environment, in: home.folder.path)
      if let answer {
        try terminal.wait(for: "[y/N]")
        terminal.send(answer)
      }
      let status = try terminal.waitForEnd()
      return (terminal.screen.text, status)
    }
  }

  @Test("without the setting nothing is run, on a terminal too", arguments: [nil, "never"])
  func never(setting: String?) throws {
    let outcome = try run("stduy x", setting: setting)
    #expect(outcome.status == .exited(127))
    #expect(!outcome.screen.contains("runs"))
  }

  @Test("'immediate' runs the only near name and says so")
  func immediate() throws {
    let outcome = try run("stduy x y", setting: "immediate")
    #expect(outcome.status == .exited(0))
    #expect(outcome.screen.contains("running 'flash study' instead"))
    #expect(outcome.screen.contains("study runs x y"))
  }

  @Test(
    "'prompt' asks; Enter is no, which is 2",
    arguments: [("y\r", 0, true), ("\r", 2, false), ("n\r", 2, false), ("\u{4}", 2, false)])
  func prompt(answer: String, code: Int32, runs: Bool) throws {
    let outcome = try run("stduy", setting: "prompt", answer: answer)
    #expect(outcome.status == .exited(code))
    #expect(outcome.screen.contains("study runs") == runs)
  }

  @Test("nothing is asked where asking is switched off")
  func noInput() throws {
    #expect(try run("--no-input stduy", setting: "prompt").status == .exited(127))
  }

  @Test(
    "import is never run by a guess, whatever name leads to it",
    arguments: [
      ("imprt", ""), ("addd", "adda = -C . import\n"), ("addd", "adda = !flash import\n"),
    ])
  func guarded(typed: String, aliases: String) throws {
    let outcome = try run(typed, setting: "immediate", aliases: aliases)
    #expect(outcome.status == .exited(127))
    #expect(!outcome.screen.contains("runs"))
  }
}
