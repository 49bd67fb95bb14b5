import FlashTestSupport
import Foundation
import Testing

/// `Examples/demo.sh`, which `make demo` runs.
@Suite struct DemoTests {
  private static let script = Executable(path: ExampleDeckTests.folder + "/demo.sh")

  private func demo(_ home: TestHome, _ arguments: [String] = []) throws -> ProcessOutcome {
    var environment = home.environment
    environment["FLASH"] = Executable.built("flash").path
    environment["TMPDIR"] = home.folder.path
    return try DemoTests.script.run(arguments, environment: environment, in: home.folder.path)
  }

  @Test("without a terminal it studies by commands, and leaves nothing behind")
  func scripted() throws {
    try TestHome.with { home in
      let outcome = try demo(home)
      #expect(outcome.errors == "")
      #expect(outcome.code == 0)
      for line in [
        "Spanish.tsv: 219 cards added, 1 new deck", "Capitals.csv: 193 unchanged",
        "$ flash study next Spanish --answer", "took back the answer to 'Algeria'",
        "$ flash study stats",
      ] {
        #expect(outcome.output.contains(line + "\n"), "\(line)")
      }
      #expect(outcome.output.contains("12 reviews"))
      #expect(try home.folder.names(in: ".") == [])
    }
  }

  @Test("it can keep its collection, and be run over it again")
  func kept() throws {
    try TestHome.with { home in
      #expect(try demo(home, ["--keep", "kept"]).code == 0)
      let again = try demo(home, ["--keep", "kept"])
      #expect(again.code == 0)
      #expect(again.output.contains("Spanish.tsv: 219 unchanged\n"))
      #expect(try home.folder.names(in: ".") == ["kept"])
    }
  }

  @Test("in a terminal it is you who studies; q ends the session, and figures follow")
  func interactive() throws {
    try TestHome.with { home in
      let environment = home.environment.merging([
        "FLASH": Executable.built("flash").path, "TMPDIR": home.folder.path, "TERM": "xterm",
      ]) { $1 }
      let terminal = try PseudoTerminal(
        DemoTests.script, environment: environment, in: home.folder.path, rows: 24, columns: 80)
      try terminal.wait(for: "a session on the screen") { $0.screen.isAlternate }
      try terminal.wait(for: "hola")
      terminal.send(" ")
      try terminal.wait(for: "3 good")
      terminal.send("3")
      try terminal.wait(for: "buenos días")
      terminal.send("q")
      #expect(try terminal.waitForEnd() == .exited(0))
      #expect(terminal.written.contains("Now you: space shows the answer"))
      #expect(terminal.written.contains("$ flash study stats"))
      #expect(terminal.modes == terminal.firstModes)
      #expect(try home.folder.names(in: ".") == [])
    }
  }

  @Test("another word is refused, 64")
  func usage() throws {
    try TestHome.with { home in
      let outcome = try demo(home, ["--help"])
      #expect(outcome.code == 64)
      #expect(outcome.errors == "demo: usage: demo.sh [--keep DIR]\n")
    }
  }
}
