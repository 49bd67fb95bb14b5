import FlashAPI
import FlashModel
import FlashTestSupport
import Testing

@Suite struct EntitlementResolverTests {
  @Test("what is missing or of no known kind is denied, and null is no limit")
  func denial() throws {
    let some: Entitlements = [
      "decks.create": .maxCount(2), "cards.create_total": .maxCount(nil),
      "study.smart": .boolean(true), "images.use": .boolean(false),
      "reminders.add": .boolean(true), "import.csv": .maxCount(9),
      "export.csv": .unknown("from_now_on"), "cards.create_in_deck": .unknown("x"),
    ]
    #expect(some.allows(.createDecks, beside: 1))
    #expect(!some.allows(.createDecks, beside: 2))
    #expect(some.limit(.createCards) == nil)
    #expect(some.allows(.createCards, beside: .max))
    #expect(some.allows(.studySmart))
    for key in [
      EntitlementKey.useImages, .importCSV, .exportCSV, .exportJSON, .personalScheduling,
      .moreNewCards, .studyBasic, .createDecks,
    ] {
      #expect(!some.allows(key), "\(key.rawValue)")
    }
    #expect(some.limit(.addReminders) == 0, "yes is no number")
    #expect(some.limit(.createCardsInDeck) == 0, "an unknown kind denies")
    #expect(some.newCardLimit == 10)
    #expect((["new_card_limit.above_10": .boolean(true)] as Entitlements).newCardLimit == nil)
  }

  @Test("a plan without rules allows nothing", arguments: EntitlementKey.allCases)
  func nothing(key: EntitlementKey) {
    let none: Entitlements = [:]
    #expect(!none.allows(key))
    #expect(!none.allows(key, beside: 0))
    #expect(none.limit(key) == 0)
  }

  @Test("one more is allowed exactly as long as there are fewer than the limit")
  func limits() throws {
    for seed in UInt64(0)..<200 {
      var random = SeededRandom(seed: seed)
      var some: Entitlements = [:]
      for key in EntitlementKey.allCases where Bool.random(using: &random) {
        some[key] =
          switch Int.random(in: 0..<4, using: &random) {
          case 0: .boolean(Bool.random(using: &random))
          case 1: .maxCount(nil)
          case 2: .maxCount(Int.random(in: 0...1_000, using: &random))
          default: .unknown("other")
          }
      }
      for key in EntitlementKey.allCases {
        let limit = some.limit(key)
        for current in [0, 1, (limit ?? 5) - 1, limit ?? 5, (limit ?? 5) + 1] where current >= 0 {
          #expect(
            some.allows(key, beside: current) == (limit.map { current < $0 } ?? true),
            "seed \(seed), \(key.rawValue)")
        }
        #expect(some.allows(key) == (some[key] == .boolean(true)), "seed \(seed)")
      }
      let told = try JSONValueDecoder().decode(
        Entitlements.self, from: JSONValueEncoder().encode(some))
      for key in EntitlementKey.allCases {
        #expect(told.limit(key) == some.limit(key), "seed \(seed): the wire changes nothing")
        #expect(told.allows(key) == some.allows(key), "seed \(seed)")
      }
    }
  }
}
