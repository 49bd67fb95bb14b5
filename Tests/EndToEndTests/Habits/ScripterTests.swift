import FlashModel
import FlashStore
import FlashTestSupport
import Testing

/// Somebody who never opens a session: cards come as JSON, answers go as words, jq is in between.
@Suite struct ScripterTests {
  private static let script = """
    set -eu
    while card=$(flash study next Spanish --json) && [ -n "$card" ]; do
      id=$(printf '%s' "$card" | jq -r .id)
      # The word of four letters is a hard one, the first time.
      front=$(printf '%s' "$card" | jq -r .front)
      state=$(printf '%s' "$card" | jq -r .state)
      rating=good
      if [ "$front" = hola ] && [ "$state" = new ]; then rating=again; fi
      flash study answer "$id" "$rating" --json=card_id,rating,state | jq -r '"\\(.rating) \\(.state)"'
    done
    """

  private func shell(_ home: TestHome, _ script: String) throws -> ProcessOutcome {
    var environment = home.environment
    environment["PATH"] = "\(Executable.productFolder):/usr/bin:/bin"
    environment["FLASH_EXEC_PATH"] = Executable.productFolder
    return try Executable(path: "/bin/sh").run(
      ["-c", script], environment: environment, in: home.folder.path)
  }

  @Test(
    "next, jq and answer go to the end of the queue; the log has each answer, and one is undone")
  func habit() throws {
    try TestHome.with { home in
      try home.folder.write("Front,Back\nhola,hello\nadiós,bye\nsí,yes\n", to: "Spanish.csv")
      try home.given("flash-import", ["Spanish.csv"])
      #expect(try shell(home, "flash due --count").output == "3\n")
      let run = try shell(home, ScripterTests.script)
      #expect(run.code == 0, "\(run.errors)")
      let answers = run.output.split(separator: "\n").map(String.init)
      // Two steps each, and one more for the card that was forgotten.
      #expect(answers.count { $0 == "good review" } == 3, "\(answers)")
      #expect(answers.count { $0 == "again learning" } == 1)
      #expect(answers.count == 7)
      #expect(try shell(home, "flash due --check").code == 1)
      #expect(try shell(home, "flash study next Spanish --check").code == 1)

      let log = "flash study log --json | jq -r '.kind + \" \" + (.rating // \"\")'"
      let told = try shell(home, log).output.split(separator: "\n").map(String.init)
      #expect(told.count == answers.count)
      #expect(told.count { $0 == "review again" } == 1)
      let counted = try shell(home, "flash list --json=reps | jq -s 'map(.reps) | add'").output
      #expect(counted == "7\n")

      let undo = try shell(home, "flash study undo")
      #expect(undo.code == 0, "\(undo.errors)")
      #expect(undo.output.hasPrefix("took back the answer to '"))
      #expect(try shell(home, log).output.hasPrefix("undo \n"))
      // It is the one card that comes next, and can be answered again.
      let next = try shell(home, "flash study next Spanish --template '{front}'").output
      #expect(undo.output == "took back the answer to '\(next.dropLast())'\n")
      #expect(try shell(home, "flash list --json=reps | jq -s 'map(.reps) | add'").output == "6\n")
      let again = try shell(home, ScripterTests.script)
      #expect(again.output == "good review\n", "\(again.errors)")
      #expect(try home.run("flash-store", ["check"]).code == 0)
    }
  }

  @Test("answers as lines of JSON are sent at once, and sending them again answers nothing twice")
  func lines() throws {
    try TestHome.with { home in
      try home.folder.write("Front,Back\nhola,hello\nadiós,bye\n", to: "Spanish.csv")
      try home.given("flash-import", ["Spanish.csv"])
      let make = """
        flash list --json=id | jq -c --arg day 2026-11-30 \
          '{card_id: .id, rating: "easy", elapsed_ms: 900, \
            id: ("01960000-0000-7000-8000-0000" + .id[28:36])}' >answers.jsonl
        flash study answer - --json=rating <answers.jsonl
        flash study answer - --json=rating <answers.jsonl
        """
      let run = try shell(home, make)
      #expect(run.code == 0, "\(run.errors)")
      #expect(run.output == String(repeating: "{\"rating\":\"easy\"}\n", count: 4))
      #expect(try home.store().cards().map(\.card.scheduling.reps) == [1, 1])
    }
  }
}
