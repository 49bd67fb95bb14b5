import FlashModel
import FlashTestSupport
import Foundation
import Testing

/// What docs/decks-in-git.md shows is what happens, with a real git and real hooks.
@Suite("A deck kept in git") struct DeckInGitTests {
  private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("docs/decks-in-git.md")

  /// A shell that remembers the folder it is in, on a Monday morning.
  private struct Shell {
    var home: TestHome
    var now = Timestamp(milliseconds: 1_772_442_000_000)
    var place: String

    init(_ home: TestHome) {
      self.home = home
      place = home.folder.path
      self.home.environment["PATH"] = "\(Executable.productFolder):/usr/bin:/bin"
      self.home.environment["FLASH_EXEC_PATH"] = Executable.productFolder
      self.home.environment["COLUMNS"] = "80"
      let settings = [("user.name", "Test"), ("user.email", "test@example.org")]
      self.home.environment["GIT_CONFIG_COUNT"] = "\(settings.count)"
      for (index, setting) in settings.enumerated() {
        self.home.environment["GIT_CONFIG_KEY_\(index)"] = setting.0
        self.home.environment["GIT_CONFIG_VALUE_\(index)"] = setting.1
      }
      self.home.environment["GIT_CONFIG_NOSYSTEM"] = "1"
    }

    /// What a line prints, on both streams as they come.
    mutating func run(_ line: String) throws -> ProcessOutcome {
      home.environment["FLASH_NOW"] = now.rfc3339
      let note = home.folder.path(of: ".place")
      let outcome = try Executable(path: "/bin/sh").run(
        ["-c", "{ \(line)\n} 2>&1; code=$?; pwd >'\(note)'; exit $code"],
        environment: home.environment, in: place)
      place = try home.folder.text(of: ".place").trimmingCharacters(in: .newlines)
      now = Timestamp(milliseconds: now.milliseconds + 20_000)
      return outcome
    }

    /// Writes the files that a text holds: blocks whose fence names one.
    func write(filesOf prose: String) throws {
      var name: String?
      var text = ""
      for line in prose.split(separator: "\n", omittingEmptySubsequences: false) {
        if line.hasPrefix("```") {
          if let name {
            let folder = place.dropFirst(home.folder.path.count + 1)
            try home.folder.write(text, to: folder.isEmpty ? name : "\(folder)/\(name)")
          }
          let words = line.split(separator: " ")
          name = name == nil && words.count == 2 ? String(words[1]) : nil
          text = ""
        } else {
          text += line + "\n"
        }
      }
    }
  }

  private static var isWritten: Bool {
    ProcessInfo.processInfo.environment["FLASH_WRITE_GOLDENS"] != nil
  }

  @Test("every line of the page prints what it shows")
  func page() throws {
    let text = String(decoding: try Data(contentsOf: DeckInGitTests.file), as: UTF8.self)
    var document = ConsoleDocument(text)
    #expect(document.text == text)
    try TestHome.with { home in
      var shell = Shell(home)
      for (place, part) in document.parts.enumerated() {
        switch part {
        case .prose(let prose): try shell.write(filesOf: prose)
        case .session(var steps):
          for index in steps.indices {
            let command = try #require(steps[index].command)
            let output = try shell.run(command).output
            if !DeckInGitTests.isWritten { #expect(steps[index].output == output, "\(command)") }
            steps[index].output = output
          }
          document.parts[place] = .session(steps)
        }
      }
      // What was turned away is not in the history, and what was pruned is gone.
      #expect(
        try shell.run("git log --format=%s").output == "no house\nboth of them\nthe first cards\n")
      #expect(
        try shell.run("flash list --json=front | jq -r .front").output
          == "el perro, la perra\n[...] tells origin, estar place.\nSer tells origin, [...] place.\n"
      )
    }
    if DeckInGitTests.isWritten { try Data(document.text.utf8).write(to: DeckInGitTests.file) }
  }

  @Test("another machine that clones the decks has the same cards, ids and all")
  func clone() throws {
    try TestHome.with { home in
      var shell = Shell(home)
      let lines = [
        "git init -q decks && cd decks", #"printf 'Q: a\nA: b\n\nC: [x] [y]\n' >deck.md"#,
        "flash card check -q --write-ids deck.md", "git add . && git commit -qm one",
        "flash import -q deck.md", "cd .. && git clone -q decks other && cd other",
        "flash --store=../other.db import -q deck.md",
      ]
      for line in lines { #expect(try shell.run(line).code == 0, "\(line)") }
      let here = try shell.run("flash list --json=id,front,note_id").output
      let there = try shell.run("flash --store=../other.db list --json=id,front,note_id").output
      #expect(here == there)
      #expect(here.split(separator: "\n").count == 3)
    }
  }
}
