import FlashTestSupport
import Foundation
import Testing

/// What docs/prompts.md tells people to paste works.
@Suite("Prompts")
struct PromptTests {
  private static let document = URL(fileURLWithPath: ExampleDeckTests.folder)
    .deletingLastPathComponent().appendingPathComponent("docs/prompts.md").path

  /// The blocks of a language, in order.
  private func blocks(_ language: String) throws -> [String] {
    let text = try String(contentsOfFile: Self.document, encoding: .utf8)
    return text.components(separatedBy: "\n```\(language)\n").dropFirst().map {
      $0.components(separatedBy: "\n```")[0] + "\n"
    }
  }

  private func withCards(
    due: Int = 3, _ body: (inout StudyHome) throws -> Void
  ) throws {
    try TestHome.with { home in
      home.environment["PATH"] = "\(Executable.productFolder):/usr/bin:/bin"
      var study = try StudyHome(home, cards: due, due: due)
      try body(&study)
    }
  }

  private func shell(_ path: String, _ arguments: [String], in study: StudyHome) throws -> String {
    let outcome = try Executable(path: path).run(
      arguments, environment: study.home.environment, in: study.home.folder.path)
    #expect(outcome.errors == "")
    return outcome.output
  }

  @Test(
    "the prompts of bash, zsh and fish show the number, and nothing when it is 0 or unknown",
    arguments: [
      ("bash", "/bin/bash", "; printf '%s' \"${PS1@P}\"", "3 due > "),
      ("zsh", "/usr/bin/zsh", "; print -rnP -- \"$PROMPT\"", "3 due > "),
      ("fish", "/usr/bin/fish", "; fish_right_prompt", "3 due"),
    ])
  func shells(language: String, path: String, show: String, prompt: String) throws {
    let snippet = try #require(try blocks(language).first)
    let before = ["bash": "PS1='> '\n", "zsh": "PROMPT='> '\n", "fish": ""][language] ?? ""
    let options = language == "zsh" ? ["-f", "-c"] : language == "fish" ? ["-N", "-c"] : ["-c"]
    let script = before + snippet.trimmingCharacters(in: .newlines) + "\n" + show.dropFirst(2)
    let empty = language == "fish" ? "" : "> "
    try withCards { (study) throws in
      #expect(try shell(path, options + [script], in: study) == prompt)
      study.home.environment["FLASH_STORE"] = "/nowhere/else.db"
      #expect(try shell(path, options + [script], in: study) == empty)
      study.home.environment["FLASH_STORE"] = nil
      study.home.environment["FLASH_NOW"] = "x"
      #expect(try shell(path, options + [script], in: study) == empty)
    }
    try withCards(due: 0) { (study) throws in
      #expect(try shell(path, options + [script], in: study) == empty)
    }
  }

  @Test("tmux shows it in its status line")
  func tmux() throws {
    let program = Executable(path: "/usr/bin/tmux")
    let snippet = try #require(try blocks("tmux").first)
    try withCards { (study) throws in
      study.home.environment["TMUX_TMPDIR"] = study.home.folder.path
      study.home.environment["TERM"] = "xterm-256color"
      try study.home.folder.write(snippet, to: "tmux.conf")
      let command = ["-L", "flash-test", "-f", study.home.folder.path(of: "tmux.conf")]
      let terminal = try PseudoTerminal(
        program, command + ["new-session", "sleep 60"], environment: study.home.environment)
      defer { _ = try? program.run(command + ["kill-server"], environment: study.home.environment) }
      try terminal.wait(for: "3 due  ")
    }
  }

  @Test("waybar gets an object with the number, a class and the decks, escaped for its markup")
  func waybar() throws {
    let script = try #require(try blocks("sh").first)
    let module = try #require(try blocks("json").first)
    let parsed = try JSONSerialization.jsonObject(with: Data(module.utf8)) as? [String: Any]
    let settings = try #require(parsed?["custom/flash"] as? [String: Any])
    #expect(settings["return-type"] as? String == "json")
    try withCards { (study) throws in
      try study.home.folder.write(script, to: ".config/waybar/flash", mode: 0o755)
      let renamed = try study.home.run("flash-deck", ["rename", "Spanish", "A<B>&C"])
      #expect(renamed.code == 0)
      let exec = try #require(settings["exec"] as? String)
      #expect(
        try shell("/bin/sh", ["-c", exec], in: study)
          == #"{"text":"3","class":"due","tooltip":"A&lt;B&gt;&amp;C: 3"}"# + "\n")
    }
    try withCards(due: 0) { (study) throws in
      try study.home.folder.write(script, to: ".config/waybar/flash", mode: 0o755)
      #expect(
        try shell("/bin/sh", ["-c", "~/.config/waybar/flash"], in: study)
          == #"{"text":"","class":"done","tooltip":""}"# + "\n")
    }
  }

  @Test("cron and the hook write the number where i3status reads it")
  func i3status() throws {
    let line = try #require(try blocks("crontab").first)
    let hook = try blocks("sh")[1]
    let settings = try #require(try blocks("i3status").first)
    #expect(settings.contains("path = \"~/.cache/flash/due\"\n"))
    try withCards { (study) throws in
      let command = String(line.split(separator: " ", maxSplits: 5)[5])
      #expect(try shell("/bin/sh", ["-c", command], in: study) == "")
      #expect(try study.home.folder.text(of: ".cache/flash/due") == "3\n")
      try study.home.folder.write(hook, to: ".config/flash/hooks/post-answer", mode: 0o755)
      #expect(try study.run("answer", "\(study.cards[0])", "easy").errors == "")
      #expect(try study.home.folder.text(of: ".cache/flash/due") == "2\n")
    }
  }

  @Test("the number is there with a home alone, and its lack is told")
  func bareEnvironment() throws {
    try withCards { (study) throws in
      study.home.environment = [
        "HOME": study.home.folder.path, "FLASH_NOW": TestHome.now, "PATH": "/usr/bin:/bin",
      ]
      #expect(try study.home.run("flash", ["due", "--count"]).output == "3\n")
      study.home.environment["HOME"] = nil
      #expect(try study.home.run("flash", ["due", "--count"]).code == 78)
      study.home.environment["FLASH_STORE"] = study.path
      #expect(try study.home.run("flash", ["due", "--count"]).output == "3\n")
    }
  }
}
