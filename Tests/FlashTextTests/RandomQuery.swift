import FlashModel
import FlashTestSupport
import FlashText

/// Queries at random, in the parser's normal form.
enum RandomQuery {
  static func query(_ random: inout SeededRandom, depth: Int = 3) -> CardQuery {
    switch depth == 0 ? 0 : Int.random(in: 0..<8, using: &random) {
    case 0...3: .term(term(&random))
    case 4: .not(query(&random, depth: depth - 1))
    case 5, 6: .every((0..<2).map { _ in query(&random, depth: depth - 1) })
    default: .any((0..<2).map { _ in query(&random, depth: depth - 1) })
    }
  }

  static func term(_ random: inout SeededRandom) -> CardTerm {
    switch Int.random(in: 0..<18, using: &random) {
    case 0: .text(text(&random))
    case 1: .side(pick(CardSide.allCases, &random), text(&random))
    case 2: .pattern(pick(patterns, &random))
    case 3: .deck(text(&random))
    case 4: .deckIDs(ids(&random))
    case 5: .tag(text(&random))
    case 6: .untagged
    case 7: .mark(pick(CardMark.allCases, &random))
    case 8, 9: property(&random)
    case 10:
      .rated(
        days: days(&random), Bool.random(using: &random) ? nil : pick(Rating.allCases, &random))
    case 11: .added(days: days(&random))
    case 12: .edited(days: days(&random))
    case 13: .introduced(days: days(&random))
    case 14: .flag(Int.random(in: 0...7, using: &random))
    case 15: .kind(pick(CardKind.allCases, &random))
    case 16:
      Bool.random(using: &random)
        ? .note(NoteID(high: random.next(), low: random.next())) : .ids(ids(&random))
    default: .source(text(&random))
    }
  }

  private static func property(_ random: inout SeededRandom) -> CardTerm {
    let property = pick(CardProperty.allCases, &random)
    let number =
      property.isWhole
      ? Double(Int.random(in: -40...40, using: &random))
      : pick([0, 0.5, -1.25, 1e-7, 36_500, .random(in: 0...100, using: &random)], &random)
    return .property(property, pick(Comparison.allCases, &random), number)
  }

  private static let patterns = [
    #"a"#, #"\d+ "x\\" (a|b)"#, #"[\]"\\]"#, #"^é*$"#, #"\\\\"#,
  ].compactMap { try? TextPattern($0) }

  private static func text(_ random: inout SeededRandom) -> QueryText {
    let characters = [
      "a", "B", "é", "日", "👍🏽", "-", ":", "::", "(", ")", "\"", "\\", "*", " ", "or", "deck:",
      "none", "_", "\n",
    ]
    var pieces = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      (0..<Int.random(in: 0...3, using: &random)).map { _ in pick(characters, &random) }.joined()
    }
    if pieces == [""] { pieces = ["x"] }
    return QueryText(pieces: pieces)
  }

  private static func days(_ random: inout SeededRandom) -> Int {
    Int.random(in: 1...36_500, using: &random)
  }

  private static func ids<Entity>(_ random: inout SeededRandom) -> [Identifier<Entity>] {
    (0...Int.random(in: 0...2, using: &random)).map { _ in
      Identifier(high: random.next(), low: random.next())
    }
  }

  static func pick<Value>(_ values: [Value], _ random: inout SeededRandom) -> Value {
    values[Int.random(in: 0..<values.count, using: &random)]
  }
}
