/// What a plan may allow or limit.
public enum EntitlementKey: String, Sendable, CaseIterable {
  case createDecks = "decks.create"
  case createCardsInDeck = "cards.create_in_deck"
  case createCards = "cards.create_total"
  case studySmart = "study.smart"
  case studyBasic = "study.basic"
  case addReminders = "reminders.add"
  case moreNewCards = "new_card_limit.above_10"
  case personalScheduling = "fsrs.personalized"
  case useImages = "images.use"
  case importCSV = "import.csv"
  case exportCSV = "export.csv"
  case exportJSON = "export.json"

  /// New cards a day that every plan has.
  public static let newCardsOfAll = 10

  /// What a limit is one of, as in `5 decks`.
  public func words(limit: Int?) -> String {
    let limit = limit ?? 0
    func counted(_ word: String) -> String { "\(limit) \(word)\(limit == 1 ? "" : "s")" }
    return switch self {
    case .createDecks: counted("deck")
    case .createCardsInDeck: counted("card") + " in a deck"
    case .createCards: counted("card")
    case .addReminders: counted("reminder")
    case .moreNewCards: counted("new card") + " a day"
    default: "no '\(rawValue)'"
    }
  }
}

/// The matrix of a plan.
public typealias Entitlements = NamedValues<EntitlementConfig>

/// The only answer to what a plan allows: the server's gates and the client ask here, so that they never
/// disagree.
extension NamedValues where Value == EntitlementConfig {
  public subscript(key: EntitlementKey) -> EntitlementConfig? {
    get { self[key.rawValue] }
    set { self[key.rawValue] = newValue }
  }

  /// Whether a plan has something that it has or has not. What is missing, or not a matter of yes and
  /// no, is denied.
  public func allows(_ key: EntitlementKey) -> Bool {
    if case .boolean(let isAllowed) = self[key] { isAllowed } else { false }
  }

  /// The most there may be of something: nil is any number; 0 where it is missing, or nothing that is
  /// counted.
  public func limit(_ key: EntitlementKey) -> Int? {
    if case .maxCount(let limit) = self[key] { limit } else { 0 }
  }

  /// Whether one more may be added to so many.
  public func allows(_ key: EntitlementKey, beside current: Int) -> Bool {
    limit(key).map { current < $0 } ?? true
  }

  /// How many new cards a day may be asked for; nil is any number.
  public var newCardLimit: Int? { allows(.moreNewCards) ? nil : EntitlementKey.newCardsOfAll }
}
