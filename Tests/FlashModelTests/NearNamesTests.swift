import Testing

@testable import FlashModel

@Suite("Near names")
struct NearNamesTests {
  @Test(
    "an exchange of neighbours is one edit",
    arguments: [
      ("study", "study", 0), ("study", "stduy", 1), ("study", "stdy", 1), ("study", "studdy", 1),
      ("study", "stody", 1), ("", "abc", 3), ("ca", "abc", 3), ("kitten", "sitting", 3),
    ])
  func distance(source: String, target: String, expected: Int) {
    let measured = NearNames.distance(Array(source.unicodeScalars), Array(target.unicodeScalars))
    #expect(measured == expected)
  }

  @Test(
    "at most three names, the nearest first, within a third of the length",
    arguments: [
      ("stdy", ["study"]), ("imprt", ["import"]), ("improt", ["import"]), ("xyzzy", []),
      ("dek", ["deck"]), ("cards", ["card"]), ("aaa", ["aab", "aac", "aad"]), ("deck", []),
    ])
  func near(typed: String, expected: [String]) {
    let known = ["study", "deck", "card", "import", "export", "aae", "aad", "aac", "aab"]
    #expect(NearNames.of(typed, among: known) == expected)
  }

  @Test(
    "of titles, those that contain the name come first, in any case",
    arguments: [
      ("verbs", ["Spanish::Verbs"]), ("SPANSH", ["Spanish"]), ("german", []),
      ("span", ["Spanish", "Spanish::Verbs"]),
    ])
  func titles(typed: String, expected: [String]) {
    #expect(NearNames.ofTitle(typed, among: ["Spanish", "Spanish::Verbs", "French"]) == expected)
  }
}
