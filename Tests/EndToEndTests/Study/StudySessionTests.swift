import FlashModel
import FlashStore
import FlashTestSupport
import Glibc
import Testing

/// The session in a real terminal.
@Suite struct StudySessionTests {
  static let sizes = [(24, 80), (6, 20)]

  private func expectRestored(_ terminal: PseudoTerminal) {
    #expect(terminal.modes == terminal.firstModes)
    #expect(!terminal.screen.isAlternate)
    #expect(terminal.screen.isCursorVisible)
  }

  private func reps(_ study: StudyHome) throws -> [Int] {
    let store = try study.store()
    return try study.cards.map { try store.card($0).card.scheduling.reps }
  }

  @Test("a person studies: question, answer, rating, help, undo, the summary", arguments: sizes)
  func session(rows: Int, columns: Int) throws {
    try StudyHome.with(cards: 2) { study throws in
      let terminal = try study.terminal(rows: rows, columns: columns)
      try terminal.wait(for: "front 0")
      #expect(terminal.screen.isAlternate)
      terminal.send(" ")
      try terminal.wait(for: "back 0")
      try terminal.wait(for: "easy")
      terminal.send("4")
      try terminal.wait(for: "front 1")
      #expect(try reps(study) == [1, 0])
      terminal.send("u")
      try terminal.wait(for: "front 0")
      #expect(try reps(study) == [0, 0])
      terminal.send("?")
      try terminal.wait(for: "any key: back")
      terminal.send("x")
      try terminal.wait(for: "front 0")
      for card in 0..<2 {
        try terminal.wait(for: "front \(card)")
        terminal.send(" ")
        try terminal.wait(for: "back \(card)")
        terminal.send("4")
      }
      #expect(try terminal.waitForEnd() == .exited(0))
      #expect(terminal.written.contains("Accuracy"))
      #expect(try reps(study) == [1, 1])
      expectRestored(terminal)
    }
  }

  @Test("a session of a query has what it finds and nothing else, and says if that is nothing")
  func query() throws {
    try StudyHome.with(cards: 3) { study throws in
      let terminal = try study.terminal(["--query", "back:1"])
      try terminal.wait(for: "front 1")
      terminal.send(" ")
      try terminal.wait(for: "back 1")
      terminal.send("4")
      #expect(try terminal.waitForEnd() == .exited(0))
      #expect(try reps(study) == [0, 1, 0])
      let idle = try study.terminal(["--query", "back:1"])
      #expect(try idle.waitForEnd() == .exited(0))
      #expect(idle.written.contains("Nothing to study now of what the query finds."))
    }
  }

  @Test("keys typed ahead rate nothing")
  func typedAhead() throws {
    try StudyHome.with(cards: 2) { study throws in
      let terminal = try study.terminal()
      try terminal.wait(for: "front 0")
      terminal.send(" 3 3 3")
      try terminal.wait(for: "back 0")
      terminal.send("?")
      try terminal.wait(for: "any key: back")
      #expect(try reps(study) == [0, 0])
      terminal.send("x")
      try terminal.wait(for: "back 0")
      terminal.send("q")
      #expect(try terminal.waitForEnd() == .exited(0))
      #expect(try reps(study) == [0, 0])
    }
  }

  @Test("another size of window is drawn anew")
  func resize() throws {
    try StudyHome.with(cards: 1) { study throws in
      let terminal = try study.terminal()
      try terminal.wait(for: "q quit")
      terminal.resize(rows: 6, columns: 20)
      try terminal.wait(for: "the narrow screen") {
        $0.screen.lines.count == 6 && $0.screen.lines.last == "space answer  ? help"
      }
      terminal.send(" ")
      try terminal.wait(for: "easy")
      terminal.resize(rows: 24, columns: 80)
      try terminal.wait(for: "1 again 1m   2 hard 5m   3 good 10m   4 easy")
      terminal.send("q")
      #expect(try terminal.waitForEnd() == .exited(0))
      expectRestored(terminal)
    }
  }

  @Test(
    "a signal ends the session with what was answered on disk, and as the shell expects",
    arguments: [(SIGINT, true), (SIGINT, false), (SIGTERM, false), (SIGHUP, false)])
  func signals(number: Int32, isTyped: Bool) throws {
    try StudyHome.with(cards: 2) { study throws in
      let terminal = try study.terminal(rows: 6, columns: 20)
      try terminal.wait(for: "front 0")
      terminal.send(" ")
      try terminal.wait(for: "back 0")
      terminal.send("3")
      try terminal.wait(for: "front 1")
      if isTyped { terminal.send("\u{3}") } else { terminal.signal(number) }
      #expect(try terminal.waitForEnd() == .signaled(number))
      #expect(try reps(study) == [1, 0])
      expectRestored(terminal)
    }
  }

  @Test("a window that is closed ends the session with what was answered on disk")
  func closedWindow() throws {
    try StudyHome.with(cards: 2) { study throws in
      let terminal = try study.terminal()
      try terminal.wait(for: "front 0")
      terminal.send(" ")
      try terminal.wait(for: "back 0")
      terminal.send("3")
      try terminal.wait(for: "front 1")
      terminal.hangUp()
      #expect(try terminal.waitForEnd() == .signaled(SIGHUP))
      #expect(try reps(study) == [1, 0])
    }
  }

  @Test("^D, the end of what is typed, ends the session")
  func endOfInput() throws {
    try StudyHome.with(cards: 1) { study throws in
      let terminal = try study.terminal()
      try terminal.wait(for: "front 0")
      terminal.send("\u{4}")
      #expect(try terminal.waitForEnd() == .exited(0))
      expectRestored(terminal)
    }
  }

  @Test("^Z gives the terminal to the shell, fg brings the question back", arguments: sizes)
  func jobControl(rows: Int, columns: Int) throws {
    try StudyHome.with(cards: 2) { study throws in
      var environment = study.home.environment
      environment["TERM"] = "xterm-256color"
      let shell = try PseudoTerminal.shell(
        for: .built("flash-study"), environment: environment, rows: rows, columns: columns)
      let modes = shell.modes
      shell.send("$PROGRAM\r")
      try shell.wait(for: "front 0")
      shell.send("\u{1A}")
      try shell.waitForPrompt(after: "Stopped")
      try shell.wait(for: "the shell's modes") { $0.modes == modes }
      shell.send("clear; fg\r")
      try shell.wait(for: "front 0")
      shell.send(" ")
      try shell.wait(for: "back 0")
      shell.send("4")
      try shell.wait(for: "front 1")
      shell.send("q")
      try shell.wait(for: "the prompt") { !$0.screen.isAlternate && $0.modes == modes }
      shell.send("exit 7\r")
      #expect(try shell.waitForEnd() == .exited(7))
      #expect(try reps(study) == [1, 0])
    }
  }

  @Test("e opens the editor on the card, and shows what it became")
  func edit() throws {
    try StudyHome.with(cards: 1) { study throws in
      var study = study
      study.home.environment["FLASH_EDITOR"] = "sed -i s/front/question/"
      let terminal = try study.terminal()
      try terminal.wait(for: "front 0")
      terminal.send("e")
      try terminal.wait(for: "question 0")
      terminal.send("q")
      #expect(try terminal.waitForEnd() == .exited(0))
      #expect(try study.store().card(study.cards[0]).card.front == "question 0")
      expectRestored(terminal)
    }
  }

  @Test("a cloze card is edited with its siblings, and a card whose number is gone is passed over")
  func editCloze() throws {
    try StudyHome.with(cards: 0) { study throws in
      var study = study
      let store = try study.store(for: .writing)
      let deck = try #require(try store.decks().first)
      let note = store.newNoteID(at: StudyHome.now)
      let card = NewCard(
        front: "one [...]", back: "one **two**", kind: .cloze, noteID: note, noteOrd: 1,
        noteText: "one {{c1::two}}")
      try store.addCards([card, NewCard(front: "next", back: "next")], to: deck, at: StudyHome.now)
      store.close()
      study.home.environment["FLASH_EDITOR"] = "sed -i 's/one/1/;s/c2::t/c3::t/;s/c1::t/c2::t/'"
      let terminal = try study.terminal()
      try terminal.wait(for: "one [...]")
      terminal.send("e")
      try terminal.wait(for: "next")
      terminal.send("q")
      #expect(try terminal.waitForEnd() == .exited(0))
      let fronts = try study.store().cards().map(\.card.front)
      #expect(fronts == ["next", "1 [...]"])
    }
  }

  @Test("no session is begun where nobody can see or answer it")
  func refused() throws {
    try StudyHome.with { study throws in
      var dumb = study
      dumb.home.environment["TERM"] = "dumb"
      for (home, arguments, term) in [(study, ["--no-input"], "xterm"), (dumb, [], "dumb")] {
        var environment = home.home.environment
        environment["TERM"] = term
        let terminal = try PseudoTerminal(
          .built("flash-study"), arguments, environment: environment)
        #expect(try terminal.waitForEnd() == .exited(64))
        #expect(terminal.written.contains("flash study next"))
      }
    }
  }

  @Test("the text of a card cannot drive the terminal")
  func hostile() throws {
    try StudyHome.with(cards: 0) { study throws in
      let store = try study.store(for: .writing)
      let deck = try #require(try store.decks().first)
      let text =
        "\u{1B}[2J\u{1B}]0;owned\u{7}\u{9B}5n\u{202E}evil\0"
        + String(
          repeating: "w", count: 100_000)
      try store.addCards([NewCard(front: text, back: text)], to: deck, at: StudyHome.now)
      store.close()
      let terminal = try study.terminal()
      try terminal.wait(for: "evil")
      terminal.send(" ")
      try terminal.wait(for: "easy")
      #expect(!terminal.written.contains("owned\u{7}"))
      #expect(!terminal.written.contains("\u{1B}[5n"))
      #expect(!terminal.written.unicodeScalars.contains { $0.value == 0x9B || $0.value == 0x202E })
      #expect(terminal.screen.scrolledLines == 0)
      terminal.send("q")
      #expect(try terminal.waitForEnd() == .exited(0))
      expectRestored(terminal)
    }
  }
}
