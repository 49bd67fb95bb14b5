import FlashTestSupport
import Testing

/// Rule 1.5 of the command-line contract.
@Suite("Help")
struct HelpTests {
  private func withCommands(_ body: (inout TestHome) throws -> Void) throws {
    try TestHome.with { (home) throws in
      for name in ["deck", "card"] {
        try home.folder.write(
          "#!/bin/sh\necho \(name) \"$@\"\n", to: "x/flash-\(name)", mode: 0o755)
      }
      home.environment["FLASH_EXEC_PATH"] = home.folder.path(of: "x")
      try home.install("flash-hello", "echo say hello")
      try body(&home)
    }
  }

  @Test(
    "help X, X --help and --help X are the same: the command's own usage without a terminal",
    arguments: [
      ("deck", "deck --help\n"), ("hello", "say hello\n"), ("add", "card add --help\n"),
    ])
  func plugin(name: String, output: String) throws {
    try withCommands { (home) throws in
      for line in ["help \(name)", "\(name) --help", "--help \(name)"] {
        let outcome = try home.flash(line)
        #expect(outcome.output == output)
        #expect(outcome.code == 0)
      }
      // Only right after the name is the option the dispatcher's.
      let later = try home.flash("deck list --help")
      #expect(later.output == "deck list --help\n")
    }
  }

  @Test("a built-in command has a manual, an alias says what it stands for, a guide is shown")
  func others() throws {
    try withCommands { (home) throws in
      #expect(try home.flash("config --help").output.hasPrefix("NAME\n    flash config - read and"))
      let alias = try home.flash("-c alias.hi=hello hi --help")
      #expect(alias.output == "'hi' is an alias for 'hello'\n")
      #expect(try home.flash("help settings").output.contains("\n    study.rollover\n"))
      #expect(try home.flash("help flash").output.hasPrefix("NAME\n    flash - study"))
    }
  }

  @Test("help for what is not there is 66, with what comes near")
  func missing() throws {
    try withCommands { (home) throws in
      let outcome = try home.flash("help dekc")
      #expect(outcome.code == 66)
      #expect(outcome.errors == "flash: no manual for 'dekc'\nhint: did you mean 'deck'?\n")
    }
  }

  @Test("-a lists everything, asks plugins for their summary, and warns of what is hidden")
  func all() throws {
    try withCommands { (home) throws in
      let bin = home.folder.path(of: "bin")
      try home.install("flash-sum", "[ \"$1\" = --flash-summary ] && echo 'add numbers up'")
      try home.install("flash-slow", "sleep 30")
      try home.install("flash-deck", "")
      try home.install("flash-help", "")
      try home.folder.write("#!/bin/sh\n", to: "more/flash-sum", mode: 0o755)
      home.environment["PATH", default: ""] += ":" + home.folder.path(of: "more")
      try home.folder.write("[alias]\ndeck = x\nmine = card list\n", to: ".config/flash/config")
      let outcome = try home.flash("help -a")
      #expect(outcome.code == 0)
      #expect(
        outcome.output.hasSuffix(
          """

          Shorter names
            add         card add
            list        card list
            search      card search

          Plugins
            hello       say hello
            slow        \(bin)/flash-slow
            sum         add numbers up

          Aliases of the settings
            deck        x
            mine        card list

          """))
      let more = home.folder.path(of: "more")
      let config = home.folder.path(of: ".config/flash/config")
      #expect(
        outcome.errors == """
          flash: warning: '\(bin)/flash-deck' is hidden by 'flash deck', which ships with flash
          flash: warning: '\(bin)/flash-help' is hidden by 'flash help', which ships with flash
          flash: warning: '\(more)/flash-sum' is hidden by '\(bin)/flash-sum'
          flash: warning: \(config):2: alias 'deck' is hidden by the command

          """)
    }
  }

  @Test("on a terminal the installed page is shown by man, any other as text")
  func manual() throws {
    try withCommands { (home) throws in
      home.environment["MANPATH"] = home.folder.path(of: "man")
      home.environment["MANPAGER"] = "cat"
      try home.folder.write(
        ".Dd November 30, 2026\n.Dt FLASH-HELLO 1\n.Os\n.Sh NAME\n.Nm flash-hello\n.Nd a page\n",
        to: "man/man1/flash-hello.1")
      for (name, expected) in [("hello", "a page"), ("deck", "deck --help")] {
        let terminal = try PseudoTerminal(
          .built("flash"), ["help", name], environment: home.environment)
        #expect(try terminal.waitForEnd() == .exited(0))
        #expect(terminal.screen.text.contains(expected), "\(terminal.screen.text)")
      }
    }
  }
}
