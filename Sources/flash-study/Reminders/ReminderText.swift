import FlashModel
import FlashTerminal

/// A deck in which cards wait.
struct WaitingDeck: Hashable, Sendable {
  let id: DeckID
  let path: String
  /// New, learning and due, within the limits of the deck's options.
  let count: Int
}

/// What a reminder says.
struct ReminderText: Hashable, Sendable {
  /// `12 cards to study`.
  let title: String
  /// The decks with most cards, and how many there are in each. Nothing in it can drive a terminal.
  let decks: String

  private static let mostNamed = 3

  init(_ waiting: [WaitingDeck]) {
    let count = waiting.reduce(0) { $0 + $1.count }
    title = "\(count) card\(count == 1 ? "" : "s") to study"
    let sorted = waiting.sorted { ($1.count, $0.path) < ($0.count, $1.path) }
    let named = sorted.prefix(Self.mostNamed).map { "\($0.path.printable(.line)) \($0.count)" }
    let rest = waiting.count - named.count
    decks =
      named.joined(separator: ", ")
      + (rest == 0 ? "" : " and \(rest) more deck\(rest == 1 ? "" : "s")")
  }

  /// All of it in one line.
  var line: String { "\(title): \(decks)" }

  /// The decks where text is read as markup.
  var markup: String {
    var text = ""
    for character in decks {
      switch character {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      default: text.append(character)
      }
    }
    return text
  }
}
