import FlashTestSupport
import Testing

/// Cards and descriptions written in an editor: a shell script of the test's own.
@Suite struct EditorTests {
  /// A home with a deck and, if wanted, a card.
  private func withHome(_ card: String? = nil, _ body: (inout TestHome) throws -> Void) throws {
    try TestHome.with { home in
      _ = try home.run("flash-deck", ["add", "Spanish"])
      if let card { _ = try home.run("flash-card", ["add", "-"], input: .text(card)) }
      try body(&home)
    }
  }

  /// Runs a program in a terminal with an editor.
  /// - Parameter editor: shell commands; `$1` is the file.
  private func edit(
    _ home: inout TestHome, _ program: String, _ arguments: [String], editor: String
  ) throws -> (status: ProcessOutcome.Status, screen: String) {
    try home.install("editor", editor)
    var environment = home.environment
    environment["FLASH_EDITOR"] = home.folder.path(of: "bin/editor")
    environment["TMPDIR"] = home.folder.path
    let terminal = try PseudoTerminal(
      .built(program), arguments, environment: environment, columns: 120)
    let status = try terminal.waitForEnd()
    return (status, terminal.screen.text)
  }

  private func list(_ home: TestHome, _ template: String) throws -> String {
    try home.run("flash-card", ["list", "--template", template]).output
  }

  @Test("a card is written below its headings")
  func add() throws {
    try withHome { home in
      let editor = """
        sed -i -e '/^Front:$/a hola' -e '/^Back:$/a hello\\nworld' -e '/^Tags:$/a greetings' "$1"
        """
      let (status, screen) = try edit(&home, "flash-card", ["add", "--hint", "h"], editor: editor)
      #expect(status == .exited(0), "\(screen)")
      #expect(screen.contains("added 1 card to 'Spanish' (undo: flash undo)"))
      #expect(
        try list(home, "{front}|{back}|{hint}|{sub_topics}")
          == "hola|hello\nworld|h|[\"greetings\"]\n")
      #expect(try home.folder.names(in: ".").filter { $0.hasSuffix(".md") } == [])
    }
  }

  @Test("leaving the editor without a change, or with a fault, changes nothing")
  func unchanged() throws {
    try withHome { home in
      for (program, arguments, editor) in [
        ("flash-card", ["add"], "true"), ("flash-card", ["add"], "exit 1"),
        ("flash-deck", ["edit", "spanish"], "true"),
      ] {
        let (status, _) = try edit(&home, program, arguments, editor: editor)
        #expect(status == .exited(2), "\(program) \(arguments) \(editor)")
      }
      #expect(try list(home, "{front}") == "")
    }
  }

  @Test("what was written and can't be taken is kept in a file that the hint names")
  func kept() throws {
    try withHome { home in
      let (status, screen) = try edit(
        &home, "flash-card", ["add"], editor: #"sed -i '/^Front:$/a a long thought' "$1""#)
      #expect(status == .exited(65))
      #expect(screen.contains("the back is empty"))
      let path = ".local/state/flash/unsaved-card.md"
      #expect(screen.contains(path))
      #expect(try home.folder.text(of: path).contains("a long thought"))
      #expect(try home.folder.mode(of: path) == 0o600)
    }
  }

  @Test("a card is edited, whatever its text looks like")
  func edit() throws {
    let card = #"{"front":"Front:\nBack:\n\\Back:","back":"one\n\ntwo"}"#
    try withHome(card) { home in
      let id = try list(home, "{id}").split(separator: "\n").map(String.init)[0]
      let (status, screen) = try edit(
        &home, "flash-card", ["edit", id], editor: #"sed -i s/two/2/ "$1""#)
      #expect(status == .exited(0), "\(screen)")
      #expect(try list(home, "{front}|{back}") == "Front:\nBack:\n\\Back:|one\n\n2\n")
    }
  }

  @Test("editing the text of a cloze card edits all of its cards")
  func cloze() throws {
    try withHome(#"{"cloze":"{{c1::a}} {{c2::b}}"}"#) { home in
      let id = try list(home, "{id}").split(separator: "\n").map(String.init)[1]
      let (status, screen) = try edit(
        &home, "flash-card", ["edit", id], editor: #"sed -i s/::a/::x/ "$1""#)
      #expect(status == .exited(0), "\(screen)")
      #expect(screen.contains("changed 2 cards"))
      #expect(try list(home, "{front}") == "[...] b\nx [...]\n")
    }
  }

  @Test("a deck's description is edited")
  func description() throws {
    try withHome { home in
      let (status, screen) = try edit(
        &home, "flash-deck", ["edit", "spanish"], editor: #"echo 'the 100 words' >"$1""#)
      #expect(status == .exited(0), "\(screen)")
      let shown = try home.run("flash-deck", ["list", "--json=description"]).output
      #expect(shown == "{\"description\":\"the 100 words\"}\n")
    }
  }
}
