import FlashModel
import FlashStore
import FlashTestSupport
import Testing

@testable import flash_study

@Suite struct StudyQueryTests {
  @Test("the next card is the first that is to be studied and that the query finds")
  func next() throws {
    let session = try CommandSession()
    let path = session.folder.path + "/collection.db"
    session.variables["FLASH_STORE"] = path
    let store = try Store(
      path: path, for: .writing, at: session.now, random: SeededRandom(seed: 7))
    let deck = try store.addDeck(titled: "A", at: session.now)
    try store.addCards(
      [NewCard(front: "a", back: "1"), NewCard(front: "b", back: "2")], to: deck, at: session.now)
    func next(_ query: String) -> CommandSession.Outcome {
      session.run(
        FlashStudy.self, "flash-study", ["next", "--template", "{front}", "--query", query])
    }
    #expect(next("back:2").output == "b\n")
    #expect(next("is:due").output == "")
    #expect(next("is:dew").code == 65)
  }
}
