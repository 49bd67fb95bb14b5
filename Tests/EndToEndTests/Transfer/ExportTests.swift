import FlashModel
import FlashScheduler
import FlashStore
import FlashTestSupport
import Testing

@Suite struct ExportTests {
  /// A collection with everything that an export has to carry.
  private func fill(_ home: TestHome) throws {
    try home.folder.write(
      "deck,front,back,tags,chapter\nA::B,\"q\"\"1\",\"a\nb\",x y,1\nA::B,é,ü,,\nC,#3,\" ; \tk\",z,\n",
      to: "in.csv")
    try home.given("flash-import", ["in.csv"])
    let store = try home.store(for: .writing)
    let cards = try store.cards().map(\.card.id)
    for (index, card) in cards.enumerated() {
      let moment = testNow.advanced(by: Int64(index) * 1_000)
      _ = try store.record(
        Answer(cardID: card, rating: .good, ratedAt: moment, mode: .smart), by: testRules)
    }
    _ = try store.undo(by: testRules, at: testNow.advanced(by: 5_000))
    try store.resetCards([cards[1]], at: testNow.advanced(by: 6_000))
    try store.setSetting("study.rollover", to: "3", at: testNow)
    try store.removeCards([cards[0]], at: testNow.advanced(by: 7_000))
    let hand = try store.addDeck(titled: "By hand", at: testNow)
    try store.addCards(
      [NewCard(front: "f", back: "b", subTopics: ["two words", "t"])], to: hand, at: testNow)
  }

  @Test("an export of everything makes an identical collection, down to the byte")
  func lossless() throws {
    try TestHome.with { home in
      try fill(home)
      let outcome = try home.run("flash-export", ["-o", "all.jsonl"])
      #expect(outcome.output == "all.jsonl: 3 cards, 3 decks, 5 reviews\n")
      try home.given("flash-import", ["--store=copy.db", "all.jsonl"])
      try home.given("flash-export", ["--store=copy.db", "-o", "again.jsonl"])
      #expect(try home.folder.text(of: "again.jsonl") == home.folder.text(of: "all.jsonl"))
      let same = try home.run("flash-import", ["all.jsonl"])
      #expect(same.output == "all.jsonl: 4 unchanged\n")
    }
  }

  @Test(
    "CSV and TSV, exported and imported again, change nothing",
    arguments: [
      ["-o", "x.csv"], ["-o", "x.tsv"], ["-o", "x.csv", "--crlf", "--bom"],
    ])
  func delimited(arguments: [String]) throws {
    try TestHome.with { home in
      try fill(home)
      let before = try home.store().cards()
      #expect(try home.run("flash-export", arguments).code == 0)
      let outcome = try home.run("flash-import", [arguments[1]])
      #expect(outcome.output == "\(arguments[1]): 3 unchanged\n")
      #expect(try home.store().cards() == before)
      let other = try home.run("flash-import", ["--store=other.db", arguments[1]])
      #expect(other.code == 0)
      #expect(try home.cards("other.db".inFolder(of: home)) == home.cards())
    }
  }

  @Test("standard output takes the file and nothing else")
  func standardOutput() throws {
    try TestHome.with { home in
      try home.given("flash-import", ["-d", "D", "-"], input: .text("a,b\n"))
      let outcome = try home.run("flash-export", ["D", "-o", "-"])
      #expect(outcome.output == "Deck,Front,Back,Tags,Sub-topic\nD,a,b,,\n")
      #expect(outcome.errors == "")
      let crlf = try home.run("flash-export", ["-o", "-", "--format=tsv", "--crlf", "--bom"])
      #expect(crlf.output == "\u{FEFF}Deck\tFront\tBack\tTags\tSub-topic\r\nD\ta\tb\t\t\r\n")
      #expect(try home.run("flash-export", ["-o", "-", "--json"]).code == 64)
      let full = try home.run("flash-export", ["-o", "-"], output: .file("/dev/full"))
      #expect(full.code == 74)
    }
  }

  @Test("the report for scripts has the size and the hash of the file")
  func report() throws {
    try TestHome.with { home in
      try home.given("flash-import", ["-d", "D", "-"], input: .text("a,b\n"))
      let line = try objects(home.run("flash-export", ["-o", "x.csv", "--json"]).output)[0]
      let sum = try Executable(path: "/usr/bin/sha256sum").run([home.folder.path(of: "x.csv")])
      #expect(line["sha256"]?.string == String(sum.output.prefix(64)))
      #expect(line["bytes"]?.integer == Int64(try home.folder.bytes(of: "x.csv").count))
      #expect(line["cards"]?.integer == 1)
      #expect(line["file"]?.string == "x.csv")
    }
  }

  @Test("a deck's export has the name of the deck, and replaces nothing that was not named")
  func names() throws {
    try TestHome.with { home in
      try home.given("flash-import", ["-d", "A::B", "-"], input: .text("a,b\n"))
      #expect(try home.run("flash-export", ["A"]).output == "A-B.csv: 1 card, 1 deck\n")
      let again = try home.run("flash-export", ["A"])
      #expect(again.code == 73)
      #expect(
        again.errors == """
          flash-export: there is a file 'A-B.csv' already
          hint: name it with '-o' to replace it

          """)
      #expect(try home.run("flash-export", ["A", "-o", "A-B.csv"]).code == 0)
      #expect(try home.run("flash-export", ["none"]).code == 66)
      #expect(try home.run("flash-export", ["-o", "none/x.csv"]).code == 73)
      #expect(try home.run("flash-export", ["-o", "x.doc"]).code == 64)
      #expect(try home.folder.names(in: "").filter { $0.hasPrefix("A-B") } == ["A-B.csv"])
    }
  }

  @Test("a deck goes to another collection through a pipe, with its schedule")
  func pipe() throws {
    try TestHome.with { home in
      try fill(home)
      let exported = try home.run("flash-export", ["C", "--format=jsonl", "-o", "-"])
      let outcome = try home.run(
        "flash-import", ["--store=other.db", "-"], input: .bytes(exported.outputBytes))
      #expect(outcome.output == "standard input: 1 card added, 2 reviews added, 1 new deck\n")
      let there = try home.store("other.db".inFolder(of: home)).cards()
      #expect(there == (try home.store().cards().filter { $0.deckTitle == "C" }))
    }
  }

  @Test("an export that was cut short is refused as a whole")
  func cutShort() throws {
    try TestHome.with { home in
      try fill(home)
      try home.given("flash-export", ["-o", "all.jsonl"])
      let lines = try home.folder.text(of: "all.jsonl").split(separator: "\n")
      try home.folder.write(lines.dropLast().joined(separator: "\n") + "\n", to: "cut.jsonl")
      let outcome = try home.run("flash-import", ["--store=other.db", "cut.jsonl"])
      #expect(outcome.code == 65)
      #expect(outcome.errors.contains("the export was cut short"))
      #expect(try home.store("other.db".inFolder(of: home)).decks() == [])
    }
  }
}

extension String {
  fileprivate func inFolder(of home: TestHome) -> String { home.folder.path(of: self) }
}
