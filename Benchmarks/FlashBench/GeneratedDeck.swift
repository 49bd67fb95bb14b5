/// A large deck made up from a seed: the same bytes on every machine, so that figures compare.
///
/// Two columns with a header, some 130 bytes a row: a question with commas in quotes now and then,
/// doubled quotes, line breaks inside a cell and letters outside ASCII, as real decks have them.
struct GeneratedDeck {
  private var random: UInt64

  init(seed: UInt64 = 20_261_130) { random = seed }

  private static let words = [
    "river", "capital", "which", "enzyme", "theorem", "border", "verb", "the", "of", "in",
    "between",
    "mountain", "Élysée", "naïve", "señor", "Straße", "orbit", "charge", "treaty", "cell", "signed",
    "reaction", "colour", "ancient", "harbour", "density", "plural", "engine", "painter", "century",
  ]

  /// The CSV of `rows` cards.
  mutating func csv(rows: Int) -> [UInt8] {
    var bytes = Array("front,back\n".utf8)
    bytes.reserveCapacity(rows * 135)
    for row in 0..<rows {
      appendSide("\(row): ", words: 9, to: &bytes)
      bytes.append(UInt8(ascii: ","))
      appendSide("", words: 10, to: &bytes)
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }

  /// Words with a blank between two.
  mutating func side(words: Int) -> String {
    (0..<words).map { _ in GeneratedDeck.words[next(GeneratedDeck.words.count)] }
      .joined(separator: " ")
  }

  private mutating func appendSide(_ start: String, words: Int, to bytes: inout [UInt8]) {
    let isQuoted = next(8) == 0
    if isQuoted { bytes.append(UInt8(ascii: "\"")) }
    bytes.append(contentsOf: start.utf8)
    for word in 0..<words {
      if word > 0 { bytes.append(UInt8(ascii: " ")) }
      bytes.append(contentsOf: GeneratedDeck.words[next(GeneratedDeck.words.count)].utf8)
      guard isQuoted else { continue }
      switch next(12) {
      case 0: bytes.append(contentsOf: ",".utf8)
      case 1: bytes.append(contentsOf: "\"\"".utf8)
      case 2: bytes.append(contentsOf: "\n".utf8)
      default: break
      }
    }
    if isQuoted { bytes.append(UInt8(ascii: "\"")) }
  }

  private mutating func next(_ bound: Int) -> Int {
    random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((random >> 33) % UInt64(bound))
  }
}
