import FlashCollection
import FlashCommand
import FlashModel
import FlashStore

/// `flash card add`.
struct CardAdd: Command {
  struct Options: CommandOptions {
    var front: String?
    var back: String?
    var deck: String?
    var tags: [String] = []
    var hint: String?
    var cloze: String?
    var isReversed = false
    var isTypedIn = false
    var createsDeck = false
    var isStrict = false
    var isDryRun = false
  }

  static let description = CommandDescription<Options>(
    name: "add", abstract: "add cards",
    operands: [
      .optional("FRONT", help: "the question; '-' reads a card a line", into: \.front),
      .optional("BACK", help: "the answer", into: \.back),
    ],
    options: [
      .value(
        "deck", short: "d", named: "DECK", help: "the deck they go to", into: \.deck,
        completion: .decks
      ).explained("Else the setting `card.deck`, else the only deck there is."),
      .values(
        "tag", short: "t", named: "TAG", help: "a tag or sub-topic, made if need be", into: \.tags,
        completion: .supplied(CollectionCompletion.tags)),
      .value("hint", named: "TEXT", help: "shown on request, before the answer", into: \.hint),
      .flag("reverse", help: "a second card asks the other way round", into: \.isReversed),
      .flag("type-in", help: "the answer is to be typed", into: \.isTypedIn),
      .value(
        "cloze", named: "TEXT", help: "text with deletions, '{{c1::Paris}}', instead of two sides",
        into: \.cloze),
      .flag("create-deck", help: "make the deck if there is none of its name", into: \.createsDeck),
      .flag("strict", help: "add nothing if a line can't be read", into: \.isStrict),
      .dryRun(into: \.isDryRun),
    ],
    fields: CollectionChange.addedCardFields.specifications,
    exitCodes: [.cancelled, .partly, .notSignedIn, .badInput, .notFound],
    manual: Manual(
      manualText,
      examples: [
        Manual.Example("One card:", "flash card add -d Spanish hola hello -t greetings"),
        Manual.Example(
          "Two cards from one sentence:",
          "flash card add -d Europe --cloze 'The capital of {{c1::France}} is {{c2::Paris}}'"),
        Manual.Example(
          "A card a line:", "printf 'uno\\tone\\ndos\\ttwo\\n' | flash card add -d Spanish -"),
      ]))

  private static let manualText = """
    Adds a card with FRONT and BACK, or those of a cloze text. With neither the editor opens.

    With `-` standard input has a card a line: front, tab, back, and if need be another tab and tags
    separated by blanks. A line that begins with `{` is a JSON object with `front` and `back`, or
    `cloze`, and if need be `deck`, `tags`, `hint`, `kind` and `reverse`. With `--cloze=-` other lines
    are cloze texts. A line that can't be read is told and passed over (exit 3). All that is added
    is one step of undo.

    A card whose front one of the deck's last 20,000 has already is added, with a warning that names
    that card; `duplicate_of` in `--json`.

    A deletion is written `{{c1::text}}` or `{{c1::text::hint}}`. Each number makes a card that hides
    the deletions of that number; editing one of these cards changes all of them.
    """

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let notes = try NoteSource(options).notes(in: context)
    guard !notes.isEmpty else { return try notes.finish() }
    let store = try context.openStore(isDryRun: options.isDryRun)
    let decks = TargetDeck(store: store, mayCreate: options.createsDeck)
    var additions = Additions()
    for note in notes.notes {
      try context.check()
      let target =
        if let name = note.deck {
          try additions.target(name) { try decks.named($0) }
        } else {
          try additions.standardTarget { try decks.standard(options.deck, in: context) }
        }
      additions.add(try note.cards { store.newNoteID(at: context.now) }, to: target)
    }
    try store.requireRoom(for: additions.all)
    warnOfLongSides(additions, in: context)
    let added = try store.addCards(additions.all, at: context.now)
    let earlier = try additions.earlierCards(added, in: store)
    warnOfDuplicates(added, earlier, in: context)
    try report(added.flatMap { $0 }, earlier, in: store, context)
    try notes.finish()
  }

  /// Longer sides are taken, but nobody learns them.
  private static let longestGoodSide = 4_000

  private static func warnOfLongSides(_ additions: Additions, in context: CommandContext) {
    let cards = additions.all.lazy.flatMap(\.cards)
    let count = cards.count {
      max($0.front.utf8.count, $0.back.utf8.count) > longestGoodSide
        && max($0.front.unicodeScalars.count, $0.back.unicodeScalars.count) > longestGoodSide
    }
    if count > 0 {
      context.warn("\(counted(count, "card")) with a side of over \(longestGoodSide) characters")
    }
  }

  /// How many duplicates are told one by one.
  private static let toldDuplicates = 10

  /// Two cards with one front may both be meant, so they are told and not refused.
  private static func warnOfDuplicates(
    _ added: [[CardID]], _ earlier: [CardID: CardID], in context: CommandContext
  ) {
    let found = added.lazy.flatMap { $0 }.compactMap { earlier[$0] }
    for card in found.prefix(toldDuplicates) {
      context.warn("the deck has a card with this front: \(card)")
    }
    if earlier.count > toldDuplicates {
      context.warn("\(earlier.count - toldDuplicates) more fronts that the deck has")
    }
  }

  private static func report(
    _ ids: [CardID], _ earlier: [CardID: CardID], in store: Store, _ context: CommandContext
  ) throws {
    let changes = ids.map {
      CollectionChange(
        id: $0.description, action: "add", cardsAffected: 1,
        duplicateOf: earlier[$0]?.description)
    }
    var place = ""
    if !context.common.isForPrograms, let first = ids.first {
      let decks = Set(try ids.map { try store.deckTitle(ofCard: $0) })
      place =
        decks.count == 1
        ? "to '\(try store.deckTitle(ofCard: first))'" : "to \(counted(decks.count, "deck"))"
    }
    try context.report(
      changes, CollectionChange.addedCardFields, "added \(counted(ids.count, "card")) \(place)")
  }
}

/// The cards to be added, by deck, decks in the order in which they were met.
private struct Additions {
  private(set) var all: [DeckAddition] = []
  private var places: [DeckAddition.Target: Int] = [:]
  private var named: [String: DeckAddition.Target] = [:]
  private var standard: DeckAddition.Target?

  mutating func add(_ cards: [NewCard], to target: DeckAddition.Target) {
    if let place = places[target] {
      all[place].cards += cards
    } else {
      places[target] = all.count
      all.append(DeckAddition(to: target, cards))
    }
  }

  /// Of the cards that were added, those whose front an earlier card of their deck has, with it.
  /// - Parameter added: the ids of each addition's cards.
  func earlierCards(_ added: [[CardID]], in store: Store) throws -> [CardID: CardID] {
    var earlier: [CardID: CardID] = [:]
    for (addition, ids) in zip(all, added) {
      guard let any = ids.first else { continue }
      let first = try store.firstCards(withFronts: addition.cards.map(\.front), inDeckOf: any)
      for (card, id) in zip(addition.cards, ids) {
        if let found = first[card.front], found != id { earlier[id] = found }
      }
    }
    return earlier
  }

  /// The deck of a name, looked up once.
  mutating func target(
    _ name: String, _ find: (String) throws -> DeckAddition.Target
  ) rethrows -> DeckAddition.Target {
    if let known = named[name] { return known }
    let found = try find(name)
    named[name] = found
    return found
  }

  /// The deck of notes that name none, looked up once.
  mutating func standardTarget(
    _ find: () throws -> DeckAddition.Target
  ) rethrows -> DeckAddition.Target {
    if let standard { return standard }
    let found = try find()
    standard = found
    return found
  }
}
