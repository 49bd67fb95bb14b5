import FlashTestSupport
import Testing

/// Hooks that are told of what has happened, by the programs themselves.
@Suite("Hooks of answers and imports")
struct PostHookTests {
  private func withHook(
    _ name: String, _ script: String, _ body: (inout StudyHome) throws -> Void
  ) throws {
    try TestHome.with { home in
      try home.folder.write(
        "#!/bin/sh\n\(script)\n", to: ".config/flash/hooks/\(name)", mode: 0o755)
      var study = try StudyHome(home, cards: 4, due: 3)
      try body(&study)
    }
  }

  private func lines(_ name: String, in study: StudyHome) throws -> [String] {
    try study.home.folder.text(of: name).split(separator: "\n").map(String.init)
  }

  @Test("post-answer gets the answer and the card as --json shows them")
  func answer() throws {
    try withHook(
      "post-answer",
      "jq -c '[.version,.hook,.at,.answer.rating,.answer.state,.answer.card_id,.card.front,.card.deck,.card.reps,.became_leech]' >>\"$HOME/told\""
    ) { (study) throws in
      let outcome = try study.run("answer", "\(study.cards[0])", "good")
      #expect(outcome.code == 0)
      #expect(outcome.errors == "")
      #expect(
        try lines("told", in: study) == [
          "[1,\"post-answer\",\"2026-11-30T12:00:00Z\",\"good\",\"review\",\"\(study.cards[0])\","
            + "\"front 0\",\"Spanish\",2,false]"
        ])
    }
  }

  @Test("answers of standard input are told in their order, a repeated one not again")
  func several() throws {
    try withHook("post-answer", "jq -r .answer.rating >>\"$HOME/told\"; echo told") {
      (study) throws in
      let input = zip(study.cards, ["good", "again", "hard", "easy"]).enumerated().map {
        """
        {"card_id":"\($1.0)","rating":"\($1.1)","id":"00000000-0000-7000-8000-00000000000\($0)"}

        """
      }.joined()
      let outcome = try study.run("answer", "-", "--json=rating", input: .text(input + input))
      #expect(outcome.code == 0)
      #expect(outcome.output.split(separator: "\n").count == 8)
      #expect(!outcome.output.contains("told"))
      #expect(outcome.errors == "told\ntold\ntold\ntold\n")
      #expect(try lines("told", in: study) == ["good", "again", "hard", "easy"])
    }
  }

  @Test("the answer is in the collection before the hook hears of it")
  func durable() throws {
    try withHook("post-answer", "") { (study) throws in
      // The variables of a hook are few, so the program is named by its path.
      let program = Executable.built("flash-study").path
      try study.home.folder.write(
        "#!/bin/sh\n'\(program)' log --json=rating | head -1 >\"$HOME/told\" 2>&1\n",
        to: ".config/flash/hooks/post-answer", mode: 0o755)
      #expect(try study.run("answer", "\(study.cards[0])", "hard").code == 0)
      #expect(try lines("told", in: study) == ["{\"rating\":\"hard\"}"])
    }
  }

  @Test("a hook that answers cards is not told of its own answers")
  func nested() throws {
    try withHook("post-answer", "") { (study) throws in
      let program = Executable.built("flash-study").path
      try study.home.folder.write(
        "#!/bin/sh\necho x >>\"$HOME/told\"; '\(program)' answer \(study.cards[1]) good -q\n",
        to: ".config/flash/hooks/post-answer", mode: 0o755)
      #expect(try study.run("answer", "\(study.cards[0])", "hard").code == 0)
      #expect(try lines("told", in: study) == ["x"])
      let log = try study.run("log", "--json=rating").output
      #expect(log.split(separator: "\n").count == 5)
    }
  }

  @Test(
    "a hook that fails or is slow is a warning; the answer stands and the code is 0",
    arguments: [
      ("echo no net >&2; exit 7", "hook 'post-answer' ended with code 7: no net"),
      ("sleep 60", "hook 'post-answer' took more than 1 s and was stopped"),
      ("kill -9 $$", "hook 'post-answer' was ended by signal 9"),
    ])
  func failing(script: String, warning: String) throws {
    try withHook("post-answer", script) { (study) throws in
      try study.home.folder.write("[hooks]\ntimeout = 1\n", to: ".config/flash/config")
      let outcome = try study.run("answer", "\(study.cards[0])", "good", "--json=rating")
      #expect(outcome.code == 0)
      #expect(outcome.output == "{\"rating\":\"good\"}\n")
      #expect(outcome.errors.hasPrefix("flash-study: warning: \(warning)\n"))
    }
  }

  @Test("a hook that is not trusted is a warning, and is not run")
  func notTrusted() throws {
    try withHook("post-answer", "echo ran >&2") { (study) throws in
      try study.home.folder.write(
        "#!/bin/sh\necho ran >&2\n", to: ".config/flash/hooks/post-answer", mode: 0o777)
      let outcome = try study.run("answer", "\(study.cards[0])", "good", "-q")
      #expect(outcome.code == 0)
      #expect(outcome.errors.contains("warning: hook 'post-answer' is not run: others may write"))
      #expect(!outcome.errors.contains("ran"))
    }
  }

  @Test("a session goes on while a slow hook runs, and waits for it at its end")
  func session() throws {
    let script = """
      rating=$(jq -r .answer.rating)
      [ -e "$HOME/told" ] || until [ -e "$HOME/go" ]; do sleep 0.01; done
      echo "$rating" >>"$HOME/told"; echo noise
      """
    try withHook("post-answer", script) { (study) throws in
      let terminal = try study.terminal()
      try terminal.wait(for: "front")
      for key in ["3", "1", "4"] {
        terminal.send(" ")
        try terminal.wait(for: "1 again")
        terminal.send(key)
        // The next question is there although the hook has not ended.
        try terminal.wait(for: "the next") { !$0.screen.text.contains("1 again") }
      }
      #expect((try? lines("told", in: study)) == nil)
      try study.home.folder.write("", to: "go")
      terminal.send("q")
      #expect(try terminal.waitForEnd() == .exited(0))
      #expect(try lines("told", in: study) == ["good", "again", "easy"])
      #expect(!terminal.screen.text.contains("noise"))
    }
  }

  @Test("a hook that hangs keeps a session at its end no longer than its limit")
  func hangingSession() throws {
    try withHook("post-answer", "sleep 60") { (study) throws in
      try study.home.folder.write("[hooks]\ntimeout = 1\n", to: ".config/flash/config")
      let terminal = try study.terminal()
      try terminal.wait(for: "front")
      for _ in 0..<2 {
        terminal.send(" ")
        try terminal.wait(for: "1 again")
        terminal.send("4")
        try terminal.wait(for: "the next") { !$0.screen.text.contains("1 again") }
      }
      terminal.send("q")
      #expect(try terminal.waitForEnd() == .exited(0))
      #expect(terminal.screen.text.contains("hook 'post-answer' "))
    }
  }

  @Test("post-import is told once of all files, not of a dry run, and not of what was refused")
  func imports() throws {
    try withHook(
      "post-import", "jq -c '[.files[] | [.file, .format, .cards_added]]' >>\"$HOME/told\"; echo ok"
    ) { (study) throws in
      try study.home.folder.write("front,back\nuno,one\ndos,two\n", to: "A.csv")
      try study.home.folder.write("tres\tthree\n", to: "B.tsv")
      #expect(try study.home.run("flash-import", ["-n", "A.csv"]).errors == "")
      #expect(try study.home.run("flash-import", ["missing.csv"]).code == 66)
      let outcome = try study.home.run("flash-import", ["A.csv", "missing.csv", "B.tsv", "--json"])
      #expect(outcome.code == 3)
      #expect(!outcome.output.contains("ok"))
      #expect(outcome.errors.hasSuffix("\nok\n"))
      #expect(
        try lines("told", in: study) == [#"[["A.csv","csv",2],["B.tsv","csv",1]]"#])
    }
  }

  @Test("post-import that fails changes no exit code")
  func failingImport() throws {
    try withHook("post-import", "exit 1") { (study) throws in
      try study.home.folder.write("front,back\nuno,one\n", to: "A.csv")
      let outcome = try study.home.run("flash-import", ["A.csv"])
      #expect(outcome.code == 0)
      #expect(
        outcome.errors == "flash-import: warning: hook 'post-import' ended with code 1\n")
    }
  }
}
