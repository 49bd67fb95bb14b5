import FlashStore
import FlashTestSupport
import Testing

@Suite struct EndingBesideReaderTests {
  @Test("a command that has written ends at once, though an exchange is still reading")
  func ending() throws {
    let device = try Device(seed: 1)
    try RandomHistory(seed: 1, steps: 5).play(in: device.store)
    let reader = try device.store.pushReader(for: device.remote, at: monday)
    // A disk may be slow once; whoever waits for the reader is slow each time.
    let isQuick = try (1...4).contains { round in
      let other = try Store(
        path: device.store.path, for: .writing, at: monday, random: SeededRandom(seed: 9))
      try other.addDeck(titled: "Other \(round)", at: monday)
      let start = ContinuousClock.now
      other.close()
      return ContinuousClock.now - start < .seconds(5)
    }
    #expect(isQuick)
    let batch = try reader.next()
    #expect(batch?.count == 35)
  }
}
