import FlashModel
import FlashPackages
import FlashText

extension FuzzedParser {
  /// Readers of files with cards.
  static let decks: [FuzzedParser] =
    [
      Format.jsonCards, .ankiJSON, .hashcards, .questionAnswer, .obsidian, .remNote, .org,
    ].map { format in
      FuzzedParser(format.name) { bytes throws(Violation) in
        try checkReader(of: bytes) { format.reader($0) }
      }
    } + xml + [quizlet, ankiText, delimited]

  private static let xml = Format.all.filter(\.isXML).map { format in
    FuzzedParser(format.name) { bytes throws(Violation) in
      try checkReader(of: bytes) { encoding in
        // There is always memory for a parser.
        try? format.xmlReader(encoding)
      }
    }
  }

  private static let quizlet = FuzzedParser("quizlet") { bytes throws(Violation) in
    try checkReader(of: bytes) { QuizletReader(QuizletOptions(), $0) }
    let odd = QuizletOptions(termSeparator: "--", cardSeparator: "\\n\\n", joinsLines: true)
    try checkReader(of: bytes) { QuizletReader(odd, $0) }
  }

  private static let ankiText = FuzzedParser("anki-text") { bytes throws(Violation) in
    try checkReader(of: bytes) { encoding in
      DelimitedReader(
        AnkiTextDetection(head: bytes.span, isWhole: true, encoding: encoding).dialect)
    }
  }

  private static let delimited = FuzzedParser("delimited") { bytes throws(Violation) in
    for isHTML in [false, true] {
      try checkReader(of: bytes) { encoding in
        DelimitedReader(
          DelimitedDetection(
            head: bytes.span, isWhole: true, encoding: encoding, name: "",
            options: DelimitedOptions(isHTML: isHTML)
          ).dialect)
      }
    }
    // What does not decode has no cards to write.
    guard let cards = try? DelimitedText(bytes).batch else { return }
    try checkWriting(cards)
  }

  /// Cards that are written as delimited text are read as they were.
  private static func checkWriting(_ batch: DraftBatch) throws(Violation) {
    guard !batch.drafts.isEmpty else { return }
    var writer = DelimitedWriter()
    var expected: [[String]] = []
    for draft in batch.drafts {
      let labels = DelimitedLabels(batch.parts(draft.tags) + batch.parts(draft.subTopics))
      let sides = [batch.text(draft.deck), batch.text(draft.front), batch.text(draft.back)]
      writer.card(deck: sides[0], front: sides[1], back: sides[2], labels: labels)
      expected.append(sides)
    }
    guard let read = try? DelimitedText(writer.bytes).batch else {
      throw Violation("what was written can't be read")
    }
    try requireEqual(
      read.drafts.map { [read.text($0.deck), read.text($0.front), read.text($0.back)] }, expected,
      "written and read again")
  }
}

/// Reads bytes in whole and in pieces: either gives sound drafts, the same ones, or both refuse.
func checkReader(
  of bytes: [UInt8], _ make: (DetectedEncoding) -> (any DraftReader)?
) throws(Violation) {
  var scan = EncodingScan()
  guard (try? scan.push(bytes.span)) != nil, let encoding = try? scan.finish() else { return }
  // A reader for each: one that has a parser of C's inside can't be read with twice.
  func readAnew(piece: Int) throws(Violation) -> ReadCards {
    guard let reader = make(encoding) else { throw Violation("no reader") }
    return read(bytes, reader, piece: piece)
  }
  let whole = try readAnew(piece: bytes.count)
  for piece in [1, 7] {
    try requireEqual(try readAnew(piece: piece), whole, "in pieces of \(piece) and whole")
  }
  guard case .cards(let cards, let problems) = whole else { return }
  let lines = bytes.count + 1
  for card in cards { try card.check(lines: lines) }
  for problem in problems {
    try require((1...lines).contains(problem.line), "a problem in line \(problem.line)")
  }
}

private func read(_ bytes: [UInt8], _ reader: some DraftReader, piece: Int) -> ReadCards {
  var reader = reader
  var cards: [ReadCard] = []
  var problems: [RowProblem] = []
  func take(_ batch: DraftBatch) {
    cards += batch.drafts.map { ReadCard($0, in: batch) }
    problems += batch.problems
  }
  do throws(TextFormatError) {
    var start = 0
    while start < bytes.count {
      let end = min(start + max(1, piece), bytes.count)
      take(try reader.push(bytes.span.extracting(start..<end)))
      start = end
    }
    take(try reader.finish())
    return .cards(cards, problems)
  } catch {
    return .refused
  }
}

/// What a reader makes of a file.
private enum ReadCards: Equatable {
  case cards([ReadCard], [RowProblem])
  /// With what is met first, which depends on the pieces.
  case refused
}

/// A draft with its text.
private struct ReadCard: Equatable {
  let line: Int
  /// Front, back, deck, sub-topics, tags, id, note, key of the note.
  let texts: [String]
  let numbers: [Int?]
  let detail: DraftDetail?

  init(_ draft: CardDraft, in batch: DraftBatch) {
    var detail = batch.detail(of: draft)
    line = draft.line
    texts =
      [
        draft.front, draft.back, draft.deck, draft.subTopics, draft.tags, draft.sourceID,
        draft.note, detail?.noteKey ?? 0..<0,
      ].map { batch.text($0) }
    numbers = [draft.position, draft.noteOrd]
    detail?.noteKey = 0..<0
    self.detail = detail
  }

  /// Sides are clean and neither empty nor too long; numbers are in their range.
  func check(lines: Int) throws(Violation) {
    try require((1...lines).contains(line), "a card in line \(line)")
    for side in texts.prefix(2) {
      try require(!side.isEmpty, "an empty side in line \(line)")
      try require(side.utf8.count <= TextLimits.side, "a side of \(side.utf8.count) bytes")
      try requireEqual(
        Array(side.utf8), Array(CardText.cleaned(side).utf8), "not clean in line \(line)")
    }
    if let number = numbers[1] {
      try require((0...ClozeText.maximumNumber).contains(number), "number \(number) in \(line)")
    }
    guard let schedule = detail?.schedule else { return }
    try require(
      schedule.intervalDays?.isFinite ?? true && schedule.ease?.isFinite ?? true
        && schedule.reps >= 0
        && schedule.lapses >= 0, "\(schedule)")
  }
}
