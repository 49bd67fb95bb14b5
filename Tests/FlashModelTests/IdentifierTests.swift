import FlashModel
import FlashTestSupport
import Testing

@Suite struct IdentifierTests {
  @Test("text and bytes read back, in either case")
  func roundTrip() throws {
    let text = "0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b"
    let id = try #require(CardID(text.uppercased()))
    #expect(id.description == text)
    #expect(CardID(bytes: id.bytes) == id)
  }

  @Test(
    "what is no UUID is refused",
    arguments: [
      "", "0190a1b2c3d47e5f8a9b0c1d2e3f4a5b", "0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5",
      "0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5bb", "0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5g",
    ])
  func refused(text: String) {
    #expect(DeckID(text) == nil)
  }

  @Test("ids made in a loop sort in the order they were made, whatever the clock does")
  func monotonic() {
    var generator = IdentifierGenerator()
    var random = SeededRandom(seed: 7)
    var previous: CardID = generator.next(at: Timestamp(milliseconds: 1_000), using: &random)
    for step in 0..<20_000 {
      let now = Timestamp(milliseconds: 1_000 + Int64(step / 9_000) - Int64(step % 3))
      let next: CardID = generator.next(at: now, using: &random)
      #expect(previous < next)
      previous = next
    }
    #expect(previous.description.utf8.dropFirst(14).first == UInt8(ascii: "7"))
  }
}
