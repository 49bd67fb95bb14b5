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
      "flash-store", answering: [["log"]], dryRuns: [["undo"]], prepare: Self.prepare)
    let violations = try conformance.violations()
    #expect(violations == [])
  }
}
