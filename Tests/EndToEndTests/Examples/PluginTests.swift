import FlashTestSupport
import Testing

/// The plugins of `Examples/plugins`, run as `flash NAME`.
@Suite("Example plugins")
struct PluginTests {
  private func withPlugins(
    cards: Int = 3, due: Int = 2, _ body: (inout StudyHome) throws -> Void
  ) throws {
    try TestHome.with { home in
      home.environment["PATH"] = "\(ExampleDeckTests.folder)/plugins:/usr/bin:/bin"
      var study = try StudyHome(home, cards: cards, due: due)
      try body(&study)
    }
  }

  private func flash(
    _ arguments: [String], in study: StudyHome, input: String = ""
  ) throws -> ProcessOutcome {
    try study.home.run("flash", arguments, input: .text(input))
  }

  @Test(
    "each is listed with its summary, and answers for its help and its version",
    arguments: [
      ("today", "the day in a dozen"), ("coverage", "tell how much of a text your cards"),
    ])
  func listed(name: String, summary: String) throws {
    try withPlugins { (study) throws in
      let all = try flash(["help", "-a"], in: study).output.split(separator: "\n")
      let line = all.first { $0.trimmingPrefix("  ").hasPrefix("\(name) ") }
      #expect(line?.contains(summary) == true, "\(all)")
      for arguments in [["help", name], [name, "-h"], [name, "--help"]] {
        let help = try flash(arguments, in: study)
        #expect(help.output.hasPrefix("usage: flash \(name) [-h]"), "\(help)")
        #expect(help.code == 0)
      }
      #expect(try flash([name, "--version"], in: study).output == "flash-\(name) 1.0\n")
      #expect(try flash(["--list-cmds=others"], in: study).output.contains("\(name)\n"))
    }
  }

  @Test("each refuses wrong usage with 64, and passes on the code of a command that fails")
  func failures() throws {
    try withPlugins { (study) throws in
      for arguments in [
        ["today", "--nonsense"], ["today", "a", "b"], ["coverage", "--nonsense"],
      ] {
        let outcome = try flash(arguments, in: study)
        #expect(outcome.code == 64, "\(arguments)")
        #expect(outcome.output == "")
      }
      for arguments in [["today", "Greek"], ["coverage", "-d", "Greek", "-"]] {
        let outcome = try flash(arguments, in: study, input: "x")
        #expect(outcome.code == 66, "\(arguments)")
        #expect(outcome.errors.contains("no such deck: 'Greek'\n"), "\(outcome.errors)")
      }
      #expect(try flash(["coverage", "nowhere.txt"], in: study).code == 66)
      try study.home.folder.write([0x61, 0xFF], to: "bad.txt")
      let outcome = try flash(["coverage", "bad.txt"], in: study)
      #expect(outcome.code == 65)
      #expect(outcome.errors == "flash-coverage: bad.txt: not UTF-8 at byte 1\n")
    }
  }

  @Test("the day is told: what waits, what was done, what was forgotten")
  func today() throws {
    try withPlugins { (study) throws in
      #expect(
        try flash(["today"], in: study).output == """
          2026-11-30: 3 cards to study
            3	Spanish

          """)
      let input = "{\"card_id\":\"\(study.cards[0])\",\"rating\":1,\"elapsed_ms\":90000}\n"
      #expect(try study.run("answer", "-", input: .text(input)).code == 0)
      let outcome = try flash(["today", "spanish"], in: study)
      #expect(outcome.errors == "")
      #expect(
        outcome.output == """
          2026-11-30: 3 cards to study
            3	Spanish
          done today: 1 review, 0 % right, 2 min
          streak: 1 day
          forgotten today:
            front 0 — back 0

          """)
      let json = try flash(["today", "--json"], in: study).output
      #expect(
        json.hasPrefix("{\"day\":\"2026-11-30\",\"waiting\":3,\"decks\":[{\"deck\":\"Spanish\""))
    }
  }

  @Test("the text of a card cannot drive the terminal through a plugin")
  func escaping() throws {
    try withPlugins(cards: 0, due: 0) { (study) throws in
      let added = try study.home.run(
        "flash-card", ["add", "-d", "Spanish", "a\u{1B}]0;x\u{7}b\nc", "d", "--json=id"])
      let id = try #require(added.output.split(separator: "\"").dropFirst(3).first)
      #expect(try study.run("answer", String(id), "again").code == 0)
      let output = try flash(["today"], in: study).output
      #expect(!output.contains("\u{1B}") && !output.contains("\u{7}"))
      #expect(output.hasSuffix("  a]0;xb c — d\n"), "\(output)")
    }
  }

  @Test("a text is counted by what its words are in the cards")
  func coverage() throws {
    try withPlugins(cards: 0, due: 0) { (study) throws in
      let cards = "la casa\tthe house\nel perro\tthe dog\n"
      #expect(
        try study.home.run("flash-import", ["-d", "Spanish", "-q", "-"], input: .text(cards)).code
          == 0)
      let first = try study.run("next", "--template={id}").output.dropLast()
      #expect(try study.run("answer", String(first), "easy").code == 0)
      let text = "La casa y el perro. El gato no come, ¡ay!\nLa casa es grande.\n"
      let outcome = try flash(["coverage", "-d", "Spanish", "--limit=2"], in: study, input: text)
      #expect(outcome.errors == "")
      #expect(
        outcome.output == """
          14 words, 11 different
            known      28.6 %
            learning    0.0 %
            new        21.4 %
            no card    50.0 %
          without a card, most frequent first:
                1  y
                1  gato

          """)
      let lines = try flash(["coverage", "--json"], in: study, input: text).output
        .split(separator: "\n")
      #expect(lines.first == #"{"word":"la","count":2,"state":"review"}"#)
      #expect(lines.contains(#"{"word":"gato","count":1,"state":null}"#))
      #expect(lines.contains(#"{"word":"perro","count":1,"state":"new"}"#))
    }
  }

  @Test("the cards that it proposes are imported as they are")
  func proposed() throws {
    try withPlugins(cards: 0, due: 0) { (study) throws in
      let cards = try flash(["coverage", "--cards"], in: study, input: "El gato no come. ¡Ay!")
      #expect(
        cards.output == """
          front	back
          el	El gato no come.
          gato	El gato no come.
          no	El gato no come.
          come	El gato no come.
          ay	¡Ay!

          """)
      let imported = try study.home.run(
        "flash-import", ["-d", "Spanish", "-", "--json=cards_added"],
        input: .text(cards.output))
      #expect(imported.output == "{\"cards_added\":5}\n")
    }
  }

  @Test(
    "completion offers decks, options and files",
    arguments: [
      (["today", "Sp"], ["Spanish"]), (["coverage", "-d", "Sp"], ["Spanish"]),
      (
        ["today", "--j"],
        [
          "--help\tshow the usage", "--json\tprint one object",
          "--version\tshow the version",
        ]
      ),
      (["coverage", "--car"], ["--cards\tprint words without a card, as TSV"]),
      (["coverage", "te"], ["text.txt", "texts/"]),
    ])
  func completion(words: [String], candidates: [String]) throws {
    try withPlugins { (study) throws in
      try study.home.folder.write("", to: "text.txt")
      try study.home.folder.write("", to: "texts/a")
      let outcome = try flash(["__complete", "--"] + words, in: study)
      #expect(outcome.errors == "")
      #expect(
        outcome.output.split(separator: "\n").map { String($0) }.filter {
          !words.contains("Sp") || $0.hasPrefix("Sp")
        }.map { words.contains("Sp") ? String($0.prefix { $0 != "\t" }) : $0 } == candidates)
    }
  }

  @Test("by its own name a plugin finds flash on PATH")
  func alone() throws {
    try withPlugins { (study) throws in
      study.home.environment["PATH"] =
        "\(Executable.productFolder):\(ExampleDeckTests.folder)/plugins:/usr/bin:/bin"
      let outcome = try Executable(path: "/usr/bin/env").run(
        ["flash-today"], environment: study.home.environment)
      #expect(outcome.output.hasPrefix("2026-11-30: 3 cards to study\n"))
      #expect(outcome.errors == "")
    }
  }
}
