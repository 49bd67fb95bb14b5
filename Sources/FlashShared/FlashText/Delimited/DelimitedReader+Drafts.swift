extension DelimitedReader {
  /// Why a record makes no draft.
  struct Flaw: Error {
    /// Nil for a record of blank cells, which is not worth a word.
    let problem: RowProblem?
  }

  /// Makes a draft of the cells that the splitter holds.
  mutating func draft(line: Int) -> Result<CardDraft, Flaw> {
    func flaw(_ reason: RowProblem.Reason) -> Result<CardDraft, Flaw> {
      .failure(Flaw(problem: RowProblem(line: line, reason: reason)))
    }
    guard splitter.cells.count <= TextLimits.columns else { return flaw(.tooManyColumns) }
    let columns = dialect.columns
    let front = side(columns.front)
    let back = back(columns)
    if front.isEmpty { return isBlank() ? .failure(Flaw(problem: nil)) : flaw(.emptyFront) }
    if back.isEmpty { return flaw(.emptyBack) }
    if front.count > TextLimits.side { return flaw(.frontTooLong) }
    if back.count > TextLimits.side { return flaw(.backTooLong) }
    var draft = CardDraft(line: line, front: front, back: back)
    if let deck = columns.deck { draft.deck = cell(deck) }
    if let tags = columns.tags { draft.tags = buffer.appendTags(in: cell(tags)) }
    if let subTopic = columns.subTopic { draft.subTopics = self.subTopic(cell(subTopic)) }
    return .success(draft)
  }

  /// Whether there is nothing but white space in the record.
  mutating func isBlank() -> Bool {
    splitter.cells.indices.allSatisfy { cell($0).isEmpty }
  }

  /// The clean text of a column; empty where the record is too short.
  mutating func cell(_ column: Int) -> Range<Int> {
    CardText.clean(verbatim(column), of: &buffer)
  }

  /// The Markdown of a column that belongs to a side.
  mutating func side(_ column: Int) -> Range<Int> {
    dialect.isHTML ? html.markdown(verbatim(column), of: &buffer) : cell(column)
  }

  /// A column as it stands in the file, without its quotes.
  mutating func verbatim(_ column: Int) -> Range<Int> {
    guard column < splitter.cells.count else { return 0..<0 }
    let cell = splitter.cells[column]
    return cell.isQuoted
      ? RecordSplitter.appendUnquoted(cell.range, of: &buffer) : cell.range
  }

  /// The back's column and every column without a role, a blank line between two.
  private mutating func back(_ columns: ColumnMap) -> Range<Int> {
    var range = side(columns.back)
    for column in splitter.cells.indices where columns.isExtra(column) {
      let extra = side(column)
      if extra.isEmpty { continue }
      if range.isEmpty {
        range = extra
        continue
      }
      let start = buffer.count
      buffer.append(contentsOf: buffer[range])
      buffer.append(contentsOf: [0x0A, 0x0A])
      buffer.append(contentsOf: buffer[extra])
      range = start..<buffer.count
    }
    return range
  }

  /// A sub-topic; a bare number gets the column's name in front where the name needs it.
  private mutating func subTopic(_ range: Range<Int>) -> Range<Int> {
    guard let name = dialect.columns.numberedName, !range.isEmpty,
      buffer[range].allSatisfy({ (0x30...0x39).contains($0) })
    else { return range }
    let start = buffer.count
    buffer.append(contentsOf: name.utf8)
    buffer.append(0x20)
    buffer.append(contentsOf: buffer[range])
    return start..<buffer.count
  }
}

extension [UInt8] {
  /// Splits tags at white space, `,` and `;`, and writes them anew with
  /// ``DraftBatch/separator`` between two.
  mutating func appendTags(in range: Range<Int>) -> Range<Int> {
    let start = count
    var index = range.lowerBound
    var needsSeparator = false
    while index < range.upperBound {
      let byte = self[index]
      let isMark = byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";")
      let blank = isMark ? 1 : span.blankLength(at: index, before: range.upperBound)
      if blank > 0 {
        needsSeparator = count > start
        index += blank
        continue
      }
      if needsSeparator {
        append(DraftBatch.separator)
        needsSeparator = false
      }
      append(byte)
      index += 1
    }
    return start..<count
  }
}
