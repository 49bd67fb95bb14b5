public import FlashModel

/// What a command that works on the collection could not make sense of.
public enum CollectionError: UserFacingError, Hashable {
  /// The collection's folder can't be made.
  case noFolder(path: String, reason: String)
  /// What should be a card's id is none; `line` counts from 1 if it came from standard input.
  case notAnID(String, line: Int?)
  case noCards
  /// A change is to be made of all that an empty query finds: more likely a slip.
  case emptyQuery
  /// The card, or its deck, has been removed.
  case removed(CardID)
  /// A line of JSON that names no card.
  case noIDInObject(line: Int)
  /// A line that begins like JSON and is none.
  case notJSON(line: Int, reason: String)

  public var message: String {
    switch self {
    case .noFolder(let path, let reason): "cannot make the folder '\(path)': \(reason)"
    case .notAnID(let text, let line):
      (line.map { "standard input:\($0): " } ?? "") + "not the id of a card: '\(text)'"
    case .noCards: "no cards are named"
    case .emptyQuery: "the query is empty"
    case .removed(let id): "the card '\(id)' is removed"
    case .noIDInObject(let line):
      "standard input:\(line): the object has neither 'id' nor 'card_id'"
    case .notJSON(let line, let reason): "standard input:\(line): \(reason)"
    }
  }

  public var hint: String? {
    switch self {
    case .noFolder: nil
    case .notAnID: "'flash card list' prints ids in its first column"
    case .noCards: "name them by id, give '-' to read ids from standard input, or --query=QUERY"
    case .emptyQuery: "'deck:*' finds all cards"
    case .removed(let id): "flash card restore \(id)"
    case .noIDInObject, .notJSON: nil
    }
  }

  public var code: String {
    switch self {
    case .noFolder: "cannot_create"
    case .notAnID, .noIDInObject, .notJSON: "not_an_id"
    case .noCards, .emptyQuery: "no_cards"
    case .removed: "removed"
    }
  }

  public var kind: FailureKind {
    switch self {
    case .noFolder: .cannotCreate
    case .notAnID, .noIDInObject, .notJSON, .removed: .notFound
    case .noCards, .emptyQuery: .usage
    }
  }
}
