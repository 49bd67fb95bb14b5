import FlashModel
import FlashText

/// Reads an export of Mnemosyne 1: items with a category, a question and an answer.
///
/// An item whose id ends in `.inv` is the reverse of the one with the id before it.
struct MnemosyneDeck: XMLDeck {
  /// Unix seconds.
  private var start = 0
  private var categories: Set<String> = []
  private var item: MnemosyneItem?
  private var itemDepth = 0
  private var fields = XMLFields()
  private var html = HTMLText()

  mutating func start(
    _ element: XMLElement, into batch: inout DraftBatch
  ) throws(TextFormatError) {
    if element.depth == 1 {
      start = element.integer("time_of_start") ?? 0
    } else if itemDepth > 0 {
      if element.depth == itemDepth + 1 { fields.begin(element) }
    } else if element.name == "item" {
      itemDepth = element.depth
      item = MnemosyneItem(element)
      fields.removeAll()
    } else if element.name == "name" {
      fields.removeAll()
      fields.begin(element)
    }
  }

  mutating func text(_ bytes: ArraySlice<UInt8>) { fields.append(bytes) }

  mutating func end(
    _ name: String, depth: Int, line: Int, into batch: inout DraftBatch
  ) throws(TextFormatError) {
    fields.end(depth: depth)
    if depth == itemDepth {
      itemDepth = 0
      if let item { add(item, to: &batch) }
    } else if itemDepth == 0, name == "category", let category = fields.text("name") {
      categories.insert(category)
    }
  }

  private mutating func add(_ item: MnemosyneItem, to batch: inout DraftBatch) {
    guard !fields.isTooLong else {
      return batch.add(RowProblem(line: item.line, reason: .recordTooLong))
    }
    var draft = CardDraft(line: item.line)
    if let category = fields.text("cat"), categories.contains(category) {
      draft.deck = batch.append(cleaned: category)
    }
    draft.front = side(fields.bytes("Q"), in: &batch)
    draft.back = side(fields.bytes("A"), in: &batch)
    var detail = DraftDetail()
    // A longer one would be no key; without it the card is known by its text.
    if !item.id.isEmpty, item.id.utf8.count <= 400 {
      draft.sourceID = batch.append(cleaned: "mnemosyne:\(item.id)")
      draft.hasSourceKey = true
      draft.noteOrd = item.isReverse ? 1 : 0
      detail.noteKey = batch.append(cleaned: "mnemosyne:\(item.noteID)")
    }
    switch item.schedule(from: start) {
    case .new: break
    case .unreadable: batch.warn(of: .unreadableSchedule, line: item.line)
    case .schedule(let schedule): detail.schedule = schedule
    }
    batch.set(detail, of: &draft)
    batch.add(draft)
  }

  private mutating func side(
    _ field: ArraySlice<UInt8>, in batch: inout DraftBatch
  ) -> Range<Int> {
    batch.append(sourceOf: field) ?? batch.append(html: MnemosyneText.html(field)[...], &html)
  }
}

/// What an item of Mnemosyne 1 says beside its text.
struct MnemosyneItem {
  let line: Int
  let id: String
  private let element: [String: String]

  /// What can be known of an item's learning.
  enum Learning {
    case new
    /// Numbers that are none.
    case unreadable
    case schedule(ForeignSchedule)
  }

  init(_ element: XMLElement) {
    line = element.line
    id = element.text("id") ?? ""
    self.element = Dictionary(
      element.all.map { ($0.name, String(decoding: $0.value, as: UTF8.self)) },
      uniquingKeysWith: { first, _ in first })
  }

  var isReverse: Bool { id.hasSuffix(".inv") }

  /// The id that an item and its reverse have in common.
  var noteID: String { isReverse ? String(id.dropLast(4)) : id }

  /// - Parameter start: what days are counted from, Unix seconds.
  func schedule(from start: Int) -> Learning {
    guard number("u", else: 0) != 1 else { return .new }
    guard let grade = number("gr", else: 0), let ease = number("e", else: 2.5),
      let learnt = number("ac_rp", else: 0), let kept = number("rt_rp", else: 0),
      let lapses = number("lps", else: 0), let last = number("l_rp", else: 0),
      let next = number("n_rp", else: 0), (0...10_000_000_000).contains(start)
    else { return .unreadable }
    guard learnt + kept > 0 else { return .new }
    let days = max(next - last, 1)
    func moment(_ day: Double) -> ForeignSchedule.Moment {
      .exact(Timestamp(milliseconds: (Int64(start) + Int64(day * 86_400)) * 1_000))
    }
    var schedule = ForeignSchedule(
      due: moment(next), lastReviewed: moment(last), intervalDays: days, ease: ease,
      reps: Int(learnt + kept), lapses: Int(lapses))
    // Grades below 2 are those of a card that is not known.
    if grade < 2 { schedule?.state = kept > 0 ? .relearning : .learning }
    return schedule.map(Learning.schedule) ?? .unreadable
  }

  /// A number of an attribute; nil if it is none, or one that no program writes.
  private func number(_ name: String, else absent: Double) -> Double? {
    guard let text = element[name] else { return absent }
    guard let number = Double(text), abs(number) <= 1_000_000 else { return nil }
    return number
  }
}
