import FlashModel
import FlashText

/// Reads a lesson of jMemorize: categories within categories, each with boxes of cards.
struct JMemorizeDeck: XMLDeck {
  private struct Category {
    let name: String
    let depth: Int
    /// Of the open box, from 0, where unlearned cards are.
    var box = -1
  }

  private var categories: [Category] = []
  private var card: JMemorizeCard?
  private var cardDepth = 0
  private var html = HTMLText()

  mutating func start(
    _ element: XMLElement, into batch: inout DraftBatch
  ) throws(TextFormatError) {
    switch element.name {
    case "Category" where card == nil:
      categories.append(Category(name: element.text("name") ?? "", depth: element.depth))
    case "Deck" where card == nil && !categories.isEmpty: categories[categories.count - 1].box += 1
    case "Card" where card == nil:
      card = JMemorizeCard(element)
      cardDepth = element.depth
    case "Side" where card != nil: card?.sides += 1
    case "image" where card != nil:
      if let id = element.text("id"), !id.isEmpty { card?.addImage(id) }
    default: break
    }
  }

  mutating func text(_ bytes: ArraySlice<UInt8>) {}

  mutating func end(
    _ name: String, depth: Int, line: Int, into batch: inout DraftBatch
  ) throws(TextFormatError) {
    if let card, depth == cardDepth {
      add(card, to: &batch)
      self.card = nil
    } else if categories.last?.depth == depth {
      categories.removeLast()
    }
  }

  private mutating func add(_ card: JMemorizeCard, to batch: inout DraftBatch) {
    var draft = CardDraft(line: card.line)
    if !categories.isEmpty {
      draft.deck = batch.append(cleaned: XMLFields.path(categories.map(\.name)))
    }
    draft.front = batch.append(html: card.front[...], &html)
    draft.back = batch.append(html: card.back[...], &html)
    if let box = categories.last?.box, box > 0 {
      var detail = DraftDetail()
      detail.schedule = card.schedule
      if detail.schedule == nil { batch.warn(of: .unreadableSchedule, line: card.line) }
      batch.set(detail, of: &draft)
    }
    batch.add(draft)
  }
}

/// A card of jMemorize.
struct JMemorizeCard {
  let line: Int
  /// HTML.
  private(set) var front: [UInt8]
  private(set) var back: [UInt8]
  /// Sides that have begun: pictures are in them.
  var sides = 0
  private let tested: ForeignSchedule.Moment?
  private let expired: ForeignSchedule.Moment?
  private let days: Double
  private let tests: Int
  private let hits: Int

  init(_ element: XMLElement) {
    line = element.line
    front = JMemorizeCard.html(element.bytes("Frontside") ?? [])
    back = JMemorizeCard.html(element.bytes("Backside") ?? [])
    let tested = JMemorizeDate(element.text("DateTested") ?? "")
    let expired = JMemorizeDate(element.text("DateExpired") ?? "")
    self.tested = tested?.moment
    self.expired = expired?.moment
    days = if let tested, let expired { expired.days - tested.days } else { 0 }
    tests = element.integer("TestsTotal") ?? 0
    hits = element.integer("TestsHit") ?? 0
  }

  /// Adds a picture to the side that is open.
  mutating func addImage(_ id: String) {
    let element = Array("<br><img src=\"\(id.filter { $0 != "\"" })\">".utf8)
    if sides > 1 { back += element } else { front += element }
  }

  /// When it was last seen and is next due, where learner and machine are.
  var schedule: ForeignSchedule? {
    guard tested != nil, expired != nil else { return nil }
    var schedule = ForeignSchedule(
      due: expired, lastReviewed: tested, intervalDays: max(days, 0.01), ease: 2.5, reps: tests,
      lapses: max(0, tests - hits))
    schedule?.difficulty = 5
    return schedule
  }

  /// Text with simple HTML in it; its line ends count.
  private static func html(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var html: [UInt8] = []
    html.reserveCapacity(text.count)
    for byte in text {
      if byte == 0x0A { html.append(contentsOf: "<br>".utf8) } else { html.append(byte) }
    }
    return html
  }
}

/// A date of jMemorize, `4-Jan-2025 10:00:00`: English, in local time.
struct JMemorizeDate {
  private let date: CivilDate
  private let minute: Int

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  init?(_ text: String) {
    let words = text.split(separator: " ")
    guard words.count == 2 else { return nil }
    let date = words[0].split(separator: "-")
    let time = words[1].split(separator: ":").compactMap { Int($0) }
    guard date.count == 3, time.count == 3, let day = Int(date[0]), (1...31).contains(day),
      let month = JMemorizeDate.months.firstIndex(of: date[1].lowercased()),
      let year = Int(date[2]), (1_000...9_999).contains(year), (0..<24).contains(time[0]),
      (0..<60).contains(time[1])
    else { return nil }
    func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    guard let civil = CivilDate("\(year)-\(twoDigits(month + 1))-\(twoDigits(day))") else {
      return nil
    }
    self.date = civil
    minute = time[0] * 60 + time[1]
  }

  var moment: ForeignSchedule.Moment { .local(date, minute: minute) }

  /// Since some day.
  var days: Double { Double(date.dayNumber) + Double(minute) / 1_440 }
}
