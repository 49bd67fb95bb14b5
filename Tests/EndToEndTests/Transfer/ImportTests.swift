import FlashModel
import FlashStore
import FlashTestSupport
import Testing

@Suite struct ImportTests {
  @Test("a file goes to the deck of its name, is told in a line, and can be undone")
  func summary() throws {
    try TestHome.with { home in
      try home.folder.write("hola,hello\nadiós,goodbye\n", to: "spanish.csv")
      let outcome = try home.run("flash-import", ["spanish.csv"])
      #expect(outcome.output == "spanish.csv: 2 cards added, 1 new deck\n")
      #expect(outcome.errors == "")
      #expect(outcome.code == 0)
      #expect(try home.cards() == ["spanish: hola = hello", "spanish: adiós = goodbye"])
      #expect(try home.run("flash-import", ["-q", "spanish.csv"]).output == "")
      let undone = try home.store(for: .writing).undo(by: testRules, at: testNow)
      #expect(undone.label == "import 'spanish.csv'")
      #expect(try home.cards() == [])
    }
  }

  @Test("standard input is read twice, and needs a deck")
  func standardInput() throws {
    try TestHome.with { home in
      let refused = try home.run("flash-import", ["-"], input: .text("a,b\n"))
      #expect(refused.code == 64)
      #expect(refused.errors.hasSuffix("hint: give '--deck'\n"))
      let text = "deck,front,back\nD,naïve,1\n,x,2\n"
      let outcome = try home.run("flash-import", ["-d", "Rest", "-"], input: .text(text))
      #expect(outcome.output == "standard input: 2 cards added, 2 new decks\n")
      #expect(try home.cards() == ["D: naïve = 1", "Rest: x = 2"])
    }
  }

  @Test("a dry run says the same, tells what was recognised and why, and changes no byte")
  func dryRun() throws {
    try TestHome.with { home in
      try home.folder.write("front;back;tags\nhola;hello;a b\n", to: "x.csv")
      try home.given("flash-import", ["x.csv"])
      try home.folder.write("front;back;tags\nhola;hi;a b\nsí;yes;\n", to: "x.csv")
      let before = try home.folder.snapshot()
      let outcome = try home.run("flash-import", ["-n", "x.csv"])
      #expect(
        outcome.output == """
          x.csv: delimited text (CSV, TSV): text that is nothing else
            utf-8: all of it is valid
            semicolon: 3 of 3 records have 3 columns
            header names front, back, tags
              hola | hi (x; a, b)
              sí | yes (x)
          x.csv: 1 card added, 1 updated
          dry run: nothing was changed

          """)
      let json = try home.run("flash-import", ["-n", "x.csv", "--json"]).output
      #expect(try home.folder.snapshot() == before)
      #expect(try home.run("flash-import", ["x.csv", "--json"]).output == json)
      #expect(try home.cards() == ["x: hola = hi #a #b", "x: sí = yes"])
    }
  }

  @Test("bad rows are skipped and named; '--strict' makes them fatal")
  func badRows() throws {
    try TestHome.with { home in
      try home.folder.write("a,1\n,2\nc\nd,4\n", to: "x.csv")
      let strict = try home.run("flash-import", ["--strict", "x.csv"])
      #expect(strict.code == 65)
      #expect(strict.errors.hasPrefix("flash-import: x.csv:2: empty front\nhint: "))
      #expect(try home.cards() == [])
      let outcome = try home.run("flash-import", ["x.csv"])
      #expect(outcome.code == 3)
      #expect(outcome.output == "x.csv: 2 cards added, 2 skipped, 1 new deck\n")
      #expect(
        outcome.errors == """
          flash-import: warning: x.csv:2: empty front
          flash-import: warning: x.csv:3: empty back

          """)
      let json = try objects(
        home.run("flash-import", ["x.csv", "--json=line,reason,skipped"]).output)
      #expect(json.map { $0["reason"]?.string } == ["empty front", "empty back", nil])
      #expect(json.last?["skipped"]?.integer == 2)
    }
  }

  @Test("only the first ten bad rows are named, unless asked for")
  func manyBadRows() throws {
    try TestHome.with { home in
      let rows = (0..<30).map { "f\($0),\n" }.joined()
      try home.folder.write("a,b\n" + rows, to: "x.csv")
      let outcome = try home.run("flash-import", ["x.csv"])
      #expect(outcome.errors.split(separator: "\n").count == 11)
      #expect(outcome.errors.hasSuffix("x.csv: 20 more rows skipped; '-v' names them all\n"))
      let all = try home.run("flash-import", ["-v", "x.csv"])
      #expect(all.errors.split(separator: "\n").filter { $0.hasSuffix("empty back") }.count == 30)
    }
  }

  @Test("one refused file leaves the others alone: 3, or its own code if it is alone")
  func severalFiles() throws {
    try TestHome.with { home in
      try home.folder.write("a,1\n", to: "good.csv")
      try home.folder.write("a,\"1\n", to: "bad.csv")
      let outcome = try home.run("flash-import", ["bad.csv", "none.csv", "good.csv"])
      #expect(outcome.code == 3)
      #expect(outcome.output == "good.csv: 1 card added, 1 new deck\n")
      #expect(
        outcome.errors == """
          flash-import: bad.csv:1: a quote that is never closed
          flash-import: none.csv: cannot read: No such file or directory

          """)
      #expect(try home.run("flash-import", ["none.csv"]).code == 66)
      #expect(try home.run("flash-import", ["none.csv", "bad.csv"]).code == 65)
      #expect(try home.run("flash-import", ["."]).code == 65)
      let json = try home.run("flash-import", ["bad.csv", "--json"])
      #expect(json.output == "")
      #expect(json.errors.hasPrefix(#"{"error":{"code":"malformed","message":"bad.csv:1: "#))
    }
  }

  @Test("what a person says wins over what is found out")
  func options() throws {
    try TestHome.with { home in
      try home.folder.write(
        Array("front#back\n".utf8) + [0xE9] + Array("#x\n//c#d\n".utf8), to: "x.txt")
      let arguments = [
        "-d", "D", "--encoding=latin1", "--delimiter=#", "--header=no", "--comment=//", "-t", "T",
        "x.txt",
      ]
      #expect(try home.run("flash-import", arguments).code == 0)
      #expect(try home.cards() == ["D: front = back #T", "D: é = x #T"])
      #expect(try home.run("flash-import", ["--header=maybe", "x.txt"]).code == 64)
      #expect(try home.run("flash-import", ["--format=nonsense", "x.txt"]).code == 64)
    }
  }

  @Test("'--deck' means a deck that is here in any case")
  func deckWithoutCase() throws {
    try TestHome.with { home in
      try home.given("flash-import", ["-d", "Spanish", "-"], input: .text("a,b\n"))
      try home.given("flash-import", ["-d", "spanish", "-"], input: .text("c,d\n"))
      #expect(try home.cards() == ["Spanish: a = b", "Spanish: c = d"])
    }
  }

  @Test("duplicates: update, skip, keep, fail")
  func policies() throws {
    try TestHome.with { home in
      func run(_ policy: String) throws -> ProcessOutcome {
        try home.run(
          "flash-import", ["-d", "D", "--on-duplicate=\(policy)", "-"], input: .text("a,2\n"))
      }
      try home.given("flash-import", ["-d", "D", "-"], input: .text("a,1\n"))
      let failed = try run("fail")
      #expect(failed.code == 65)
      #expect(failed.errors.hasPrefix("flash-import: standard input:1: there is a card 'a'"))
      #expect(try run("skip").output == "standard input: 1 duplicate\n")
      #expect(try run("keep").output == "standard input: 1 card added\n")
      #expect(try home.cards() == ["D: a = 1", "D: a = 2"])
    }
  }

  @Test(
    "what is damaged, or can't be read yet, is refused by its name",
    arguments: [
      ("x.apkg", [0x50, 0x4B, 3, 4] as [UInt8], "corrupt"),
      ("x.db", Array("SQLite format 3\0".utf8) + [UInt8](repeating: 0, count: 100), "unsupported"),
      ("x.xml", Array("<deck name=\"x\"><card>".utf8), "malformed"),
      ("x.bin", Array("abc\0def,ghi\n".utf8), "encoding"),
      ("x.json", Array("{\"front\":1".utf8), "malformed"),
      ("x.csv", Array("aé,b\n".utf8) + [0xFF, 0x2C, 0x31], "encoding"),
    ])
  func refused(name: String, bytes: [UInt8], code: String) throws {
    try TestHome.with { home in
      try home.folder.write(bytes, to: name)
      let outcome = try home.run("flash-import", [name, "--json"])
      #expect(outcome.code == 65)
      #expect(outcome.errors.contains("\"code\":\"\(code)\""), "\(outcome.errors)")
    }
  }

  @Test("two imports at once both arrive")
  func atOnce() async throws {
    try await TemporaryFolder.with { folder in
      let home = TestHome(in: folder)
      for name in ["a", "b", "c"] {
        try folder.write((0..<500).map { "\(name)\($0),x\n" }.joined(), to: "\(name).csv")
      }
      let codes = try await withThrowingTaskGroup(of: Int32?.self) { group in
        for name in ["a", "b", "c"] {
          group.addTask { try home.run("flash-import", ["\(name).csv"]).code }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(codes == [0, 0, 0])
      #expect(try home.store().cards().count == 1_500)
      #expect(try home.integrity() == "ok")
    }
  }
}
