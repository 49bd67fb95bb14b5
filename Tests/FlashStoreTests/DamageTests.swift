import FlashModel
import FlashSQL
import FlashStore
import FlashTestSupport
import Testing

@Suite struct DamageTests {
  /// A collection with a bit of everything, as bytes, its log folded in.
  private func image() throws -> [UInt8] {
    let fixture = try Fixture()
    let (_, cards) = try fixture.deck(cards: 40)
    try fixture.store.tagCards(cards, with: ["a", "b"], at: monday)
    for (number, id) in cards.enumerated() {
      let answer = Answer(
        cardID: id, rating: Rating.allCases[number % 4], ratedAt: monday.advanced(by: Int64(number))
      )
      _ = try fixture.store.record(answer, by: rules)
    }
    fixture.store.close()
    return try fixture.folder.read("collection.db")
  }

  /// Does what commands do: reads everything, and writes of each kind.
  private func use(_ path: String) throws {
    let reader = try Store(
      path: path, for: .reading, at: monday, random: SystemRandomNumberGenerator())
    _ = try reader.cards()
    _ = try reader.deckSummaries(by: rules, at: monday)
    _ = try reader.reduceReviewFacts(into: 0) { count, _ in count += 1 }
    let store = try Store(path: path, for: .writing, at: monday, random: SeededRandom(seed: 5))
    guard let deck = try store.decks().first else { return }
    let id = try store.addCards([NewCard(front: "f", back: "b")], to: deck, at: monday)[0]
    _ = try store.record(Answer(cardID: id, rating: .good, ratedAt: monday), by: rules)
    _ = try store.undo(by: rules, at: monday)
    try store.tagCards([id], with: ["c"], at: monday)
  }

  @Test("a damaged file never crashes, and every error is the store's and names the file")
  func mutants() throws {
    let image = try image()
    let folder = try TemporaryDirectory()
    var random = SeededRandom(seed: 11)
    var failures = 0
    for number in 0..<120 {
      var bytes = image
      switch number % 4 {
      case 0:
        bytes[Int.random(in: 0..<100, using: &random)] ^=
          1 << UInt8.random(in: 0..<8, using: &random)
      case 1:
        for _ in 0..<20 {
          bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(
            in: 0...255, using: &random)
        }
      case 2:
        let start = Int.random(in: 0..<bytes.count / 4_096, using: &random) * 4_096
        for index in start..<start + 4_096 { bytes[index] = 0 }
      default: bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random))
      }
      let name = "\(number).db"
      let path = try folder.write(bytes, to: name)
      do {
        try use(path)
      } catch let error as StoreError {
        failures += 1
        if case .database(let inner) = error {
          switch inner {
          case .notADatabase(let named), .corrupt(let named, _), .inputOutput(let named, _),
            .cannotOpen(let named, _), .readOnly(let named), .busy(let named), .diskFull(let named):
            #expect(named == path)
          case .interrupted, .constraint, .statement: break
          }
        }
      }
    }
    // Most damage is met; some of it hits what nobody reads.
    #expect(failures > 30)
  }

  @Test("what is refused at the door is left as it was", arguments: [0, 17, 100, 4_095])
  func refusedUntouched(length: Int) throws {
    let image = Array(try image().prefix(length))
    let folder = try TemporaryDirectory()
    let path = try folder.write(image, to: "cut.db")
    do {
      try use(path)
      // Nothing at all is an empty collection.
      #expect(length == 0)
    } catch is StoreError {
      #expect(try folder.read("cut.db") == image)
      #expect(!folder.exists("cut.db-lock"))
    }
  }
}
