import FlashTestSupport
import Testing

@Suite struct TerminalIntegrationTests {
  private func start(
    _ arguments: [String], _ environment: [String: String] = [:], in home: TestHome
  ) throws -> PseudoTerminal {
    try PseudoTerminal(
      .built("flash-sample"), arguments,
      environment: ["HOME": home.folder.path].merging(environment) { $1 }, in: home.folder.path)
  }

  @Test("the editor's text is taken; an unchanged one and a failed editor are cancelled with 2")
  func editor() throws {
    try TestHome.with { home in
      let edited = try start(["write"], ["EDITOR": "sed -i s/first/second/"], in: home)
      #expect(try edited.waitForEnd() == .exited(0))
      #expect(edited.screen.text.contains("second text"))
      let unchanged = try start(["write"], ["EDITOR": "true"], in: home)
      #expect(try unchanged.waitForEnd() == .exited(2))
      let failed = try start(["write"], ["EDITOR": "false"], in: home)
      #expect(try failed.waitForEnd() == .exited(2))
      #expect(try home.run("flash-sample", ["write"]).code == 64)
    }
  }

  @Test("long help goes through the pager, and quitting it is a success")
  func pager() throws {
    try TestHome.with { home in
      try home.folder.write("[core]\n  pager = sed s/^/pager:/\n", to: ".config/flash/config")
      let paged = try start(["list", "--help"], in: home)
      #expect(try paged.waitForEnd() == .exited(0))
      #expect(paged.written.contains("pager:SEE ALSO"))
      let quit = try start(["list", "--help"], ["FLASH_PAGER": "true"], in: home)
      #expect(try quit.waitForEnd() == .exited(0))
      let none = try start(["list", "--help"], ["FLASH_PAGER": "cat"], in: home)
      #expect(try none.waitForEnd() == .exited(0))
      #expect(none.written.contains("\r\nSEE ALSO\r\n"))
    }
  }

  @Test("the manual page is shown through man where it is installed")
  func man() throws {
    try TestHome.with { home in
      var home = home
      try home.install(
        "man", "if [ \"$1\" = -w ]; then [ \"$2\" = flash-sample ]; else echo \"page of $1\"; fi")
      let path = ["PATH": home.environment["PATH"] ?? ""]
      let page = try start(["--help"], path, in: home)
      #expect(try page.waitForEnd() == .exited(0))
      #expect(page.screen.text.contains("page of flash-sample"))
      let part = try start(
        ["list", "--help"], path.merging(["FLASH_PAGER": "cat"]) { $1 }, in: home)
      #expect(try part.waitForEnd() == .exited(0))
      #expect(part.written.contains("flash sample list - list decks"))
    }
  }

  @Test("a name that could drive the terminal is made visible there, and only there")
  func names() throws {
    try TestHome.with { home in
      let terminal = try start(["show", "a\u{1B}[2Jb"], in: home)
      #expect(try terminal.waitForEnd() == .exited(0))
      #expect(terminal.screen.text.contains("a␛[2Jb"))
      #expect(
        try home.run("flash-sample", ["show", "a\u{1B}[2Jb"]).output.hasSuffix("a\u{1B}[2Jb\n"))
    }
  }

  @Test(
    "colour follows the options, the variables and the setting, in that order",
    arguments: [
      ([], [:], "", true), ([], ["NO_COLOR": "1"], "", false),
      (["--color=always"], ["NO_COLOR": "1"], "", true),
      (["--color=never"], [:], "", false), ([], [:], "never", false),
      (["--color=always"], [:], "never", true), ([], ["TERM": "dumb"], "", false),
    ] as [([String], [String: String], String, Bool)])
  func color(
    arguments: [String], environment: [String: String], setting: String, isColored: Bool
  ) throws {
    try TestHome.with { home in
      if !setting.isEmpty {
        try home.folder.write("[color]\n  ui = \(setting)\n", to: ".config/flash/config")
      }
      let terminal = try start(["show"] + arguments, environment, in: home)
      #expect(try terminal.waitForEnd() == .exited(0))
      #expect(terminal.transcript.contains(0x1B) == isColored)
    }
  }
}
