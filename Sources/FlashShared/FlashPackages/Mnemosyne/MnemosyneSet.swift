import FlashModel
import FlashText

/// Reads the cards that Mnemosyne 2 shares: `cards.xml` of a `.cards` file.
///
/// Cards refer to facts and tags before and behind them, so all are kept until the end.
struct MnemosyneSet: XMLDeck {
  /// Bytes of all facts, tags, and cards.
  private static let limit = 128 << 20

  /// What an entry is about, by the number of its type.
  private enum Entry: String {
    case tag = "10"
    case fact = "16"
    case view = "19"
    case card = "6"
  }

  /// What the deck is called; empty for a set that does not say.
  private let name: String
  private var tags: [String: String] = [:]
  private var facts: [String: [(name: String, text: [UInt8])]] = [:]
  private var views = MnemosyneView.known
  private var cards: [MnemosyneSetCard] = []
  private var siblings: [String: Int] = [:]
  private var size = 0
  private var entry: Entry?
  private var id = ""
  private var card: MnemosyneSetCard?
  private var fields: [(name: String, text: [UInt8])] = []
  private var text = XMLText()
  private var isInField = false
  private var html = HTMLText()

  init(name: String) { self.name = name }

  mutating func start(
    _ element: XMLElement, into batch: inout DraftBatch
  ) throws(TextFormatError) {
    switch element.depth {
    case 1:
      guard element.name == "openSM2sync" else {
        throw .malformed(line: element.line, reason: "'openSM2sync' expected")
      }
    case 2:
      entry = element.name == "log" ? element.text("type").flatMap(Entry.init) : nil
      id = element.text("o_id") ?? ""
      fields.removeAll()
      card = entry == .card ? MnemosyneSetCard(element) : nil
    case 3 where entry != nil:
      fields.append((MnemosyneSet.fieldName(element.name), []))
      text.removeAll()
      isInField = true
    default: break
    }
  }

  /// A name that begins with a digit can't be an element's, and is written with three strokes.
  private static func fieldName(_ name: String) -> String {
    name.hasPrefix("___") ? String(name.dropFirst(3)) : name
  }

  mutating func text(_ bytes: ArraySlice<UInt8>) {
    if isInField { text.append(bytes) }
  }

  mutating func end(
    _ name: String, depth: Int, line: Int, into batch: inout DraftBatch
  ) throws(TextFormatError) {
    if depth == 3, isInField {
      isInField = false
      if text.isTooLong { card?.isTooLong = true }
      fields[fields.count - 1].text = text.take()
    } else if depth == 2, let entry {
      self.entry = nil
      size += 200 + id.utf8.count + fields.reduce(0) { $0 + 64 + $1.text.count }
      size += (card?.fact.utf8.count ?? 0) + (card?.tags.count ?? 0)
      guard size <= MnemosyneSet.limit else {
        throw .tooLarge(line: line, reason: "a set of more than 128 MiB")
      }
      keep(entry)
    }
  }

  private func field(_ name: String) -> [UInt8] { fields.first { $0.name == name }?.text ?? [] }

  private mutating func keep(_ entry: Entry) {
    switch entry {
    case .tag:
      let name = CardText.cleaned(String(decoding: field("name"), as: UTF8.self))
      if !name.isEmpty, name != MnemosyneTags.none { tags[id] = name }
    case .fact: facts[id] = fields
    case .view:
      let view = MnemosyneView(
        question: field("q_fact_keys")[...], answer: field("a_fact_keys")[...])
      if let view { views[id] = view }
    case .card:
      guard var card else { return }
      card.setDeletion(field("extra"))
      cards.append(card)
    }
  }

  mutating func finish(into batch: inout DraftBatch) throws(TextFormatError) {
    for card in cards { add(card, to: &batch) }
  }

  private mutating func add(_ card: MnemosyneSetCard, to batch: inout DraftBatch) {
    guard let fact = facts[card.fact] else {
      return batch.add(RowProblem(line: card.line, reason: .noNote))
    }
    guard !card.isTooLong else {
      return batch.add(RowProblem(line: card.line, reason: .recordTooLong))
    }
    var draft = CardDraft(line: card.line)
    var detail = DraftDetail()
    let sides = card.sides(of: fact, views[card.view])
    draft.front = batch.append(html: MnemosyneText.html(sides.question[...])[...], &html)
    draft.back = batch.append(html: MnemosyneText.html(sides.answer[...])[...], &html)
    draft.deck = batch.append(cleaned: name)
    let names = card.tags.split(separator: ",").compactMap { tags[String($0)] }
    draft.tags = batch.append(names: Set(names).sorted())
    if !card.id.isEmpty, card.id.utf8.count <= 400, card.fact.utf8.count <= 400 {
      draft.sourceID = batch.append(cleaned: "mnemosyne:\(card.id)")
      draft.hasSourceKey = true
      detail.noteKey = batch.append(cleaned: "mnemosyne:fact:\(card.fact)")
      draft.noteOrd = siblings[card.fact, default: 0]
      siblings[card.fact, default: 0] += 1
    }
    detail.schedule = card.learning.schedule
    batch.set(detail, of: &draft)
    batch.add(draft)
  }
}

/// A card of a set that Mnemosyne 2 shares.
struct MnemosyneSetCard {
  let line: Int
  let id: String
  /// The fact's id.
  let fact: String
  let view: String
  /// Ids, with commas between.
  let tags: String
  let learning: MnemosyneLearning
  var isTooLong = false
  /// Of the deletion that it hides, from 0; nil for a card that is not cloze.
  private var deletion: Int?

  init(_ element: XMLElement) {
    line = element.line
    id = element.text("o_id") ?? ""
    fact = element.text("fact") ?? ""
    view = element.text("fact_v") ?? ""
    tags = element.text("tags") ?? ""
    func number(_ name: String, else absent: Int64) -> Int64 {
      element.text(name).flatMap { Int64($0) } ?? absent
    }
    learning = MnemosyneLearning(
      grade: number("gr", else: -1), ease: element.text("e").flatMap { Double($0) } ?? 2.5,
      last: number("l_rp", else: -1), next: number("n_rp", else: -1),
      repetitions: (number("ac_rp", else: 0), number("rt_rp", else: 0)),
      lapses: number("lps", else: 0))
  }

  /// Reads which deletion it hides from what Python wrote: `{'cloze': 'cat:animal', 'index': 0}`.
  mutating func setDeletion(_ extra: [UInt8]) {
    // What is asked for stands last; the text before it may say anything.
    let text = String(decoding: extra, as: UTF8.self)
    guard let range = text.ranges(of: "'index':").last else { return }
    let digits = text[range.upperBound...].drop { $0 == " " }.prefix { $0.isASCII && $0.isNumber }
    deletion = Int(digits)
  }

  /// Question and answer: HTML in which line ends count.
  func sides(
    of fact: [(name: String, text: [UInt8])], _ view: MnemosyneView?
  ) -> (question: [UInt8], answer: [UInt8]) {
    func text(_ name: String) -> [UInt8] { fact.first { $0.name == name }?.text ?? [] }
    func joined(_ names: [String]) -> [UInt8] {
      Array(names.map(text).filter { !$0.isEmpty }.joined(separator: [0x0A]))
    }
    if let deletion {
      let isText = fact.contains { $0.name == "text" }
      let cloze = MnemosyneCloze(text(isText ? "text" : "f")[...], hiding: deletion)
      if let answer = cloze.answer {
        let others = isText ? [] : joined(["p_1", "m_1", "n"])
        return (cloze.question, others.isEmpty ? answer : answer + [0x0A] + others)
      }
    }
    if let view {
      var question = joined(view.question)
      if self.view.hasPrefix("6.") {
        question = MnemosyneCloze(question[...], hiding: nil).question
      }
      return (question, joined(view.answer))
    }
    // A view that the file does not declare.
    return (fact.first?.text ?? [], joined(fact.dropFirst().map(\.name)))
  }
}
