import FlashCollection
import FlashCommand
import FlashModel
import FlashStore

/// `flash deck options`.
struct DeckOptions: Command {
  struct Options: CommandOptions {
    var deck: String?
    var settings: [String] = []
    var isForDefaults = false
    var isDryRun = false
  }

  static let description = CommandDescription<Options>(
    name: "options", abstract: "show or set how a deck is studied",
    operands: [
      .optional("DECK", help: "the deck; none with --default", into: \.deck, completion: .decks),
      .repeated(
        "KEY=VALUE", help: "options to set; KEY= takes one away", into: \.settings,
        completion: .words(StudyOptions.names.map { "\($0)=" })),
    ],
    options: [
      .flag(
        "default", help: "of all decks that do not say otherwise", into: \.isForDefaults),
      .dryRun(into: \.isDryRun),
    ],
    fields: OptionRow.fields.specifications, exitCodes: [.notSignedIn, .notFound],
    manual: Manual(
      manualText,
      examples: [
        Manual.Example(
          "Fewer new cards, and a step of a day:",
          "flash deck options Spanish new_per_day=5 learning_steps_s=1m,10m,1d"),
        Manual.Example(
          "All decks aim at 92 %:", "flash deck options --default desired_retention=0.92"),
      ]))

  private static let manualText = """
    Shows each option, its value and where it is set: for the deck, as the default of the
    collection, or as it ships. With settings, sets them. The options are:

    `desired_retention`, 0.70 to 0.99: the probability of recall at which a card is due.

    `new_per_day` and `reviews_per_day`, 0 to 9999: how many cards a day; reviews are unlimited
    unless set.

    `learning_steps_s` and `relearning_steps_s`: the delays between showings of a card that is
    being learned, in seconds or such as `1m,10m,1d`; `none` for no steps.

    `max_interval_days`, 1 to 36500: the longest interval.

    `leech_threshold`, 1 to 99: after how many lapses a card counts as a leech.

    `bury_siblings`, true or false: whether cards of one note keep out of each other's way until
    tomorrow.

    `new_order`: `position` or `random`. `review_order`: `overdue`, `due`, `retrievability` or
    `random`.

    `fsrs_weights`: 17, 19 or 21 numbers, separated by commas.
    """

  static func run(_ options: Options, in context: inout CommandContext) throws {
    if options.isForDefaults {
      let settings = [options.deck].compactMap { $0 } + options.settings
      return try setDefaults(settings, options, in: context)
    }
    guard let name = options.deck else {
      throw UsageError.missingOperand("DECK", command: context.invocation)
    }
    let store = try openStore(options, settings: options.settings, in: context)
    let deck = try store.deck(named: name)
    let defaults = try store.defaultOptions()
    guard !options.settings.isEmpty else {
      return try OptionRow.show(deck.options, over: defaults, in: context)
    }
    var wanted = deck.options
    for setting in options.settings { try OptionText.apply(setting, to: &wanted) }
    if wanted.newPerDay != deck.options.newPerDay {
      try store.requireNewCards(perDay: wanted.newPerDay)
    }
    let changed = try store.setOptions(
      wanted, of: deck, by: try context.studyRules(store), at: context.now)
    if context.common.isForPrograms {
      return try OptionRow.show(changed.options, over: defaults, in: context)
    }
    try context.say(
      changed.updatedAt == deck.updatedAt
        ? "nothing changed"
        : "set options of '\(deck.title)' (undo: \(CollectionChange.undoCommand))")
  }

  private static func openStore(
    _ options: Options, settings: [String], in context: CommandContext
  ) throws -> Store {
    settings.isEmpty
      ? try context.openStore(for: .reading)
      : try context.openStore(isDryRun: options.isDryRun)
  }

  private static func setDefaults(
    _ settings: [String], _ options: Options, in context: CommandContext
  ) throws {
    let store = try openStore(options, settings: settings, in: context)
    var defaults = try store.defaultOptions()
    if !settings.isEmpty {
      let before = defaults.newPerDay
      for setting in settings { try OptionText.apply(setting, to: &defaults) }
      if defaults.newPerDay != before { try store.requireNewCards(perDay: defaults.newPerDay) }
      let hasChanged = try store.setDefaultOptions(
        defaults, by: try context.studyRules(store), at: context.now)
      if !context.common.isForPrograms {
        return try context.say(
          hasChanged
            ? "set the options of decks that do not say otherwise"
              + " (undo: \(CollectionChange.undoCommand))"
            : "nothing changed")
      }
    }
    try OptionRow.show(StudyOptions(), over: defaults, in: context)
  }
}
