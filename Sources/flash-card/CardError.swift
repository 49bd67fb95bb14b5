import FlashModel

/// What the commands for cards refuse.
enum CardError: UserFacingError, Hashable {
  /// Shorter than two characters.
  case queryTooShort(String)
  /// Cloze text that makes no card.
  case noDeletion
  /// No deck is named, and there are several.
  case whichDeck
  case noDecks
  case unknownDeck(String, near: [String])
  case blank(side: String)
  /// A line of standard input that makes no card.
  indirect case line(Int, reason: CardError)
  case noTab
  case notJSON
  /// `what` reads after "the object": `has no 'front'`.
  case badObject(String)
  /// The edited text lacks a heading, such as `Back:`.
  case noHeading(String)
  case sidesOfCloze
  case notCloze
  /// What somebody wrote could not be taken, and was put away.
  indirect case kept(CardError, path: String)

  var message: String {
    switch self {
    case .queryTooShort(let text): "too short to search for: '\(text)'"
    case .noDeletion: "the cloze text has no deletion"
    case .whichDeck: "which deck?"
    case .noDecks: "there is no deck yet"
    case .unknownDeck(let name, _): "no such deck: '\(name)'"
    case .blank(let side): "the \(side) is empty"
    case .line(let number, let reason): "standard input:\(number): \(reason.message)"
    case .noTab: "no tab between front and back"
    case .notJSON: "not a JSON object"
    case .badObject(let what): "the object \(what)"
    case .noHeading(let heading): "the line '\(heading)' is missing"
    case .sidesOfCloze: "front and back of this card come from its cloze text"
    case .notCloze: "this card has no cloze text"
    case .kept(let reason, _): reason.message
    }
  }

  var hint: String? {
    switch self {
    case .queryTooShort: "give at least two characters"
    case .noDeletion: "write it as '{{c1::Paris}}'"
    case .whichDeck: "give --deck=NAME, or set card.deck"
    case .noDecks: "make one with 'flash deck add NAME', or give --deck=NAME --create-deck"
    case .unknownDeck(let name, let near):
      near.isEmpty
        ? "make it with 'flash deck add \(name)', or give --create-deck"
        : "did you mean \(near.map { "'\($0)'" }.joined(separator: " or "))?"
          + " 'flash deck add' or --create-deck makes a new one"
    case .sidesOfCloze: "give --cloze=TEXT"
    case .notCloze: "give --front or --back"
    case .kept(_, let path): "what you wrote is in '\(path)'"
    case .line(_, let reason): reason.hint
    case .blank, .noTab, .notJSON, .badObject, .noHeading: nil
    }
  }

  var code: String {
    switch self {
    case .queryTooShort: "query_too_short"
    case .noDeletion: "no_deletion"
    case .whichDeck, .noDecks: "which_deck"
    case .unknownDeck: "not_found"
    case .sidesOfCloze, .notCloze: "wrong_kind"
    case .blank, .line, .noTab, .notJSON, .badObject, .noHeading, .kept: "invalid"
    }
  }

  var kind: FailureKind {
    switch self {
    case .whichDeck, .noDecks, .sidesOfCloze, .notCloze: .usage
    case .unknownDeck: .notFound
    case .queryTooShort, .noDeletion, .blank, .line, .noTab, .notJSON, .badObject, .noHeading,
      .kept:
      .badInput
    }
  }
}
