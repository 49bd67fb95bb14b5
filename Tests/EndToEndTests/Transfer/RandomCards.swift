import FlashModel
import FlashStore
import FlashTestSupport
import FlashText

/// Cards of all kinds with awkward text.
struct RandomCards {
  private var random: SeededRandom
  private let pieces: [String]

  /// What text of HTML, Markdown, delimited files and card notations could trip over.
  static let awkward = [
    "a", "two words", "é", "日本語", "👩‍👩‍👧", " ", "  ", "\n", "\n\n", "\n\n\n", "\t", "\"", ";", "#",
    "# ",
    "\n#tag", "<b>", "</b>", "&amp;", "&", "<", "-->", "<!--flash:x-->", "*", "**", "_", "`", "$",
    "$$",
    "~~", "\\", "\\(", "\\*", "- ", "\n- x", "1. ", "\n7. x", "> ", "|", "---", "\n---\n", "```",
    "[x](y)", "![a](b c.png)", "![](<b c.png>)", "[s.mp3](s.mp3)", "[sound:x.mp3]", "[...]", "[$]",
    "\u{A0}", "\u{200B}", "{{c1::", "{{c3::", "}}", "::", "{{", "}", "<div>", "H<sub>2</sub>O",
  ]

  init(seed: UInt64, pieces: [String] = RandomCards.awkward) {
    random = SeededRandom(seed: seed)
    self.pieces = pieces
  }

  private mutating func text(_ count: ClosedRange<Int> = 1...9) -> String {
    let count = Int.random(in: count, using: &random)
    return (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
  }

  /// Text of a side.
  private mutating func side() -> String {
    while true {
      let side = CardText.cleaned(text())
      if !side.isEmpty { return side }
    }
  }

  /// Text on request, for some.
  private mutating func hint() -> String? {
    Int.random(in: 0..<3, using: &random) == 0 ? side() : nil
  }

  private mutating func tags() -> [String] {
    ["x", "Verb::irregular", "é", "a,b", "#1"].filter { _ in Bool.random(using: &random) }
  }

  /// The cards of one note, in `store`.
  private mutating func note(in store: Store) -> [NewCard] {
    let tags = tags()
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      let note = store.newNoteID(at: testNow)
      let (front, back) = (side(), side())
      return [
        NewCard(front: front, back: back, hint: hint(), noteID: note, noteOrd: 0, subTopics: tags),
        NewCard(front: back, back: front, hint: hint(), noteID: note, noteOrd: 1, subTopics: tags),
      ]
    case 1:
      let source = CardText.cleaned(
        text(0...4) + "{{c1::" + side() + "}}" + text(0...4)
          + (Bool.random(using: &random)
            ? "{{c2::word::hint}}" : ""))
      let note = store.newNoteID(at: testNow)
      let cloze = ClozeText(source)
      let hint = hint()
      let cards = cloze.numbers.map { number in
        NewCard(
          front: CardText.cleaned(cloze.front(of: number)),
          back: CardText.cleaned(cloze.back(of: number)), kind: .cloze, hint: hint, noteID: note,
          noteOrd: number, noteText: source, subTopics: tags)
      }
      return cards.contains { $0.back.isEmpty || $0.front.isEmpty } ? [] : cards
    case 2:
      return [
        NewCard(front: side(), back: side(), kind: .typeIn, hint: hint(), subTopics: tags)
      ]
    default: return [NewCard(front: side(), back: side(), hint: hint(), subTopics: tags)]
    }
  }

  /// Fills a collection with two decks of so many notes.
  mutating func fill(_ store: Store, notes count: Int, decks: [String] = ["A", "A::B c"]) throws {
    for title in decks {
      let deck = try store.addDeck(titled: title, at: testNow)
      for _ in 0..<count {
        let cards = note(in: store)
        if !cards.isEmpty { try store.addCards(cards, to: deck, at: testNow) }
      }
    }
  }

  /// Answers cards of a collection over the days before ``testNow``, and sets some apart.
  mutating func study(_ store: Store, days: Int) throws {
    let cards = try store.cards().map(\.card.id)
    var moment = testNow.advanced(by: -Int64(days) * Timestamp.millisecondsPerDay)
    for _ in 0..<days {
      for card in cards where Int.random(in: 0..<4, using: &random) == 0 {
        // No two at once, as in a life.
        moment = moment.advanced(by: Int64.random(in: 1...9_000, using: &random))
        let rating = Rating.allCases.randomElement(using: &random) ?? .good
        _ = try store.record(
          Answer(
            cardID: card, rating: rating, ratedAt: moment,
            durationMilliseconds: Int.random(in: 0..<60_000, using: &random), mode: .smart),
          by: testRules)
        if Int.random(in: 0..<20, using: &random) == 0 {
          _ = try store.undo(by: testRules, at: moment)
        }
      }
      moment = moment.advanced(by: Timestamp.millisecondsPerDay)
    }
    for card in cards.prefix(3) { _ = try store.resetCards([card], at: testNow) }
    var edit = CardEdit()
    edit.isSuspended = true
    try store.editCards(
      cards.filter { _ in Int.random(in: 0..<6, using: &random) == 0 }, edit, at: testNow)
    edit = CardEdit()
    edit.flag = 5
    try store.editCards(
      cards.filter { _ in Int.random(in: 0..<6, using: &random) == 0 }, edit, at: testNow)
  }
}

extension TestHome {
  /// All that text can carry of each card.
  func texts(_ path: String? = nil) throws -> [[String]] {
    try store(path).cards().map { entry in
      let card = entry.card
      return [
        entry.deckTitle, card.front, card.back, "\(card.kind)", "\(ClozeText(card.noteText ?? ""))",
      ]
        + entry.subTopics.sorted()
    }
  }
}

extension TestHome {
  /// Makes a collection of notes that were studied for some days.
  func studiedStore(seed: UInt64, notes: Int, decks: [String], days: Int) throws -> Store {
    try folder.write("", to: ".local/share/flash/.keep")
    let store = try store(for: .writing)
    var random = RandomCards(seed: seed)
    try random.fill(store, notes: notes, decks: decks)
    try random.study(store, days: days)
    return store
  }
}
