import FlashScheduler
import Testing

@Suite struct FSRS6WeightsTests {
  @Test("19 weights of FSRS-5 get its decay and no saturation on the same day")
  func nineteen() throws {
    let former = Array(FSRS6Weights.standard.values.prefix(19))
    #expect(try FSRS6Weights(former).values == former + [0, 0.5])
  }

  @Test("17 weights of FSRS-4.5 have their difficulty converted")
  func seventeen() throws {
    let former = [
      0.4872, 1.4003, 3.7145, 13.8206, 5.1618, 1.2298, 0.8975, 0.031, 1.6474, 0.1367, 1.0461,
      2.1072,
      0.0793, 0.3246, 1.587, 0.2272, 2.8755,
    ]
    let values = try FSRS6Weights(former).values
    #expect(values.count == 21)
    #expect(abs(values[4] - 7.6214) < 1e-12)
    #expect(abs(values[5] - 0.515_101_547_5) < 1e-9)
    #expect(abs(values[6] - 1.3975) < 1e-12)
    #expect(Array(values[17...]) == [0, 0, 0, 0.5])
    #expect(Array(values[..<4]) == Array(former[..<4]))
  }

  @Test("no weights are the standard ones, and each is moved into its bounds")
  func bounds() throws {
    #expect(try FSRS6Weights([]) == .standard)
    let wide = try FSRS6Weights(Array(repeating: 1e9, count: 21))
    #expect(wide.values == FSRS6Weights.bounds.map(\.upperBound))
    let narrow = try FSRS6Weights(Array(repeating: -1e9, count: 21))
    #expect(narrow.values == FSRS6Weights.bounds.map(\.lowerBound))
  }

  @Test("another count, or what is no number, is refused")
  func refused() {
    #expect(throws: SchedulerError.weightCount(20)) {
      try FSRS6Weights(Array(repeating: 1, count: 20))
    }
    var weights = FSRS6Weights.standard.values
    weights[3] = .nan
    #expect(throws: SchedulerError.weightNotFinite(index: 3)) { try FSRS6Weights(weights) }
    var former = Array(FSRS6Weights.standard.values.prefix(17))
    former[5] = -1
    #expect(throws: SchedulerError.weightNotFinite(index: 5)) { try FSRS6Weights(former) }
  }
}
