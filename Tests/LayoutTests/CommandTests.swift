import Testing

/// The commands that documents name are there.
@Suite struct CommandTests {
  /// What a manual page tells of a command.
  private struct Page {
    var subcommands: Set<String> = []
    var options: Set<String> = []

    init(_ name: String) throws {
      let text = try Project.text("man/\(name).1")
      for match in text.matches(of: /\n\.Nm "flash [a-z]+ ([a-z-]+)[" ]/) {
        subcommands.insert(String(match.1))
      }
      for match in text.matches(of: /Fl -(?:\[no-\])?([a-z][a-z-]*)/) {
        options.insert(String(match.1))
      }
    }
  }

  /// The shorter names, each with the command and the subcommand it stands for.
  private let aliases: [String: [String]]
  private let shipped: Set<String>

  init() throws {
    let list = try Project.text("Sources/flash/CommandList.swift")
    aliases = Dictionary(
      uniqueKeysWithValues: list.matches(
        of: /ShippedAlias\(name: "(\w+)", words: \["(\w+)", "(\w+)"\]\)/
      ).map { (String($0.1), [String($0.2), String($0.3)]) })
    shipped = Set(
      list.matches(of: /ShippedCommand\(\s*name: "([\w-]+)"/).map { String($0.1) })
  }

  @Test(
    "every command, subcommand and option in a document is in the manual",
    arguments: Project.documents)
  func named(document: String) throws {
    let spans = try Project.text(document).codeSpans
    for span in spans where span.hasPrefix("flash ") {
      // What stands behind a pipe or a semicolon is another command.
      let command = span.split(whereSeparator: { "|;&".contains($0) })[0]
      var words = command.split(separator: " ").dropFirst().map(String.init)
      while let first = words.first, first.hasPrefix("-") {
        words.removeFirst(first == "-c" || first == "-C" ? 2 : 1)
      }
      guard let first = words.first, first.allSatisfy({ $0.isLowercase || $0 == "-" }) else {
        continue
      }
      words.replaceSubrange(0..<1, with: aliases[first] ?? [first])
      // Commands that people or later versions bring are called so in examples, and some ship as
      // examples of plugins.
      guard words[0] != "hello", words[0] != "sync",
        !Project.exists("Examples/plugins/flash-\(words[0])")
      else { continue }
      #expect(shipped.contains(words[0]), "\(document): \(span)")
      try check(words, in: "\(document): \(span)")
    }
  }

  private func check(_ words: [String], in place: String) throws {
    guard shipped.contains(words[0]), !["help", "version"].contains(words[0]) else { return }
    let page = try Page("flash-\(words[0])")
    if words.count > 1, !page.subcommands.isEmpty, words[1].allSatisfy(\.isLowercase) {
      let isKnown = page.subcommands.contains(words[1])
      // `flash study` itself takes a deck.
      #expect(isKnown || words[0] == "study", "\(place)")
    }
    for word in words where word.hasPrefix("--") {
      let name = word.dropFirst(2).prefix { $0 != "=" }
      #expect(page.options.contains(String(name)), "\(place): --\(name)")
    }
  }
}
