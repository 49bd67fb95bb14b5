import FlashModel

/// Reads cards from JSON Lines, or from one array of objects, into drafts.
///
/// The keys are the names of a header row, and `tags` (an array or a string), `sub_topics`,
/// `position`, `id`; others are ignored. An object with `cloze` in place of both sides makes a card
/// a number. Anything malformed refuses the file.
public struct JSONCardReader: Sendable {
  private let purpose: ReadingPurpose
  private var feed: JSONFeed
  /// What keys mean, so that each is looked up once.
  private var keys: [String: Key?] = [:]

  private enum Key: Hashable {
    case role(ColumnRole)
    case numberedSubTopic
    case subTopics
    case position
    case id
    case cloze

    /// What is given once: a sub-topic has several kinds of key.
    var role: Key { self == .numberedSubTopic || self == .subTopics ? .role(.subTopic) : self }
  }

  public init(
    _ encoding: DetectedEncoding = DetectedEncoding(.utf8), for purpose: ReadingPurpose = .importing
  ) {
    self.purpose = purpose
    feed = JSONFeed(encoding)
  }

  /// - Throws: `.encoding`, `.malformed`, `.tooLarge`.
  public mutating func push(_ bytes: Span<UInt8>) throws(TextFormatError) -> DraftBatch {
    try feed.push(bytes)
    return try read()
  }

  /// - Throws: as ``push(_:)``.
  public mutating func finish() throws(TextFormatError) -> DraftBatch {
    try feed.finish()
    return try read()
  }

  private mutating func read() throws(TextFormatError) -> DraftBatch {
    var batch = DraftBatch()
    while let (range, line) = try feed.next() {
      guard let card = try object(in: range, line: line, &batch) else { continue }
      if let reason = card.flaw {
        batch.problems.append(RowProblem(line: line, reason: reason))
      } else if card.draft.note.isEmpty {
        batch.drafts.append(card.draft)
      } else {
        batch.add(ClozeText(batch.text(card.draft.note)), as: card.draft)
      }
    }
    return batch
  }

  /// The card of an object; nil for one with a fault that was remarked.
  private mutating func object(
    in range: Range<Int>, line: Int, _ batch: inout DraftBatch
  ) throws(TextFormatError) -> (draft: CardDraft, flaw: RowProblem.Reason?)? {
    do throws(TextFormatError) {
      var card = try JSONReader.object(in: feed.buffer, range, line: line) {
        (reader: inout JSONReader) throws(JSONError) in try self.card(&reader, &batch, line)
      }
      card.draft.lastLine = line + feed.buffer.span.lineEnds(in: range)
      return card
    } catch {
      guard purpose == .checking, case .malformed(let line, let reason) = error else { throw error }
      batch.remarks.append(RowRemark(line: line, kind: .malformed(reason)))
      return nil
    }
  }

  private mutating func card(
    _ reader: inout JSONReader, _ batch: inout DraftBatch, _ line: Int
  ) throws(JSONError) -> (draft: CardDraft, flaw: RowProblem.Reason?) {
    let start = reader.offset
    var draft = CardDraft(line: line, front: 0..<0, back: 0..<0)
    var seen: Set<Key> = []
    try reader.beginObject()
    while let name = try reader.nextKey() {
      guard let key = meaning(of: name, at: line, &batch), seen.insert(key.role).inserted else {
        try reader.skipValue()
        continue
      }
      switch key {
      case .role(.front): draft.front = batch.appendClean(try reader.string())
      case .role(.back): draft.back = batch.appendClean(try reader.string())
      case .role(.deck): draft.deck = batch.appendClean(try reader.stringOrNull() ?? "")
      case .role(.tags): draft.tags = try batch.appendNames(&reader, splits: true)
      case .role(.subTopic), .subTopics:
        draft.subTopics = try batch.appendNames(&reader, splits: false)
      case .numberedSubTopic: draft.subTopics = try batch.appendNumbered(&reader, name: name)
      case .position: draft.position = try reader.integerOrNull(in: 0...Int(Int32.max))
      case .id: draft.sourceID = batch.appendClean(try reader.text())
      case .cloze: draft.note = batch.appendClean(try reader.string())
      }
    }
    if seen.contains(.cloze), !seen.contains(.role(.front)), !seen.contains(.role(.back)) {
      return (draft, draft.note.isEmpty ? .emptyFront : nil)
    }
    draft.note = 0..<0
    guard seen.contains(.role(.front)), seen.contains(.role(.back)) else {
      let side = seen.contains(.role(.front)) ? "back" : "front"
      throw JSONError(offset: start, reason: "an object without a \(side)")
    }
    return (draft, draft.flaw)
  }

  private mutating func meaning(
    of name: String, at line: Int, _ batch: inout DraftBatch
  ) -> Key? {
    if let known = keys[name] { return known }
    let normalised = ColumnRole.normalised(name)
    let key: Key? =
      switch normalised {
      case "id": .id
      case "cloze": .cloze
      case "position": .position
      case "subtopics": .subTopics
      default:
        ColumnRole.numbered.contains(normalised)
          ? .numberedSubTopic : ColumnRole.role(of: normalised).map(Key.role)
      }
    // A file of a million different keys must not fill the memory.
    if keys.count < TextLimits.columns { keys[name] = key }
    if key == nil, purpose == .checking {
      batch.remarks.append(RowRemark(line: line, kind: .unknownKey(name)))
    }
    return key
  }
}

extension DraftBatch {
  /// Adds a cleaned text.
  fileprivate mutating func appendClean(_ text: String) -> Range<Int> {
    let start = bytes.count
    bytes.append(text.utf8Span.span)
    return CardText.clean(start..<bytes.count, of: &bytes)
  }

  /// Adds names: an array's as they are, a string's split or as one.
  fileprivate mutating func appendNames(
    _ reader: inout JSONReader, splits: Bool
  ) throws(JSONError) -> Range<Int> {
    guard reader.peek() == UInt8(ascii: "[") else {
      let names = appendClean(try reader.peek() == UInt8(ascii: "n") ? "" : reader.text())
      try reader.skipNull()
      return splits ? bytes.appendTags(in: names) : names
    }
    var names: [Range<Int>] = []
    try reader.beginArray()
    while try reader.nextElement() {
      let name = appendClean(try reader.string())
      if !name.isEmpty { names.append(name) }
    }
    let start = bytes.count
    for (place, name) in names.enumerated() {
      if place > 0 { bytes.append(DraftBatch.separator) }
      bytes.append(contentsOf: bytes[name])
    }
    return start..<bytes.count
  }

  /// Adds a sub-topic whose bare number gets the key in front: `Lesson 3`.
  fileprivate mutating func appendNumbered(
    _ reader: inout JSONReader, name: String
  ) throws(JSONError) -> Range<Int> {
    let range = try appendNames(&reader, splits: false)
    guard !range.isEmpty, bytes[range].allSatisfy({ (0x30...0x39).contains($0) }) else {
      return range
    }
    return appendClean("\(name) \(text(range))")
  }
}
