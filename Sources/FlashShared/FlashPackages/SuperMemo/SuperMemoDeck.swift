import FlashModel
import FlashText

/// Reads a collection of SuperMemo: elements within elements.
///
/// An item with a question and an answer is a card; the titles of the elements around it are its deck.
struct SuperMemoDeck: XMLDeck {
  /// An element that is open.
  private struct Node {
    let depth: Int
    let line: Int
    var fields = XMLFields()
  }

  private var nodes: [Node] = []
  private var html = HTMLText()

  private static let fields: Set = [
    "Title", "Type", "Question", "Answer", "Interval", "Repetitions", "Lapses", "LastRepetition",
    "AFactor",
  ]

  mutating func start(
    _ element: XMLElement, into batch: inout DraftBatch
  ) throws(TextFormatError) {
    if element.name == "SuperMemoElement" {
      // A parent's own card comes before those in it.
      endCard(into: &batch)
      nodes.append(Node(depth: element.depth, line: element.line))
    } else if !nodes.isEmpty, SuperMemoDeck.fields.contains(element.name) {
      nodes[nodes.count - 1].fields.begin(element)
    }
  }

  mutating func text(_ bytes: ArraySlice<UInt8>) {
    if !nodes.isEmpty { nodes[nodes.count - 1].fields.append(bytes) }
  }

  mutating func end(
    _ name: String, depth: Int, line: Int, into batch: inout DraftBatch
  ) throws(TextFormatError) {
    guard let node = nodes.last else { return }
    if depth == node.depth {
      endCard(into: &batch)
      nodes.removeLast()
    } else {
      nodes[nodes.count - 1].fields.end(depth: depth)
    }
  }

  /// Adds the card of the innermost element, once; only its title is needed afterwards.
  private mutating func endCard(into batch: inout DraftBatch) {
    guard let node = nodes.last else { return }
    let fields = node.fields
    let type = fields.text("Type") ?? "Item"
    let hasSides = fields.values["Question"] != nil || fields.values["Answer"] != nil
    guard hasSides, type == "Item" else { return }
    nodes[nodes.count - 1].fields.removeAll()
    guard !fields.isTooLong else {
      return batch.add(RowProblem(line: node.line, reason: .recordTooLong))
    }
    var draft = CardDraft(line: node.line)
    draft.deck = batch.append(cleaned: path)
    draft.front = batch.append(html: fields.bytes("Question"), &html)
    draft.back = batch.append(html: fields.bytes("Answer"), &html)
    let count = batch.drafts.count
    batch.add(draft)
    guard batch.drafts.count > count else { return }
    switch SuperMemoSchedule.read(fields) {
    case .new: break
    case .unreadable: batch.warn(of: .unreadableSchedule, line: node.line)
    case .schedule(let schedule): batch.setSchedule(schedule, ofDraft: count)
    }
  }

  /// The titles of the elements around the innermost one, as a path.
  private var path: String {
    let titles = nodes.dropLast().filter { $0.fields.text("Type") != "Item" }
      .compactMap { $0.fields.text("Title") }
    return titles.isEmpty ? "" : XMLFields.path(titles)
  }
}

/// What SuperMemo says of an item's learning.
enum SuperMemoSchedule {
  case new
  /// Numbers that are none.
  case unreadable
  case schedule(ForeignSchedule)

  static func read(_ fields: XMLFields) -> SuperMemoSchedule {
    let interval = number(fields.text("Interval"))
    let repetitions = number(fields.text("Repetitions"))
    let lapses = number(fields.text("Lapses"))
    let factor = number(fields.text("AFactor"))
    guard let interval, let repetitions, let lapses, let factor else { return .unreadable }
    guard interval > 0, let text = fields.text("LastRepetition") else { return .new }
    guard let last = date(text), interval <= 100_000, (0...1_000_000).contains(repetitions),
      (0...1_000_000).contains(lapses),
      let schedule = ForeignSchedule(
        due: .local(CivilDate(dayNumber: last.dayNumber + Int64(interval)), minute: nil),
        lastReviewed: .local(last, minute: nil), intervalDays: interval,
        ease: min(max(factor, 1.3), 4), reps: Int(repetitions + lapses), lapses: Int(lapses))
    else { return .unreadable }
    return .schedule(schedule)
  }

  /// A number with a decimal comma or point; 0 if there is none, nil if it is no number.
  private static func number(_ text: String?) -> Double? {
    guard let text else { return 0 }
    let plain = String(text.map { $0 == "," ? "." : $0 })
    guard let number = Double(plain), number.isFinite else { return nil }
    return number
  }

  /// `DD.MM.YYYY`.
  private static func date(_ text: String) -> CivilDate? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, parts.map(\.count) == [2, 2, 4] else { return nil }
    return CivilDate("\(parts[2])-\(parts[1])-\(parts[0])")
  }
}
