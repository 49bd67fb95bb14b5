import FlashTestSupport
import Glibc
import Testing

@testable import FlashTerminal

/// The loop in a real terminal: `terminal-probe` shows what it hears.
@Suite("Loop in a terminal")
struct LoopTests {
  static let probe = Executable.built("terminal-probe")
  static let sizes = [(24, 80), (6, 20)]

  /// A running probe that has drawn its first screen.
  private func start(rows: Int = 24, columns: Int = 80) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(Self.probe, rows: rows, columns: columns)
    try terminal.wait(for: "probe \(columns)x\(rows)")
    return terminal
  }

  private func expectRestored(_ terminal: PseudoTerminal) {
    #expect(terminal.modes == terminal.firstModes)
    #expect(!terminal.screen.isAlternate)
    #expect(terminal.screen.isCursorVisible)
    #expect(terminal.screen.wraps)
    #expect(terminal.screen.scrolledLines == 0)
  }

  @Test("a program has the whole screen while it runs, and gives it back", arguments: sizes)
  func whole(rows: Int, columns: Int) throws {
    let terminal = try start(rows: rows, columns: columns)
    #expect(terminal.screen.isAlternate)
    #expect(!terminal.screen.isCursorVisible)
    #expect(terminal.screen.lines.last == "漢字 footer")
    #expect(terminal.screen.lines[rows - 2] == String(repeating: "─", count: columns))
    #expect(terminal.modes?.echoes == false)
    #expect(terminal.modes?.isCanonical == false)
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.written.contains("ended finished, settled q"))
    expectRestored(terminal)
  }

  @Test("keys arrive one by one, also those that are sequences", arguments: sizes)
  func keys(rows: Int, columns: Int) throws {
    let terminal = try start(rows: rows, columns: columns)
    terminal.send("é")
    try terminal.wait(for: "key character(\"é\")")
    terminal.send("\u{1B}[A")
    try terminal.wait(for: "key up")
    terminal.send("\u{1B}")
    try terminal.wait(for: "key escape")
    terminal.send("\r\u{13}")
    try terminal.wait(for: "key control(\"s\")")
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
    expectRestored(terminal)
  }

  @Test("keys typed behind one that forgets them are not heard, whether they were read or not")
  func discards() throws {
    let terminal = try start()
    terminal.send("adbc")
    try terminal.wait(for: "key character(\"d\")")
    terminal.send("y")
    try terminal.wait(for: "key character(\"y\")")
    #expect(terminal.screen.text.contains("key character(\"a\")"))
    #expect(!terminal.screen.text.contains("key character(\"b\")"))
    #expect(!terminal.screen.text.contains("key character(\"c\")"))
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test("another size of window is drawn anew")
  func resize() throws {
    let terminal = try start()
    terminal.resize(rows: 6, columns: 20)
    try terminal.wait(for: "resized 20x6")
    #expect(terminal.screen.lines.first == "probe 20x6")
    #expect(terminal.screen.lines.last == "漢字 footer")
    terminal.resize(rows: 30, columns: 100)
    try terminal.wait(for: "resized 100x30")
    #expect(terminal.screen.lines.first == "probe 100x30")
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
    expectRestored(terminal)
  }

  @Test("time that passes without a key wakes the program")
  func wakes() throws {
    let terminal = try start()
    terminal.send("w")
    try terminal.wait(for: "woke")
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test(
    "a signal that ends the program lets it settle, and ends it all the same",
    arguments: [(SIGINT, "interrupt"), (SIGTERM, "terminate"), (SIGHUP, "hangUp")])
  func ending(number: Int32, name: String) throws {
    let terminal = try start(rows: 6, columns: 80)
    terminal.signal(number)
    #expect(try terminal.waitForEnd() == .signaled(number))
    #expect(terminal.written.contains("settled \(name)"))
    expectRestored(terminal)
  }

  @Test("^C ends the program by SIGINT", arguments: sizes)
  func interrupt(rows: Int, columns: Int) throws {
    let terminal = try start(rows: rows, columns: columns)
    terminal.send("\u{3}")
    #expect(try terminal.waitForEnd() == .signaled(SIGINT))
    expectRestored(terminal)
  }

  @Test("a second ^C ends a busy program at once, and the terminal is as before")
  func secondInterrupt() throws {
    let terminal = try start()
    terminal.send("b")
    try terminal.wait(for: "[busy]")
    // Two that arrive at once are one signal, so they are typed until they have been two.
    try terminal.wait(for: "the end") { terminal in
      terminal.send("\u{3}")
      return !terminal.isRunning
    }
    #expect(try terminal.waitForEnd() == .signaled(SIGINT))
    expectRestored(terminal)
  }

  @Test("^C at any moment, from before the program runs, leaves the terminal as before")
  func interruptedAnywhere() throws {
    let seed: UInt64 = 50
    var random = SeededRandom(seed: seed)
    for _ in 0..<50 {
      let terminal = try PseudoTerminal(Self.probe)
      let moment = ContinuousClock.now + .microseconds(Int.random(in: 0...12_000, using: &random))
      try terminal.wait(for: "the moment") { _ in ContinuousClock.now >= moment }
      terminal.send("\u{3}")
      #expect(try terminal.waitForEnd() == .signaled(SIGINT), "seed \(seed)")
      expectRestored(terminal)
    }
  }

  @Test("^\\ leaves the terminal as before")
  func quit() throws {
    let terminal = try start()
    terminal.send("\u{1C}")
    #expect(try terminal.waitForEnd() == .signaled(SIGQUIT))
    expectRestored(terminal)
  }

  @Test("a crash leaves the terminal as before")
  func crash() throws {
    let terminal = try start()
    terminal.send("x")
    #expect(try terminal.waitForEnd() == .signaled(SIGABRT))
    expectRestored(terminal)
  }

  @Test("an error thrown by an effect leaves the terminal as before")
  func thrown() throws {
    let terminal = try start()
    terminal.send("t")
    #expect(try terminal.waitForEnd() == .exited(1))
    #expect(terminal.screen.text.contains("failed: Failure()"))
    expectRestored(terminal)
  }

  @Test("a window that is closed ends the program by SIGHUP")
  func hangUp() throws {
    let terminal = try start()
    terminal.hangUp()
    let status = try terminal.waitForEnd()
    #expect(status == .signaled(SIGHUP))
  }

  @Test("input that ends lets the program settle and ends it")
  func endOfInput() throws {
    try TemporaryFolder.with { folder in
      // With SIGHUP ignored, as by nohup, a closed window is only seen as the end of input.
      let result = folder.path(of: "status")
      let terminal = try PseudoTerminal(
        Executable(path: "/bin/sh"),
        ["-c", "trap '' HUP; \"$1\"; echo $? > \"$2\"", "sh", Self.probe.path, result])
      try terminal.wait(for: "probe 80x24")
      terminal.hangUp()
      _ = try terminal.waitForEnd()
      #expect(try folder.text(of: "status") == "0\n")
    }
  }

  @Test("streams that are no terminal are named", arguments: ["< /dev/null", "<&-", "| cat"])
  func noTerminal(redirection: String) throws {
    let terminal = try PseudoTerminal(
      Executable(path: "/bin/sh"), ["-c", "\(Self.probe.path) \(redirection)"])
    _ = try terminal.waitForEnd()
    let stream = redirection == "| cat" ? "standard output" : "standard input"
    #expect(terminal.screen.text.contains("failed: \(stream) is not a terminal"))
    #expect(terminal.modes == terminal.firstModes)
  }

  @Test("a child has the terminal as the shell left it, and the program takes it back")
  func child() throws {
    let terminal = try start()
    terminal.send("c")
    try terminal.wait(for: "child has the terminal")
    #expect(terminal.modes == terminal.firstModes)
    #expect(!terminal.screen.isAlternate)
    terminal.send("7\r")
    try terminal.wait(for: "child exited(7)")
    #expect(terminal.screen.isAlternate)
    #expect(terminal.modes?.isCanonical == false)
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
    expectRestored(terminal)
  }

  @Test("^C in a child ends the child alone")
  func childInterrupted() throws {
    let terminal = try start()
    terminal.send("c")
    try terminal.wait(for: "child has the terminal")
    terminal.send("\u{3}")
    try terminal.wait(for: "child signaled(2)")
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
    expectRestored(terminal)
  }

  @Test("^Z in a child stops both, and fg goes on in the child")
  func childStopped() throws {
    let shell = try PseudoTerminal.shell(for: Self.probe)
    shell.send("$PROGRAM\r")
    try shell.wait(for: "probe 80x24")
    // A child that reads might take what the shell is told, if it is slow to stop.
    shell.send("j")
    try shell.wait(for: "child waits")
    shell.send("\u{1A}")
    try shell.waitForPrompt(after: "Stopped")
    shell.send("fg\r")
    try shell.wait(for: "child exited(5)")
    shell.send("q")
    try shell.wait(for: "the prompt") { !$0.screen.isAlternate }
  }

  @Test("^Z gives the terminal to the shell, fg brings the program back", arguments: sizes)
  func jobControl(rows: Int, columns: Int) throws {
    let shell = try PseudoTerminal.shell(for: Self.probe, rows: rows, columns: columns)
    let modes = shell.modes
    shell.send("$PROGRAM\r")
    try shell.wait(for: "probe \(columns)x\(rows)")
    for _ in 0..<2 {
      shell.send("\u{1A}")
      try shell.waitForPrompt(after: "Stopped")
      #expect(!shell.screen.isAlternate)
      try shell.wait(for: "the shell's modes") { $0.modes == modes }
      #expect(shell.screen.isCursorVisible)
      shell.send("clear; fg\r")
      try shell.wait(for: "resumed")
      #expect(shell.screen.isAlternate)
      #expect(shell.screen.lines.last == "漢字 footer")
      #expect(shell.modes?.isCanonical == false)
    }
    shell.send("q")
    try shell.wait(for: "the prompt") { !$0.screen.isAlternate && $0.modes == modes }
    shell.send("exit 7\r")
    #expect(try shell.waitForEnd() == .exited(7))
    #expect(shell.screen.scrolledLines == 0)
  }

  @Test("stopped by SIGSTOP, the program still takes the terminal back")
  func hardStop() throws {
    let shell = try PseudoTerminal.shell(for: Self.probe)
    shell.send("$PROGRAM\r")
    try shell.wait(for: "probe 80x24")
    shell.send("s")
    // Nothing could be put in order, so the shell's prompt appears on the program's screen.
    try shell.wait(for: "ready>")
    shell.send("fg\r")
    try shell.wait(for: "resumed")
    #expect(shell.modes?.isCanonical == false)
    #expect(shell.screen.lines.first == "probe 80x24")
    shell.send("a")
    try shell.wait(for: "key character(\"a\")")
    shell.send("q")
    try shell.wait(for: "the prompt") { !$0.screen.isAlternate }
  }

  @Test("started in the background, the program waits to be fetched")
  func background() throws {
    let shell = try PseudoTerminal.shell(for: Self.probe)
    let modes = shell.modes
    shell.send("$PROGRAM & fg\r")
    try shell.wait(for: "probe 80x24")
    shell.send("q")
    try shell.wait(for: "the prompt") { !$0.screen.isAlternate && $0.modes == modes }
  }
}
