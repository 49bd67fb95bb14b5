import FlashModel
import FlashTestSupport
import Glibc
import Testing

@testable import FlashTerminal

@Suite("Prompts")
struct PromptTests {
  private func start(_ part: String) throws -> PseudoTerminal {
    try PseudoTerminal(.built("terminal-probe"), [part])
  }

  @Test(
    "only a yes is a yes",
    arguments: [
      ("y\r", true), ("YES\r", true), (" y \r", true), ("\r", false), ("n\r", false),
      ("yep\r", false), ("\u{4}", false),
    ])
  func confirm(typed: String, expected: Bool) throws {
    let terminal = try start("confirm")
    try terminal.wait(for: "Delete 'A'? [y/N]")
    terminal.send(typed)
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.screen.text.contains("answer \(expected)"))
    #expect(terminal.modes == terminal.firstModes)
  }

  @Test(
    "the name must be typed exactly", arguments: [("A\r", true), ("a\r", false), ("\r", false)])
  func name(typed: String, expected: Bool) throws {
    let terminal = try start("name")
    try terminal.wait(for: "Type A:")
    terminal.send(typed)
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.screen.text.contains("answer \(expected)"))
  }

  @Test("^C at a prompt ends the program by SIGINT", arguments: ["confirm", "name", "secret"])
  func interrupted(part: String) throws {
    let terminal = try start(part)
    try terminal.wait(for: "the question") { !$0.screen.text.allSatisfy(\.isNewline) }
    terminal.send("\u{3}")
    #expect(try terminal.waitForEnd() == .signaled(SIGINT))
    #expect(terminal.modes == terminal.firstModes)
  }

  @Test("a secret is not shown, and the echo is back afterwards")
  func secret() throws {
    let terminal = try start("secret")
    try terminal.wait(for: "Password:")
    #expect(terminal.modes?.echoes == false)
    terminal.send("hunter2 \r")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.screen.lines.prefix(2) == ["Password:", "secret 'hunter2 '"])
    #expect(terminal.modes == terminal.firstModes)
  }

  @Test("a secret is read from the terminal wherever the streams go")
  func redirectedSecret() throws {
    let terminal = try PseudoTerminal(
      Executable(path: "/bin/sh"),
      ["-c", "\(Executable.built("terminal-probe").path) secret </dev/null 2>/dev/null | cat"])
    try terminal.wait(for: "Password:")
    terminal.send("x\r")
    try terminal.wait(for: "secret 'x'")
  }

  @Test("the shell has its echo while a secret waits, and the question comes again")
  func stoppedSecret() throws {
    let shell = try PseudoTerminal.shell(for: .built("terminal-probe"))
    shell.send("$PROGRAM secret\r")
    try shell.wait(for: "Password:")
    shell.send("\u{1A}")
    try shell.waitForPrompt(after: "Stopped")
    try shell.wait(for: "the echo") { $0.modes?.echoes == true }
    shell.send("clear; fg\r")
    try shell.wait(for: "Password:")
    shell.send("pw\r")
    try shell.wait(for: "secret 'pw'")
  }

  @Test("without a terminal nothing is asked, and the error names the option to give")
  func noTerminal() throws {
    let outcome = try Executable.built("terminal-probe").run(["confirm"])
    #expect(outcome.code == 1)
    #expect(outcome.output == "failed: cannot ask 'Delete 'A'?' without a terminal\n")
    let error = TerminalError.cannotPrompt(question: "Delete?", option: "--yes")
    #expect(error.hint == "give --yes")
    #expect(error.kind == .usage)
  }

  @Test(
    "prompts need both streams and nobody who forbids them",
    arguments: [
      (true, true, false, nil, true), (false, true, false, nil, false),
      (true, false, false, nil, false), (true, true, true, nil, false),
      (true, true, false, "1", false), (true, true, false, "", true),
    ] as [(Bool, Bool, Bool, String?, Bool)])
  func allowed(input: Bool, error: Bool, noInput: Bool, disabled: String?, expected: Bool) {
    #expect(
      Prompt.isAllowed(
        inputIsTerminal: input, errorIsTerminal: error, noInput: noInput, disabled: disabled)
        == expected)
  }
}
