import FlashTestSupport
import Testing

@testable import FlashModel
@testable import FlashScheduler

@Suite struct FuzzTests {
  struct Document: Decodable {
    struct Row: Decodable {
      let intervalDays: Double
      let first, middle, last: Double

      enum CodingKeys: String, CodingKey {
        case intervalDays
        case first = "atRandom0"
        case middle = "atRandom0.5"
        case last = "atRandomMax"
      }
    }
    let maximumInterval: Double
    let rows: [Row]
  }

  @Test("py-fsrs's fuzz is kept to the day, its quirk included")
  func reference() throws {
    let document = try Vectors.decode("fuzz_pyfsrs", as: Document.self)
    #expect(document.rows.count == 112)
    for row in document.rows {
      for (fraction, expected) in [
        (0, row.first), (0.5, row.middle), (1.0.nextDown, row.last),
      ] {
        #expect(
          Fuzz.referenceDays(
            row.intervalDays, maximum: document.maximumInterval, fraction: fraction) == expected,
          "\(row.intervalDays) at \(fraction)")
      }
    }
  }

  @Test(
    "the window grows with the interval",
    arguments: [
      (2.4, 2, 2), (2.5, 2, 4), (3, 2, 4), (7, 5, 9), (10, 8, 12), (20, 17, 23), (100, 93, 107),
    ] as [(Double, Double, Double)])
  func window(days: Double, low: Double, high: Double) {
    let window = Fuzz.window(of: days)
    #expect(window.low == low && window.high == high)
  }

  @Test("every day of the window comes up about as often, and no other")
  func uniform() {
    var counts: [Double: Int] = [:]
    for index in 0..<12_000 {
      let fraction = Fuzz.fraction(card: CardID(high: 5, low: UInt64(index)), reps: index % 7)
      counts[Fuzz.days(20, minimum: 1, maximum: 36_500, fraction: fraction), default: 0] += 1
    }
    #expect(counts.keys.sorted() == [17, 18, 19, 20, 21, 22, 23])
    #expect(counts.values.allSatisfy { (1_500...1_930).contains($0) }, "\(counts)")
  }

  @Test("minimum and maximum hold, and a window of one day is widened upward")
  func limits() {
    #expect(Fuzz.days(20, minimum: 22, maximum: 36_500, fraction: 0) == 22)
    #expect(Fuzz.days(20, minimum: 1, maximum: 20, fraction: 0.999) == 20)
    #expect(Fuzz.days(4, minimum: 5, maximum: 36_500, fraction: 0.999) == 6)
    #expect(Fuzz.days(3, minimum: 4, maximum: 5, fraction: 0.999) == 5)
    #expect(Fuzz.days(1.6, minimum: 1, maximum: 36_500, fraction: 0.999) == 2)
    #expect(Fuzz.days(36_500, minimum: 36_500, maximum: 36_500, fraction: 0.999) == 36_500)
    #expect(Fuzz.days(2.5, minimum: 1, maximum: 36_500, fraction: nil) == 3)
  }

  @Test("the fraction of a card and count is fixed for good, on every device")
  func golden() {
    #expect(
      Fuzz.fraction(card: CardID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0001), reps: 3)
        == 0.8158506833254372)
    #expect(Fuzz.fraction(card: CardID(high: 0, low: 0), reps: 0) == 0.13870941014555427)
  }
}
