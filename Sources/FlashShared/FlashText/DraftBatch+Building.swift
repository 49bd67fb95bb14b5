public import FlashModel

extension DraftBatch {
  /// Adds text, cleaned.
  mutating func append(cleaned text: some Sequence<UInt8>) -> Range<Int> {
    let start = bytes.count
    bytes.append(contentsOf: text)
    return CardText.clean(start..<bytes.count, of: &bytes)
  }

  /// Adds text, cleaned.
  public mutating func append(cleaned text: ArraySlice<UInt8>) -> Range<Int> {
    let start = bytes.count
    bytes.append(contentsOf: text)
    return CardText.clean(start..<bytes.count, of: &bytes)
  }

  /// Adds text, cleaned.
  public mutating func append(cleaned text: String) -> Range<Int> { append(cleaned: text.utf8) }

  /// Adds the Markdown that a field of HTML was written from here.
  /// - Returns: nil if it was not, or was changed since.
  public mutating func append(sourceOf html: ArraySlice<UInt8>) -> Range<Int>? {
    // A template has line ends around its fields.
    var field = html
    while let byte = field.last, byte <= 0x20 { field = field.dropLast() }
    guard field.suffix(3).elementsEqual("-->".utf8) else { return nil }
    while let byte = field.first, byte <= 0x20 { field = field.dropFirst() }
    guard let source = MarkdownField.source(of: Array(field)) else { return nil }
    return append(cleaned: source)
  }

  /// Adds what a field of HTML says, as Markdown, cleaned.
  public mutating func append(html: ArraySlice<UInt8>, _ reader: inout HTMLText) -> Range<Int> {
    if let source = append(sourceOf: html) { return source }
    let start = bytes.count
    bytes.append(contentsOf: html)
    return reader.markdown(start..<bytes.count, of: &bytes)
  }

  /// Adds names that are clean already, with ``separator`` between two.
  public mutating func append(cleanNames names: [UInt8]) -> Range<Int> {
    let start = bytes.count
    bytes.append(contentsOf: names)
    return start..<bytes.count
  }

  /// One text of several that are not empty, a blank line between two.
  public mutating func join(_ texts: [Range<Int>]) -> Range<Int> {
    let texts = texts.filter { !$0.isEmpty }
    guard texts.count > 1 else { return texts.first ?? 0..<0 }
    let start = bytes.count
    for (place, text) in texts.enumerated() {
      if place > 0 { bytes.append(contentsOf: [0x0A, 0x0A]) }
      bytes.append(contentsOf: Array(bytes[text]))
    }
    return start..<bytes.count
  }

  /// Adds names, cleaned, with ``separator`` between two.
  public mutating func append(names: [some StringProtocol]) -> Range<Int> {
    let start = bytes.count
    for name in names {
      let cleaned = CardText.cleaned(String(name))
      guard !cleaned.isEmpty else { continue }
      if bytes.count > start { bytes.append(DraftBatch.separator) }
      bytes.append(contentsOf: cleaned.utf8)
    }
    return start..<bytes.count
  }

  /// Adds what few formats say of a card, and refers to it.
  public mutating func set(_ detail: DraftDetail, of draft: inout CardDraft) {
    draft.detail = details.count
    details.append(detail)
  }

  /// Puts other text in place of sides and cloze texts.
  /// - Parameter body: gives what to put in place of a text, cleaned; nil for one that stays.
  public mutating func replaceTexts(_ body: (ArraySlice<UInt8>) -> [UInt8]?) {
    for place in drafts.indices {
      for part in [\CardDraft.front, \.back, \.note] {
        guard let text = body(bytes[drafts[place][keyPath: part]]) else { continue }
        let start = bytes.count
        bytes.append(contentsOf: text)
        drafts[place][keyPath: part] = start..<bytes.count
      }
    }
  }

  /// Names a row that makes no card.
  public mutating func add(_ problem: RowProblem) { problems.append(problem) }

  /// Tells of a row that makes a card all the same.
  public mutating func warn(of reason: RowWarning.Reason, line: Int) {
    warnings.append(RowWarning(line: line, reason: reason))
  }

  /// Adds a draft, or names it as a problem.
  public mutating func add(_ draft: CardDraft) {
    if let flaw = draft.flaw {
      problems.append(RowProblem(line: draft.line, reason: flaw))
    } else {
      drafts.append(draft)
    }
  }

  /// Adds a draft and its turned sibling: `turned` as given, or the same with its sides exchanged.
  /// Their note is known by the draft's `sourceID`, if there is one, else by its sides.
  public mutating func addBothWays(_ draft: CardDraft, _ turned: CardDraft? = nil) {
    var sides = turned ?? draft
    if turned == nil { (sides.front, sides.back) = (draft.back, draft.front) }
    guard draft.flaw == nil, sides.flaw == nil else {
      return problems.append(
        RowProblem(line: draft.line, reason: draft.flaw ?? sides.flaw ?? .emptyBack))
    }
    var detail = draft.detail.map { details[$0] } ?? DraftDetail()
    if detail.noteKey.isEmpty {
      let id = draft.sourceID.isEmpty ? bytes[draft.front] + [0x1F] + bytes[draft.back] : []
      let start = bytes.count
      bytes.append(contentsOf: id)
      detail.noteKey = id.isEmpty ? draft.sourceID : start..<bytes.count
    }
    var pair = [draft, sides]
    for place in pair.indices {
      pair[place].noteOrd = place
      set(detail, of: &pair[place])
    }
    if !draft.sourceID.isEmpty, !draft.hasSourceKey {
      let id = text(draft.sourceID)
      pair[1].sourceID = append(cleaned: "\(id):1")
    }
    drafts.append(contentsOf: pair)
  }

  /// Adds a hint, unless it is too long for one.
  /// - Returns: nil for one that is.
  public mutating func append(hint: some Sequence<UInt8>, line: Int) -> Range<Int>? {
    let range = append(cleaned: hint)
    guard range.count > TextLimits.hint else { return range }
    warn(of: .hintTooLong, line: line)
    return nil
  }

  /// Gives the draft that was added last a hint of its own.
  mutating func setHintOfLast(_ hint: Range<Int>) {
    guard let place = drafts.indices.last, drafts[place].noteOrd == 1 else { return }
    var detail = drafts[place].detail.map { details[$0] } ?? DraftDetail()
    detail.hint = hint
    drafts[place].detail = details.count
    details.append(detail)
  }

  /// Gives a draft that was added its schedule.
  public mutating func setSchedule(_ schedule: ForeignSchedule, ofDraft place: Int) {
    var detail = drafts[place].detail.map { details[$0] } ?? DraftDetail()
    detail.schedule = schedule
    drafts[place].detail = details.count
    details.append(detail)
  }

  /// Adds a sibling for each number of a cloze text.
  /// - Parameter draft: what all of them have in common; its `sourceID`, if any, gets `:` and the
  ///   number.
  public mutating func add(_ cloze: ClozeText, as draft: CardDraft) {
    let numbers = cloze.numbers
    let source = cloze.source
    // Five hundred cards of a long text each would fill the memory.
    guard source.utf8.count <= TextLimits.side / max(1, numbers.count) else {
      return problems.append(RowProblem(line: draft.line, reason: .clozeTooLong))
    }
    guard !numbers.isEmpty else {
      return problems.append(RowProblem(line: draft.line, reason: .noDeletion))
    }
    let note = ClozeText(source) == cloze ? append(cleaned: source) : 0..<0
    let id = text(draft.sourceID)
    var draft = draft
    if note.isEmpty, draft.detail.map({ details[$0].noteKey.isEmpty }) ?? true {
      // Other notation than the text's own, so it can't be edited as one; the cards are siblings.
      var detail = draft.detail.map { details[$0] } ?? DraftDetail()
      detail.noteKey = append(cleaned: source)
      set(detail, of: &draft)
    }
    for number in numbers {
      var sibling = draft
      sibling.note = note
      sibling.noteOrd = number
      sibling.front = append(cleaned: cloze.front(of: number))
      sibling.back = append(cleaned: cloze.back(of: number))
      if sibling.back.isEmpty { sibling.back = sibling.front }
      if !id.isEmpty { sibling.sourceID = append(cleaned: "\(id):\(number)") }
      add(sibling)
    }
  }
}

extension CardDraft {
  /// Why it makes no card; nil if it does.
  var flaw: RowProblem.Reason? {
    if front.isEmpty { return .emptyFront }
    if back.isEmpty { return .emptyBack }
    if front.count > TextLimits.side { return .frontTooLong }
    if back.count > TextLimits.side { return .backTooLong }
    return nil
  }
}
