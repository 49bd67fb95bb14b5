import FlashModel
import FlashScheduler
import FlashStore
import FlashTestSupport
import Testing

/// What scripts study with, as programs.
@Suite struct StudyScriptTests {
  @Test("due tells a table, one number, or yes and no")
  func due() throws {
    try StudyHome.with(cards: 5, due: 2) { study throws in
      #expect(try study.run("due", "--count").output == "5\n")
      #expect(try study.run("due", "--check").code == 0)
      #expect(try study.run("due", "--check").output == "")
      let table = try study.run("due", "spanish").output
      #expect(table == "Deck     New  Learning  Due  Next\nSpanish    3         0    2\n")
      let json = try study.run("due", "--json=deck,new_count,due_count").output
      #expect(
        json == """
          {"deck":"Spanish","new_count":3,"due_count":2}
          {"deck":null,"new_count":3,"due_count":2}

          """)
    }
    try StudyHome.with(cards: 0) { study throws in
      #expect(try study.run("due", "--count").output == "0\n")
      #expect(try study.run("due", "--check").code == 1)
      #expect(try study.run("due", "nowhere").code == 66)
    }
  }

  @Test("settings of the command line stand over the decks' own")
  func settings() throws {
    try StudyHome.with(cards: 30, due: 1) { study throws in
      var study = study
      study.home.environment["FLASH_CONFIG_COUNT"] = "1"
      study.home.environment["FLASH_CONFIG_KEY_0"] = "study.new"
      study.home.environment["FLASH_CONFIG_VALUE_0"] = "4"
      #expect(try study.run("due", "--count").output == "5\n")
    }
  }

  @Test("the next card is answered, and another one is next")
  func nextAndAnswer() throws {
    try StudyHome.with(cards: 2) { study throws in
      let first = try study.run("next", "--template", "{id} {front}").output
      #expect(first == "\(study.cards[0]) front 0\n")
      let text = try study.run("next", "--answer").output
      #expect(text == "\(study.cards[0])\nfront 0\n\(String(repeating: "─", count: 40))\nback 0\n")
      let answer = try study.run("answer", "\(study.cards[0])", "good")
      #expect(answer.output == "good: learning, due 2026-11-30 12:10\n")
      #expect(try study.run("next", "--template", "{front}").output == "front 1\n")
      #expect(try study.run("answer", "\(study.cards[1])", "4").code == 0)
      // Learning cards within 20 minutes are shown ahead.
      #expect(try study.run("next", "--template", "{front}").output == "front 0\n")
      #expect(try study.run("answer", "\(study.cards[0])", "easy").code == 0)
      let none = try study.run("next", "--json")
      #expect(none.code == 0 && none.output == "")
      #expect(try study.run("next", "--check").code == 1)
    }
  }

  @Test("a preview shows what an answer then gives")
  func preview() throws {
    try StudyHome.with(cards: 1, due: 1) { study throws in
      let rows = try study.run(
        "preview", "\(study.cards[0])", "--template", "{rating} {state} {interval_days} {due_at}")
      let lines = rows.output.split(separator: "\n").map(String.init)
      #expect(lines.count == 4)
      #expect(lines[0].hasPrefix("again relearning  2026-11-30T12:10:00Z"))
      let answer = try study.run(
        "answer", "\(study.cards[0])", "good", "--template",
        "{rating} {state} {interval_days} {due_at}")
      #expect(answer.output == lines[2] + "\n")
    }
  }

  @Test("lines are answered in order, once by id, and a bad one costs only itself")
  func lines() throws {
    try StudyHome.with(cards: 2) { study throws in
      let id = "01960000-0000-7000-8000-00000000000a"
      let input = """
        {"card_id":"\(study.cards[0])","rating":3,"id":"\(id)","elapsed_ms":1500,"at":"2026-11-30T11:00:00Z"}

        {"card_id":"\(study.cards[1])","rating":"easy","more":[1]}
        {"card_id":"\(study.cards[0])","rating":3,"id":"\(id)"}
        nonsense
        {"card_id":"\(study.cards[0])","rating":5}
        {"card_id":"01960000-0000-7000-8000-0000000000ff","rating":1}
        """
      let outcome = try study.run(
        "answer", "-", "--template", "{card_id} {rating} {elapsed_ms}", input: .text(input))
      #expect(outcome.code == 3)
      #expect(
        outcome.output == """
          \(study.cards[0]) good 1500
          \(study.cards[1]) easy 0
          \(study.cards[0]) good 1500

          """)
      let lines = outcome.errors.split(separator: "\n")
      #expect(lines.count == 3)
      #expect(lines[0].contains("standard input:5: "))
      #expect(lines[1].contains("standard input:6: 'rating'"))
      #expect(lines[2].contains("standard input:7: no such card"))
      #expect(try study.store().card(study.cards[0]).card.scheduling.reps == 1)
      let strict = try study.run("answer", "-", "--strict", input: .text("x\n" + input))
      #expect(strict.code == 65 && strict.output == "")
      #expect(try study.run("answer", "-", input: .text("x\n")).code == 65)
    }
  }

  @Test("an answer that took longer than a month is refused, and no export that can't be read back")
  func tooLong() throws {
    try StudyHome.with(cards: 1) { study throws in
      let card = "\(study.cards[0])"
      for elapsed in ["25d", "9223372036854775807s", "106751991167d"] {
        #expect(try study.run("answer", card, "good", "--elapsed", elapsed).code == 64)
      }
      let line = #"{"card_id":"\#(card)","rating":3,"elapsed_ms":2147483648}"#
      let refused = try study.run("answer", "-", input: .text(line))
      #expect(refused.code == 65)
      #expect(refused.errors.contains("'elapsed_ms': 0 to 2147483647 expected"))
      #expect(try study.run("answer", card, "good", "--elapsed", "24d").code == 0)
      #expect(try study.run("log", "--json=elapsed_ms").output == "{\"elapsed_ms\":2073600000}\n")
    }
  }

  @Test("undo takes the newest answer back, and the log tells of both")
  func undo() throws {
    try StudyHome.with { study throws in
      #expect(try study.run("undo").code == 1)
      _ = try study.run("answer", "\(study.cards[0])", "good")
      #expect(try study.run("undo").output == "took back the answer to 'front 0'\n")
      #expect(try study.store().card(study.cards[0]).card.scheduling == .new)
      #expect(
        try study.run("log", "--template", "{kind} {rating}").output == "undo \nreview good\n")
      #expect(try study.run("log", "--limit=1", "--json=kind").output == "{\"kind\":\"undo\"}\n")
      #expect(try study.run("log", "\(study.cards[1])").output == "")
    }
  }

  @Test("statistics count what was done, and what is to come")
  func stats() throws {
    try StudyHome.with(cards: 3, due: 2) { study throws in
      _ = try study.run("answer", "\(study.cards[0])", "good", "--elapsed=90s")
      _ = try study.run("answer", "\(study.cards[1])", "again")
      let json = try study.run("stats", "--json").output
      let object = try JSONValue(parsing: Array(json.utf8.dropLast()))
      #expect(object["deck"] == .null)
      #expect(object["today"]?["reviews"] == .integer(2))
      #expect(object["today"]?["accuracy_pct"] == .double(50))
      #expect(object["today"]?["elapsed_ms"] == .integer(90_000))
      #expect(object["streak"]?["days"] == .integer(1))
      #expect(object["retention"]?["all"]?["pct"] == .double(50))
      #expect(object["retention"]?["by_state"]?["all"]?["young"]?["reviews"] == .integer(2))
      #expect(object["period"]?["days"] == .integer(365))
      #expect(object["retention"]?["last_30_days"]?["reviews"] == .integer(2))
      #expect(object["states"]?["relearning"] == .integer(1))
      let text = try study.run("stats", "spanish").output
      #expect(
        text.hasPrefix("spanish\nToday      2 reviews of 2 cards, 50 % right, 1 min; 2 to go\n"))
      #expect(text.contains("Streak     1 day, longest 1\n"))
      #expect(text.contains("Forecast  1 in 30 days, 0.0 a day"))
    }
  }

  @Test("statistics are of the parts, the cards and the days that were asked for")
  func someStats() throws {
    try StudyHome.with(cards: 4) { study throws in
      #expect(try study.run("stats").output.hasSuffix("\nForecast\nnothing in 30 days\n"))
      _ = try study.run("answer", "\(study.cards[0])", "easy", "--elapsed=30s")
      _ = try study.run("answer", "\(study.cards[1])", "again")
      let reviews = "--json=period,time"
      func json(_ options: String...) throws -> JSONValue {
        let output = try study.home.run("flash-study", ["stats"] + options).output
        return try JSONValue(parsing: Array(output.utf8.dropLast()))
      }
      #expect(try json(reviews, "-d", "spanish")["time"]?["reviews"] == .integer(2))
      #expect(try json(reviews, "--query", "is:review")["time"]?["reviews"] == .integer(1))
      #expect(try json(reviews, "--query=is:review")["time"]?["elapsed_ms"] == .integer(30_000))
      let past = try json(reviews, "--until=2026-01-31", "--days=31")
      #expect(past["period"]?["first_day"] == .string("2026-01-01"))
      #expect(past["time"]?["reviews"] == .integer(0))
      #expect(
        try json("--json=forecast", "--ahead=1")["forecast"]?["due_by_day"] == .array([.integer(1)])
      )
      let parts = try study.run("stats", "-s", "cards", "--section=leeches").output
      #expect(parts.hasPrefix("Cards  4, of these 0 suspended, 0 buried; 25 % in review\n"))
      #expect(parts.hasSuffix("\n\nLeeches  none\n"))
    }
  }

  @Test("a period that ends before it begins, and other nonsense, is told")
  func badStats() throws {
    try StudyHome.with { study throws in
      for options in [
        ["--since=2026-03-02", "--until=2026-03-01"], ["--since=2026-03-01", "--days=2"],
        ["--section=nothing"], ["--days=0"],
      ] {
        let outcome = try study.home.run("flash-study", ["stats"] + options)
        #expect(outcome.code == 64 && outcome.output == "", "\(options)")
      }
      #expect(try study.run("stats", "--query=prop:").code == 65)
      #expect(try study.run("stats", "-d", "none").code == 66)
    }
  }

  @Test("without a terminal a session says what to use instead")
  func noTerminal() throws {
    try StudyHome.with { study throws in
      let outcome = try study.run()
      #expect(outcome.code == 64)
      #expect(outcome.errors.contains("flash study next"))
      #expect(outcome.errors.contains("flash study answer"))
    }
  }
}
