/// Reads hashcards' Markdown: cards of `Q:` and `A:`, and cloze text of `C:` whose brackets are its
/// deletions.
///
/// A card goes on to the next mark or to a line of `---`. The deck may be named in front matter. A
/// line `<!-- flash: ID -->` in a card is its id.
public struct HashcardsReader: LineReader {
  private enum Place {
    case beginning
    case frontMatter(line: Int)
    case outside
    case question
    case answer
    case cloze
    /// Text behind a fault, which belongs to no card either.
    case broken
  }

  private let purpose: ReadingPurpose
  var feed: LineFeed
  private var place = Place.beginning
  private var deck = ""
  private var line = 0
  /// The newest line of the open card that is not blank.
  private var lastLine = 0
  private var front: [UInt8] = []
  private var back: [UInt8] = []
  private var id: [UInt8] = []

  public init(
    _ encoding: DetectedEncoding = DetectedEncoding(.utf8), for purpose: ReadingPurpose = .importing
  ) {
    self.purpose = purpose
    feed = LineFeed(encoding)
  }

  mutating func end(into batch: inout DraftBatch) throws(TextFormatError) {
    if case .frontMatter(let line) = place {
      try fault("front matter that is never closed", at: line, in: &batch)
    }
    try endCard(into: &batch)
  }

  mutating func take(_ line: Line, into batch: inout DraftBatch) throws(TextFormatError) {
    let isRule = line.trimmed.elementsEqual("---".utf8)
    switch place {
    case .beginning:
      if line.isBlank { return }
      place = isRule ? .frontMatter(line: line.number) : .outside
      if isRule { return }
    case .frontMatter:
      if isRule { place = .outside } else { readFrontMatter(line, &batch) }
      return
    default: break
    }
    if let text = line.after("Q:") {
      if case .question = place {
        try fault("a question follows a question", at: line.number, in: &batch)
      }
      try begin(.question, text, at: line.number, into: &batch)
    } else if let text = line.after("A:") {
      guard case .question = place else {
        try endCard(into: &batch)
        return try fault("an answer without a question", at: line.number, in: &batch)
      }
      place = .answer
      back = Array(text)
      lastLine = line.number
    } else if let text = line.after("C:") {
      try begin(.cloze, text, at: line.number, into: &batch)
    } else if isRule {
      try endCard(into: &batch)
    } else {
      try goOn(line, &batch)
    }
  }

  private mutating func goOn(_ line: Line, _ batch: inout DraftBatch) throws(TextFormatError) {
    switch place {
    case .broken: if line.isBlank { place = .outside }
    case .beginning, .frontMatter, .outside:
      guard line.isBlank else {
        return try fault(.strayText, at: line.number, in: &batch)
      }
    case .question, .answer, .cloze:
      if !line.isBlank { lastLine = line.number }
      if let found = CardComment.id(in: line) {
        id = Array(found)
      } else if case .answer = place {
        back.append(0x0A)
        back.append(contentsOf: line.text)
      } else {
        front.append(0x0A)
        front.append(contentsOf: line.text)
      }
      guard front.count <= TextLimits.record, back.count <= TextLimits.record else {
        throw .tooLarge(line: self.line, reason: "a card longer than 8 MiB")
      }
    }
  }

  private mutating func begin(
    _ next: Place, _ text: ArraySlice<UInt8>, at line: Int, into batch: inout DraftBatch
  ) throws(TextFormatError) {
    try endCard(into: &batch)
    place = next
    front = Array(text)
    self.line = line
    lastLine = line
  }

  /// Ends the file there or, where it is checked, remarks it and goes on behind it.
  private mutating func fault(
    _ reason: String, at line: Int, in batch: inout DraftBatch
  ) throws(TextFormatError) {
    guard purpose == .checking else { throw .malformed(line: line, reason: reason) }
    batch.remarks.append(RowRemark(line: line, kind: .malformed(reason)))
    place = .broken
  }

  private mutating func fault(
    _ reason: RowProblem.Reason, at line: Int, in batch: inout DraftBatch
  ) throws(TextFormatError) {
    guard purpose == .checking else { throw .malformed(line: line, reason: reason.words) }
    batch.remarks.append(RowRemark(line: line, kind: .refused(reason)))
    place = .broken
  }

  private mutating func endCard(into batch: inout DraftBatch) throws(TextFormatError) {
    defer {
      if case .broken = place {} else { place = .outside }
      front = []
      back = []
      id = []
    }
    var draft = CardDraft(line: line, front: 0..<0, back: 0..<0)
    draft.lastLine = lastLine
    switch place {
    case .beginning, .frontMatter, .outside: return
    case .broken:
      place = .outside
      return
    case .question:
      try fault("a question without an answer", at: line, in: &batch)
      place = .outside
      return
    case .answer:
      draft.front = batch.append(cleaned: front)
      draft.back = batch.append(cleaned: back)
    case .cloze: break
    }
    draft.deck = batch.append(cleaned: deck)
    draft.sourceID = batch.append(cleaned: id)
    guard case .cloze = place else { return batch.add(draft) }
    let text = batch.append(cleaned: front)
    let cloze = BracketCloze.read(batch.bytes[text])
    guard !cloze.numbers.isEmpty else {
      try fault(.noDeletion, at: line, in: &batch)
      place = .outside
      return
    }
    if !draft.sourceID.isEmpty {
      var detail = DraftDetail()
      detail.noteKey = draft.sourceID
      batch.set(detail, of: &draft)
    }
    batch.add(cloze, as: draft)
  }

  /// Takes the deck's name out of a line of TOML, `name = "Chemistry"`.
  private mutating func readFrontMatter(_ line: Line, _ batch: inout DraftBatch) {
    guard let equals = line.text.firstIndex(of: UInt8(ascii: "=")) else { return }
    let key = line.text[..<equals].trimmedBlanks
    guard key.elementsEqual("name".utf8) else {
      if purpose == .checking, key.first != UInt8(ascii: "#") {
        batch.remarks.append(RowRemark(line: line.number, kind: .unknownKey(key.string)))
      }
      return
    }
    let value = line.text[(equals + 1)...].trimmedBlanks
    guard let quote = value.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      return
    }
    var name: [UInt8] = []
    var rest = value.dropFirst()
    while let byte = rest.popFirst(), byte != quote {
      if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\""), let escaped = rest.popFirst() {
        name.append(escaped)
      } else {
        name.append(byte)
      }
    }
    deck = String(decoding: name, as: UTF8.self)
  }
}
