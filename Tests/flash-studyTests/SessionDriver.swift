import FlashModel
import FlashScheduler
import FlashStore
import FlashTerminal
import FlashTestSupport

@testable import flash_study

/// A moment that tests count from: 2026-03-02T09:00:00Z, a Monday.
let monday = Timestamp(milliseconds: 1_772_442_000_000)
let minute: Int64 = 60_000
let day: Int64 = 86_400_000

/// A clock that a test sets.
final class TestClock {
  var now: Timestamp

  init(_ now: Timestamp = monday) { self.now = now }
}

/// A collection in a folder of its own.
struct Collection {
  let folder: TemporaryDirectory
  let store: Store
  var rules: StudyRules

  init(zone: TimeZoneRules = .utc) throws {
    folder = try TemporaryDirectory()
    rules = StudyRules(calendar: StudyCalendar(zone: zone), isFuzzed: false)
    store = try Store(
      path: folder.path + "/collection.db", for: .writing, at: monday, random: SeededRandom(seed: 1)
    )
  }

  /// The same file, as another process has it open.
  func other() throws -> Store {
    try Store(
      path: folder.path + "/collection.db", for: .writing, at: monday,
      random: SeededRandom(seed: 2))
  }

  /// A deck with so many cards, `front 0`, `front 1` and so on.
  @discardableResult
  func deck(
    _ title: String = "Spanish", cards count: Int, mode: StudyMode = .smart
  ) throws -> (Deck, [CardID]) {
    let deck = try store.addDeck(titled: title, .mode(mode), at: monday)
    let cards = (0..<count).map { NewCard(front: "front \($0)", back: "back \($0)") }
    return (deck, try store.addCards(cards, to: deck, at: monday))
  }
}

/// Runs a session without a terminal: keys in, screens out.
final class SessionDriver {
  let clock: TestClock
  let runner: EffectRunner
  private(set) var model: SessionModel
  private(set) var isFinished = false
  private(set) var performed: [SessionEffect] = []

  init(
    _ collection: Collection, clock: TestClock = TestClock(), mode: StudyMode? = nil,
    size: TerminalSize = TerminalSize(columns: 80, rows: 24),
    prepare: (inout SessionModel) -> Void = { _ in }
  ) throws {
    self.clock = clock
    let scope = StudyScope(
      store: collection.store, rules: collection.rules, decks: try collection.store.decks())
    let (decks, mode) = scope.together(mode)
    let plan = try collection.store.studyPlan(
      for: decks, mode: mode, by: collection.rules, at: clock.now)
    model = SessionModel(plan: plan, mode: mode, size: size)
    prepare(&model)
    runner = EffectRunner(
      collection.store, by: collection.rules, decks: decks, mode: mode, clock: { clock.now })
    try take(SessionUpdate.begin(model, at: clock.now))
  }

  var screen: Screen { SessionView.screen(model, model.size) }

  /// The lines of the screen as text, without blanks at the end.
  var text: String {
    screen.lines.map { line in
      var text = line.text
      while text.last == " " { text.removeLast() }
      return text
    }.joined(separator: "\n") + "\n"
  }

  /// The question on the screen.
  var front: String? { model.shown?.card.front }

  func press(_ keys: String) throws {
    for character in keys { try send(.key(character == "\n" ? .enter : .character(character))) }
  }

  func send(_ event: SessionEvent) throws {
    guard !isFinished else { return }
    try take(SessionUpdate.update(model, event, at: clock.now))
  }

  private func take(_ step: SessionNext) throws {
    var messages = try make(step)[...]
    while let message = messages.popFirst() {
      messages += try make(SessionUpdate.update(model, .message(message), at: clock.now))
    }
  }

  private func make(_ step: SessionNext) throws -> [SessionMessage] {
    model = step.model
    isFinished = isFinished || step.isFinished
    performed += step.effects
    return try step.effects.flatMap { try runner.perform($0) }
  }
}

extension DeckEdit {
  static func mode(_ mode: StudyMode) -> DeckEdit {
    var edit = DeckEdit()
    edit.mode = mode
    return edit
  }
}
