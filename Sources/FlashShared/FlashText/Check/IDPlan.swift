/// Gives the cards of a text deck ids: which cards have none, and the file with them.
///
/// Markdown gets lines `<!-- flash: ID -->`, org-drill the property `ID`. Nothing else in the file
/// changes, not a byte.
public struct IDPlan: Sendable {
  /// Why a file gets no ids.
  public enum Refusal: Error, Hashable, Sendable {
    /// There is no place for an id in it that readers of the format would pass over.
    case noComments(Format)
    /// Only UTF-8 is written.
    case notUTF8
    /// It can't be imported as it stands.
    case broken(DeckFinding)
    /// With the ids it would not be read as the same cards.
    case unsafe(line: Int)
  }

  /// A card, or the siblings of a note, without an id.
  public struct Slot: Sendable, Hashable {
    /// The line it begins at, from 1.
    public let line: Int
    let lastLine: Int
    /// The deck that the file names; empty if it names none.
    public let deck: String
    /// Whether it is known by the id of its note.
    public let isNote: Bool
    /// Front and back of each card.
    public fileprivate(set) var sides: [Sides]
  }

  /// The texts of a card, cleaned.
  public struct Sides: Sendable, Hashable {
    public let front: [UInt8]
    public let back: [UInt8]
  }

  /// A line that is put in.
  public struct Insertion: Sendable, Hashable {
    /// The line after which it stands, from 1.
    public let after: Int
    /// Without its end.
    public let text: String
    /// The id in it; nil for a line that only makes room for one.
    public let id: String?
  }

  /// In file order; without cards that are the same as one before.
  public private(set) var slots: [Slot] = []
  /// How many cards and notes the file has.
  public private(set) var count = 0
  let format: Format
  let source: SourceText
  private let mark: [UInt8]
  private let drafts: [Sides]

  /// Reads a file.
  /// - Parameter name: the file's name; empty for standard input.
  public init(
    _ bytes: [UInt8], name: String, _ options: DeckTextOptions
  ) throws(Refusal) {
    let text = DeckText(bytes, name: name, options)
    if let fault = text.findings.first(where: { $0.severity == .error }) { throw .broken(fault) }
    guard let format = text.format else {
      throw .broken(text.findings.first ?? DeckFinding(.empty, "no cards found"))
    }
    guard IDPlan.canCarryIDs(format) else { throw .noComments(format) }
    guard text.encoding.encoding == .utf8 else { throw .notUTF8 }
    self.format = format
    source = text.source
    mark = Array(bytes.prefix(text.encoding.markLength))
    let batch = try IDPlan.read(text)
    drafts = batch.drafts.map { IDPlan.sides(of: $0, in: batch) }
    collect(batch)
  }

  /// Whether a format has a place for ids.
  public static func canCarryIDs(_ format: Format) -> Bool {
    switch format {
    case .hashcards, .questionAnswer, .obsidian, .org: true
    default: false
    }
  }

  private static func read(_ text: DeckText) throws(Refusal) -> DraftBatch {
    guard var reader = text.reader() else { throw .broken(DeckFinding(.empty, "no cards found")) }
    let batch: DraftBatch
    do throws(TextFormatError) {
      let first = try reader.push(text.source.bytes.span)
      batch = first.joined(with: try reader.finish())
    } catch {
      throw .broken(DeckFinding(error))
    }
    for remark in batch.remarks {
      switch remark.kind {
      case .malformed(let reason):
        throw .broken(DeckFinding(.malformed, line: remark.line, reason))
      case .refused(let reason):
        throw .broken(DeckFinding(reason.finding, line: remark.line, reason.words))
      case .cells, .unknownKey, .halfCard: continue
      }
    }
    return batch
  }

  private static func sides(of draft: CardDraft, in batch: DraftBatch) -> Sides {
    Sides(front: Array(batch.bytes[draft.front]), back: Array(batch.bytes[draft.back]))
  }

  private mutating func collect(_ batch: DraftBatch) {
    var line = 0
    var seen: Set<[Sides]> = []
    var found: [Slot] = []
    for draft in batch.drafts {
      if draft.line != line { count += 1 }
      defer { line = draft.line }
      guard draft.sourceID.isEmpty else { continue }
      let sides = IDPlan.sides(of: draft, in: batch)
      if draft.line == line, let last = found.last, last.line == line {
        found[found.count - 1].sides.append(sides)
      } else {
        found.append(
          Slot(
            line: draft.line, lastLine: draft.lastLine, deck: batch.text(draft.deck),
            isNote: draft.noteOrd != nil, sides: [sides]))
      }
    }
    // With an id of its own, the second of two equal cards would become one of its own.
    slots = found.filter { seen.insert($0.sides).inserted }
  }

  /// The lines that give each slot its id.
  /// - Parameter ids: as many as there are slots.
  public func insertions(_ ids: [String]) -> [Insertion] {
    zip(slots, ids).flatMap { slot, id in
      format == .org
        ? orgLines(id, below: slot.line)
        : [
          Insertion(
            after: slot.lastLine, text: indentation(of: slot) + CardComment.line(id), id: id)
        ]
    }
  }

  /// The file with lines put in.
  /// - Throws: `.unsafe` if it would not give the same cards with these ids.
  public func bytes(with insertions: [Insertion]) throws(Refusal) -> [UInt8] {
    var text = mark
    text.reserveCapacity(source.bytes.count + 64 * insertions.count)
    var place = 0
    for insertion in insertions {
      let end = source.lineEnd(insertion.after)
      let next = source.range(ofLine: insertion.after).upperBound + end.count
      if next > place { text += source.bytes[place..<next] }
      place = next
      // Behind a last line without an end, the end comes first, and the new line has none.
      let usual = end.isEmpty ? source.lineEnd(max(1, insertion.after - 1)) : end
      let newline = usual.isEmpty ? [0x0A] : Array(usual)
      text += end.isEmpty ? newline + Array(insertion.text.utf8) : insertion.text.utf8 + newline
    }
    text += source.bytes[place...]
    try verify(text, insertions)
    return text
  }

  private func verify(_ text: [UInt8], _ insertions: [Insertion]) throws(Refusal) {
    var options = DeckTextOptions()
    options.format = format
    options.encoding = .utf8
    let batch = try IDPlan.read(DeckText(text, name: "", options))
    var ids: Set<String> = []
    for (place, draft) in batch.drafts.enumerated() {
      guard place < drafts.count, drafts[place] == IDPlan.sides(of: draft, in: batch) else {
        throw .unsafe(line: draft.line)
      }
      ids.insert(batch.text(draft.sourceID))
    }
    guard batch.drafts.count == drafts.count else { throw .unsafe(line: 1) }
    for insertion in insertions {
      guard let id = insertion.id, !ids.contains(id), !ids.contains("\(id):1") else { continue }
      throw .unsafe(line: insertion.after)
    }
  }

  /// What the card's first line is indented by, so that a comment stays within its bullet.
  private func indentation(of slot: Slot) -> String {
    guard format == .obsidian else { return "" }
    let line = source.bytes[source.range(ofLine: slot.line)]
    let blanks = line.prefix { $0 == 0x20 || $0 == 0x09 }
    let rest = line[blanks.endIndex...]
    let isItem = rest.after("- ") != nil || rest.after("* ") != nil
    return blanks.string + (isItem ? "  " : "")
  }

  /// The property `ID` in the drawer of a heading, which is made if there is none.
  private func orgLines(_ id: String, below heading: Int) -> [Insertion] {
    var line = heading
    while line < source.lineCount {
      let text = source.bytes[source.range(ofLine: line + 1)].trimmedBlanks
      if text.afterIgnoringCase(":properties:") != nil {
        return [Insertion(after: line + 1, text: ":ID:       \(id)", id: id)]
      }
      let isPlanning = ["scheduled:", "deadline:", "closed:"].contains {
        text.afterIgnoringCase($0) != nil
      }
      guard isPlanning else { break }
      line += 1
    }
    return [
      Insertion(after: line, text: ":PROPERTIES:", id: nil),
      Insertion(after: line, text: ":ID:       \(id)", id: id),
      Insertion(after: line, text: ":END:", id: nil),
    ]
  }
}
