import FlashTestSupport
import Testing

/// Lists and changes joined by a shell, as people write them.
@Suite struct PipelineTests {
  /// A home where `flash` and its programs are on the path, with so many cards.
  private func withCards(_ count: Int, _ body: (TestHome) throws -> Void) throws {
    try TestHome.with { home in
      home.environment["PATH"] = Executable.productFolder + ":/usr/bin:/bin"
      _ = try home.run("flash-deck", ["add", "Spanish"])
      let lines = (0..<count).map { "front \($0)\tback \($0)\n" }.joined()
      _ = try home.run("flash-card", ["add", "-"], input: .text(lines))
      try body(home)
    }
  }

  private func shell(
    _ script: String, _ home: TestHome, ignoringBrokenPipe: Bool = false
  ) throws -> ProcessOutcome {
    try Executable(path: "/bin/bash").run(
      ["-o", "pipefail", "-c", script], environment: home.environment, in: home.folder.path,
      ignoringBrokenPipe: ignoringBrokenPipe)
  }

  @Test("a choice of lines is what is changed")
  func choice() throws {
    try withCards(10) { home in
      let outcome = try shell(
        "flash-card list -d Spanish | sed -n '3p;7p' | flash-card suspend - -v", home)
      #expect(outcome.output == "suspended 2 cards (undo: flash undo)\n")
      let fronts = try shell("flash-card list --suspended --template '{front}'", home)
      #expect(fronts.output == "front 2\nfront 6\n")
      #expect(try shell("flash-store undo -q && flash-card list --suspended", home).output == "")
    }
  }

  @Test("the dispatcher's aliases are the same programs")
  func aliases() throws {
    try withCards(2) { home in
      let outcome = try shell(
        "flash add uno one -d Spanish -q && flash search UNO --template '{back}' && flash undo",
        home)
      #expect(outcome.output.hasPrefix("one\nundone: card add"))
      #expect(try shell("flash list -0 | tr -dc '\\0' | wc -c", home).output == "2\n")
    }
  }

  @Test("a reader that goes away ends a list quietly", arguments: [false, true])
  func brokenPipe(isIgnored: Bool) throws {
    try withCards(5_000) { home in
      for script in ["flash-card list | head -1", "flash-card list --json | head -1"] {
        let outcome = try shell(script, home, ignoringBrokenPipe: isIgnored)
        #expect(outcome.errors == "")
        #expect(outcome.output.split(separator: "\n").count == 1)
      }
    }
  }

  @Test("a deck name that looks like an option is a name behind --")
  func oddNames() throws {
    try withCards(1) { home in
      let script = """
        flash-deck add -q -- --odd && flash-deck rm -q -- --odd && flash-deck restore -- --odd
        """
      let outcome = try shell(script, home)
      #expect(outcome.output.contains("restored deck '--odd'"))
    }
  }

  @Test("decks are completed by name, and errors stay silent")
  func completion() throws {
    try withCards(1) { home in
      let names = try shell("flash-card __complete -- list --deck=Spa", home)
      #expect(names.output == "--deck=Spanish\n")
      let broken = try shell(
        "echo junk >junk.db; FLASH_STORE=junk.db flash-card __complete -- list -d ''", home)
      #expect(broken.output == "")
      #expect(broken.errors == "")
      #expect(broken.code == 0)
    }
  }

  @Test("two processes that change cards at once both succeed")
  func atOnce() throws {
    try withCards(20) { home in
      let script = """
        for n in 1 2 3 4; do
          (flash-card list | flash-card tag t$n - -q && flash-card add a$n b$n -q) &
        done
        wait
        """
      let outcome = try shell(script, home)
      #expect(outcome.errors == "")
      #expect(try shell("flash-card list | wc -l", home).output == "24\n")
      // Those that were there before all four began.
      let tagged = "flash-card list -t t1 -t t2 -t t3 -t t4 --limit 20 | wc -l"
      #expect(try shell(tagged, home).output == "20\n")
    }
  }
}
