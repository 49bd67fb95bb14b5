import FlashModel
import FlashStore
import FlashTestSupport
import Testing

@Suite struct ImportTerminalTests {
  /// An import that lasts long enough to be watched.
  private func withSlowImport(
    _ body: (TestHome, PseudoTerminal) throws -> Void
  ) throws {
    try TestHome.with { home in
      try home.folder.write((0..<120_000).map { "f\($0),b\n" }.joined(), to: "long.csv")
      var environment = home.environment
      environment["TERM"] = "xterm"
      let terminal = try PseudoTerminal(
        .built("flash-import"), ["long.csv"], environment: environment, in: home.folder.path)
      try body(home, terminal)
    }
  }

  @Test("progress shows on a terminal, and is gone at the end")
  func progress() throws {
    try withSlowImport { home, terminal in
      try terminal.wait(for: "rows")
      _ = try terminal.waitForEnd(within: .seconds(60))
      let lines = terminal.screen.lines.filter { !$0.isEmpty }
      #expect(lines == ["long.csv: 120000 cards added, 1 new deck"])
      #expect(terminal.written.contains(" %, "))
    }
  }

  @Test("^C ends an import with SIGINT, and nothing of it stays")
  func interrupt() throws {
    try withSlowImport { home, terminal in
      try terminal.wait(for: "rows")
      terminal.send("\u{3}")
      #expect(try terminal.waitForEnd() == .signaled(2))
      #expect(try home.cards() == [])
    }
  }
}
