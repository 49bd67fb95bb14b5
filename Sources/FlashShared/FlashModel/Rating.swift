/// How well a card was recalled.
public enum Rating: Int, Sendable, CaseIterable, Comparable {
  case again = 1
  case hard = 2
  case good = 3
  case easy = 4

  /// The word a person types: `again`, `hard`, `good`, `easy`.
  public var word: String {
    switch self {
    case .again: "again"
    case .hard: "hard"
    case .good: "good"
    case .easy: "easy"
    }
  }

  /// Reads a word or the digit 1 to 4.
  public init?(_ text: some StringProtocol) {
    let word = text.lowercased()
    guard let rating = Rating.allCases.first(where: { $0.word == word || "\($0.rawValue)" == word })
    else { return nil }
    self = rating
  }

  public static func < (left: Rating, right: Rating) -> Bool { left.rawValue < right.rawValue }
}
