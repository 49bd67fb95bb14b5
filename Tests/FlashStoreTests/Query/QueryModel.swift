import FlashModel
import FlashScheduler
import FlashStore
import FlashText

/// A collection in memory, which answers queries card by card and in no hurry: what the manual says
/// of each term, said once more in Swift.
struct QueryModel {
  private var decks: [DeckID: Deck] = [:]
  private var cards: [Card] = []
  private var tags: [CardID: [String]] = [:]
  private var log: [CardID: [Review]] = [:]
  private var defaults = StudyOptions()
  private let now: Timestamp
  private let calendar: StudyCalendar

  init(_ records: [StoredRecord], defaults: StudyOptions, at moment: StudyMoment) {
    now = moment.now
    calendar = moment.rules.calendar
    self.defaults = defaults
    var subTopics: [SubTopicID: SubTopic] = [:]
    for record in records {
      switch record {
      case .deck(let deck): decks[deck.id] = deck
      case .card(let card): cards.append(card)
      case .subTopic(let subTopic): subTopics[subTopic.id] = subTopic
      case .link(let link):
        guard link.deletedAt == nil, let subTopic = subTopics[link.subTopicID],
          subTopic.deletedAt == nil
        else { continue }
        tags[link.cardID, default: []].append(subTopic.name)
      case .review(let review): log[review.cardID, default: []].append(review)
      case .setting, .topic, .session: break
      }
    }
  }

  /// The cards that a query is about.
  func cards(_ query: CardQuery) throws -> Set<CardID> {
    let universe = query.mentionsRemoved ? cards : cards.filter { !isRemoved($0) }
    return Set(try universe.filter { try holds(query, $0) }.map(\.id))
  }

  private func holds(_ query: CardQuery, _ card: Card) throws -> Bool {
    switch query {
    case .all: true
    case .term(let term): try holds(term, card)
    case .not(let part): try !holds(part, card)
    case .and(let parts): try parts.allSatisfy { try holds($0, card) }
    case .or(let parts): try parts.contains { try holds($0, card) }
    }
  }

  private func holds(_ term: CardTerm, _ card: Card) throws -> Bool {
    let deck = decks[card.deckID]
    switch term {
    case .text(let text):
      return [card.front, card.back, deck?.title ?? ""].contains { occurs(text, in: $0) }
    case .side(.front, let text): return occurs(text, in: card.front)
    case .side(.back, let text): return occurs(text, in: card.back)
    case .side(.hint, let text): return card.hint.map { occurs(text, in: $0) } ?? false
    case .pattern(let pattern):
      let regex = try Regex(pattern.source).matchingSemantics(.unicodeScalar).ignoresCase()
        .wordBoundaryKind(.simple)
      return try [card.front, card.back].contains { try regex.firstMatch(in: $0) != nil }
    case .deck(let path): return isPath(path, deck?.title ?? "")
    case .deckIDs(let ids): return ids.contains(card.deckID)
    case .tag(let name): return tags[card.id, default: []].contains { isPath(name, $0) }
    case .untagged: return tags[card.id, default: []].isEmpty
    case .mark(let mark): return has(mark, card)
    case .property(let property, let comparison, let number):
      return try value(property, of: card).map { comparison.holds($0, number) } ?? false
    case .rated(let days, let rating):
      return standing(card).contains {
        daysAgo($0.order) < days && (rating == nil || $0.rating == rating)
      }
    case .introduced(let days):
      return standing(card).map(\.order).min().map { daysAgo($0) < days } ?? false
    case .added(let days):
      return daysAgo(card.id.madeAt ?? min(card.contentUpdatedAt, card.schedulingUpdatedAt)) < days
    case .edited(let days): return daysAgo(card.contentUpdatedAt) < days
    case .flag(let flag): return card.flag == flag
    case .kind(let kind): return card.kind == kind
    case .note(let id): return card.noteID == id
    case .ids(let ids): return ids.contains(card.id)
    case .source(let key): return card.sourceKey.map { begins(key, $0) } ?? false
    }
  }

  private func has(_ mark: CardMark, _ card: Card) -> Bool {
    let scheduling = card.scheduling
    let isBuried = card.buriedUntil.map { $0 > now } ?? false
    switch mark {
    case .new: return scheduling.state == .new
    case .learning: return scheduling.state == .learning || scheduling.state == .relearning
    case .review: return scheduling.state == .review
    case .relearning: return scheduling.state == .relearning
    case .due: return scheduling.isDue(at: now) && !card.isSuspended && !isBuried
    case .suspended: return card.isSuspended
    case .buried: return isBuried
    case .leech:
      return scheduling.lapses >= max(parameters(of: card).leechThreshold, 1)
    case .flagged: return card.flag != 0
    case .deleted: return isRemoved(card)
    }
  }

  private func value(_ property: CardProperty, of card: Card) throws -> Double? {
    let scheduling = card.scheduling
    switch property {
    case .due: return scheduling.due.map { Double(-daysAgo($0)) }
    case .stability: return scheduling.memory?.stability
    case .difficulty: return scheduling.memory?.difficulty
    case .retrievability:
      return try scheduler(of: card).retrievability(of: scheduling, at: now)
    case .reps: return Double(scheduling.reps)
    case .lapses: return Double(scheduling.lapses)
    case .interval: return try scheduler(of: card).intervalDays(of: scheduling).map(Double.init)
    case .position: return Double(card.position)
    }
  }

  private func isRemoved(_ card: Card) -> Bool {
    card.deletedAt != nil || decks[card.deckID]?.deletedAt != nil
  }

  private func parameters(of card: Card) -> StudyParameters {
    StudyParameters((decks[card.deckID]?.options ?? StudyOptions()).filled(from: defaults))
  }

  private func scheduler(of card: Card) throws -> Scheduler {
    try Scheduler(parameters: parameters(of: card), calendar: calendar, fuzz: false)
  }

  /// Reviews that no standing entry takes back.
  private func standing(_ card: Card) -> [Review] {
    let entries = log[card.id, default: []]
    func stands(_ entry: Review) -> Bool {
      !entries.contains { $0.kind == .undo && $0.cancelsID == entry.id && stands($0) }
    }
    return entries.filter { $0.kind == .review && stands($0) }
  }

  /// Study days from that moment to today, negative if it is still to come.
  private func daysAgo(_ moment: Timestamp) -> Int {
    calendar.day(of: now).number - calendar.day(of: moment).number
  }

  // MARK: - Texts, by trying every split

  private func occurs(_ text: QueryText, in other: String) -> Bool {
    fits([[]] + text.pieces.map(folded) + [[]], folded(other))
  }

  private func begins(_ text: QueryText, _ other: String) -> Bool {
    fits(text.pieces.map { Array($0.unicodeScalars) } + [[]], Array(other.unicodeScalars))
  }

  private func isPath(_ text: QueryText, _ path: String) -> Bool {
    let path = folded(path)
    let ends = path.indices.filter { path[$0...].starts(with: "::".unicodeScalars) } + [path.count]
    return ends.contains { fits(text.pieces.map(folded), Array(path[..<$0])) }
  }

  private func folded(_ text: String) -> [Unicode.Scalar] {
    Array(text.lowercased().unicodeScalars)
  }

  /// Whether `text` is made of the pieces with anything between them.
  private func fits(_ pieces: [[Unicode.Scalar]], _ text: [Unicode.Scalar]) -> Bool {
    guard let first = pieces.first, text.starts(with: first) else { return false }
    let rest = Array(text.dropFirst(first.count))
    guard pieces.count > 1 else { return rest.isEmpty }
    return (0...rest.count).contains { fits(Array(pieces.dropFirst()), Array(rest.dropFirst($0))) }
  }
}
