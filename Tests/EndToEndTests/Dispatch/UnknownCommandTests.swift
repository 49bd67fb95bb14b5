import FlashTestSupport
import Testing

/// Rules 1.6 and 1.7 of the command-line contract.
@Suite("Unknown commands and lists")
struct UnknownCommandTests {
  private func withCommands(_ body: (inout TestHome) throws -> Void) throws {
    try TestHome.with { home in
      for name in ["deck", "card", "study", "store", "import"] {
        try home.folder.write(
          "#!/bin/sh\necho \(name) \"$@\"\n", to: "x/flash-\(name)", mode: 0o755)
      }
      home.environment["FLASH_EXEC_PATH"] = home.folder.path(of: "x")
      try home.install("flash-hello", "echo hello")
      try home.install("flash-hidden--helper", "")
      try home.install("flash-Not", "")
      try home.install("flash-plain", "", mode: 0o644)
      try home.folder.write("[alias]\nme = card list\n", to: ".config/flash/config")
      try body(&home)
    }
  }

  @Test(
    "near names are told, the nearest first; the code is 127",
    arguments: [
      ("stdy", "hint: did you mean 'study'?\n"), ("stduy", "hint: did you mean 'study'?\n"),
      ("helo", "hint: did you mean 'hello' or 'help'?\n"),
      ("impotr", "hint: did you mean 'import'?\n"),
      ("xyzzy", ""), ("dek", "hint: did you mean 'deck'?\n"), ("mee", "hint: did you mean 'me'?\n"),
      ("DECK", ""), ("a.b", ""),
    ])
  func near(typed: String, hint: String) throws {
    try withCommands { home in
      let outcome = try home.flash(typed)
      #expect(outcome.code == 127)
      #expect(outcome.output == "")
      #expect(
        outcome.errors == "flash: '\(typed)' is not a flash command. See 'flash --help'.\n" + hint)
    }
  }

  @Test("a guess is never run without a terminal", arguments: ["immediate", "prompt"])
  func noTerminal(setting: String) throws {
    try withCommands { home in
      let outcome = try home.flash("-c help.autocorrect=\(setting) stdy")
      #expect(outcome.code == 127)
      #expect(outcome.output == "")
    }
  }

  @Test(
    "lists hold the names of their kinds, sorted, each once",
    arguments: [
      (
        "main",
        "add card completion config deck due help import list search stats store study undo version"
      ),
      ("builtins", "completion config help version"),
      ("others", "hello hidden--helper"), ("others,nohelpers", "hello"), ("alias", "me"),
      (
        "alias,others,builtins,main,nohelpers",
        "add card completion config deck due hello help import list me search stats store study undo version"
      ),
    ])
  func lists(kinds: String, names: String) throws {
    try withCommands { home in
      let outcome = try home.flash("--list-cmds=\(kinds)")
      #expect(outcome.output == names.split(separator: " ").map { $0 + "\n" }.joined())
      #expect(outcome.code == 0)
    }
  }

  @Test("an alias that ships is listed only if its program is there")
  func aliasWithoutProgram() throws {
    try withCommands { home in
      let outcome = try home.flash("--list-cmds=main")
      #expect(!outcome.output.contains("login"))
    }
  }

  @Test("a list needs no readable settings, unless it is of aliases")
  func listWithoutSettings() throws {
    try withCommands { home in
      try home.folder.write("?", to: ".config/flash/config")
      #expect(try home.flash("--list-cmds=main,others").code == 0)
      #expect(try home.flash("--list-cmds=alias").code == 78)
      #expect(try home.flash("--list-cmds=nonsense").code == 64)
    }
  }

  @Test("flash alone lists the commands on standard output, 64")
  func alone() throws {
    try withCommands { home in
      let outcome = try home.flash("")
      #expect(outcome.code == 64)
      #expect(outcome.errors == "")
      #expect(outcome.output.contains("\n  deck        list, make and change decks"))
      #expect(!outcome.output.contains("export"))
    }
  }

  @Test("an unknown option is refused, 64, and the near one is told")
  func unknownOption() throws {
    try withCommands { home in
      let outcome = try home.flash("--sotre x deck")
      #expect(outcome.code == 64)
      #expect(
        outcome.errors
          == "flash: unknown option '--sotre'. See 'flash -h'.\nhint: did you mean '--store'?\n")
    }
  }

  @Test("-h prints at most 25 lines, whatever else is given")
  func usage() throws {
    try withCommands { home in
      let outcome = try home.flash("-h --nonsense")
      #expect(outcome.code == 0)
      #expect(outcome.output.split(separator: "\n", omittingEmptySubsequences: false).count <= 26)
      #expect(outcome.output.contains("--exec-path[=DIR]"))
    }
  }

  @Test("a full disk under standard output is not success: 74")
  func fullDisk() throws {
    try withCommands { home in
      for arguments in [["version"], ["--list-cmds=main"], ["-h"], []] {
        let outcome = try home.run("flash", arguments, output: .file("/dev/full"))
        #expect(outcome.code == 74, "\(arguments)")
        #expect(outcome.errors.contains("No space left on device"))
      }
    }
  }

  @Test("a reader that has gone ends flash quietly, SIGPIPE ignored or not")
  func brokenPipe() throws {
    try withCommands { home in
      for ignoring in [false, true] {
        let outcome = try home.run(
          "flash", ["--list-cmds=main"], output: .brokenPipe, ignoringBrokenPipe: ignoring)
        #expect(outcome.status == .signaled(13))
        #expect(outcome.errors == "")
      }
    }
  }

  @Test("closed standard streams are survived")
  func closedStreams() throws {
    try withCommands { home in
      let version = try home.run("flash", ["version"], input: .closed)
      #expect(version.code == 0)
      #expect(try home.run("flash", ["nonsense"], errors: .closed).code == 127)
      #expect(try home.run("flash", ["hello"], input: .closed, errors: .closed).output == "hello\n")
    }
  }
}
