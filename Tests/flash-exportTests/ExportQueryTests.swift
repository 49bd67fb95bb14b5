import FlashCollection
import FlashModel
import FlashStore
import FlashTestSupport
import Testing

@testable import flash_export

@Suite struct ExportQueryTests {
  /// Two decks; `b`, in the first, has a tag and a review.
  private func session() throws -> CommandSession {
    let session = try CommandSession()
    let path = session.folder.path + "/collection.db"
    session.variables["FLASH_STORE"] = path
    let store = try Store(
      path: path, for: .writing, at: session.now, random: SeededRandom(seed: 7))
    let deck = try store.addDeck(titled: "A", at: session.now)
    let ids = try store.addCards(
      [NewCard(front: "a", back: "1"), NewCard(front: "b", back: "2", subTopics: ["t"])], to: deck,
      at: session.now)
    let other = try store.addDeck(titled: "B", at: session.now)
    try store.addCards([NewCard(front: "c", back: "3")], to: other, at: session.now)
    let rules = try session.context("x").studyRules(store)
    for id in ids {
      _ = try store.record(Answer(cardID: id, rating: .good, ratedAt: session.now), by: rules)
    }
    return session
  }

  @Test("a table has a row for each card that the query finds, of the decks that are named")
  func table() throws {
    let session = try session()
    func rows(_ arguments: String...) -> [String] {
      session.run(FlashExport.self, "flash-export", ["-o", "-"] + arguments).lines
    }
    let header = "Deck,Front,Back,Tags,Sub-topic"
    #expect(rows("--query", "tag:t or c") == [header, "A,b,2,t,", "B,c,3,,"])
    #expect(rows("--query", "tag:t or c", "B") == [header, "B,c,3,,"])
    #expect(rows("--query", "zz") == [header])
    #expect(session.run(FlashExport.self, "flash-export", ["-o", "-", "--query", "("]).code == 65)
  }

  @Test("JSON Lines have the cards that the query finds, with their deck, tags and reviews")
  func lossless() throws {
    let session = try session()
    let file = session.folder.path + "/x.jsonl"
    let done = session.run(
      FlashExport.self, "flash-export",
      ["-o", file, "--query", "tag:t", "--json=decks,cards,reviews"])
    #expect(done.output == "{\"decks\":1,\"cards\":1,\"reviews\":1}\n")
    let none = session.run(
      FlashExport.self, "flash-export",
      ["-o", file, "--query", "zz", "--json=decks,cards,reviews"])
    #expect(none.output == "{\"decks\":0,\"cards\":0,\"reviews\":0}\n")
  }
}
