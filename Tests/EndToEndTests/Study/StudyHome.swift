import FlashModel
import FlashScheduler
import FlashStore
import FlashTestSupport

/// A home with a collection in it, for the programs that study.
struct StudyHome {
  /// What `FLASH_NOW` says in a ``TestHome``.
  static let now = Timestamp(milliseconds: 1_796_040_000_000)
  static let rules = StudyRules(calendar: StudyCalendar(zone: .utc))

  var home: TestHome
  let cards: [CardID]

  var path: String { home.folder.path(of: ".local/share/flash/collection.db") }

  /// Fills `home`: the deck `Spanish` with so many cards, `front 0` and so on, the first `due` of
  /// them in review and due.
  init(_ home: TestHome, cards count: Int = 3, due: Int = 0) throws {
    self.home = home
    try home.folder.write("", to: ".local/share/flash/.keep")
    let made = StudyHome.now.advanced(by: -60 * Timestamp.millisecondsPerDay)
    let store = try Store(
      path: home.folder.path(of: ".local/share/flash/collection.db"), for: .writing, at: made,
      random: SeededRandom(seed: 1))
    let deck = try store.addDeck(titled: "Spanish", at: made)
    cards = try store.addCards(
      (0..<count).map { NewCard(front: "front \($0)", back: "back \($0)") }, to: deck, at: made)
    for id in cards.prefix(due) {
      _ = try store.record(Answer(cardID: id, rating: .easy, ratedAt: made), by: StudyHome.rules)
    }
    store.close()
  }

  /// Calls `body` with a new home.
  static func with(
    cards: Int = 3, due: Int = 0, _ body: (StudyHome) throws -> Void
  ) throws {
    try TestHome.with { home in try body(try StudyHome(home, cards: cards, due: due)) }
  }

  func store(for purpose: Store.Purpose = .reading) throws -> Store {
    try Store(path: path, for: purpose, at: StudyHome.now, random: SystemRandomNumberGenerator())
  }

  func run(_ arguments: String..., input: ProcessInput = .text("")) throws -> ProcessOutcome {
    try home.run("flash-study", arguments, input: input)
  }

  /// A session in a terminal.
  func terminal(
    _ arguments: [String] = [], rows: Int = 24, columns: Int = 80
  ) throws -> PseudoTerminal {
    var environment = home.environment
    environment["TERM"] = "xterm-256color"
    return try PseudoTerminal(
      .built("flash-study"), arguments, environment: environment, rows: rows, columns: columns)
  }
}
