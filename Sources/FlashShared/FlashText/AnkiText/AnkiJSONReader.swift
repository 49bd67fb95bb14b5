import FlashModel

/// Reads the JSON that Anki's import for developers takes: one object with notes, whose fields are
/// HTML, and what holds for all of them.
public struct AnkiJSONReader: DraftReader {
  /// Bytes of a whole file, which has to be in memory: what holds for all notes may stand behind
  /// them.
  static let fileLimit = 128 << 20

  private var decoder: TextDecoder
  private var text: [UInt8] = []
  private var html = HTMLText()

  public init(_ encoding: DetectedEncoding = DetectedEncoding(.utf8)) {
    decoder = TextDecoder(encoding)
  }

  /// - Throws: `.encoding`, `.tooLarge`.
  public mutating func push(_ bytes: Span<UInt8>) throws(TextFormatError) -> DraftBatch {
    do throws(TextDecoder.Fault) {
      try decoder.decode(bytes, into: &text)
    } catch {
      throw located(error)
    }
    guard text.count <= AnkiJSONReader.fileLimit else {
      throw .tooLarge(line: 1, reason: "JSON of Anki longer than 128 MiB")
    }
    return DraftBatch()
  }

  /// - Throws: `.encoding`, `.malformed`.
  public mutating func finish() throws(TextFormatError) -> DraftBatch {
    let file: JSONValue
    do throws(TextDecoder.Fault) {
      try decoder.finish()
    } catch {
      throw located(error)
    }
    do throws(JSONError) {
      file = try JSONValue(parsing: text)
    } catch {
      throw .malformed(line: line(at: error.offset), reason: error.reason)
    }
    text = []
    guard case .array(let notes)? = file["notes"] else {
      throw .malformed(line: 1, reason: "no notes")
    }
    let defaults = Defaults(file)
    var batch = DraftBatch()
    for note in notes { add(note, defaults, to: &batch) }
    return batch
  }

  private func located(_ fault: TextDecoder.Fault) -> TextFormatError {
    .encoding(line: line(at: text.count), offset: fault.offset, reason: fault.reason)
  }

  private func line(at offset: Int) -> Int {
    1 + text.span.lineEnds(in: 0..<min(max(offset, 0), text.count))
  }

  /// What holds for notes that do not say.
  private struct Defaults {
    let deck: String
    let noteType: String
    let tags: [String]
    /// The names of note types whose cards are cloze.
    let clozeTypes: Set<String>

    init(_ file: JSONValue) {
      deck = file["default_deck"]?.name ?? ""
      noteType = file["default_notetype"]?.name ?? ""
      tags = file["global_tags"]?.names ?? []
      var names: Set<String> = []
      if case .array(let types)? = file["notetypes"] {
        for type in types where type["is_cloze"] == .bool(true) {
          if let name = type["name"]?.name { names.insert(name) }
        }
      }
      clozeTypes = names
    }
  }

  private mutating func add(_ note: JSONValue, _ defaults: Defaults, to batch: inout DraftBatch) {
    guard case .array(let values)? = note["fields"] else { return }
    let fields = values.map { Array(($0.name ?? "").utf8) }
    let noteType = note["notetype"]?.name ?? defaults.noteType
    var writer = AnkiNote(line: 1, fields: fields, isHTML: true)
    writer.kind = defaults.clozeTypes.contains(noteType) ? .cloze : AnkiNoteKind(noteType: noteType)
    writer.guid = note["guid"]?.name ?? ""
    writer.deck = note["deck"]?.name ?? defaults.deck
    writer.tags = defaults.tags + (note["tags"]?.names ?? [])
    let start = batch.drafts.count
    writer.addCards(to: &batch, &html)
    guard case .array(let cards)? = note["cards"] else { return }
    for (card, place) in zip(cards, start..<batch.drafts.count) {
      if let schedule = AnkiJSONReader.schedule(card) {
        batch.setSchedule(schedule, ofDraft: place)
      }
    }
  }

  private static func schedule(_ card: JSONValue) -> ForeignSchedule? {
    guard let due = card["due"]?.number, abs(due) < 100_000_000_000,
      let interval = card["interval"]?.number
    else { return nil }
    let moment = Timestamp(milliseconds: Int64(due * 1_000))
    func count(_ key: String) -> Int { Int(exactly: card[key]?.number?.rounded() ?? 0) ?? 0 }
    return ForeignSchedule(
      due: .exact(moment), intervalDays: interval, ease: card["ease_factor"]?.number ?? 2.5,
      reps: count("reps"), lapses: count("lapses"))
  }
}

extension JSONValue {
  /// A string, or a whole number as text: names and ids come as either.
  fileprivate var name: String? {
    switch self {
    case .string(let text): text
    case .integer(let number): String(number)
    default: nil
    }
  }

  fileprivate var names: [String] {
    guard case .array(let values) = self else { return [] }
    return values.compactMap(\.name)
  }

  fileprivate var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }
}
