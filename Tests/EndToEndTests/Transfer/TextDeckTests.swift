import FlashModel
import FlashStore
import FlashTestSupport
import Testing

/// Decks that people write as text, through the program.
@Suite struct TextDeckTests {
  private func cards(_ home: TestHome, _ deck: String) throws -> [Card] {
    try home.store().cards().filter { $0.deckTitle == deck }.map(\.card)
  }

  @Test(
    "another program's schedule is kept: due date, memory, counts; and importing again adds none")
  func schedules() throws {
    try TestHome.with { home in
      try home.folder.write(
        """
        #flashcards/bio
        Mitochondrion::powerhouse
        <!--SR:!2026-12-24,51,230-->
        new::card

        """, to: "note.md")
      try home.given("flash-import", ["note.md"])
      let card = try #require(try cards(home, "bio").first { $0.front == "Mitochondrion" })
      let schedule = card.scheduling
      #expect(schedule.state == .review)
      // 2026-12-24 at 4 in the morning, UTC, and 51 days before.
      #expect(schedule.due == Timestamp(rfc3339: "2026-12-24T04:00:00Z"))
      #expect(schedule.lastScheduled == Timestamp(rfc3339: "2026-11-03T04:00:00Z"))
      #expect(schedule.memory.map { ($0.stability * 100).rounded() / 100 } == 51)
      #expect((schedule.reps, schedule.lapses) == (1, 0))
      let again = try home.run("flash-import", ["note.md"])
      #expect(again.output == "note.md: 2 unchanged\n")
      try home.given("flash-store", ["undo"])
      #expect(try home.store().cards().isEmpty)
      try home.given("flash-import", ["note.md"])
      let back = try #require(try cards(home, "bio").first { $0.front == "Mitochondrion" })
      #expect(back.scheduling.hasSameSchedule(as: schedule))
      #expect(try home.run("flash-import", ["note.md"]).output == "note.md: 2 unchanged\n")
    }
  }

  @Test("a card with an id keeps its schedule when its wording changes, also if it had none before")
  func ids() throws {
    try TestHome.with { home in
      let id = "0192f0c1-0000-7000-8000-000000000001"
      try home.folder.write("Q: a\nA: b\n\nC: [x] and [y]\n", to: "deck.md")
      try home.given("flash-import", ["-d", "X", "deck.md"])
      let old = try cards(home, "X").map(\.id)
      try home.folder.write(
        """
        Q: a
        A: b
        <!-- flash: \(id) -->

        C: [x] and [y]
        <!-- flash: 0192f0c1-0000-7000-8000-000000000002 -->

        """, to: "deck.md")
      let adopted = try home.run("flash-import", ["-d", "X", "deck.md"])
      #expect(adopted.output == "deck.md: 3 unchanged\n")
      try home.folder.write(
        """
        C: [X] and [Y]!
        <!-- flash: 0192f0c1-0000-7000-8000-000000000002 -->

        Q: another question
        A: another answer
        <!-- flash: \(id) -->

        """, to: "deck.md")
      let changed = try home.run("flash-import", ["-d", "X", "deck.md"])
      #expect(changed.output == "deck.md: 3 updated\n")
      let new = try cards(home, "X")
      #expect(Set(new.map(\.id)) == Set(old))
      #expect(new.map(\.front).sorted() == ["X and [...]!", "[...] and Y!", "another question"])
    }
  }

  @Test("what is gone from the file is told, and removed only if that is wanted")
  func prune() throws {
    try TestHome.with { home in
      try home.folder.write("Q: a\nA: b\n\nQ: c\nA: d\n", to: "deck.md")
      try home.given("flash-import", ["deck.md"])
      try home.given("flash-card", ["add", "-d", "deck", "made", "here"])
      try home.folder.write("Q: a\nA: b\n", to: "deck.md")
      let told = try home.run("flash-import", ["deck.md"])
      #expect(told.output == "deck.md: 1 unchanged, 1 not in the file any more\n")
      let refused = try home.run("flash-import", ["--prune", "deck.md"])
      #expect(refused.code == 64)
      #expect(try cards(home, "deck").count == 3)
      let removed = try home.run("flash-import", ["--prune", "-y", "deck.md"])
      #expect(removed.output.hasSuffix("deck.md: removed 1 card (undo: flash undo)\n"))
      #expect(try cards(home, "deck").map(\.front).sorted() == ["a", "made"])
      try home.given("flash-store", ["undo"])
      #expect(try cards(home, "deck").count == 3)
    }
  }

  @Test("a folder gives the decks in it, and notes without cards are passed over")
  func folder() throws {
    try TestHome.with { home in
      try home.folder.write("Q: a\nA: b\n", to: "decks/one.md")
      try home.folder.write("C: [x]\n", to: "decks/more/two.md")
      try home.folder.write("# Only a note\n", to: "decks/README.md")
      let outcome = try home.run("flash-import", ["decks"])
      #expect(outcome.code == 0)
      #expect(try home.cards() == ["one: a = b", "two: [...] = **x**"])
    }
  }

  @Test("Anki's notes keep their ids, and a later file changes them")
  func anki() throws {
    try TestHome.with { home in
      let head = "#separator:tab\n#html:true\n#guid column:1\n#notetype column:2\n"
      try home.folder.write(
        head
          + "g1\tBasic\tf<b>1</b>\tb\ng2\tBasic (and reversed card)\tx\ty\ng3\tCloze\t{{c2::z}}!\n",
        to: "anki.txt")
      try home.given("flash-import", ["anki.txt"])
      let before = try cards(home, "anki")
      #expect(
        before.map(\.sourceKey) == ["anki:g1:0", "anki:g2:0", "anki:g2:1", "anki:g3:1"])
      #expect(before[1].noteID == before[2].noteID)
      #expect(before.map(\.kind) == [.basic, .basic, .basic, .cloze])
      try home.folder.write(
        head + "g1\tBasic\tnew\tb\ng2\tBasic (and reversed card)\tx\tyy\n", to: "anki.txt")
      let outcome = try home.run("flash-import", ["anki.txt"])
      #expect(outcome.output == "anki.txt: 3 updated\n")
      #expect(try cards(home, "anki").map(\.id) == before.map(\.id))
    }
  }

  @Test("cells of HTML are read as such if that is said")
  func html() throws {
    try TestHome.with { home in
      try home.folder.write("a<br>b,<i>c</i> &amp; d\n", to: "x.csv")
      try home.given("flash-import", ["--html", "x.csv"])
      #expect(try home.cards() == ["x: a\nb = *c* & d"])
    }
  }

  @Test("a Quizlet export is split by what was said of it")
  func quizlet() throws {
    try TestHome.with { home in
      try home.folder.write("a - b\nmore;;c - d;;", to: "x.txt")
      try home.given("flash-import", ["--term-sep= - ", "--card-sep=;;", "x.txt"])
      #expect(try home.cards() == ["x: a = b\nmore", "x: c = d"])
    }
  }
}
