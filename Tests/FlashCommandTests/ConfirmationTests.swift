import FlashCommand
import FlashTestSupport
import Testing

@testable import flash_sample

@Suite struct ConfirmationTests {
  /// Runs the sample in a terminal, types `answer` at the question, and gives back the end and what
  /// the terminal shows.
  private func attended(
    _ arguments: [String], _ answer: String
  ) throws -> (status: ProcessOutcome.Status, screen: String) {
    try TestHome.with { home in
      let terminal = try PseudoTerminal(
        .built("flash-sample"), arguments, environment: ["HOME": home.folder.path])
      try terminal.wait(for: arguments.contains("Everything") ? "go on:" : "[y/N]")
      terminal.send(answer)
      let status = try terminal.waitForEnd()
      #expect(terminal.modes == terminal.firstModes)
      return (status, terminal.screen.text)
    }
  }

  @Test(
    "only a plain yes is one; Enter, the end and anything else change nothing",
    arguments: [
      ("y\r", true), ("YES\r", true), ("\r", false), ("n\r", false), ("\u{4}", false),
      ("yep\r", false),
    ])
  func levelTwo(answer: String, isRemoved: Bool) throws {
    let result = try attended(["rm", "A"], answer)
    #expect(result.status == .exited(isRemoved ? 0 : 2))
    #expect(result.screen.contains("removed A") == isRemoved)
    #expect(result.screen.contains("cancelled, nothing changed") == !isRemoved)
  }

  @Test("^C at the question ends the command by SIGINT, without a message")
  func interrupted() throws {
    let result = try attended(["rm", "A"], "\u{3}")
    #expect(result.status == .signaled(2))
    #expect(!result.screen.contains("flash-sample:"))
  }

  @Test("what is lost for good must be typed; -y does not do")
  func levelThree() throws {
    #expect(try attended(["rm", "Everything"], "Everything\r").status == .exited(0))
    #expect(try attended(["rm", "Everything", "-y"], "y\r").status == .exited(2))
    #expect(sample("rm Everything --confirm=Everything").ending == .code(.success))
    #expect(sample("rm Everything --confirm=Other").ending == .code(.usage))
  }

  @Test(
    "without a person it is not asked, and the option that answers is named",
    arguments: [
      (["rm", "A"], [:], false), (["rm", "A", "--no-input"], [:], true),
      (["rm", "A"], ["FLASH_PROMPT_DISABLED": "1"], true),
    ] as [([String], [String: String], Bool)])
  func unattended(arguments: [String], environment: [String: String], isPerson: Bool) {
    let person = TerminalFacts(inputIsTerminal: true, errorIsTerminal: true, isDumb: false)
    let result = sample(
      arguments, environment: environment, input: "y\n",
      terminal: isPerson ? person : TerminalFacts())
    #expect(result.ending == .code(.usage))
    #expect(result.errors.hasSuffix("hint: give -y\n"))
  }

  @Test("with -y nothing is asked, with -q nothing is said")
  func quiet() {
    #expect(sample("rm A -y").output == "removed A\n")
    #expect(sample("rm A -yq").output.isEmpty)
  }
}
