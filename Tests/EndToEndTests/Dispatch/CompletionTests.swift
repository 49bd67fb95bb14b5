import FlashTestSupport
import Testing

/// Rule 10.2 of the command-line contract: the engine, then the shells around it.
@Suite("Completion")
struct CompletionTests {
  private func withCommands(_ body: (inout TestHome) throws -> Void) throws {
    try TestHome.with { (home) throws in
      // A plugin that shows how it is asked, and one word of each kind that shells find hard.
      try home.install(
        "flash-echo",
        """
        shift 2
        [ "$1" = ask ] && { printf '<%s>' "$@"; echo; exit; }
        printf 'Spanish::Verbs\\tthree due\\nSpanish::Nouns\\nsub/\\ntwo words\\na$b\\n' | grep "^$1"
        """)
      home.environment["FLASH_EXEC_PATH"] = home.folder.path(of: "none")
      try home.folder.write(
        "[alias]\ne = echo ask\nloop = loop\nsh = !x\n", to: ".config/flash/config")
      try home.folder.write("", to: "folder/file")
      try body(&home)
    }
  }

  private func complete(_ words: [String], in home: TestHome) throws -> [String] {
    let outcome = try home.run("flash", ["__complete", "--"] + words)
    #expect(outcome.code == 0 && outcome.errors == "")
    return outcome.output.split(separator: "\n").map(String.init)
  }

  @Test("commands, plugins and aliases are completed with what they are")
  func names() throws {
    try withCommands { (home) throws in
      let bin = home.folder.path(of: "bin")
      #expect(
        try complete([""], in: home) == [
          "completion\tprint the completion script of a shell",
          "config\tread and change settings", "e\techo ask", "echo\t\(bin)/flash-echo",
          "help\tshow the manual of a command", "loop\tloop", "sh\t!x",
          "version\tshow the version",
        ])
      #expect(try complete(["-C", "folder", "ver"], in: home) == ["version\tshow the version"])
    }
  }

  @Test("the options of flash and their values are completed")
  func options() throws {
    try withCommands { (home) throws in
      #expect(try complete(["--st"], in: home) == ["--store\tuse this collection"])
      #expect(try complete(["--color", "a"], in: home) == ["auto", "always"])
      #expect(try complete(["--color=n"], in: home) == ["--color=never"])
      #expect(try complete(["-C", "fol"], in: home) == ["folder/"])
      #expect(try complete(["--store", "folder/"], in: home) == ["folder/file"])
      #expect(
        try complete(["-c", "study.roll"], in: home) == [
          "study.rollover=\tthe hour of the local day at which a new study day begins"
        ])
      #expect(try complete(["--", "-"], in: home) == [])
    }
  }

  @Test("a command is asked itself, through aliases too, in the folder the line says")
  func asked() throws {
    try withCommands { (home) throws in
      #expect(try complete(["echo", "ask", "b c", ""], in: home) == ["<ask><b c><>"])
      #expect(try complete(["e", "x"], in: home) == ["<ask><x>"])
      #expect(try complete(["config", "get", "study.f"], in: home).count == 1)
      #expect(
        try complete(["help", "set"], in: home)
          == ["settings\tthe settings and the files they are read from"])
      #expect(try complete(["completion", "z"], in: home) == ["zsh"])
    }
  }

  @Test("what cannot be completed is silent")
  func silent() throws {
    try withCommands { (home) throws in
      for words in [
        ["loop", ""], ["sh", ""], ["nonsense", ""], ["--nonsense", "x"], ["-C", "no", ""],
      ] {
        #expect(try complete(words, in: home) == [], "\(words)")
      }
      try home.folder.write("?", to: ".config/flash/config")
      #expect(try complete(["vers"], in: home) == ["version\tshow the version"])
      #expect(try complete(["e", ""], in: home) == [])
    }
  }

  @Test("fish completes through the script that ships")
  func fish() throws {
    try withCommands { (home) throws in
      let outcome = try shell(
        "/usr/bin/fish", in: home,
        """
        flash completion fish | source
        complete -C 'flash ver'
        complete -C 'flash echo Spanish::V'
        complete -C 'flash echo ask "b c" '
        """)
      #expect(
        outcome == "version\tshow the version\nSpanish::Verbs\tthree due\n<ask><b c><>\n")
    }
  }

  @Test(
    "bash types what is completed, quoted where it must be",
    arguments: [
      ("flash ver\t", "flash version "), ("flash echo Spanish::V\t", "flash echo Spanish::Verbs "),
      ("flash echo su\t", "flash echo sub/"), ("flash echo tw\t", "flash echo two\\ words "),
      ("flash --color=ne\t", "flash --color=never "),
      ("flash echo 'tw\t", "flash echo 'two words' "),
      ("flash echo two\\ w\t", "flash echo two\\ words "), ("flash echo a\t", "flash echo a\\$b "),
      ("flash echo 'Spanish::N\t", "flash echo 'Spanish::Nouns' "),
    ])
  func bash(typed: String, line: String) throws {
    try withCommands { (home) throws in
      let terminal = try PseudoTerminal(
        Executable(path: "/bin/bash"), ["--norc", "--noprofile", "-i"],
        environment: shellEnvironment(home), in: home.folder.path)
      terminal.send("PS1='> '; bind 'set enable-bracketed-paste off'; clear\r")
      terminal.send("source <(flash completion bash); echo re''ady\r")
      try terminal.wait(for: "ready")
      // The screen does not show blanks at the end of a line; what is typed next does.
      terminal.send(typed + "X")
      try terminal.wait(for: "> \(line)X")
      terminal.send("\u{15}exit\r")
      _ = try terminal.waitForEnd()
    }
  }

  @Test(
    "zsh types what is completed, quoted where it must be",
    arguments: [
      ("flash ver\t", "flash version "), ("flash echo Spanish::V\t", "flash echo Spanish::Verbs "),
      ("flash echo su\t", "flash echo sub/"), ("flash echo tw\t", "flash echo two\\ words "),
      ("flash --color=ne\t", "flash --color=never "),
    ])
  func zsh(typed: String, line: String) throws {
    try withCommands { (home) throws in
      let terminal = try PseudoTerminal(
        Executable(path: "/usr/bin/zsh"), ["-f", "-i"], environment: shellEnvironment(home),
        in: home.folder.path)
      terminal.send("PS1='> '; unset zle_bracketed_paste; autoload -Uz compinit; compinit -u -D\r")
      terminal.send("source <(flash completion zsh); clear; echo re''ady\r")
      try terminal.wait(for: "ready")
      // The screen does not show blanks at the end of a line; what is typed next does.
      terminal.send(typed + "X")
      try terminal.wait(for: "> \(line)X")
      terminal.send("\u{15}exit\r")
      _ = try terminal.waitForEnd()
    }
  }

  private func shellEnvironment(_ home: TestHome) -> [String: String] {
    var environment = home.environment
    environment["TERM"] = "xterm-256color"
    environment["PATH"] = "\(Executable.productFolder):\(home.environment["PATH"] ?? "")"
    return environment
  }

  private func shell(_ path: String, in home: TestHome, _ script: String) throws -> String {
    let outcome = try Executable(path: path).run(
      ["-c", script], environment: shellEnvironment(home), in: home.folder.path)
    #expect(outcome.errors == "")
    return outcome.output
  }
}
