import FlashModel
import FlashStore
import FlashTestSupport
import Foundation
import Testing

/// What README.md shows is what the commands do.
@Suite("README", .serialized) struct ReadmeTests {
  private static let top = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let file = top.appendingPathComponent("README.md")

  private static func readme() throws -> String {
    String(decoding: try Data(contentsOf: file), as: UTF8.self)
  }

  /// A shell in a home of its own, with the programs that were built and the decks of the project,
  /// on a Monday morning.
  private struct Shell {
    var home: TestHome
    var now = Timestamp(milliseconds: 1_772_442_000_000)

    init(_ home: TestHome) throws {
      self.home = home
      try home.folder.link("Examples", to: top.appendingPathComponent("Examples").path)
      self.home.environment["PATH"] = "\(Executable.productFolder):/usr/bin:/bin"
      self.home.environment["FLASH_EXEC_PATH"] = Executable.productFolder
      self.home.environment["COLUMNS"] = "80"
    }

    /// What a line prints, on both streams as they come.
    mutating func run(_ line: String) throws -> ProcessOutcome {
      home.environment["FLASH_NOW"] = now.rfc3339
      let outcome = try Executable(path: "/bin/sh").run(
        ["-c", "{ \(line)\n} 2>&1"], environment: home.environment, in: home.folder.path)
      now = Timestamp(milliseconds: now.milliseconds + 20_000)
      return outcome
    }
  }

  @Test("every session of README prints what it shows")
  func sessions() throws {
    let text = try ReadmeTests.readme()
    var document = ConsoleDocument(text)
    #expect(document.text == text)
    var commands = 0
    try TestHome.with { home in
      var shell = try Shell(home)
      for (place, part) in document.parts.enumerated() {
        guard case .session(var steps) = part else { continue }
        for index in steps.indices {
          guard let command = steps[index].command else {
            // A comment lets the night pass.
            shell.now = Timestamp(milliseconds: shell.now.milliseconds + 86_400_000)
            continue
          }
          let output = try shell.run(command).output
          if !ReadmeTests.isWritten { #expect(steps[index].output == output, "\(command)") }
          steps[index].output = output
          commands += 1
        }
        document.parts[place] = .session(steps)
      }
    }
    #expect(commands > 5)
    if ReadmeTests.isWritten { try Data(document.text.utf8).write(to: ReadmeTests.file) }
  }

  /// `make golden` writes what the sessions print instead of comparing it.
  private static var isWritten: Bool {
    ProcessInfo.processInfo.environment["FLASH_WRITE_GOLDENS"] != nil
  }

  @Test("the lines that move in from Anki bring a collection of Anki's with cards that are due")
  func movingIn() throws {
    let text = try ReadmeTests.readme()
    let start = try #require(text.range(of: "From Anki, everything:"))
    let lines = text[start.upperBound...].split(separator: "\n", omittingEmptySubsequences: false)
      .drop { !$0.hasPrefix("    ") }.prefix { $0.hasPrefix("    ") }
      .map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(lines.count == 3)
    try TestHome.with { home in
      var shell = try Shell(home)
      shell.now = Timestamp(milliseconds: 1_796_040_000_000)
      try home.folder.write(
        Fixture.bytes("import/colpkg/collection-new.colpkg"), to: "collection.colpkg")
      var printed: [String] = []
      for line in lines {
        let outcome = try shell.run(line)
        #expect(outcome.code == 0, "\(line): \(outcome.output)")
        printed.append(outcome.output)
      }
      #expect(try home.store().cards().count == 5)
      #expect(printed[0].contains("cards added") && printed[0].contains("nothing was changed"))
      #expect(printed[1].contains("reviews added") && printed[1].contains("schedule kept"))
      #expect(!printed[2].isEmpty)
    }
  }

  @Test("the screen that README shows is a session's")
  func screen() throws {
    var text = try ReadmeTests.readme()
    guard let start = text.range(of: "```screen\n"),
      let end = text.range(of: "```", range: start.upperBound..<text.endIndex)
    else {
      Issue.record("no screen in README")
      return
    }
    try TestHome.with { home in
      var shell = try Shell(home)
      #expect(try shell.run("flash import -q Examples/Science.jsonl").code == 0)
      let terminal = try PseudoTerminal(
        Executable.built("flash"), ["study", "Science::Biology"],
        environment: shell.home.environment.merging(["TERM": "xterm"]) { $1 },
        in: home.folder.path, rows: 10, columns: 72)
      try terminal.wait(for: "[...]")
      terminal.send(" ")
      try terminal.wait(for: "4 easy")
      let shown = terminal.screen.text
      terminal.send("q")
      #expect(try terminal.waitForEnd() == .exited(0))
      if ReadmeTests.isWritten {
        text.replaceSubrange(start.upperBound..<end.lowerBound, with: shown)
        try Data(text.utf8).write(to: ReadmeTests.file)
      } else {
        #expect(text[start.upperBound..<end.lowerBound] == shown)
      }
    }
  }

  @Test("the statistics that README shows are those of the sample")
  func overview() throws {
    let golden = String(decoding: try Fixture.bytes("golden/stats/overview-80.txt"), as: UTF8.self)
    #expect(try ReadmeTests.readme().contains("```overview\n\(golden)```\n"))
  }

  @Test("every pipeline of README runs where its tools are")
  func pipelines() throws {
    let lines = ConsoleDocument.shellLines(of: try ReadmeTests.readme(), under: "Pipelines")
    #expect(lines.count > 4)
    for line in lines where ReadmeTests.hasTools(for: line) {
      try TestHome.with { home in
        var shell = try Shell(home)
        // Chooses without a person.
        shell.home.environment["FZF_DEFAULT_OPTS"] = "--filter=hola"
        shell.home.environment["GIT_CONFIG_COUNT"] = "2"
        shell.home.environment["GIT_CONFIG_KEY_0"] = "user.name"
        shell.home.environment["GIT_CONFIG_VALUE_0"] = "Test"
        shell.home.environment["GIT_CONFIG_KEY_1"] = "user.email"
        shell.home.environment["GIT_CONFIG_VALUE_1"] = "test@example.org"
        _ = try shell.run(
          "flash import -q Examples/Spanish.tsv Examples/Science.jsonl; git init -q .")
        let outcome = try shell.run(line)
        #expect(outcome.code == 0, "\(line)\n\(outcome.output)")
      }
    }
  }

  @Test("what README gives cron runs with what cron gives it, and prints nothing")
  func cron() throws {
    let field = "[0-9*/,-]+"
    let pattern = try Regex<(Substring, Substring)>("^ {4}(?:\(field) ){4}\(field) +(.+)$")
    var commands: [Substring] = []
    for line in try ReadmeTests.readme().split(separator: "\n") {
      if let command = try pattern.wholeMatch(in: line)?.output.1 { commands.append(command) }
    }
    #expect(!commands.isEmpty)
    for command in commands {
      // In a crontab it would stand for a line end.
      #expect(!command.contains("%"))
      try TestHome.with { home in
        var shell = try Shell(home)
        #expect(try shell.run("flash import -q Examples/Spanish.tsv").code == 0)
        let outcome = try Executable(path: "/usr/bin/env").run(
          [
            "-i", "HOME=\(home.folder.path)", "LOGNAME=somebody", "SHELL=/bin/sh",
            "PATH=\(Executable.productFolder):/usr/bin:/bin", "/bin/sh", "-c", String(command),
          ], environment: [:], in: home.folder.path)
        #expect(outcome.code == 0, "\(command)\n\(outcome.errors)")
        #expect(outcome.output + outcome.errors == "", "\(command)")
        if let file = command.firstMatch(of: /"\$HOME\/([^"]+)"/)?.output.1 {
          let path = home.folder.path(of: String(file))
          #expect(try !Data(contentsOf: URL(fileURLWithPath: path)).isEmpty)
        }
      }
    }
  }

  private static func hasTools(for line: String) -> Bool {
    ["fzf", "jq", "git", "xargs", "column"].allSatisfy { tool in
      !line.contains("\(tool) ") || FileManager.default.isExecutableFile(atPath: "/usr/bin/\(tool)")
    }
  }
}
