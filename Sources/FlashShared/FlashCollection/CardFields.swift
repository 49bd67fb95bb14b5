public import FlashCommand
public import FlashModel
internal import FlashScheduler
public import FlashStore

/// A card as `--json` shows it: what is stored, and the figures that follow from it now.
public struct CardRow {
  public let entry: CardEntry
  fileprivate let figures: CardFigures

  public var card: Card { entry.card }

  /// The probability of recall now; nil for a card without a memory state.
  public var retrievability: Double? { figures.retrievability(of: card) }

  /// The study day on which the card falls due; nil while it is new.
  public var dueDay: CivilDate? {
    card.scheduling.due.map { figures.rules.calendar.day(of: $0).date }
  }
}

/// Works out the figures of cards, with each deck's own parameters.
public final class CardFigures {
  public let rules: StudyRules
  public let now: Timestamp
  private let defaults: Scheduler
  /// Of decks that have options of their own.
  private let schedulers: [DeckID: Scheduler]

  /// - Throws: `StoreError`; `SchedulerError` if the parameters of a deck can't be scheduled with.
  public init(_ store: Store, by rules: StudyRules, at now: Timestamp) throws {
    self.rules = rules
    self.now = now
    func scheduler(_ parameters: StudyParameters) throws -> Scheduler {
      try Scheduler(
        parameters: parameters, calendar: rules.calendar, fuzz: rules.isFuzzed)
    }
    defaults = try scheduler(StudyParameters(store.defaultOptions()))
    var own: [DeckID: Scheduler] = [:]
    for deck in try store.decks() + store.decks(deleted: true) where !deck.options.isEmpty {
      own[deck.id] = try scheduler(store.parameters(of: deck))
    }
    schedulers = own
  }

  public func row(_ entry: CardEntry) -> CardRow { CardRow(entry: entry, figures: self) }

  fileprivate func retrievability(of card: Card) -> Double? {
    let scheduler = schedulers.isEmpty ? defaults : schedulers[card.deckID] ?? defaults
    return scheduler.retrievability(of: card.scheduling, at: now)
  }
}

extension CardRow {
  /// The fields of a card that scripts may rely on.
  public static let fields = Fields<CardRow>([
    .string("id") { $0.card.id.description },
    .string("deck_id") { $0.card.deckID.description },
    .string("deck") { $0.entry.deckTitle },
    .integer("position") { $0.card.position },
    .string("front") { $0.card.front },
    .string("back") { $0.card.back },
    .string("kind") { $0.card.kind.rawValue },
    .string("hint") { $0.card.hint },
    .strings("sub_topics") { $0.entry.subTopics },
    .string("state") { $0.card.scheduling.state.word },
    .integer("step") { $0.card.scheduling.step },
    .number("stability") { $0.card.scheduling.memory?.stability },
    .number("difficulty") { $0.card.scheduling.memory?.difficulty },
    .number("retrievability") { $0.retrievability },
    .time("due_at") { $0.card.scheduling.due },
    .day("due_day") { $0.dueDay },
    .time("last_reviewed_at") { $0.card.scheduling.lastReviewed },
    .integer("reps") { $0.card.scheduling.reps },
    .integer("lapses") { $0.card.scheduling.lapses },
    .boolean("suspended") { $0.card.isSuspended },
    .time("buried_until") { $0.card.buriedUntil },
    .integer("flag") { $0.card.flag },
    .boolean("leech") { $0.entry.isLeech },
    .string("note_id") { $0.card.noteID?.description },
    .integer("note_ord") { $0.card.noteOrd },
    .string("source_key") { $0.card.sourceKey },
    .time("updated_at") { $0.card.updatedAt },
  ])
}
