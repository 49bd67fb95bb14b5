import FlashModel
import FlashTestSupport
import FlashText

extension RandomRecords {
  /// A line of an export, of any entity.
  static func row(_ random: inout SeededRandom) -> ExportRow {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: .topic(topic(&random))
    case 1: .deck(deck(&random))
    case 2: .subTopic(subTopic(&random))
    case 3: .card(card(&random))
    case 4: .cardSubTopic(cardSubTopic(&random))
    case 5: .review(review(&random))
    case 6: .session(session(&random))
    default:
      .other(entity: "settings", row: .object([.init(text(&random), .string(text(&random)))]))
    }
  }
}
