import FlashTestSupport
import Testing

@Suite struct AuthoringConformanceTests {
  /// A collection with a deck, a topic and a sub-topic.
  private static func prepare(_ home: inout TestHome) throws {
    for arguments in [
      ["add", "Spanish::Verbs"], ["subtopic", "add", "Spanish::Verbs", "regular"],
      ["add", "Gone"], ["rm", "Gone"],
    ] {
      let outcome = try home.run("flash-deck", arguments)
      try #require(outcome.code == 0, "\(outcome.errors)")
    }
    let input = "{\"front\":\"hola\",\"back\":\"hello\",\"tags\":[\"regular\"]}\nsol\tsun\n"
    let added = try home.run("flash-card", ["add", "-"], input: .text(input))
    try #require(added.code == 0, "\(added.errors)")
  }

  @Test("flash-deck obeys the command-line contract")
  func deck() throws {
    let conformance = CommandConformance(
      "flash-deck",
      answering: [["list"], ["show", "Spanish::Verbs"], ["subtopic", "list", "Spanish::Verbs"]],
      dryRuns: [
        ["add", "x"], ["rm", "Spanish::Verbs"], ["rename", "Spanish::Verbs", "x"],
        ["duplicate", "Spanish::Verbs"], ["restore", "Gone"], ["topic", "rm", "Spanish"],
        ["options", "Spanish::Verbs", "new_per_day=3"],
        ["subtopic", "rm", "Spanish::Verbs", "regular"],
      ], prepare: Self.prepare)
    let violations = try conformance.violations()
    #expect(violations == [])
  }

  @Test("flash-store obeys the command-line contract")
  func store() throws {
    let conformance = CommandConformance(
      "flash-store", answering: [["log"], ["info"], ["check", "--fix"]],
      dryRuns: [["undo"], ["redo"], ["backup"], ["restore", "backup.db"], ["check", "--fix"]],
      prepare: { home in
        try Self.prepare(&home)
        for arguments in [["backup", "backup.db"], ["undo"]] {
          let outcome = try home.run("flash-store", arguments)
          try #require(outcome.code == 0, "\(outcome.errors)")
        }
      })
    let violations = try conformance.violations()
    #expect(violations == [])
  }

  @Test("flash-card obeys the command-line contract")
  func card() throws {
    let conformance = CommandConformance(
      "flash-card",
      answering: [
        ["list"], ["search", "hola"], ["list", "--sort=due", "--reverse", "-d", "spanish"],
      ],
      dryRuns: [
        ["add", "a", "b"], ["add", "--cloze", "{{c1::x}}"],
        ["add", "a", "b", "-d", "New", "--create-deck"],
      ], prepare: Self.prepare)
    let violations = try conformance.violations()
    #expect(violations == [])
  }

  @Test("a rehearsed change of cards leaves every byte alone, and says what a change would")
  func rehearsals() throws {
    try TestHome.with { home in
      try Self.prepare(&home)
      let ids = try home.run("flash-card", ["list", "--template", "{id}"]).output
        .split(separator: "\n").map(String.init)
      let before = try home.folder.snapshot()
      for call in [
        ["suspend"], ["bury"], ["flag", "2"], ["tag", "x"], ["move", "spanish::verbs"], ["rm"],
        ["reset"], ["restore"], ["unsuspend"], ["unbury"], ["untag", "regular"],
      ] {
        let outcome = try home.run("flash-card", call + ids + ["-n"])
        #expect(outcome.code == 0, "\(call): \(outcome.errors)")
        #expect(!outcome.output.isEmpty, "\(call)")
      }
      let edited = try home.run("flash-card", ["edit", ids[0], "--front", "x", "-n"])
      #expect(edited.output == "changed 1 card (undo: flash undo)\n")
      #expect(try home.folder.snapshot() == before)
    }
  }
}
