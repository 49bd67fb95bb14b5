import FlashModel

/// A text deck while it is checked.
struct CheckedDeck {
  let source: SourceText
  let format: Format
  let dialect: DelimitedDialect?
  let known: KnownCards
  private(set) var cards = 0
  private var findings: [DeckFinding] = []
  /// The lines at which records begin, and how many cells they have.
  private var records: [(line: Int, cells: Int)] = []
  /// What is known of files that cards name.
  private var media: [String: DeckCheck.MediaPresence] = [:]

  /// Keys that somebody may have meant.
  private static let keys =
    ["id", "cloze", "position", "sub_topics", "name"]
    + ColumnRole.allCases.flatMap(\.names)

  /// Bytes that are read at a time.
  private static let pieceSize = 256 << 10

  init(_ text: DeckText, _ format: Format, known: KnownCards) {
    source = text.source
    dialect = text.dialect
    self.format = format
    self.known = known
  }

  mutating func add(_ findings: [DeckFinding]) { self.findings += findings }

  mutating func add(
    _ code: FindingCode, line: Int, _ message: String, severity: DeckFinding.Severity? = nil,
    other: DeckFinding.Place? = nil
  ) {
    findings.append(
      DeckFinding(
        code, line: line, column: source.firstColumn(ofLine: line), severity: severity, message,
        other: other))
  }

  mutating func add(_ code: FindingCode, at offset: Int, _ message: String) {
    let place = source.place(at: offset)
    findings.append(DeckFinding(code, line: place.line, column: place.column, message))
  }

  /// Everything that was found, each once.
  func sorted() -> [DeckFinding] {
    let ordered = findings.sorted {
      ($0.line, $0.column, $0.severity, $0.code.rawValue)
        < ($1.line, $1.column, $1.severity, $1.code.rawValue)
    }
    var seen: Set<DeckFinding> = []
    return ordered.filter { seen.insert($0).inserted }
  }

  /// Reads the cards, and looks at them and at the text around them.
  mutating func read(
    _ reader: any DraftReader, check: () throws -> Void,
    media: (String) -> DeckCheck.MediaPresence
  ) throws {
    var reader = reader
    do {
      var start = 0
      while start < source.bytes.count {
        try check()
        let end = min(source.bytes.count, start + CheckedDeck.pieceSize)
        let piece = Array(source.bytes[start..<end])
        take(try reader.push(piece.span), media)
        start = end
      }
      take(try reader.finish(), media)
    } catch let error as TextFormatError {
      add([DeckFinding(error)])
    }
    if cards == 0, !findings.contains(where: { $0.severity == .error }) {
      add(.empty, line: 1, "no cards found")
    }
    checkRecords()
    checkHeaders()
    checkComments()
    if format == .remNote { checkBullets() }
  }

  /// Reads a flash export, whose records only a collection can judge.
  mutating func readExport() {
    var reader = ExportReader(DetectedEncoding(.utf8))
    do throws(TextFormatError) {
      let rows = try reader.push(source.bytes.span) + reader.finish()
      cards = rows.count { if case .card = $0 { true } else { false } }
    } catch {
      add([DeckFinding(error)])
    }
  }

  private mutating func take(
    _ batch: DraftBatch, _ presence: (String) -> DeckCheck.MediaPresence
  ) {
    for remark in batch.remarks { take(remark) }
    for problem in batch.problems {
      add(problem.reason.finding, line: problem.line, problem.reason.words)
      if problem.reason == .noDeletion { checkCloze(inLines: problem.line...problem.line) }
    }
    for warning in batch.warnings {
      add(warning.reason.finding, line: warning.line, warning.reason.words)
    }
    cards += batch.drafts.count
    var note = 0
    for draft in batch.drafts {
      // Siblings share a text, which needs one look.
      let isSibling = draft.noteOrd != nil && draft.line == note
      note = draft.noteOrd == nil ? 0 : draft.line
      checkTexts(of: draft, in: batch, isSibling: isSibling)
      checkMedia(of: draft, in: batch, presence)
      guard !isSibling else { continue }
      checkID(of: draft, in: batch)
      checkComments(of: draft)
      checkLimits(of: draft, in: batch)
      if draft.noteOrd == nil {
        checkPlainText(of: draft, in: batch)
      } else {
        checkCloze(inLines: draft.line...draft.lastLine)
      }
    }
  }

  private mutating func take(_ remark: RowRemark) {
    switch remark.kind {
    case .malformed(let reason): add(.malformed, line: remark.line, reason)
    case .refused(let reason):
      add(reason.finding, line: remark.line, reason.words)
      if reason == .noDeletion { checkCloze(inLines: remark.line...remark.line) }
    case .cells(let count): records.append((remark.line, count))
    case .unknownKey(let key):
      let near = NearNames.of(key, among: CheckedDeck.keys).first
      let hint = near.map { "; did you mean '\($0)'?" } ?? ""
      add(.unknownKey, line: remark.line, "the key '\(key)' means nothing here\(hint)")
    case .halfCard:
      add(.halfCard, line: remark.line, "nothing on one side of '::', so it is no card")
    }
  }

  /// Looks at what all records have in common: the number of cells, and how their lines end.
  private mutating func checkRecords() {
    guard dialect != nil else {
      if let finding = LineEndScan.finding(in: source, 1...source.lineCount) { add([finding]) }
      return
    }
    // A cell may hold line ends of its own.
    let ends = records.dropFirst().map { $0.line - 1 } + [source.lineCount]
    if let finding = LineEndScan.finding(in: source, ends) { add([finding]) }
    var times: [Int: Int] = [:]
    for record in records { times[record.cells, default: 0] += 1 }
    guard times.count > 1,
      let usual = times.max(by: { ($0.value, $0.key) < ($1.value, $1.key) })
    else { return }
    for record in records where record.cells != usual.key {
      let cells = "\(record.cells) cell\(record.cells == 1 ? "" : "s")"
      let others = usual.value == 1 ? "another record has" : "\(usual.value) records have"
      add(.cells, line: record.line, "\(cells) where \(others) \(usual.key)")
    }
  }

  /// Tells what is known of a media file; asked once for each.
  mutating func presence(
    of path: String, _ look: (String) -> DeckCheck.MediaPresence
  ) -> DeckCheck.MediaPresence {
    if let known = media[path] { return known }
    let found = look(path)
    media[path] = found
    return found
  }
}

extension RowWarning.Reason {
  /// What it is called as a finding.
  var finding: FindingCode {
    switch self {
    case .unreadableSchedule: .unreadableSchedule
    case .hintTooLong: .tooLarge
    }
  }
}

extension RowProblem.Reason {
  /// What it is called as a finding.
  var finding: FindingCode {
    switch self {
    case .emptyFront, .emptyBack: .emptySide
    case .frontTooLong, .backTooLong, .tooManyColumns, .recordTooLong, .clozeTooLong: .tooLarge
    case .noDeletion: .noDeletion
    case .noSeparator: .noSeparator
    // A container has no text whose faults could be mended.
    case .strayText, .noNote, .noNoteType: .strayText
    }
  }
}
