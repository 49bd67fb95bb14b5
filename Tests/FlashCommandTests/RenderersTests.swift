import FlashCommand
import FlashTerminal
import FlashTestSupport
import Testing

@Suite struct RenderersTests {
  /// The rows of `__options` that name options, as (command, long name, letter).
  private var options: [(command: String, name: String, letter: String)] {
    sample("__options").output.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }.filter { $0[1] == "option" }.map { ($0[0], $0[2], $0[3]) }
  }

  @Test("help, page and completion name the same options")
  func together() {
    let help = sample("--help").output
    let page = sample("__manual").output
    #expect(options.count > 20)
    for option in options {
      let words = option.command.split(separator: " ").dropFirst(2).map(String.init)
      let completed = sample(["__complete", "--"] + words + ["--"]).output
        .split(separator: "\n").map { $0.prefix { $0 != "\t" } }
      #expect(completed.contains(option.name[...]), "\(option) in completion")
      let bare = option.name.dropFirst(2)
      #expect(
        help.contains("--[no-]\(bare)\n") || help.contains("\(option.name)\n")
          || help.contains("\(option.name)=") || help.contains("\(option.name)["),
        "\(option) in help")
      #expect(
        page.contains("Fl -[no-]\(bare)\n") || page.contains("Fl -\(bare)\n")
          || page.contains("Fl -\(bare) Ns"), "\(option) in the page")
      if !option.letter.isEmpty {
        #expect(page.contains(".It Fl \(option.letter.dropFirst()) , "))
        #expect(help.contains("    \(option.letter), "))
      }
    }
  }

  @Test(
    "hidden commands and options are shown nowhere",
    arguments: ["--help", "-h", "__manual", "__options"])
  func hidden(line: String) {
    let text = sample(line).output + sample("list -h").output
    #expect(!text.contains("repeat"))
    #expect(!text.contains("sample fail"))
  }

  @Test("usage shows examples first, within 25 lines", arguments: ["-h", "list -h", "tag -h"])
  func usage(line: String) {
    let lines = sample(line).output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 26)
    if line != "tag -h" { #expect(lines[0] == "  $ flash sample list --order=due --reverse") }
  }

  @Test(
    "the goldens of usage, help and page",
    arguments: ["list -h", "tag -h", "-h", "--help", "__manual"])
  func goldens(line: String) throws {
    try expectGolden(sample(line).output, "sample\(line.filter { $0 != " " }).txt")
  }

  @Test("help wraps to the terminal")
  func width() {
    let narrow = sample(
      ["list", "--help"], terminal: TerminalFacts(size: TerminalSize(columns: 40, rows: 10)))
    let widest = narrow.output.split(separator: "\n").filter { !$0.contains("$ ") }
      .map(\.count).max()
    #expect(widest ?? 0 <= 40)
  }

  @Test("the page passes mandoc without a warning")
  func mandoc() throws {
    try TestHome.with { home in
      try home.folder.write(sample("__manual").output, to: "flash-sample.1")
      let result = try Executable(path: "/usr/bin/mandoc").run(
        ["-Tlint", "-Wwarning", home.folder.path(of: "flash-sample.1")])
      #expect(result.output == "")
      #expect(result.code == 0)
    }
  }

  @Test("the summary is the abstract")
  func summary() { #expect(sample("--flash-summary").output == "try the command kit\n") }
}
