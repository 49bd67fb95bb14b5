import FlashCommand
import Testing

@testable import flash_sample

@Suite struct ConfirmationTests {
  private let person = TerminalFacts(
    inputIsTerminal: true, outputIsTerminal: false, errorIsTerminal: true, isDumb: false)

  @Test(
    "only a plain yes is one; Enter, the end and anything else change nothing",
    arguments: [
      ("y\n", true), ("YES\n", true), (" y \n", true), ("\n", false), ("n\n", false),
      ("", false), ("yep\n", false),
    ])
  func levelTwo(answer: String, isRemoved: Bool) {
    let result = sample(["rm", "A"], input: answer, terminal: person)
    #expect(result.output == (isRemoved ? "removed A\n" : ""))
    #expect(result.ending == .code(isRemoved ? .success : .cancelled))
    #expect(result.errors.hasPrefix("Remove 'A'? [y/N] "))
  }

  @Test("what is lost for good must be typed; -y does not do")
  func levelThree() {
    #expect(
      sample(["rm", "Everything"], input: "Everything\n", terminal: person).ending
        == .code(.success))
    #expect(
      sample(["rm", "Everything", "-y"], input: "y\n", terminal: person).ending == .code(.cancelled)
    )
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
    let result = sample(
      arguments, environment: environment, input: "y\n",
      terminal: isPerson ? person : TerminalFacts())
    #expect(result.ending == .code(.usage))
    #expect(
      result.errors
        == "flash-sample: cannot ask without a terminal: Remove 'A'? [y/N]\nhint: give -y\n")
  }

  @Test("with -y nothing is asked, with -q nothing is said")
  func quiet() {
    #expect(sample("rm A -y").output == "removed A\n")
    #expect(sample("rm A -yq").output.isEmpty)
  }
}
